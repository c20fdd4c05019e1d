# SPDX-License-Identifier: Apache-2.0
"""The scenarios of TidyBot before the preferences that are learnt from examples.

A scenario names places, things that a person put there, and other things; a thing is right if it goes where the person
put it. Nothing but these examples is given: neither the person's own summary nor a model. As in the paper, accuracy is
the mean over the scenarios of the share of their things that are right, and one that nothing decides is wrong.

Source: Wu et al., TidyBot: personalized robot assistance with large language models, 2023. Scenarios: repository
jimmyyhwu/tidybot, MIT.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import auto
from hashlib import sha256
from pathlib import Path
from statistics import fmean
from typing import Any

import yaml

from makedo_core.enums import StrEnum
from makedo_core.ontology import Memberships, load_ontology
from makedo_core.ontology.wordnet import open_wordnet
from makedo_core.preferences.describing import Describer
from makedo_core.preferences.knowledge_file import read_knowledge
from makedo_core.preferences.learning import Preferences
from makedo_core.preferences.values import TraitSource
from makedo_eval.case import DatasetError

SEED = 1
"""Of the halves. Another one would show the unseen half to who developed on the other."""
FILE = Path("benchmark") / "scenarios.yml"
_HEAD = ("half", "scenarios", "things", "right", "undecided", "accuracy")


class Miss(StrEnum):
    """Why a thing is not where it should be."""

    UNKNOWN = auto()  # nothing is known of it but its words
    UNLIKE = auto()  # it has nothing in common with the examples of its place
    OUTVOTED = auto()  # it has, and more with those of another place


@dataclass(frozen=True, slots=True)
class TidyScenario:
    """A person's examples, and what should follow from them.

    Attributes:
        number: place in the file, from 1.
        tags: by what the person sorts, as the data says.
        examples: place -> things that the person put there.
        wanted: thing that is no example -> its place.
    """

    number: int
    tags: tuple[str, ...]
    examples: Mapping[str, tuple[str, ...]]
    wanted: Mapping[str, str]

    @property
    def held(self) -> bool:
        """Whether it belongs to the half that nobody looks at while developing."""
        return is_held_out(self.number)


@dataclass(frozen=True, slots=True)
class TidyRecord:
    """What became of a scenario.

    Attributes:
        right: how many things are where they should be.
        undecided: how many have no place since nothing decides it.
        misses: why the others, and these, are not.
    """

    scenario: TidyScenario
    right: int
    undecided: int
    misses: tuple[Miss, ...]

    @property
    def accuracy(self) -> float:
        """The share of its things that are right."""
        return self.right / len(self.scenario.wanted)


def is_held_out(number: int) -> bool:
    """Whether a scenario, by its place in the file, is in the unseen half."""
    return sha256(f"makedo {SEED} scenario {number}".encode()).digest()[0] % 2 == 1


def read_scenarios(folder: Path) -> list[TidyScenario]:
    """All scenarios of a checkout.

    Raises:
        DatasetError: naming the file and scenario that cannot be used.
    """
    path = folder / FILE
    try:
        rows = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        wanted = "--data must be a checkout of jimmyyhwu/tidybot"
        raise DatasetError(f"{path}: cannot be read ({error}); {wanted}") from None
    except yaml.YAMLError as error:
        raise DatasetError(f"{path}: no YAML: {error}") from None
    if not isinstance(rows, list) or not rows:
        raise DatasetError(f"{path}: a list of scenarios is expected")
    return [_scenario(row, number, path) for number, row in enumerate(rows, 1)]


def run(folder: Path, limit: int = 0, held_out: bool | None = None) -> Iterator[TidyRecord]:
    """Learn from the examples of scenarios, and place their other things.

    Args:
        folder: a checkout of TidyBot.
        limit: only so many; 0: all.
        held_out: only one half; None: both.

    Raises:
        DatasetError: as `read_scenarios`.
    """
    describer = Describer(Memberships(load_ontology(), open_wordnet()), read_knowledge())
    scenarios = [s for s in read_scenarios(folder) if held_out is None or s.held is held_out]
    for scenario in scenarios[: limit or None]:
        yield _judged(scenario, describer)


def table(records: Iterable[TidyRecord]) -> str:
    """The counts in Markdown: a row for each half, then by what people sort, and why things are at wrong places."""
    halves: dict[bool, list[TidyRecord]] = {}
    for record in records:
        halves.setdefault(record.scenario.held, []).append(record)
    lines = [_row(_HEAD), _row(["---"] * len(_HEAD))]
    for held, some in sorted(halves.items()):
        things, right, undecided = (
            sum(some_of)
            for some_of in zip(*((len(r.scenario.wanted), r.right, r.undecided) for r in some), strict=True)
        )
        counts = (len(some), things, right, undecided)
        lines.append(_row((_half(held), *map(str, counts), f"{100 * fmean(r.accuracy for r in some):.1f} %")))
    for held, some in sorted(halves.items()):
        by_tag: dict[str, list[float]] = {}
        for record in some:
            for tag in record.scenario.tags:
                by_tag.setdefault(tag, []).append(record.accuracy)
        told = (f"{tag} {100 * fmean(values):.1f} % of {len(values)}" for tag, values in sorted(by_tag.items()))
        lines += ["", f"Accuracy by what is sorted by, {_half(held)}: {', '.join(told) or 'no tags'}"]
        why = Counter(miss for record in some for miss in record.misses)
        if why:
            told = (f"{miss} {why[miss]}" for miss in Miss if why[miss])
            lines += ["", f"Wrong or undecided, {_half(held)}: {', '.join(told)}"]
    return "\n".join(lines) + "\n"


def _judged(scenario: TidyScenario, describer: Describer) -> TidyRecord:
    preferences = Preferences(scenario.examples, describer)
    placed = {thing: preferences.place_of(thing).place for thing in scenario.wanted}
    misses = [
        _miss(thing, scenario.examples[place], describer)
        for thing, place in scenario.wanted.items()
        if placed[thing] != place
    ]
    undecided = sum(place is None for place in placed.values())
    return TidyRecord(scenario, len(scenario.wanted) - len(misses), undecided, tuple(misses))


def _miss(thing: str, examples: Sequence[str], describer: Describer) -> Miss:
    known = {t for t in describer.traits(thing) if t.source is not TraitSource.WORD}
    if not known:
        return Miss.UNKNOWN
    shared = any(known.intersection(describer.traits(example)) for example in examples)
    return Miss.OUTVOTED if shared else Miss.UNLIKE


def _scenario(row: Any, number: int, path: Path) -> TidyScenario:
    begin = f"{path}: scenario {number}"
    if not isinstance(row, dict):
        raise DatasetError(f"{begin}: an object is expected")
    examples: dict[str, list[str]] = {}
    for thing, place in _placements(row, "seen_placements", begin):
        examples.setdefault(place, []).append(thing)
    wanted = dict(_placements(row, "unseen_placements", begin))
    for thing, place in wanted.items():
        if place not in examples:
            raise DatasetError(f"{begin}: {thing!r} goes to {place!r}, of which there is no example")
    tags = row.get("tags", [])
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        raise DatasetError(f"{begin}: tags: a list of texts is expected")
    scenario = TidyScenario(number, tuple(tags), {p: tuple(things) for p, things in examples.items()}, wanted)
    places = Counter(thing for things in examples.values() for thing in set(things))
    if twice := [thing for thing, count in places.items() if count > 1]:
        raise DatasetError(f"{begin}: {twice[0]!r} is at two places")
    return scenario


def _placements(row: Mapping[str, Any], name: str, begin: str) -> list[tuple[str, str]]:
    found = row.get(name)
    pairs = found if isinstance(found, list) else []
    if not pairs or not all(
        isinstance(pair, list) and len(pair) == 2 and all(isinstance(text, str) and text.strip() for text in pair)
        for pair in pairs
    ):
        raise DatasetError(f"{begin}: {name}: a list of pairs of a thing and its place is expected")
    return [(thing, place) for thing, place in pairs]


def _half(held: bool) -> str:
    return "unseen" if held else "develop"


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
