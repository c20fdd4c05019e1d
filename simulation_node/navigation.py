# SPDX-License-Identifier: Apache-2.0
"""Drives the base to a pose: path around furniture, rotate - drive - rotate, and an exact arrival."""

from __future__ import annotations

import math
from concurrent.futures import Future
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from makedo_core.asset_model import articulated
from makedo_core.geometry import Box, Pose, wrap_angle
from makedo_core.scene_graph import NodeKind
from simulation_node.base import STILL, Twist
from simulation_node.controller import End, Finish
from simulation_node.grid import COMFORT_M, RESOLUTION_M, Grid, Point, build_grid, find_path
from simulation_node.home import wall_boxes

if TYPE_CHECKING:
    from simulation_node.world import World

BASE_RADIUS_M = 0.275
PATH_RADIUS_M = 0.31
HALF_CELL_M = RESOLUTION_M / math.sqrt(2)  # a cell's middle may be so much nearer to an obstacle than the goal in it
ROBOT_HEIGHT_M = 1.25
ARRIVAL_M, ARRIVAL_RAD = 0.005, 0.004
REVERSE_M = 0.7  # straight back for no more than this
TURN_FIRST_RAD, TURN_BESIDE_RAD, TURNED_RAD = 0.8, 0.3, 0.1
WIDE_M = 0.42  # from the middle of the base to what is around; where there is less, it turns on the spot sooner
BESIDE_M = 0.6  # from an obstacle that was not there before, or from the goal: who is nearer passes by it
LOOK_AHEAD_M, CORNER_M = 0.40, 0.05
ARC_SHARE = 0.8  # of the largest turn rate that an arc may take
CUT_M = 0.05  # who rounds a corner comes no more than this nearer to what is around than the corner is
STUCK_S, STUCK_M, STUCK_RAD = 2.0, 0.02, 0.05
AT_LEAST_S, PER_M_S = 20.0, 10.0  # a drive may take so long, and so much longer for each metre of its path


@dataclass(eq=False, slots=True)
class Drive:
    """One way to a goal; `done` gets its Finish."""

    goal: Pose
    path: tuple[Point, ...]
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

    def remaining(self, here: Pose) -> float:
        """Length of the rest of the path [m]."""
        points = [here.position[:2], *self.path[self.next :]]
        return sum(math.dist(a, b) for a, b in pairwise(points))


class Navigator:
    """Follows one Drive at a time; `update` gives the wanted twist, None when there is nothing to do."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._drive: Drive | None = None
        self._grid: Grid | None = None

    @property
    def drive(self) -> Drive | None:
        """What is under way."""
        return self._drive

    def start(self, goal: Pose) -> Drive:
        """Set out for a pose in the map frame; what is under way is preempted. A refusal finishes at once."""
        self._finish(End.PREEMPTED)
        here = self._world.base.pose
        drive = Drive(goal, (), False, self._world.time, moved_at=self._world.time, moved_pose=here)
        refusal = self._find_path(drive, here)
        if refusal is not None:
            drive.done.set_result(refusal)
            return drive
        self._drive = drive
        return drive

    def _find_path(self, drive: Drive, here: Pose) -> Finish | None:
        """Set a drive's path around what stands there now; why there is none, or None."""
        goal = drive.goal
        drive.changes = self._world.faults.changes
        named = obstacles(self._world)
        self._grid = grid = build_grid([box for _, box in named], *self._world.scene.bounds)
        clearance, nearest = min((box.gap(goal.position), name) for name, box in named)
        inside = grid.covers(grid.cell(goal.position))
        x, y = goal.position[:2]
        if not inside or clearance < BASE_RADIUS_M:
            what = f"{clearance:.2f} m from an obstacle ({nearest})" if inside else "outside the home"
            reason = f"the goal ({x:.2f}, {y:.2f}) is {what}; the base needs {BASE_RADIUS_M:.2f} m"
            return Finish(End.REFUSED, reason)
        drive.path, drive.next = _path(grid, here, goal, self._world.faults.blockage) or (), 1
        if not drive.path:
            return Finish(End.NO_PATH, f"no way for the base to ({x:.2f}, {y:.2f})")
        drive.reverse = _is_reverse(here, drive.path, goal)
        drive.limit_s = self._world.time - drive.begun + AT_LEAST_S + PER_M_S * drive.remaining(here)
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
        here, now = self._world.base.pose, self._world.time
        if drive.changes != self._world.faults.changes:  # as a laser would show it: another way, or none
            refusal = self._find_path(drive, here)
            drive.turning, drive.arrived = True, False
            if refusal is not None:
                self._finish(refusal.end, refusal.reason)
                return STILL
        if self._is_stuck(drive, here, now):
            touched = self._world.contacts.base_touches
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
        limits = self._world.base.limits
        assert self._grid is not None
        is_wide = self._grid.clearance_at(here.position) > WIDE_M
        if abs(error) > (TURN_FIRST_RAD if is_wide else TURN_BESIDE_RAD) and away > ARRIVAL_M:
            drive.turning = True
        if drive.turning:
            if abs(error) > TURNED_RAD:
                return Twist(0.0, _turn_rate(error, limits.turn, limits.turn_acceleration))
            drive.turning = False
        left = drive.remaining(here)
        speed = min(limits.speed, math.sqrt(2 * 0.7 * limits.acceleration * left) * 0.9, 4.0 * left + 0.01)
        curvature = 2 * math.sin(error) / away if away > 0.04 else 0.0  # of the arc that leads to the target
        if abs(curvature) * speed > ARC_SHARE * limits.turn:
            speed = ARC_SHARE * limits.turn / abs(curvature)
        turn = speed * curvature
        return Twist(-speed if drive.reverse else speed, max(-limits.turn, min(limits.turn, turn)))

    def _target(self, drive: Drive, here: Pose) -> tuple[Point, bool]:
        """The point to head for, and whether it is the last one: LOOK_AHEAD_M ahead on the path, or nearer.

        What leads past a corner comes hardly nearer to what is around than the corner is.
        """
        assert self._grid is not None
        end = len(drive.path) - 1
        while drive.next < end and self._is_past(drive, here):
            drive.next += 1
        target, corner = drive.path[drive.next], drive.path[drive.next]
        near = math.dist(here.position[:2], target)
        index, room = drive.next, COMFORT_M
        while near < LOOK_AHEAD_M and index < end:
            room = max(PATH_RADIUS_M, min(room, self._grid.clearance_at(drive.path[index])))
            corner, beyond = drive.path[index], drive.path[index + 1]
            share = min(1.0, (LOOK_AHEAD_M - near) / max(math.dist(corner, beyond), 1e-6))
            ahead = (corner[0] + share * (beyond[0] - corner[0]), corner[1] + share * (beyond[1] - corner[1]))
            if not self._grid.is_free_line(here.position, ahead, room - CUT_M):
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
        limits, twist = self._world.base.limits, self._world.base.twist
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


