# SPDX-License-Identifier: Apache-2.0
"""Ways of the base on which the arm has room too.

A base knows of its own radius. An arm reaches farther, and pushes an open door shut or strikes a doorframe while the
base turns beside it. So the base leaves straight back from where the arm cannot turn with it, and comes straight in to
where it cannot, if need be with the arm stretched out already.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from executor_node.context import SkillContext
from executor_node.geometry.base_pose import Ground
from executor_node.geometry.obstacles import FOR_DRIVES, Clearance
from executor_node.motion.reach import Reasons
from executor_node.motion.room import has_room_all_along
from executor_node.motion.stowing import straight
from executor_node.motion.surroundings import floor
from makedo_core.geometry import Pose, wrap_angle
from makedo_core.ports import Joints
from makedo_core.robot_config import BaseConfig

NEAR_M = 0.1  # a base nearer than this only turns [m]
TURN_STEP_RAD = 0.2
STEP_M = 0.1
ASIDE_RAD = 0.35  # a base that keeps clear of furniture does not come quite as the crow flies
LAST_M = 0.8  # so far from where it stands in the end, a base on its way is still beside furniture
# off the heading there, on the way in with a stretched arm
ASKEW = tuple(math.radians(a) for a in (0.0, 10.0, -10.0, 20.0, -20.0))
REVERSE_M = 0.7  # a base may back up to what is behind it and nearer than this, rather than turn around
BACK_M = (0.3, 0.45, 0.6)  # less than that: straight back, without a turn


def way_to(
    context: SkillContext, target: Pose, posture: Joints | None = None, clearances: Iterable[Clearance] = FOR_DRIVES
) -> tuple[Pose, ...] | None:
    """Base poses to drive to one after another, the target last, so that the stowed arm has room; map frame.

    What lies farther than LAST_M from both ends is left to the navigation.

    Args:
        context: of the skill.
        target: where the base is to stand, map frame.
        posture: joint values that the arm is brought to before the last of the poses; None: it stays as it is.
        clearances: what the arm keeps clear of while the base turns, in the order in which they are tried.

    Returns:
        None where no such way is known.
    """
    base, config = context.ports.base, context.ports.config.base
    if config is None or not context.memory.stowed:
        return (target,)
    ways = (_way(space, base.pose(), target, posture) for space in _spaces(context, config, clearances))
    return next((way for way in ways if way is not None), None)


def can_leave(context: SkillContext, target: Pose) -> bool:
    """Whether the stowed arm has room while the base sets out from here to a pose (map frame)."""
    here, config = context.ports.base.pose(), context.ports.config.base
    if config is None or not context.memory.stowed:
        return True
    (space,) = _spaces(context, config, FOR_DRIVES[-1:])
    return any(space.can_leave(here, start, target) for start in space.backed(here))


def _spaces(context: SkillContext, base: BaseConfig, clearances: Iterable[Clearance]) -> tuple[_Space, ...]:
    graph = context.ports.graph.newest()
    ground, rooms = floor(context, graph, passing=True), floor(context, graph)
    return tuple(_Space(context, ground, rooms, base.radius_m, clearance) for clearance in clearances)


def _way(space: _Space, here: Pose, target: Pose, posture: Joints | None) -> tuple[Pose, ...] | None:
    start = next((s for s in space.backed(here) if space.can_leave(here, s, target)), None)
    if start is None:
        return None
    for last in space.backed(target) if posture is None else space.before(target):
        if space.can_come_in(last, target, posture) and space.can_arrive(start, last):
            return tuple(dict.fromkeys((*((start,) if start != here else ()), last, target)))
    return None


@dataclass(frozen=True, slots=True)
class _Space:
    """Where there is room for the base, and for the arm on it.

    Attributes:
        context: of the skill.
        ground: the floor as it is now, doorways open.
        rooms: the same, doorways closed: a way through one is not straight.
        radius_m: of the base.
        sweeping: what the arm keeps clear of while the base turns.
    """

    context: SkillContext
    ground: Ground
    rooms: Ground
    radius_m: float
    sweeping: Clearance

    def can_leave(self, here: Pose, start: Pose, target: Pose) -> bool:
        """Whether the base can go straight back from here to a start and turn there to set out."""
        if not self._has_room(straight(start, here), Clearance.TIGHT):
            return False
        if self._is_straight(start, target):
            turned = (turn for heading in _headings(start, target) for turn in _turning(start, heading))
            return self._has_room(turned, self.sweeping)
        return self._has_room(self.around(start, ahead=1.0), self.sweeping)

    def can_arrive(self, start: Pose, last: Pose) -> bool:
        """Whether the base can come to a place from a start and turn there.

        Where something is in the straight way, a wall for one, the navigation comes from wherever it can.
        """
        if not self._is_straight(start, last):
            return self._has_room(self.around(last, ahead=-1.0), self.sweeping)
        turned = (turn for off in (-ASIDE_RAD, ASIDE_RAD) for turn in turns(start, last, off))
        return self._has_room((*_arriving(start, last), *turned), self.sweeping)

    def can_come_in(self, last: Pose, target: Pose, posture: Joints | None) -> bool:
        """Whether the base can come straight in from a place: well clear of everything if the arm is stretched out."""
        way = straight(last, target)
        if posture is None:
            return self._has_room(way, Clearance.TIGHT)
        there = (*(turn for arrived in way[-1:] for turn in (arrived, *_turning(arrived, target.yaw))), target)
        return self._has_room(there, Clearance.ROOMY, posture) and self._has_room(
            way[:-1], self.sweeping, posture
        )

    def backed(self, pose: Pose) -> Iterator[Pose]:
        """A pose, then those straight behind it where the base has room."""
        yield pose
        for back in BACK_M:
            behind = pose @ Pose((-back, 0.0, 0.0))
            if self._is_free(*behind.position[:2]):
                yield behind

    def before(self, pose: Pose) -> Iterator[Pose]:
        """Places behind a pose, straight or a little askew, where there is room, that it can come straight in from."""
        for askew in ASKEW:
            turned = pose @ Pose.planar(0.0, 0.0, askew)
            yield from (behind for behind in self.backed(turned) if behind != turned)

    def around(self, pose: Pose, *, ahead: float) -> tuple[Pose, ...]:
        """Poses of the base while it turns at a place to leave it (ahead: 1) or having come to it (-1) on any way."""
        x, y, z = pose.position
        count = math.ceil(math.pi / TURN_STEP_RAD)
        offs = [math.pi * i / count for i in range(-count, count + 1)]
        headings = [pose @ Pose.planar(0.0, 0.0, off) for off in offs]
        here = replace(self, ground=self.ground.near(pose.position, LAST_M + self.radius_m))
        possible = [
            off
            for off, heading in zip(offs, headings, strict=True)
            if here._is_open(pose, heading @ Pose((ahead * LAST_M, 0.0, 0.0)))
        ]
        low, high = min((0.0, *possible)), max((0.0, *possible))
        return tuple(Pose.planar(x, y, pose.yaw + off, z) for off in offs if low <= off <= high)

    def _has_room(self, passed: Iterable[Pose], clearance: Clearance, posture: Joints | None = None) -> bool:
        near = [p for p in passed if posture is not None or self._is_near(p)]
        return has_room_all_along(self.context, near, Reasons(), clearance, posture)

    def _is_near(self, pose: Pose) -> bool:
        """Whether something is as near to a base pose as the stowed arm is far out."""
        return not self.ground.is_free(*pose.position[:2], self.context.ports.config.arm.reach.stowed_m)

    def _is_straight(self, start: Pose, last: Pose) -> bool:
        """Whether the base comes straight from one place to another: in one room, with nothing in between."""
        return replace(self, ground=self.rooms)._is_open(start, last)

    def _is_open(self, start: Pose, last: Pose) -> bool:
        """Whether the base has room all along the straight way."""
        count = math.ceil(start.distance(last) / STEP_M) + 1
        points = np.linspace(start.position[:2], last.position[:2], count)
        return all(self._is_free(float(x), float(y)) for x, y in points[1:-1])

    def _is_free(self, x: float, y: float) -> bool:
        return self.ground.is_free(x, y, self.radius_m)


def turns(here: Pose, stand: Pose, off: float = 0.0) -> tuple[Pose, ...]:
    """Headings that the base passes when it has come to a place and turns on the spot.

    Args:
        here: where it comes from.
        stand: the place, and how it is to stand there.
        off: how much its way differs from the straight one in the end [rad].
    """
    x, y, z = stand.position
    if math.dist(here.position[:2], stand.position[:2]) <= NEAR_M:
        return _turning(Pose.planar(x, y, here.yaw, z), stand.yaw)
    came = (Pose.planar(x, y, heading + off, z) for heading in _headings(here, stand))
    return tuple(turn for pose in came for turn in _turning(pose, stand.yaw))


def _headings(start: Pose, target: Pose) -> tuple[float, ...]:
    """Which way the base may face on the straight way to a place [rad]: what is behind and near it may back up to."""
    bearing = _bearing(start, target, target.yaw)
    away = math.dist(start.position[:2], target.position[:2])
    if NEAR_M < away < REVERSE_M and abs(wrap_angle(bearing - start.yaw)) > math.pi / 2:
        return bearing, bearing + math.pi
    return (bearing,)


def _bearing(start: Pose, target: Pose, otherwise: float) -> float:
    """Direction of the straight way [rad]; a robot that is there already has the other one."""
    (x0, y0, _), (x, y, _) = start.position, target.position
    return math.atan2(y - y0, x - x0) if math.hypot(x - x0, y - y0) > NEAR_M else otherwise


def _arriving(start: Pose, last: Pose) -> tuple[Pose, ...]:
    """Poses on the last stretch of a straight way to a place, nearest first."""
    away = math.dist(start.position[:2], last.position[:2])
    if away <= NEAR_M:
        return ()
    x, y, z = last.position
    arrived = Pose.planar(x, y, _bearing(start, last, last.yaw), z)
    return tuple(arrived @ Pose((-i * STEP_M, 0.0, 0.0)) for i in range(int(min(away, LAST_M) / STEP_M) + 1))


def _turning(pose: Pose, yaw: float) -> tuple[Pose, ...]:
    """Poses while the base turns on the spot to a heading [rad], both ends among them; none for a small turn."""
    x, y, z = pose.position
    turn = wrap_angle(yaw - pose.yaw)
    count = math.ceil(abs(turn) / TURN_STEP_RAD)
    if count < 2:
        return ()
    return tuple(Pose.planar(x, y, pose.yaw + turn * i / count, z) for i in range(count + 1))
