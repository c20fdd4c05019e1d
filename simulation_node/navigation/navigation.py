# SPDX-License-Identifier: Apache-2.0
"""Drives the base to a pose: path around furniture, rotate - drive - rotate, and an exact arrival."""

from __future__ import annotations

import math
from concurrent.futures import Future
from dataclasses import dataclass, field
from itertools import pairwise

from makedo_core.geometry import Pose, wrap_angle
from simulation_node.control.base import STILL, Twist
from simulation_node.control.controller import End, Finish
from simulation_node.navigation.grid import COMFORT_M, Grid, Point
from simulation_node.navigation.paths import PATH_RADIUS_M, REVERSE_M, WIDE_M, NoWay, Route, find_way, floor_now
from simulation_node.physics.physics import Physics

ARRIVAL_M, ARRIVAL_RAD = 0.005, 0.004
TURN_FIRST_RAD, TURN_BESIDE_RAD, TURNED_RAD = 0.8, 0.3, 0.1
LOOK_AHEAD_M, CORNER_M = 0.40, 0.05
ARC_SHARE = 0.8  # of the largest turn rate that an arc may take
CUT_M = 0.05  # rounding a corner comes at most this much nearer to obstacles than the corner is [m]
STUCK_S, STUCK_M, STUCK_RAD = 2.0, 0.02, 0.05
AT_LEAST_S, PER_M_S = 20.0, 10.0  # limit of a drive, and what each metre of its path adds [s]
_REFUSED = frozenset({NoWay.GOAL_OUTSIDE, NoWay.GOAL_OCCUPIED, NoWay.GOAL_NEAR})


@dataclass(eq=False, slots=True)
class Drive:
    """One way to a goal; `done` gets its Finish."""

    goal: Pose
    path: tuple[Point, ...]
    grid: Grid  # that the path was looked for on
    reverse: bool
    begun: float
    done: Future[Finish] = field(default_factory=Future)
    next: int = 1  # the path point that is driven to
    turning: bool = True  # on the spot
    arrived: bool = False  # at the place, not yet at the heading
    attempts: int = 0
    moved_at: float = 0.0
    limit_s: float = AT_LEAST_S
    changes: int = 0  # of what blocks ways, when the path was found
    moved_pose: Pose = field(default_factory=Pose)
    lacks: NoWay | None = None  # why there was no way when it was last looked for

    def remaining(self, here: Pose) -> float:
        """Length of the rest of the path [m]."""
        points = [here.position[:2], *self.path[self.next :]]
        return sum(math.dist(a, b) for a, b in pairwise(points))


