# SPDX-License-Identifier: Apache-2.0
"""What an instruction forbids, tied to nodes: what is left alone is excluded from all that is asked for."""

from __future__ import annotations

from dataclasses import dataclass, replace

from makedo_core.goals.goal_text import enumerate_words, spoken
from makedo_core.graph.scene_graph import Node, NodeKind
from planner_node.grounding.demand import Demand
from planner_node.grounding.scene import Scene
from planner_node.language.request import Clause, Hold, Limit, LimitKind, NounPhrase, Put, Request


@dataclass(frozen=True, slots=True)
class GroundedLimits:
    """Nodes to which something is not to be done.

    Attributes:
        left_alone: ids of what no step may move.
        kept_shut: ids of furniture that no step may open.
        notes: what is left alone, for people.
    """

    left_alone: frozenset[str] = frozenset()
    kept_shut: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()

    def excluded(self, request: Request) -> Request:
        """The request that takes nothing of what is left alone."""
        if not self.left_alone:
            return request
        alone = tuple(NounPhrase(spoken(i), None, i) for i in sorted(self.left_alone))
        return replace(request, clauses=tuple(_excluding(clause, alone) for clause in request.clauses))

    def bound(self, demand: Demand) -> Demand:
        """A demand that is met within the limits; one is enough for all of an instruction."""
        return replace(demand, left_alone=self.left_alone, kept_shut=self.kept_shut)


def limits_of(request: Request, scene: Scene) -> GroundedLimits:
    """The limits of a request.

    Args:
        request: what is asked for.
        scene: what there is.
    """
    alone: set[str] = set()
    shut: set[str] = set()
    notes: list[str] = []
    for limit in request.limits:
        nodes = _nodes(limit, scene)
        if not nodes:
            notes.append(f"I know of nothing here that '{limit.what.text}' would be")
            continue
        (alone if limit.kind is LimitKind.LEFT_ALONE else shut).update(n.id for n in nodes)
        names = enumerate_words(spoken(n.id) for n in nodes)
        verb = "are" if len(nodes) > 1 else "is"
        notes.append(f"{names} {verb} {limit.kind}")
    return GroundedLimits(frozenset(alone), frozenset(shut), tuple(notes))


def _nodes(limit: Limit, scene: Scene) -> tuple[Node, ...]:
    """All nodes that a limit may be about: where nobody knows which of some are so, all of them."""
    what = limit.what
    if limit.kind is LimitKind.KEPT_SHUT:
        return scene.places(what)
    exact = _named(what, scene)
    return exact or _named(replace(what, attributes=frozenset(), requirements=frozenset()), scene)


def _named(what: NounPhrase, scene: Scene) -> tuple[Node, ...]:
    things = tuple(n for n in scene.objects if scene.matches(n, what))
    if things or (what.concept is None and what.node_id is None):
        return things
    return tuple(n for n in scene.graph.of_kind(NodeKind.ASSET) if scene.is_named(n, what))


def _excluding(clause: Clause, alone: tuple[NounPhrase, ...]) -> Clause:
    """The clause with what is to be left alone excluded."""
    if isinstance(clause, Put):
        return replace(clause, what=tuple(replace(t, excluded=(*t.excluded, *alone)) for t in clause.what))
    if isinstance(clause, Hold):
        return replace(clause, what=replace(clause.what, excluded=(*clause.what.excluded, *alone)))
    return clause
