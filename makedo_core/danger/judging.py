# SPDX-License-Identifier: Apache-2.0
"""Judges deeds by the dangers that files describe."""

from __future__ import annotations

import re
from collections.abc import Iterable

from makedo_core.danger.file import load_dangers
from makedo_core.danger.kinds import ThingKinds, said_of
from makedo_core.danger.planned import deeds_of_calls, world_of
from makedo_core.danger.spoken import SpokenDeeds, without_meaning_it
from makedo_core.danger.values import Danger, DangerAct, DangerBook, DangerLevel, FoundDanger, JudgedDeed
from makedo_core.danger.wording import told
from makedo_core.danger.world import DeedWorld
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.ontology import Ontology
from makedo_core.plan import Plan
from makedo_core.skills import SkillCall

__all__ = ["DangerJudge", "load_dangers"]

_WITHOUT = re.compile(r"\b(?:without|instead of|rather than)\b[^.,;]*")
_AWAY = frozenset({"near", "under", "from"})


class DangerJudge:
    """Says what of an instruction or a plan is dangerous. Holds the dangers and the ontology, nothing of a task."""

    def __init__(self, book: DangerBook, ontology: Ontology) -> None:
        self.kinds = ThingKinds(book, ontology)
        self._spoken = SpokenDeeds(self.kinds)
        self._of_act = {act: tuple(d for d in book.dangers if act in d.acts) for act in DangerAct}

    def of_words(self, instruction: str) -> FoundDanger | None:
        """The worst danger of what an instruction asks for in words, whether there is a skill for it or not."""
        said, meant = without_meaning_it(instruction)
        return self._worst(self._spoken.deeds(said), DeedWorld(self.kinds), meant)

    def of_plan(self, instruction: str, calls: Iterable[SkillCall], graph: SceneGraph) -> FoundDanger | None:
        """The worst danger of what a plan does in a scene."""
        world = world_of(graph, self.kinds)
        return self._worst(deeds_of_calls(calls, graph), world, without_meaning_it(instruction)[1])

    def danger_of(self, plan: Plan, graph: SceneGraph) -> str:
        """What is dangerous about a plan in a scene, in words; empty: nothing is known to be."""
        found = self.of_plan(plan.instruction, plan.calls, graph)
        return "" if found is None else told(found)

    def _worst(self, deeds: Iterable[JudgedDeed], world: DeedWorld, meant: bool) -> FoundDanger | None:
        """The first that is refused, else the first that is asked about; what is meant is not asked about."""
        asked: FoundDanger | None = None
        for deed in deeds:
            for following in world.after(deed):
                for danger in self._of_act[following.act]:
                    if not self._holds(danger, following, world):
                        continue
                    if danger.level is DangerLevel.REFUSE:
                        return FoundDanger(danger, following)
                    asked = asked or FoundDanger(danger, following)
        return None if meant else asked

    def _holds(self, danger: Danger, deed: JudgedDeed, world: DeedWorld) -> bool:
        has = self.kinds.has
        if danger.direct and not deed.direct:
            return False
        if danger.relations:
            if deed.relation not in danger.relations:
                return False
        elif danger.at and deed.relation in _AWAY:
            return False
        if not (has(danger.thing, deed.thing) and has(danger.at, deed.place) and has(danger.to, deed.to)):
            return False
        inside = world.at(deed.thing) if deed.thing is not None else ()
        if not self.kinds.any(danger.using, (*deed.using, *inside)):
            return False
        said = f" {deed.said} "
        if danger.said and not any(said_of(words, said) for words in danger.said):
            return False
        thing = f" {deed.thing.words} " if deed.thing is not None else " "  # an empty pill bottle poisons nobody
        said += thing
        with_what = _WITHOUT.sub("", said)
        return not any(said_of(w, said if w.startswith("without") else with_what) for w in danger.unless)
