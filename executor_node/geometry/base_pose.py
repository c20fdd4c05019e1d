# SPDX-License-Identifier: Apache-2.0
"""Where the robot could stand to work at a piece of furniture: docking poses around it, best first.

Geometry only: whether the arm can do its work from a pose is decided by a dry run there (`reach`), which needs
no driving. Base poses dominate failures of manipulation, so many are offered, cheap ones first.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from makedo_core.geometry import Box, Pose, Vector
from makedo_core.graph.scene_graph import NodeKind, SceneGraph
from makedo_core.robot_config import BaseConfig, ReachConfig

OFFSETS_M = (0.0, 0.15, -0.15, 0.30, -0.30)
FINE_OFFSETS_M = (0.0, 0.08, -0.08, 0.16, -0.16, 0.24, -0.24, 0.32, -0.32)  # where there is only one side
WALL_M = 0.05
FEW = 4  # with fewer straight dockings than this, poses all around are offered too


@dataclass(frozen=True, slots=True)
class FootprintEdge:
    """An edge of a footprint: where it is and which way one stands facing it, asset frame."""

    normal: tuple[float, float]
    low: float
    high: float
    edge: float


def sides(footprint: tuple[float, float, float, float], front_only: bool) -> tuple[FootprintEdge, ...]:
    """The edges of a footprint that one can work from; the front is +x."""
    x0, x1, y0, y1 = footprint
    front = FootprintEdge((1.0, 0.0), y0, y1, x1)
    if front_only:
        return (front,)
    back = FootprintEdge((-1.0, 0.0), y0, y1, -x0)
    left, right = FootprintEdge((0.0, 1.0), x0, x1, y1), FootprintEdge((0.0, -1.0), x0, x1, -y0)
    return (front, back, left, right)


@dataclass(frozen=True, slots=True)
class Ground:
    """What a base must keep clear of: boxes of furniture, and the room it is in."""

    boxes: tuple[Box, ...]
    rooms: tuple[Box, ...] = ()

    def is_free(self, x: float, y: float, radius: float) -> bool:
        """Whether a disc on the floor touches nothing and stays inside a room."""
        if self.rooms and not any(_inside(room, x, y, radius + WALL_M) for room in self.rooms):
            return False
        return all(box.gap((x, y)) > radius for box in self.boxes)

    def near(self, point: Vector, within_m: float) -> Ground:
        """The same floor as far as it matters no farther away than this from a point: quicker to ask often."""
        return Ground(tuple(box for box in self.boxes if box.gap(point) <= within_m), self.rooms)

    def is_shared(self, x: float, y: float, target: Vector) -> bool:
        """Whether a point of the floor is in the room that a target is in: no arm reaches through a wall."""
        around = [room for room in self.rooms if _inside(room, target[0], target[1], 0.0)]
        return not around or any(_inside(room, x, y, 0.0) for room in around)


def _inside(room: Box, x: float, y: float, margin: float) -> bool:
    lx, ly, _ = room.pose.inverse().transform((x, y, room.pose.position[2]))
    return abs(lx) <= room.size[0] / 2 - margin and abs(ly) <= room.size[1] / 2 - margin


def ground(graph: SceneGraph, boxes: Sequence[Box], height_m: float, *, passing: bool = False) -> Ground:
    """The floor of a home: `boxes` of the furniture (as it stands now) and the rooms of the graph.

    Nobody stands in a doorway. For a base that is only `passing`, rooms end at their walls where these are known. What
    begins above `height_m` does not matter [m].
    """
    rooms = [n for n in graph.of_kind(NodeKind.ROOM) if n.pose.is_known and min(n.size[:2]) > 0]
    if passing and all(room.model is not None for room in rooms):
        walls = [Box(n.pose @ part.pose, part.size) for n in rooms if n.model is not None for part in n.model.parts]
        boxes, rooms = (*boxes, *walls), []
    low = tuple(b for b in boxes if b.pose.position[2] - b.size[2] / 2 < height_m)
    return Ground(low, tuple(room.box for room in rooms))


def docking_poses(
    asset: Pose,
    footprint: tuple[float, float, float, float],
    target: Vector,
    now: Pose,
    free: Ground,
    config: BaseConfig,
    arm: ReachConfig,
    *,
    front_only: bool = False,
    offsets: Sequence[float] | None = None,
    distances: Sequence[float] | None = None,
) -> tuple[Pose, ...]:
    """Docking poses from which a target could be reached, best first.

    Args:
        asset: pose of the furniture in the map frame.
        footprint: its smallest and largest x and y, asset frame [m].
        target: what the arm works at, map frame [m].
        now: where the base is; near poses are preferred.
        free: floor to stand on.
        config: measures of the base.
        arm: how far it gets.
        front_only: stand at the front (+x) only.
        offsets: sideways distances from straight in front of the target [m].
        distances: from the edge to the middle of the base [m].

    Returns:
        poses in the map frame; empty when nothing is both free and near enough.
    """
    local = asset.inverse().transform(target)
    offsets = offsets or (FINE_OFFSETS_M if front_only else OFFSETS_M)

    def docks(distances: Sequence[float]) -> Iterator[tuple[float, Pose]]:
        """Square to a side and half turned to the target."""
        for side in sides(footprint, front_only):
            square = asset.yaw + math.atan2(-side.normal[1], -side.normal[0])
            for lx, ly, penalty in _spots(side, local, offsets, distances):
                x, y, _ = asset.transform((lx, ly, 0.0))
                away = math.hypot(target[0] - x, target[1] - y)
                within = arm.near_m < away < arm.far_m
                if within and free.is_shared(x, y, target) and free.is_free(x, y, config.radius_m):
                    towards = math.atan2(target[1] - y, target[0] - x)
                    heading = square + 0.5 * math.remainder(towards - square, 2 * math.pi)
                    travel = math.hypot(x - now.position[0], y - now.position[1])
                    yield penalty + 0.25 * travel + 1.5 * abs(away - arm.best_m), Pose.planar(x, y, heading)

    scored = list(docks(distances or (config.reach_in_m if front_only else config.dock_m)))
    if not scored and not front_only:
        scored = list(docks((config.dock_near_m,)))
    if not front_only and len(scored) < FEW:
        scored.extend(_around(target, now, free, config, arm))
    return _in_order(scored)


def docking_spots(
    asset: Pose, footprint: tuple[float, float, float, float], target: Vector, config: BaseConfig, *, front_only: bool
) -> tuple[tuple[float, float], ...]:
    """All places that `docking_poses` looks at straight before furniture, free or not; map frame [m]."""
    local = asset.inverse().transform(target)
    offsets = FINE_OFFSETS_M if front_only else OFFSETS_M
    distances = config.reach_in_m if front_only else (*config.dock_m, config.dock_near_m)
    found = (
        asset.transform((x, y, 0.0))
        for side in sides(footprint, front_only)
        for x, y, _ in _spots(side, local, offsets, distances)
    )
    return tuple((x, y) for x, y, _ in found)


def poses_around(
    target: Vector, now: Pose, free: Ground, config: BaseConfig, arm: ReachConfig
) -> tuple[Pose, ...]:
    """Base poses on circles around a target that face it, best first; map frame."""
    return _in_order(_around(target, now, free, config, arm))


def _in_order(scored: Iterable[tuple[float, Pose]]) -> tuple[Pose, ...]:
    return tuple(pose for _, pose in sorted(scored, key=lambda item: item[0]))


def _around(
    target: Vector, now: Pose, free: Ground, config: BaseConfig, arm: ReachConfig
) -> Iterator[tuple[float, Pose]]:
    """Poses on circles around a target, for furniture in a corner that no straight docking suits."""
    for radius in (r for r in config.around_m if arm.near_m < r < arm.far_m):
        for degrees in range(0, 360, 15):
            angle = math.radians(degrees)
            x, y = target[0] + radius * math.cos(angle), target[1] + radius * math.sin(angle)
            if free.is_free(x, y, config.radius_m) and free.is_shared(x, y, target):
                travel = math.hypot(x - now.position[0], y - now.position[1])
                yield 1.0 + 0.25 * travel + 1.5 * abs(radius - arm.best_m), Pose.planar(x, y, angle + math.pi)


def _spots(
    side: FootprintEdge, target: Vector, offsets: Sequence[float], distances: Sequence[float]
) -> Iterator[tuple[float, float, float]]:
    """Points in front of an edge with the penalty for standing off straight, asset frame."""
    nx, ny = side.normal
    along = target[1] if nx else target[0]
    for distance in distances:
        for offset in offsets:
            across = min(max(along + offset, side.low - 0.2), side.high + 0.2)
            out = side.edge + distance
            x, y = (nx * out, across) if nx else (across, ny * out)
            yield x, y, 0.4 * abs(offset)
