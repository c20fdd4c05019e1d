# SPDX-License-Identifier: Apache-2.0
"""Ways of the base on which the arm has room too.

A base knows of its own radius. An arm reaches farther, and pushes an open door shut while the base turns beside it. So
the base leaves straight back from where the arm cannot turn with it, and comes straight in to where it cannot, if need
be with the arm stretched out already.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from executor_node.context import SkillContext
from executor_node.obstacles import Clearance
from executor_node.reach import Reasons
from executor_node.stowing import has_room
from executor_node.surroundings import floor
from makedo_core.geometry import Pose, wrap_angle
from makedo_core.ports import Joints

NEAR_M = 0.1  # who is nearer than this only turns
TURN_STEP_RAD = 0.3
STEP_M = 0.1
LAST_M = 0.8  # so far from where it stands in the end, a base on its way is still beside furniture
CORNERS = tuple(math.radians(a) for a in (0.0, 40.0, -40.0))  # of the way to a place, off the heading there
CORNER_M = 0.7
BACK_M = (0.3, 0.45, 0.6)  # shorter than what a base backs up for rather than turn around


@dataclass(frozen=True, slots=True)
class Way:
    """Where to drive, one place after another.

    Attributes:
        poses: of the base, map frame; the last one is where it is to stand.
        posture: joint values that the arm is brought to before the last of them; None: it stays as it is.
    """

    poses: tuple[Pose, ...]
    posture: Joints | None = None


def way_to(context: SkillContext, target: Pose, posture: Joints | None = None) -> Way | None:
    """A way on which the arm, stowed as it is, has room; None if there is none.

    What lies farther than LAST_M from both ends is left to the navigation.

    Args:
        context: of the skill.
        target: where the base is to stand, map frame.
        posture: joint values with which the arm may come straight in; None: as it is.
    """
    here = context.ports.base.pose()
    if context.ports.config.base is None or not context.memory.stowed:
        return Way((target,))
    for start in _backed(context, here):
        if not _all_free(context, (*_turning(start, _bearing(start, target)), *_straight(start, here))):
            continue
        first = () if start == here else (start,)
        for last in _backed(context, target):
            if posture is not None and last == target:
                continue  # it is brought to the posture in the open
            if not _all_free(context, (target, *_straight(last, target)), posture):
                continue
            corner = _corner(context, start, last)
            if corner is not None:
                return Way((*first, *corner, *((last,) if last != target else ()), target), posture)
        return None
    return None


def _corner(context: SkillContext, start: Pose, last: Pose) -> tuple[Pose, ...] | None:
    """A place to come by from where the arm has room to turn at the last one; empty: it comes straight from the start.

    None: there is no such place.
    """
    if _all_free(context, _passed(context, start, last)):
        return ()
    for angle in CORNERS:
        away = last @ Pose.planar(0.0, 0.0, angle) @ Pose((-CORNER_M, 0.0, 0.0))
        if not _stands_free(context, away):
            continue
        if _all_free(context, (*_passed(context, away, last), *_passed(context, start, away))):
            return (away,)
    return None


def _passed(context: SkillContext, start: Pose, last: Pose) -> tuple[Pose, ...]:
    """Poses of the base at the end of a drive from a place to another.

    Where something is in the straight way, a wall for one, the navigation comes some other way, and may turn by any
    heading.
    """
    if _is_open(context, start, last):
        return (*turns(start, last), *_arriving(start, last))
    x, y, z = last.position
    count = math.ceil(2 * math.pi / TURN_STEP_RAD)
    return tuple(Pose.planar(x, y, last.yaw + 2 * math.pi * i / count, z) for i in range(count))


def _is_open(context: SkillContext, start: Pose, last: Pose) -> bool:
    """Whether the base has room all along the straight way."""
    config = context.ports.config.base
    assert config is not None
    ground = floor(context, context.ports.graph.newest())
    points = np.linspace(start.position[:2], last.position[:2], math.ceil(start.distance(last) / STEP_M) + 1)
    return all(ground.is_free(float(x), float(y), config.radius_m) for x, y in points[1:-1])


def _all_free(context: SkillContext, passed: Iterable[Pose], posture: Joints | None = None) -> bool:
    return all(has_room(context, pose, Reasons(), Clearance.ROOMY, posture) for pose in passed)


def _backed(context: SkillContext, pose: Pose) -> Iterator[Pose]:
    """A pose, then those straight behind it where the base has room."""
    yield pose
    for back in BACK_M:
        behind = pose @ Pose((-back, 0.0, 0.0))
        if _stands_free(context, behind):
            yield behind


def _stands_free(context: SkillContext, pose: Pose) -> bool:
    """Whether the base has room at a pose."""
    config = context.ports.config.base
    assert config is not None
    ground = floor(context, context.ports.graph.newest())
    return ground.is_free(pose.position[0], pose.position[1], config.radius_m)


def _bearing(start: Pose, target: Pose) -> float:
    """Direction in which the base sets out [rad]."""
    (x0, y0, _), (x, y, _) = start.position, target.position
    return math.atan2(y - y0, x - x0) if math.hypot(x - x0, y - y0) > NEAR_M else target.yaw


def _straight(behind: Pose, ahead: Pose) -> tuple[Pose, ...]:
    """Poses between two that face the same way, the farther one's among them; none if they are one."""
    count = math.ceil(behind.distance(ahead) / STEP_M)
    return tuple(behind @ Pose((i * STEP_M, 0.0, 0.0)) for i in reversed(range(count)))


def _arriving(start: Pose, last: Pose) -> tuple[Pose, ...]:
    """Poses on the last stretch of a straight way to a place, nearest first."""
    (x0, y0, _), (x, y, z) = start.position, last.position
    away = math.hypot(x - x0, y - y0)
    if away <= NEAR_M:
        return ()
    heading = _bearing(start, last)
    count = int(min(away, LAST_M) / STEP_M)
    return tuple(Pose.planar(x, y, heading, z) @ Pose((-i * STEP_M, 0.0, 0.0)) for i in range(count + 1))


def turns(here: Pose, stand: Pose) -> tuple[Pose, ...]:
    """Headings that the base passes when it has come to a place in a straight line and turns on the spot."""
    (x0, y0, _), (x, y, z) = here.position, stand.position
    arrived = math.atan2(y - y0, x - x0) if math.hypot(x - x0, y - y0) > NEAR_M else here.yaw
    return _turning(Pose.planar(x, y, arrived, z), stand.yaw)


def _turning(pose: Pose, yaw: float) -> tuple[Pose, ...]:
    """Poses while the base turns on the spot to a heading [rad]; none for a small turn."""
    x, y, z = pose.position
    turn = wrap_angle(yaw - pose.yaw)
    count = int(abs(turn) / TURN_STEP_RAD)
    return tuple(Pose.planar(x, y, pose.yaw + turn * i / (count + 1), z) for i in range(count + 1)) if count else ()