def navigation_grid(world: World) -> Grid:
    """Grid of what stands in the base's way now: walls, furniture as open as it is, objects on the floor."""
    low, high = world.scene.bounds
    return build_grid([box for _, box in obstacles(world)], low, high)


def obstacles(world: World) -> list[tuple[str, Box]]:
    """Names and boxes of what stands in the base's way: walls, furniture, loose objects but the one in the hand.

    The boxes are upright, in the map frame.
    """
    scene = world.scene
    boxes = [("a wall", wall.box) for wall in wall_boxes(scene) if not wall.upper]
    for node in scene.graph.of_kind(NodeKind.ASSET):
        if node.model is None:
            continue
        moves = node.model.articulation
        for part in node.model.parts:
            pose = part.pose
            if part.moving and moves is not None:
                pose = articulated(pose, moves, world.joint(moves.joint))
            boxes.append((f"{node.id}/{part.name}", Box(node.pose @ pose, part.size)))
    if world.faults.blockage is not None:
        boxes.append(("a box in the way", world.faults.blockage))
    for item in world.placed:
        if item.id != world.grip.held:
            lies = Box(world.body_pose(item.id), scene.classes[item.label].size)
            boxes.append((item.id, lies.upright()))  # it may have been tipped over
    return [(name, box) for name, box in boxes if _in_the_way(box)]


def _in_the_way(box: Box) -> bool:
    z, half = box.pose.position[2], box.size[2] / 2
    return z - half < ROBOT_HEIGHT_M and z + half > 0.02


def _path(grid: Grid, here: Pose, goal: Pose, unknown: Box | None) -> tuple[Point, ...] | None:
    """Way of the base: a wide one beside what is not on the map, where nobody has asked whether the arm has room.

    That is what Nav2 does with the footprint that it is to be given (docs/real_robot.md).
    """
    start, end = here.position[:2], goal.position[:2]
    radius = min(PATH_RADIUS_M, max(BASE_RADIUS_M - HALF_CELL_M, grid.clearance_at(end)))
    if math.dist(start, end) < REVERSE_M and grid.is_free_line(start, end, BASE_RADIUS_M - 0.03):
        return start, end
    if unknown is None:
        return find_path(grid, start, end, radius)
    room = np.full(grid.clearance.shape, radius)
    room[grid.distances(unknown) < BESIDE_M] = WIDE_M
    room[grid.distances(Box(goal, (0.0, 0.0, 0.0))) < BESIDE_M] = radius  # to work there, it comes close
    return find_path(grid, start, end, room)


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
