# SPDX-License-Identifier: Apache-2.0
"""What of a scene matters for some literals: the nodes they name, where those are, what is in the way."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from makedo_core.goals.goal import OBJECT_VARIABLE
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, RelationType, SceneGraph
from makedo_core.skills import Literal, Predicate

_RESTING = (Predicate.ON, Predicate.INSIDE, Predicate.GIVEN)


@dataclass(frozen=True, slots=True)
class RelevantPart:
    """The part of a scene that a problem is made of.

    Attributes:
        objects: things that may have to be moved.
        assets: furniture that may have to be driven to.
        obstacles: those of the objects that are in the way and not wanted anywhere: what rests on or in a
            wanted object, and what is in the hand.
    """

    objects: tuple[str, ...]
    assets: tuple[str, ...]
    obstacles: frozenset[str]


def relevant(graph: SceneGraph, literals: Iterable[Literal]) -> RelevantPart:
    """The relevant part for a conjunction of grounded literals."""
    wanted: dict[str, None] = {}
    assets: dict[str, None] = {}
    for literal in literals:
        for term in literal.terms:
            if term in graph and graph[term].kind is NodeKind.OBJECT:
                wanted.setdefault(term)
            elif term != OBJECT_VARIABLE:
                assets.setdefault(term)
            if literal.predicate is Predicate.CLEAR:
                wanted.update(dict.fromkeys(graph.contents(term)))
    objects = dict(wanted)
    held = graph.held()
    if held is not None:
        objects.setdefault(held)
    stack = list(objects)
    while stack:
        for child in graph.contents(stack.pop()):
            if child not in objects:
                objects[child] = None
                stack.append(child)
    placed = {t.terms[0] for t in literals_of_placement(literals)}
    obstacles = frozenset(o for o in objects if o not in placed)
    for node_id in objects:
        support = graph.support(node_id)
        if support is not None and graph[support].kind is NodeKind.ASSET:
            assets.setdefault(support)
    return RelevantPart(tuple(objects), tuple(a for a in assets if a in graph), obstacles)


def literals_of_placement(literals: Iterable[Literal]) -> tuple[Literal, ...]:
    """Those of the literals that want an object somewhere."""
    return tuple(t for t in literals if t.predicate in _RESTING and not t.negated)


def parking_places(graph: SceneGraph, count: int = 3, without: Collection[str] = ()) -> tuple[str, ...]:
    """Furniture nearest to the robot, where something can be put out of the way; never some that is known not to do."""
    here = position(graph, AGENT_ID)
    everything = list(graph.of_kind(NodeKind.ASSET))
    assets = [n for n in everything if n.pose.is_known or here is None] or everything
    if here is not None and assets is not everything:
        assets.sort(key=lambda n: (n.pose.position[0] - here[0]) ** 2 + (n.pose.position[1] - here[1]) ** 2)
    usable = [n.id for n in assets if n.model is None or any(r.kind == "on" for r in n.model.regions)]
    return tuple(i for i in usable if i not in without)[:count]


def position(graph: SceneGraph, node_id: str) -> tuple[float, float] | None:
    """Where something is: its support if it is an object, itself otherwise; None if unknown [m]."""
    if node_id not in graph:
        return None
    node = graph[node_id]
    if node.kind is NodeKind.OBJECT:
        support = graph.support(node_id)
        if support is not None:
            return position(graph, support)
    return graph.once((position, node_id), lambda: _own_position(graph, node))


def _own_position(graph: SceneGraph, node: Node) -> tuple[float, float] | None:
    """Where a node itself is, or the robot by what it stands at [m]."""
    if node.kind is NodeKind.AGENT and not node.pose.is_known:
        at = [r.target for r in graph.outgoing(node.id) if r.type is RelationType.AT]
        return position(graph, at[0]) if at else None
    return (node.pose.position[0], node.pose.position[1]) if node.pose.is_known else None
