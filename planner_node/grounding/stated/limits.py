# SPDX-License-Identifier: Apache-2.0
"""What an instruction forbids, tied to nodes: what is left alone is excluded from all that is asked for."""

from __future__ import annotations

from dataclasses import dataclass, replace

from makedo_core.goals.goal_text import enumerate_words, spoken
from makedo_core.graph.scene_graph import Node, NodeKind
from planner_node.grounding.demand import Demand
from planner_node.grounding.destinations import exactly_called
from planner_node.grounding.meaning.looks import by_material
from planner_node.grounding.scene import Scene, looks_of
from planner_node.language.request import Clause, Hold, Limit, LimitKind, Put, Request
from planner_node.language.things import NounPhrase


@dataclass(frozen=True, slots=True)
class GroundedLimits:
    """Nodes to which something is not to be done.

    Attributes:
        left_alone: ids of what no step may move.
        kept_shut: ids of furniture that no step may open.
        notes: what is left alone without being sure that it is meant, or cannot be, for people.
        told: what is left alone as it was said, for people.
    """

    left_alone: frozenset[str] = frozenset()
    kept_shut: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()
    told: tuple[str, ...] = ()

    def excluded(self, request: Request, scene: Scene) -> Request:
        """The request that takes nothing of what is left alone: of a list, what is of that alone is no longer asked."""
        if not self.left_alone:
            return request
        alone = tuple(NounPhrase(spoken(i), None, i) for i in sorted(self.left_alone))
        stages = request.stages or (0,) * len(request.clauses)
        left = [(_without(c, self.left_alone, scene), s) for c, s in zip(request.clauses, stages, strict=True)]
        kept = [(c, s) for c, s in left if not isinstance(c, Put) or c.what]
        if not kept:
            kept = list(zip(request.clauses, stages, strict=True))
        clauses = tuple(_excluding(clause, alone) for clause, _ in kept)
        return replace(request, clauses=clauses, stages=tuple(stage for _, stage in kept) if request.stages else ())

    def bound(self, demand: Demand) -> Demand:
        """A demand that is met within the limits; one is enough for all of an instruction."""
        return replace(demand, left_alone=self.left_alone, kept_shut=self.kept_shut, told="; ".join(self.told))


def limits_of(request: Request, scene: Scene) -> GroundedLimits:
    """The limits of a request.

    Args:
        request: what is asked for.
        scene: what there is.
    """
    alone: set[str] = set()
    shut: set[str] = set()
    notes: list[str] = []
    told: list[str] = []
    for limit in request.limits:
        nodes, is_sure = _nodes(limit, scene)
        if not nodes and any(e.text for e in limit.what.excluded):
            continue  # "leave the others": whatever else there may be
        if not nodes:
            notes.append(f"I know of nothing here that '{limit.what.text}' would be")
            continue
        (alone if limit.kind is LimitKind.LEFT_ALONE else shut).update(n.id for n in nodes)
        names = enumerate_words(spoken(n.id) for n in nodes)
        verb = "are" if len(nodes) > 1 else "is"
        (told if is_sure else notes).append(f"{names} {verb} {limit.kind}")
    return GroundedLimits(frozenset(alone), frozenset(shut), tuple(notes), tuple(told))


def _nodes(limit: Limit, scene: Scene) -> tuple[tuple[Node, ...], bool]:
    """All nodes that a limit may be about, and whether they surely are: all of some where nobody knows which are so."""
    what = limit.what
    if limit.kind is LimitKind.KEPT_SHUT:
        places = scene.places(what)
        return exactly_called(places, what) if what.definite else places, True  # "the chest" is no cabinet
    what = by_material(what, scene)
    exact = _named(what, scene)
    if exact or (what.requirements and what.concept is None):  # of no kind, all would be alike
        return exact, True
    alike = _named(replace(what, attributes=frozenset(), requirements=frozenset()), scene)
    unlike = scene.book.adjectives.unlike
    return tuple(n for n in alike if not any(unlike(look) & looks_of(n) for look in what.attributes)), False


def _named(what: NounPhrase, scene: Scene) -> tuple[Node, ...]:
    things = tuple(scene.objects_matching(what))
    if things or (what.concept is None and what.node_id is None):
        return things
    furniture = tuple(n for n in scene.graph.of_kind(NodeKind.ASSET) if scene.is_named(n, what))
    if furniture or any(True for _ in scene.objects_named(what)):
        return furniture
    unnamed = replace(what, concept=None)  # no class of jars, but a jam jar
    return tuple(n for n in scene.objects_called(what) if scene.matches(n, unnamed))


def _without(clause: Clause, alone: frozenset[str], scene: Scene) -> Clause:
    """The clause without "all" of a kind of which there is nothing but what is left alone."""
    if not isinstance(clause, Put):
        return clause

    def is_asked(thing: NounPhrase) -> bool:
        there = {n.id for n in scene.objects_matching(thing)} if thing.count is None else set()
        return not there or not there <= alone

    return replace(clause, what=tuple(filter(is_asked, clause.what)))


def _excluding(clause: Clause, alone: tuple[NounPhrase, ...]) -> Clause:
    """The clause with what is to be left alone excluded."""
    if isinstance(clause, Put):
        return replace(clause, what=tuple(replace(t, excluded=(*t.excluded, *alone)) for t in clause.what))
    if isinstance(clause, Hold):
        return replace(clause, what=replace(clause.what, excluded=(*clause.what.excluded, *alone)))
    return clause