class Navigator:
    """Follows one Drive at a time; `update` gives the wanted twist, None when there is nothing to do.

    Args:
        physics: that the base drives in, around what stands there.
    """

    def __init__(self, physics: Physics) -> None:
        self._physics = physics
        self._drive: Drive | None = None
        self._fastest = math.inf  # [m/s]

    @property
    def drive(self) -> Drive | None:
        """What is under way."""
        return self._drive

    def limit_speed(self, limit: float, *, is_percentage: bool) -> None:
        """Drive no faster ahead from now on; how fast it turns is not limited, as Nav2's pure pursuit has it.

        Args:
            limit: in percent of the base's own speed, or in m/s; 0: none.
            is_percentage: which of both.
        """
        if not limit:
            self._fastest = math.inf
        else:
            self._fastest = self._physics.base.limits.speed * limit / 100.0 if is_percentage else limit

    def start(self, goal: Pose) -> Drive:
        """Set out for a pose in the map frame; what is under way is preempted. A refusal finishes at once."""
        self._finish(End.PREEMPTED)
        here = self._physics.base.pose
        route, now = find_way(floor_now(self._physics), here, goal), self._physics.time
        drive = Drive(goal, route.path, route.grid, False, now, moved_at=now, moved_pose=here)
        refusal = self._take(route, drive, here)
        if refusal is not None:
            drive.done.set_result(refusal)
            return drive
        self._drive = drive
        return drive

    def _take(self, route: Route, drive: Drive, here: Pose) -> Finish | None:
        """Let a drive take the route around what stands there now; why there is none, or None."""
        drive.changes, drive.lacks = self._physics.blockage.changes, route.lacks
        drive.path, drive.grid, drive.next = route.path, route.grid, 1
        if route.lacks is not None:
            return Finish(End.REFUSED if route.lacks in _REFUSED else End.NO_PATH, route.reason)
        drive.reverse = _is_reverse(here, drive.path, drive.goal)
        drive.limit_s = self._physics.time - drive.begun + AT_LEAST_S + PER_M_S * drive.remaining(here)
        return None

    def cancel(self, drive: Drive | None = None) -> None:
        """Stop; None: whatever is under way."""
        if drive is None or drive is self._drive:
            self._finish(End.CANCELED)

    def update(self) -> Twist | None:
        """Wanted twist for the next control step."""
        drive = self._drive
        if drive is None:
            return None
        here, now = self._physics.base.pose, self._physics.time
        if drive.changes != self._physics.blockage.changes:  # as a laser would show it: another way, or none
            refusal = self._take(find_way(floor_now(self._physics), here, drive.goal), drive, here)
            drive.turning, drive.arrived = True, False
            if refusal is not None:
                self._finish(refusal.end, refusal.reason)
                return STILL
        if self._is_stuck(drive, here, now):
            touched = self._physics.contacts.base_touches
            x, y = here.position[:2]
            why = f" by {touched}" if touched else ""
            self._finish(End.BLOCKED, f"blocked{why} at ({x:.2f}, {y:.2f})")
            return STILL
        if drive.arrived:
            return self._turn_to_goal(drive, here)
        return self._follow(drive, here)

    def _is_stuck(self, drive: Drive, here: Pose, now: float) -> bool:
        if now - drive.begun > drive.limit_s:  # it goes to and fro
            return True
        turned = abs(wrap_angle(here.yaw - drive.moved_pose.yaw))
        if here.distance(drive.moved_pose) > STUCK_M or turned > STUCK_RAD:
            drive.moved_at, drive.moved_pose = now, here
        return now - drive.moved_at > STUCK_S

    def _follow(self, drive: Drive, here: Pose) -> Twist:
        """Head for a point a little ahead on the path in an arc, and turn on the spot where that would be too wide."""
        target, last = self._target(drive, here)
        dx, dy = target[0] - here.position[0], target[1] - here.position[1]
        away = math.hypot(dx, dy)
        error = wrap_angle(math.atan2(dy, dx) - here.yaw + (math.pi if drive.reverse else 0.0))
        if last and (away < ARRIVAL_M or (away < 0.05 and abs(error) > 1.0)):
            drive.arrived = drive.turning = True
            return STILL
        limits = self._physics.base.limits
        is_wide = drive.grid.clearance_at(here.position) > WIDE_M
        if abs(error) > (TURN_FIRST_RAD if is_wide else TURN_BESIDE_RAD) and away > ARRIVAL_M:
            drive.turning = True
        if drive.turning:
            if abs(error) > TURNED_RAD:
                return Twist(0.0, _turn_rate(error, limits.turn, limits.turn_acceleration))
            drive.turning = False
        left = drive.remaining(here)
        in_time = math.sqrt(2 * 0.7 * limits.acceleration * left) * 0.9  # to brake
        speed = min(limits.speed, self._fastest, in_time, 4.0 * left + 0.01)
        curvature = 2 * math.sin(error) / away if away > 0.04 else 0.0  # of the arc that leads to the target
        if abs(curvature) * speed > ARC_SHARE * limits.turn:
            speed = ARC_SHARE * limits.turn / abs(curvature)
        turn = speed * curvature
        return Twist(-speed if drive.reverse else speed, max(-limits.turn, min(limits.turn, turn)))

    def _target(self, drive: Drive, here: Pose) -> tuple[Point, bool]:
        """The point to head for, and whether it is the last one: LOOK_AHEAD_M ahead on the path, or nearer.

        What leads past a corner comes hardly nearer to what is around than the corner is.
        """
        end = len(drive.path) - 1
        while drive.next < end and self._is_past(drive, here):
            drive.next += 1
        target, corner = drive.path[drive.next], drive.path[drive.next]
        near = math.dist(here.position[:2], target)
        index, room = drive.next, COMFORT_M
        while near < LOOK_AHEAD_M and index < end:
            room = max(PATH_RADIUS_M, min(room, drive.grid.clearance_at(drive.path[index])))
            corner, beyond = drive.path[index], drive.path[index + 1]
            share = min(1.0, (LOOK_AHEAD_M - near) / max(math.dist(corner, beyond), 1e-6))
            ahead = (corner[0] + share * (beyond[0] - corner[0]), corner[1] + share * (beyond[1] - corner[1]))
            if not drive.grid.is_free_line(here.position, ahead, room - CUT_M):
                break
            target, index = ahead, index + 1
            near += share * math.dist(corner, beyond)
        return target, target == drive.path[end]

    def _is_past(self, drive: Drive, here: Pose) -> bool:
        """Whether the next corner is reached, or lies behind on the way to the one after it."""
        corner, beyond = drive.path[drive.next], drive.path[drive.next + 1]
        x, y = here.position[0] - corner[0], here.position[1] - corner[1]
        if math.hypot(x, y) < CORNER_M:
            return True
        along = x * (beyond[0] - corner[0]) + y * (beyond[1] - corner[1])
        return along > 0 and math.hypot(x, y) < LOOK_AHEAD_M

    def _turn_to_goal(self, drive: Drive, here: Pose) -> Twist:
        error = wrap_angle(drive.goal.yaw - here.yaw)
        limits, twist = self._physics.base.limits, self._physics.base.twist
        if abs(error) > ARRIVAL_RAD:
            return Twist(0.0, _turn_rate(error, limits.turn, limits.turn_acceleration))
        if abs(twist.turn) > 0.02 or abs(twist.forward) > 0.01:
            return STILL
        away = math.dist(here.position[:2], drive.goal.position[:2])
        if away > 2 * ARRIVAL_M and drive.attempts < 3:
            drive.attempts += 1
            drive.arrived = False
            drive.path, drive.next = (here.position[:2], drive.goal.position[:2]), 1
            drive.reverse = _is_reverse(here, drive.path, drive.goal)
            return STILL
        self._finish(End.SUCCEEDED)
        return STILL

    def _finish(self, end: End, reason: str = "") -> None:
        drive, self._drive = self._drive, None
        if drive is not None:
            drive.done.set_result(Finish(end, reason))


def _is_reverse(here: Pose, path: tuple[Point, ...], goal: Pose) -> bool:
    """Whether to back up: short, straight, and the goal lies behind."""
    (x0, y0), (x1, y1) = path[0], path[-1]
    if len(path) > 2 or math.dist(path[0], path[-1]) > REVERSE_M:
        return False
    bearing = wrap_angle(math.atan2(y1 - y0, x1 - x0) - here.yaw)
    return abs(bearing) > math.pi / 2


def _turn_rate(error: float, limit: float, acceleration: float) -> float:
    """Turn rate that comes to rest at zero error without overshoot [rad/s]."""
    rate = min(limit, math.sqrt(2 * 0.6 * acceleration * abs(error)), 6.0 * abs(error) + 0.01)
    return math.copysign(rate, error)
