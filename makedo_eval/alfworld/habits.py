# SPDX-License-Identifier: Apache-2.0
"""Where things are in games that were looked at: what an agent may learn from the training split.

Only where everything is at the beginning is read: neither a goal nor a walkthrough.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from makedo_eval.case import DatasetError

_FACT = re.compile(r"\((inReceptacle|receptacleAtLocation|openable|opened) ([^\s()]+)(?: ([^\s()]+))?\)")
_DOUBT = 0.5
"""Games that are added to those in which a thing was not at a kind of place: what was never seen may be."""


@dataclass(frozen=True)
class GameHabits:
    """Counts over games; words are those of the games.

    Attributes:
        games: how many games with such a thing have a kind of place, counted by single places: (thing, place) -> so
            many places.
        found: in how many of these places there was such a thing.
        shut: kinds of places that are mostly shut at the beginning.
    """

    games: Mapping[tuple[str, str], int]
    found: Mapping[tuple[str, str], int]
    shut: frozenset[str]

    @property
    def things(self) -> frozenset[str]:
        """Words of all things that were there."""
        return frozenset(thing for thing, _ in self.games)

    def share(self, thing: str, place: str) -> float:
        """How often a single place of a kind has a thing of a kind, in games that have such a thing.

        Of a kind of place that was not there with such a thing, little is thought.
        """
        there = self.games.get((thing, place), 0)
        return (self.found.get((thing, place), 0) + 0.01 * _DOUBT) / (there + _DOUBT)


def learn(files: Iterable[Path]) -> GameHabits:
    """Count over game files.

    Raises:
        DatasetError: naming the file that is no game.
    """
    games: Counter[tuple[str, str]] = Counter()
    found: Counter[tuple[str, str]] = Counter()
    doors: Counter[str] = Counter()
    places_of: Counter[str] = Counter()
    for path in files:
        try:
            problem = str(json.loads(path.read_text(encoding="utf-8"))["pddl_problem"])
            facts = problem[problem.index("(:init") : problem.index("(:goal")]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise DatasetError(f"{path}: no game ({error!r})") from None
        _count(facts, games, found, doors, places_of)
    shut = frozenset(kind for kind, count in places_of.items() if doors[kind] * 2 > count)
    return GameHabits(games, found, shut)


def _count(
    facts: str,
    games: Counter[tuple[str, str]],
    found: Counter[tuple[str, str]],
    doors: Counter[str],
    places_of: Counter[str],
) -> None:
    """Count one game."""
    places: dict[str, str] = {}
    within: set[tuple[str, str]] = set()
    openable: set[str] = set()
    opened: set[str] = set()
    for name, thing, other in _FACT.findall(facts):
        match name:
            case "receptacleAtLocation":
                places[thing] = _word(thing)
            case "inReceptacle":
                within.add((_word(thing), other))
            case "openable":
                openable.add(thing)
            case _:
                opened.add(thing)
    places_of.update(places.values())
    doors.update(places[p] for p in openable - opened if p in places)
    for thing in {word for word, _ in within}:
        games.update((thing, kind) for kind in places.values())
        found.update((thing, places[p]) for word, p in within if word == thing and p in places)


def _word(thing: str) -> str:
    """The word that a thing is shown by."""
    kind = thing.lower().partition("_bar_")[0]
    return f"{kind}basin" if "basin" in thing.lower() else kind
