# SPDX-License-Identifier: Apache-2.0
"""Which objects are next to each other: on or in the same thing, with little between their outlines.

Follows from poses and placements alone, so it changes only when one of these does. Each pair is one relation, from
the id that comes first in the alphabet; it holds both ways.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from makedo_core.geometry import Array
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType
from scene_graph_node.edits.draft import Draft
from scene_graph_node.settings import RelationSettings


def relate_neighbours(draft: Draft, settings: RelationSettings) -> None:
    """Bring NEXT_TO between observed objects up to date with what the draft changes."""
    moved = draft.moved_objects()
    if not moved:
        return
    previous = {r for i in moved for r in draft.relations_of(i) if r.type is RelationType.NEXT_TO}
    derived = {r for r in previous if all(draft.nodes[i].kind is NodeKind.OBJECT for i in (r.source, r.target))}
    near = {
        _pair(a, b)
        for a, b in _candidates(draft, moved)
        if _are_near(draft.nodes[a], draft.nodes[b], _pair(a, b) in previous, settings)
    }
    for relation in derived - near:
        draft.unrelate(relation)
    for relation in near:
        draft.relate(relation)


def _candidates(draft: Draft, moved: Iterable[str]) -> set[tuple[str, str]]:
    """Pairs of observed objects with the same placement, of which one has moved."""
    groups: dict[tuple[RelationType, str], set[str]] = {}
    for node_id in moved:
        placement = draft.placement(node_id)
        if placement is not None and placement.type is not RelationType.HELD_BY:
            groups.setdefault((placement.type, placement.target), set()).add(node_id)
    pairs: set[tuple[str, str]] = set()
    for (kind, target), changed in groups.items():
        members = [
            i
            for i in draft.rests_on(target)
            if (relation := draft.placement(i)) is not None and relation.type is kind and _is_observed(draft.nodes[i])
        ]
        pairs |= {(a, b) for a in changed.intersection(members) for b in members if a != b}
    return pairs


def _is_observed(node: Node) -> bool:
    return node.kind is NodeKind.OBJECT and node.pose.is_known and not node.is_belief and min(node.size[:2]) > 0


def _pair(a: str, b: str) -> Relation:
    first, second = sorted((a, b))
    return Relation(first, RelationType.NEXT_TO, second)


def _are_near(a: Node, b: Node, already: bool, settings: RelationSettings) -> bool:
    limit = settings.near_stay_m if already else settings.near_m
    if np.hypot(*np.subtract(a.pose.position[:2], b.pose.position[:2])) > limit + _radius(a) + _radius(b):
        return False
    low = max(a.pose.position[2], b.pose.position[2])
    high = min(a.pose.position[2] + a.size[2], b.pose.position[2] + b.size[2])
    return low <= high + limit and outline_gap(a.box.footprint(), b.box.footprint()) <= limit


def _radius(node: Node) -> float:
    return float(np.hypot(node.size[0], node.size[1])) / 2


def outline_gap(a: Array, b: Array) -> float:
    """Distance between two convex outlines [m]; 0 when they overlap.

    Args:
        a: corners in order, shape (n, 2) [m].
        b: likewise.
    """
    if not (_is_apart(a, b) or _is_apart(b, a)):
        return 0.0
    return min(_corners_to_edges(a, b), _corners_to_edges(b, a))


def _is_apart(a: Array, b: Array) -> bool:
    """Whether a line along one of the edges of `a` has the two on different sides."""
    edges = np.roll(a, -1, axis=0) - a
    normals = np.stack([edges[:, 1], -edges[:, 0]], axis=1)
    middle = a.mean(axis=0)
    outward = normals * np.sign(((a - middle) * normals).sum(axis=1, keepdims=True))
    beyond = (b[None, :, :] - a[:, None, :]) @ outward[:, :, None]  # (edges, corners of b, 1)
    return bool((beyond[..., 0] > 0).all(axis=1).any())


def _corners_to_edges(corners: Array, outline: Array) -> float:
    """Smallest distance from corners, shape (n, 2), to the edges of an outline, shape (m, 2) [m]."""
    ahead = np.roll(outline, -1, axis=0) - outline
    offset = corners[:, None, :] - outline[None, :, :]
    along = np.clip((offset * ahead).sum(-1) / np.maximum((ahead**2).sum(-1), 1e-12), 0.0, 1.0)
    return float(np.linalg.norm(offset - along[..., None] * ahead, axis=-1).min())
