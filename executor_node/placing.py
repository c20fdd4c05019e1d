# SPDX-License-Identifier: Apache-2.0
"""Where to put something down: free spots of a region, best first, and the tool pose that puts it there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from makedo_core.geometry import Pose, Vector
from makedo_core.scene_graph import Node, Shape

GRID_M = 0.05
EDGE_M = 0.035  # between the object and the edge of the region
GAP_M = 0.025  # between two objects, at least
ROOM_FOR_FINGERS_M = 0.09  # a wider gap than this is worth nothing more
NICE_DEPTH_M = 0.16  # from the edge where the robot stands to the middle of the object
DROP_M = 0.004  # the object is let go this far above where it rests


@dataclass(frozen=True, slots=True)
class Disc:
    """Footprint of something that stands in a region: centre (map frame) and radius [m]."""

    x: float
    y: float
    radius: float


def radius_of(size: Vector) -> float:
    """Radius of the circle around an object's footprint [m]."""
    return math.hypot(size[0], size[1]) / 2


def footprint_of(node: Node) -> tuple[Disc, ...]:
    """Footprint of an object; a box counts as a row of discs along its longer side."""
    x, y, _ = node.pose.position
    if node.shape is not Shape.BOX:
        return (Disc(x, y, max(node.size[:2]) / 2),)
    dx, dy, _ = node.size
    count = max(1, round(max(dx, dy) / max(min(dx, dy), 0.03)))
    step = (dx / count, 0.0) if dx >= dy else (0.0, dy / count)
    radius = math.hypot(max(dx, dy) / count, min(dx, dy)) / 2
    discs = []
    for i in range(count):
        k = i - (count - 1) / 2
        wx, wy, _ = node.pose.transform((k * step[0], k * step[1], 0.0))
        discs.append(Disc(wx, wy, radius))
    return tuple(discs)


@dataclass(frozen=True, slots=True)
class Spot:
    """A free place: the point that the middle of the object's base comes to, map frame [m]."""

    position: Vector
    score: float


def free_spots(
    region: Pose,
    size: Vector,
    radius: float,
    others: Sequence[Disc],
    robot: Pose,
    *,
    prefer: Vector | None = None,
) -> tuple[Spot, ...]:
    """Free spots of a rectangular region, best first.

    A good spot is near the edge where the robot stands, straight in front of it, and leaves room for fingers.

    Args:
        region: middle of the rectangle, at the height that things rest at, map frame.
        size: its x and y extents, and the free height [m].
        radius: of the object's footprint [m].
        others: what stands there already.
        robot: where the base stands, or would stand.
        prefer: put it near this point instead (map frame).
    """
    inverse = region.inverse()
    rx, ry, _ = inverse.transform(robot.position)
    near = [inverse.transform((d.x, d.y, region.position[2])) for d in others]
    spots: list[Spot] = []
    for lx in _ticks(size[0] / 2 - radius - EDGE_M):
        for ly in _ticks(size[1] / 2 - radius - EDGE_M):
            gap = min(
                (
                    math.hypot(lx - ox, ly - oy) - radius - d.radius
                    for (ox, oy, _), d in zip(near, others, strict=True)
                ),
                default=1.0,
            )
            if gap < GAP_M:
                continue
            depth = _depth(lx, ly, rx, ry, size)
            score = 2.0 * abs(depth - max(NICE_DEPTH_M, radius + EDGE_M))
            score += 4.0 * max(0.0, ROOM_FOR_FINGERS_M - gap) + 0.6 * math.hypot(lx - rx, ly - ry)
            world = region.transform((lx, ly, 0.0))
            if prefer is not None:
                score = math.dist(world[:2], prefer[:2]) + 4.0 * max(0.0, ROOM_FOR_FINGERS_M - gap)
            spots.append(Spot(world, score))
    return tuple(sorted(spots, key=lambda s: s.score))


def _ticks(half: float) -> list[float]:
    """Grid over -half..half that always contains the middle."""
    if half < 0:
        return []
    count = int(half / GRID_M)
    return [i * GRID_M for i in range(-count, count + 1)]


def _depth(lx: float, ly: float, rx: float, ry: float, size: Vector) -> float:
    """Distance from the edge that the robot stands at [m]."""
    beyond_x, beyond_y = abs(rx) - size[0] / 2, abs(ry) - size[1] / 2
    if beyond_x >= beyond_y:
        return size[0] / 2 - math.copysign(lx, rx * lx) if lx else size[0] / 2
    return size[1] / 2 - math.copysign(ly, ry * ly) if ly else size[1] / 2


def apart(spots: Sequence[Spot], count: int, distance: float = 0.12) -> tuple[Spot, ...]:
    """The best spots that are not next to each other: where one cannot be reached, its neighbour rarely can."""
    chosen: list[Spot] = []
    for spot in spots:
        if all(math.dist(spot.position, c.position) >= distance for c in chosen):
            chosen.append(spot)
        if len(chosen) == count:
            break
    return tuple(chosen)


def tool_for(object_in_tool: Pose, position: Vector, yaw: float) -> Pose:
    """Tool pose (map frame) at which a held object stands upright at a point.

    Args:
        object_in_tool: pose of the object's base in the tool frame, as it was grasped.
        position: where the middle of its base comes to.
        yaw: heading of the object [rad].
    """
    x, y, z = position
    return Pose.planar(x, y, yaw, z + DROP_M) @ object_in_tool.inverse()
