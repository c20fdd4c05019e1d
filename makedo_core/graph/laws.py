# SPDX-License-Identifier: Apache-2.0
"""What a scene graph must obey: the structure of every snapshot, the relations of every file, poses of this world."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from makedo_core.geometry import UNKNOWN_POSE, Pose
from makedo_core.graph.nodes import PLACEMENTS, GraphError, Node, NodeKind, Relation, RelationType

MOST_STACKED = 20
"""How many things may rest on one another; every question about a support walks down the whole pile."""
MOST_REMOTE_M = 1e5
"""No coordinate is larger than this; squares of much larger ones are no numbers any more."""
_THINGS = frozenset({NodeKind.ASSET, NodeKind.OBJECT})
_ENDS: Mapping[RelationType, tuple[frozenset[NodeKind], frozenset[NodeKind]]] = MappingProxyType(
    {
        RelationType.IN: (_THINGS | {NodeKind.AGENT}, frozenset({NodeKind.ROOM})),
        RelationType.ON: (_THINGS, _THINGS),
        RelationType.INSIDE: (_THINGS, _THINGS),
        RelationType.NEXT_TO: (frozenset(NodeKind), frozenset(NodeKind)),
        RelationType.HELD_BY: (frozenset({NodeKind.OBJECT}), frozenset({NodeKind.AGENT})),
        RelationType.AT: (frozenset({NodeKind.AGENT}), frozenset({NodeKind.ASSET})),
        RelationType.CONNECTED: (frozenset({NodeKind.ROOM}), frozenset({NodeKind.ROOM})),
    }
)
"""Kinds of nodes that a relation leads from and to."""


def check_structure(nodes: Mapping[str, Node], relations: Iterable[Relation]) -> None:
    """What every snapshot obeys.

    Raises:
        GraphError: on a relation to an unknown node or of a node to itself, a second placement or room of one node,
            a support cycle, a pile that is higher than any, or a node filed under another id than its own.
    """
    for key, node in nodes.items():
        if key != node.id:
            raise GraphError(f"node {node.id!r} is filed under {key!r}; use its own id")
    placed: dict[str, Relation] = {}
    rooms: dict[str, Relation] = {}
    for relation in relations:
        if relation.source not in nodes or relation.target not in nodes or relation.source == relation.target:
            _check_ends(relation, nodes)
        if relation.type in PLACEMENTS:
            other = placed.setdefault(relation.source, relation)
            if other != relation:
                first, second = sorted(map(str, (other, relation)))
                raise GraphError(f"{relation.source!r} has two placements: '{first}' and '{second}'")
        elif relation.type is RelationType.IN:
            other = rooms.setdefault(relation.source, relation)
            if other != relation:
                first, second = sorted((other.target, relation.target))
                raise GraphError(f"{relation.source!r} is in two rooms: {first!r} and {second!r}")
    _check_piles(placed)


def _check_ends(relation: Relation, nodes: Mapping[str, Node]) -> None:
    """Both ends are nodes, and two of them."""
    for end in (relation.source, relation.target):
        if end not in nodes:
            raise GraphError(f"relation '{relation}' names {end!r}, which is not a node of the graph")
    if relation.source == relation.target and relation.type not in PLACEMENTS:
        raise GraphError(f"relation '{relation}' relates a node to itself; name two")


def _check_piles(placed: Mapping[str, Relation]) -> None:
    """Nothing rests on itself, and no pile is absurdly high; in time linear in the placements."""
    height: dict[str, int] = {}
    for start, relation in placed.items():
        if relation.target not in placed:
            continue  # on what rests on nothing: most things
        way: dict[str, None] = {}
        at = start
        while at in placed and at not in height:
            if at in way:
                raise GraphError(f"support cycle through {at!r}; nothing can rest on itself")
            way[at] = None
            at = placed[at].target
        for below, node_id in enumerate(reversed(way), start=height.get(at, 0) + 1):
            height[node_id] = below
            if below > MOST_STACKED:
                raise GraphError(f"{node_id!r} rests on a pile of more than {MOST_STACKED} things; none is higher")


def check_relations(nodes: Mapping[str, Node], relations: Iterable[Relation]) -> None:
    """What every file must obey, beyond the structure that every snapshot has: relations join what they can join.

    Raises:
        GraphError: on a relation from or to a node of the wrong kind, an agent that holds two things or is at two
            places.
    """
    taken: dict[tuple[str, RelationType], Relation] = {}
    for relation in sorted(relations, key=str):
        ends = (relation.source, relation.target)
        for end, kinds, role in zip(ends, _ENDS[relation.type], ("source", "target"), strict=True):
            kind = nodes[end].kind
            if kind not in kinds:
                allowed = " or ".join(k.name.lower() for k in sorted(kinds))
                found = kind.name.lower()
                raise GraphError(f"relation '{relation}': its {role} {end!r} is of kind {found}, expected {allowed}")
        if relation.type in (RelationType.HELD_BY, RelationType.AT):
            agent = relation.target if relation.type is RelationType.HELD_BY else relation.source
            other = taken.setdefault((agent, relation.type), relation)
            if other != relation:
                raise GraphError(f"'{other}' and '{relation}' cannot both be so; {agent!r} can do one of them")


def validated_pose(pose: Pose, where: str) -> Pose:
    """The pose itself, known or wholly unknown.

    Raises:
        GraphError: when only some numbers are finite, the place is not of this world, or the quaternion has no
            direction.
    """
    numbers = (*pose.position, *pose.orientation)
    finite = [math.isfinite(v) for v in numbers]
    if not any(finite):
        return UNKNOWN_POSE
    if not all(finite):
        raise GraphError(f"{where}: pose {numbers} mixes numbers and NaN; give seven finite numbers or none")
    if max(map(abs, pose.position)) > MOST_REMOTE_M:
        raise GraphError(f"{where}: position {pose.position} is not within {MOST_REMOTE_M:g} m of the map's origin")
    if not 0.9 < math.hypot(*pose.orientation) < 1.1:
        raise GraphError(f"{where}: quaternion {pose.orientation} is not of length 1")
    return pose
