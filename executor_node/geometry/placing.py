# SPDX-License-Identifier: Apache-2.0
"""Where to put something down: free spots of a region, best first, and the tool pose that puts it there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from makedo_core.geometry import Array, Pose, Vector
from makedo_core.graph.scene_graph import Node, Shape

GRID_M = 0.025
EDGE_M, SNUG_EDGE_M = 0.035, 0.015  # between the object and the edge of the region
GAP_M, SNUG_GAP_M = 0.025, 0.012  # between two objects, at least
ROOM_FOR_FINGERS_M = 0.09  # a wider gap than this is worth nothing more
NICE_DEPTH_M = 0.16  # from the edge where the robot stands to the middle of the object
APART_M = 0.12  # between two spots that are worth trying one after the other
DROP_M = 0.004  # the object is let go this far above where it rests


@dataclass(frozen=True, slots=True)
class Disc:
    """Footprint of something that stands in a region: centre (map frame) and radius [m]."""

    x: float
    y: float
    radius: float


def footprint_of(node: Node) -> tuple[Disc, ...]:
    """Footprint of an object where it stands; a box counts as a row of discs along its longer side."""
    x, y, _ = node.pose.position
    return tuple(Disc(x + d.x, y + d.y, d.radius) for d in footprint(node.size, node.shape, node.pose.yaw))


def footprint(size: Vector, shape: Shape, yaw: float) -> tuple[Disc, ...]:
    """Footprint of an upright object with a heading [rad], about the middle of its base."""
    if shape is not Shape.BOX:
        return (Disc(0.0, 0.0, max(size[:2]) / 2),)
    dx, dy, _ = size
    count = max(1, round(max(dx, dy) / max(min(dx, dy), 0.03)))
    along = yaw if dx >= dy else yaw + math.pi / 2
    step = max(dx, dy) / count
    radius = math.hypot(step, min(dx, dy)) / 2
    places = [(i - (count - 1) / 2) * step for i in range(count)]
    return tuple(Disc(k * math.cos(along), k * math.sin(along), radius) for k in places)


@dataclass(frozen=True, slots=True)
class Spot:
    """A free place: the point that the middle of the object's base comes to, map frame [m]."""

    position: Vector
    score: float


def free_spots(
    region: Pose,
    size: Vector,
    own: Sequence[Disc],
    others: Sequence[Disc],
    robot: Pose,
    *,
    snug: bool = False,
    unseen: Sequence[Disc] = (),
) -> tuple[Spot, ...]:
    """Free spots of a rectangular region, best first.

    A good spot is near the edge where the robot stands, straight in front of it, and leaves room for fingers.

    Args:
        region: middle of the rectangle, at the height that things rest at, map frame.
        size: its x and y extents, and the free height [m].
        own: footprint of the object about the middle of its base, as it will be turned, map frame.
        others: what stands there already.
        robot: where the base stands, or would stand.
        snug: less room around it will do.
        unseen: parts that no image has shown, map frame; the object may stand beside them, and not on them.
    """
    edge_m, gap_m = (SNUG_EDGE_M, SNUG_GAP_M) if snug else (EDGE_M, GAP_M)
    inverse = region.inverse()
    rx, ry, _ = inverse.transform(robot.position)
    turned = Pose(orientation=inverse.orientation)
    mine = np.array([(*turned.transform((d.x, d.y, 0.0))[:2], d.radius) for d in own])
    near, hidden = (_in_region(discs, inverse, region.position[2]) for discs in (others, unseen))
    grid = np.stack(np.meshgrid(_ticks(size[0] / 2), _ticks(size[1] / 2), indexing="ij"), axis=-1).reshape(-1, 2)
    centres = grid[:, None, :] + mine[None, :, :2]  # (spots, own discs, 2)
    limits = np.array(size[:2]) / 2 - mine[:, 2:] - edge_m
    inside = (np.abs(centres) <= limits).all(axis=(1, 2))
    gaps = _gaps(centres, mine, near)
    free = inside & (gaps >= gap_m) & (_gaps(centres, mine, hidden) >= 0.0)
    reach = float((np.linalg.norm(mine[:, :2], axis=1) + mine[:, 2]).max())
    spots = []
    for (lx, ly), gap in zip(grid[free], gaps[free], strict=True):
        depth = _depth(float(lx), float(ly), rx, ry, size)
        score = 2.0 * abs(depth - max(NICE_DEPTH_M, reach + edge_m))
        score += 4.0 * max(0.0, ROOM_FOR_FINGERS_M - float(gap)) + 0.6 * math.hypot(lx - rx, ly - ry)
        spots.append(Spot(region.transform((float(lx), float(ly), 0.0)), score))
    return tuple(sorted(spots, key=lambda s: s.score))


def _in_region(discs: Sequence[Disc], inverse: Pose, height: float) -> Array:
    """Discs in a region's frame, shape (n, 3): x, y and radius."""
    return np.array([(*inverse.transform((d.x, d.y, height))[:2], d.radius) for d in discs]).reshape(-1, 3)


def _gaps(centres: Array, mine: Array, others: Array) -> Array:
    """How far off the nearest of other discs an object is at each spot [m], shape (spots,); 1 where there is none."""
    if not len(others):
        return np.ones(len(centres))
    apart = np.linalg.norm(centres[:, :, None, :] - others[None, None, :, :2], axis=-1)
    gaps: Array = (apart - mine[None, :, None, 2] - others[None, None, :, 2]).min(axis=(1, 2))
    return gaps


def _ticks(half: float) -> Array:
    """Grid over -half..half that always contains the middle."""
    count = int(half / GRID_M)
    return np.asarray(np.arange(-count, count + 1) * GRID_M, np.float64)


def _depth(lx: float, ly: float, rx: float, ry: float, size: Vector) -> float:
    """Distance from the edge that the robot stands at [m]."""
    beyond_x, beyond_y = abs(rx) - size[0] / 2, abs(ry) - size[1] / 2
    if beyond_x >= beyond_y:
        return size[0] / 2 - math.copysign(lx, rx * lx) if lx else size[0] / 2
    return size[1] / 2 - math.copysign(ly, ry * ly) if ly else size[1] / 2


def apart(spots: Sequence[Spot], count: int, distance: float = APART_M) -> tuple[Spot, ...]:
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
