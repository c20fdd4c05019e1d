# SPDX-License-Identifier: Apache-2.0
"""Furniture that is named again in fewer words: "open the supply cabinet, take the scissors out, close the cabinet"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass, replace

from makedo_core.graph.scene_graph import NodeKind
from planner_node.grounding.scene import Scene
from planner_node.language.request import Change, Clause, GoTo, Look, Put, SetState
from planner_node.language.things import NounPhrase


@dataclass
class NamedBefore:
    """Which furniture the clauses so far have named.

    Attributes:
        scene: that has it.
        goals: ids of where things go, and of what is opened, cleaned or gone to.
        sources: ids of where things are taken from.
    """

    scene: Scene
    goals: set[str] = field(default_factory=set)
    sources: set[str] = field(default_factory=set)

    def read(self, clause: Clause) -> Clause:
        """The clause with the node of what was named in a clause before it; what it names is known from then on."""
        found = clause
        if isinstance(clause, SetState | GoTo | Look):
            found = replace(clause, what=self._again(clause.what, self.goals | self.sources))
        elif isinstance(clause, Change) and len(clause.what) == 1:
            found = replace(clause, what=(self._again(clause.what[0], self.goals | self.sources),))
        elif isinstance(clause, Put):
            found = replace(clause, place=replace(clause.place, what=self._again(clause.place.what, self.goals)))
        self._learn(found)
        return found

    def _again(self, phrase: NounPhrase, known: set[str]) -> NounPhrase:
        """The phrase with its node, where of several that it may mean one alone was named before."""
        first, *more = phrase.text.split() or [""]
        plain = first in ("the", "this", "that") and len(more) == 1 and phrase.definite and phrase.count == 1
        if not known or not plain or phrase.node_id is not None or phrase.source is not None or phrase.attributes:
            return phrase
        ids = {node.id for node in self.scene.places(phrase) if node.kind is NodeKind.ASSET}
        meant = ids & known
        called = {i for i in ids if self.scene.graph[i].label.split("_")[-1] == more[0]}
        if called and meant.isdisjoint(called):
            return phrase  # "the box" behind "toy chest 1", where there is a toy box
        return replace(phrase, node_id=meant.pop()) if len(meant) == 1 < len(ids) else phrase

    def _learn(self, clause: Clause) -> None:
        if isinstance(clause, Put):
            self.goals |= self._ids(clause.place.what)
            for thing in clause.what:
                self.sources |= {i for phrase in _sources(thing) for i in self._ids(phrase)}
        elif isinstance(clause, SetState | GoTo | Look):
            self.goals |= self._ids(clause.what)

    def _ids(self, phrase: NounPhrase) -> set[str]:
        """The id of the only furniture that a phrase names; empty: none, or several."""
        ids = {node.id for node in self.scene.places(phrase) if node.kind is NodeKind.ASSET}
        return ids if len(ids) == 1 else set()


def _sources(part: object) -> Iterator[NounPhrase]:
    """Where things are taken from, wherever a clause says so."""
    if isinstance(part, NounPhrase) and part.source is not None:
        yield part.source.what
    if is_dataclass(part):
        for known in fields(part):
            yield from _sources(getattr(part, known.name))
