# SPDX-License-Identifier: Apache-2.0
"""A scene graph as statements about its nodes, with everything that the ontology lets follow from them.

docs/knowledge.md lists the properties.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from datetime import datetime, timezone

from makedo_core.goals.facts import is_gone
from makedo_core.graph.scene_graph import PLACEMENTS, Node, Relation, RelationType, SceneGraph
from makedo_core.ontology import Ontology
from scene_graph_node.knowledge.fact import TYPE, Resource, Space, Triple, Value

CONNECTED = "connected"
_WALL_TIME_S = 1e9  # of 2001: a clock that shows less began with a simulation, and knows no date
_NEVER_S = 2e11  # of the year 8307: beyond, a date has five figures or more


def facts_of_node(node: Node, ontology: Ontology) -> Iterator[Triple]:
    """What a node says of itself: its classes from its own up, and every figure that is known."""
    for concept in ontology.ancestors(node.label):
        yield Triple(node.id, TYPE, Resource(Space.HOUSEHOLD, concept))
    for name, value in _values(node):
        yield Triple(node.id, name, value)


def _values(node: Node) -> Iterator[tuple[str, Value]]:
    yield "label", node.label
    yield "kind", node.kind.name.lower()
    yield "confidence", _number(node.confidence)
    yield "belief", node.is_belief
    if node.last_seen is not None:
        yield "lastSeen", _number(node.last_seen)
        if _WALL_TIME_S <= node.last_seen <= _NEVER_S:
            yield "lastSeenAt", datetime.fromtimestamp(node.last_seen, timezone.utc)
    if node.pose.is_known:
        yield from zip(("x", "y", "z"), map(_number, node.pose.position), strict=True)
        yield from zip(("qx", "qy", "qz", "qw"), map(_number, node.pose.orientation), strict=True)
        yield "yaw", _number(node.pose.yaw)
    for name, extent in zip(("sizeX", "sizeY", "sizeZ"), node.size, strict=True):
        if math.isfinite(extent) and extent > 0:  # zeros stand for an unknown size
            yield name, _number(extent)
    for state in node.states:
        yield "state", str(state)
    for attribute in node.attributes:
        yield "attribute", attribute
    if node.opening is not None:
        yield "opening", _number(node.opening)
    if node.told is not None:
        for matter in node.told.matters:
            yield "told", str(matter)
        for node_id in node.told.formerly:
            yield "formerly", node_id


def _number(value: float) -> float:
    """The same number, without a negative zero: that equals zero and is written in another way."""
    return float(value) + 0.0


def facts_of_relation(relation: Relation, ontology: Ontology) -> Iterator[Triple]:
    """What a relation says, and every weaker relation that follows from it by the ontology."""
    a, b = relation.source, relation.target
    match relation.type:
        case RelationType.HELD_BY:
            yield from _related(b, "holding", a, ontology)
        case RelationType.CONNECTED:  # the ontology has no goals about rooms
            yield Triple(a, CONNECTED, Resource(Space.NODES, b))
            yield Triple(b, CONNECTED, Resource(Space.NODES, a))
        case RelationType.NEXT_TO:
            yield from _related(a, "next_to", b, ontology)
            yield from _related(b, "next_to", a, ontology)
        case RelationType.IN:
            yield from _related(a, "in_room", b, ontology)
        case RelationType.ON | RelationType.INSIDE | RelationType.AT:
            yield from _related(a, relation.type.name.lower(), b, ontology)


def _related(subject: str, name: str, target: str, ontology: Ontology) -> Iterator[Triple]:
    for weaker in (name, *(weaker for weaker, _ in ontology.generalisations(name))):
        yield Triple(subject, weaker, Resource(Space.NODES, target))


def standing_relations(graph: SceneGraph) -> frozenset[Relation]:
    """Relations that hold: what is known to be gone from its place is not there."""
    gone = {node.id for node in graph if is_gone(node)}
    if not gone:
        return graph.relations
    return frozenset(r for r in graph.relations if r.type not in PLACEMENTS or r.source not in gone)
