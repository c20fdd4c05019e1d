# SPDX-License-Identifier: Apache-2.0
"""What things lie on or in: the highest place below them, as gravity would have it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from makedo_core.geometry import Box
from makedo_core.graph.asset_model import RegionKind
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, Shape

_SINKS_M = 0.06  # so deep a thing may be in what it lies on
_FALLS_M = 0.30  # so far a thing that can move may be above it when the world begins
_STANDS_M = 0.06  # so far one that cannot
_BESIDE_M = 0.02


def rests(thing: Node, moves: bool, others: Sequence[Node]) -> Relation | None:
    """What a thing rests on or in; None: on nothing that is known.

    Args:
        thing: with a known pose.
        moves: whether it falls when nothing holds it.
        others: what it may rest on.
    """
    x, y, z = thing.pose.position
    best: tuple[float, Relation] | None = None
    for other in others:
        if other.id == thing.id or not other.pose.is_known:
            continue
        for top, type_ in _places(other, (x, y, z)):
            gap = z - top
            if -_SINKS_M <= gap <= (_FALLS_M if moves else _STANDS_M) and (best is None or top > best[0]):
                best = top, Relation(thing.id, type_, other.id)
    return best[1] if best else None


def within(thing: Node, others: Sequence[Node]) -> Node | None:
    """The piece of furniture whose box a thing is in; None: none."""
    middle = thing.centre
    around = [o for o in others if o.id != thing.id and o.pose.is_known and min(o.size) > 0 and o.box.contains(middle)]
    return min(around, key=lambda o: o.size[0] * o.size[1] * o.size[2], default=None)


def _places(node: Node, point: tuple[float, float, float]) -> Iterator[tuple[float, RelationType]]:
    """Heights in the map at which something over a point can lie on a thing, and how it would."""
    if node.model is None:
        if min(node.size[:2]) > 0 and node.shape is not Shape.SPHERE and node.box.gap(point) <= _BESIDE_M:
            yield node.pose.position[2] + node.size[2], RelationType.ON
        return
    for region in node.model.regions:
        place = node.pose @ region.pose
        local = place.inverse().transform(point)
        if all(abs(v) <= s / 2 + _BESIDE_M for v, s in zip(local[:2], region.size[:2], strict=True)):
            yield place.position[2], RelationType.INSIDE if region.kind is RegionKind.INSIDE else RelationType.ON
    if node.kind is NodeKind.ASSET and not node.model.regions:
        for part in node.model.parts:
            box = Box(node.pose @ part.pose, part.size)
            if box.gap(point) <= _BESIDE_M:
                yield box.pose.position[2] + part.size[2] / 2, RelationType.ON
