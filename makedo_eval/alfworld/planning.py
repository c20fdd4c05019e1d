# SPDX-License-Identifier: Apache-2.0
"""The next commands for a wish, planned by Makedo's own search over what was seen."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from makedo_core.graph.scene_graph import AGENT_ID, Node, State
from makedo_core.ontology import Ontology
from makedo_core.skills import SkillCall
from makedo_eval.alfworld.memory import SeenHome
from makedo_eval.alfworld.wishes import GameWish
from planner_node.engines.builtin import Builtin
from planner_node.engines.outcome import EngineStatus
from planner_node.language.phrasebook import Phrasebook
from planner_node.pddl.reading.reader import read_domain
from planner_node.pddl.reading.tasks import read_task
from planner_node.proof.search import SearchLimits
from planner_node.seeking.travel import is_shut

_DOMAIN = Path(__file__).with_name("home.pddl")
_THINGS, _PLACES = 4, 3
"""So many things and places are weighed against each other; the others are no better by what is known."""


@dataclass(frozen=True, slots=True)
class GameWay:
    """One way in which a wish comes true: facts that hold then, as PDDL."""

    facts: tuple[str, ...]


class HomePlanner:
    """Plans over what was seen of a home."""

    def __init__(self, ontology: Ontology, book: Phrasebook) -> None:
        self._domain = read_domain(_DOMAIN.read_text(encoding="utf-8")).value
        self._ontology = ontology
        self._makers = {
            quality: {rule.machine for rule in book.machines.does if rule.makes == quality}
            for quality in ("hot", "cold")
        } | {"clean": {"sink"}}

    def ways(
        self,
        wish: GameWish,
        count: int,
        things: Sequence[Node],
        places: Sequence[Node],
        lamps: Sequence[Node],
        home: SeenHome,
    ) -> list[GameWay]:
        """The ways in which so many things are as they are wanted; what has to be changed comes first, then its place.

        Args:
            wish: what is wanted.
            count: how many of the things.
            things: those of its kind.
            places: those of its place.
            lamps: those of its light.
            home: where they are.
        """
        if wish.place is None:
            held = [[f"(hand {t.id})"] for t in things[:_THINGS]]
            lit = [[f"(lit {lamp.id})", f"(at {home.graph.support(lamp.id)})"] for lamp in lamps[:_THINGS]]
            return [GameWay((*a, *b)) for a in held for b in (lit or [[]])]
        here = (AGENT_ID, home.here)
        near = sorted(things, key=lambda t: (wish.quality not in t.attributes, home.graph.support(t.id) not in here))[
            :_THINGS
        ]
        if wish.quality and sum(wish.quality in t.attributes for t in things) < count:
            return [GameWay((f"({wish.quality} {t.id})",)) for t in near if wish.quality not in t.attributes]
        full = {home.graph.support(t.id) for t in things}
        best = sorted(places, key=lambda p: (p.id not in full, p.id != home.here, is_shut(p)))[:_PLACES]
        made = [t for t in near if not wish.quality or wish.quality in t.attributes]
        return [GameWay(tuple(f"(in {t.id} {p.id})" for t in some)) for p in best for some in combinations(made, count)]

    def facts(self, home: SeenHome, things: Sequence[Node]) -> list[str]:
        """What holds, as PDDL, of places and some things."""
        facts = [f"(at {home.here})"] if home.here else []
        facts += [f"(shut {p.id})" for p in home.places if is_shut(p)]
        for quality, classes in self._makers.items():
            facts += [f"({quality}-place {p.id})" for p in home.places if self._is_any(p.label, classes)]
        held = home.graph.held()
        facts += [f"(hand {held})"] if held else ["(hand-empty)"]
        for thing in things:
            where = home.graph.support(thing.id)
            if where not in (None, AGENT_ID):
                facts.append(f"(in {thing.id} {where})")
            facts += [f"({quality} {thing.id})" for quality in sorted(thing.attributes & self._makers.keys())]
            facts += [f"(lit {thing.id})"] if State.ON in thing.states else []
        return facts

    def plan(
        self, ways: Sequence[GameWay], facts: Sequence[str], things: Sequence[Node], home: SeenHome, time_limit_s: float
    ) -> tuple[SkillCall, ...] | None:
        """Calls that bring about one of some ways; None: there are none, or no time was left.

        Args:
            ways: what would do.
            facts: what holds; see `facts`.
            things: which may be used, with what is in the hand.
            home: what is known.
            time_limit_s: for the search [s].
        """
        wanted = [f"(and {' '.join(way.facts)})" for way in ways]
        places = [p for p in home.places if any(p.id in f for f in (*wanted, *facts) if not f.startswith("(shut"))]
        names = {f"{p.id})" for p in places}
        told = [f for f in facts if not f.startswith("(shut") or f.rpartition(" ")[2] in names]
        text = (
            f"(define (problem game) (:domain text-home)\n(:objects {' '.join(t.id for t in things)} - thing "
            f"{' '.join(p.id for p in places)} - place)\n(:init {' '.join(told)})\n(:goal (or {' '.join(wanted)})))"
        )
        task = read_task(text, self._domain, tolerant=True).value
        result = Builtin().solve(task, SearchLimits(deadline_s=time.monotonic() + time_limit_s))
        return result.calls if result.status is EngineStatus.PLAN else None

    def _is_any(self, label: str, classes: set[str]) -> bool:
        """Whether a place is of a class; of a compound that the ontology does not know, its first word counts."""
        if self._ontology.class_of(label) is not None:
            return any(self._ontology.is_a(label, c) for c in classes)
        return any(label.startswith(c) for c in classes)
