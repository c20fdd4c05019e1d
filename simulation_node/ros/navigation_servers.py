# SPDX-License-Identifier: Apache-2.0
"""ROS action servers of the navigation: driving to a pose, and the path there. Used by servers.py only."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from builtin_interfaces.msg import Duration
from geometry_msgs.msg import PoseStamped
from nav2_msgs.action import ComputePathToPose, NavigateToPose
from nav_msgs.msg import Path as PathMessage
from rclpy.action.server import ServerGoalHandle
from rclpy.node import Node

from makedo_core.geometry import Pose
from makedo_ros.conversions.message_fields import with_fields
from makedo_ros.conversions.nouns import pose_from_ros, pose_to_ros, stamped, time_to_ros
from simulation_node.control.controller import End, Finish
from simulation_node.navigation.navigation import Drive
from simulation_node.navigation.paths import NoWay, Route, find_way, floor_now
from simulation_node.ros.goal_server import GoalServer
from simulation_node.ros.publishers import MAP_FRAME, ODOM_FRAME
from simulation_node.world.loop import LoopError, SimulationLoop
from simulation_node.world.world import World


class Nav2Code(IntEnum):
    """Nav2's codes on Jazzy: those of ComputePathToPose, and 1xx of FollowPath. Humble's results have none.

    A drive that is cancelled, replaced, or refused by the navigator itself ends with NONE, too.
    """

    NONE = 0
    NAVIGATION_UNKNOWN = 100
    STUCK = 105
    PATH_UNKNOWN = 200
    INVALID_PLANNER = 201
    TF_ERROR = 202
    START_OUTSIDE_MAP = 203
    GOAL_OUTSIDE_MAP = 204
    GOAL_OCCUPIED = 206
    NO_VALID_PATH = 208


NAVIGATION_CODES = {
    End.SUCCEEDED: Nav2Code.NONE,
    End.CANCELED: Nav2Code.NONE,
    End.PREEMPTED: Nav2Code.NONE,
    End.BLOCKED: Nav2Code.STUCK,
}
PATH_CODES = {
    None: Nav2Code.NONE,
    NoWay.START_OUTSIDE: Nav2Code.START_OUTSIDE_MAP,
    NoWay.GOAL_OUTSIDE: Nav2Code.GOAL_OUTSIDE_MAP,
    NoWay.GOAL_OCCUPIED: Nav2Code.GOAL_OCCUPIED,
    NoWay.GOAL_NEAR: Nav2Code.NO_VALID_PATH,
    NoWay.NO_PATH: Nav2Code.NO_VALID_PATH,
}
PLANNERS = ("", "GridBased")


@dataclass(frozen=True, slots=True)
class KnownFrames:
    """The frames that poses may be given in.

    Attributes:
        base: name of the frame of the robot's base.
        odom: pose of the odometry's frame in the map.
    """

    base: str
    odom: Pose

    def problem(self, what: str, given: PoseStamped) -> str:
        """Why a pose cannot be used; empty: it can."""
        frame, pose = given.header.frame_id.lstrip("/"), pose_from_ros(given.pose)
        if frame not in (MAP_FRAME, ODOM_FRAME, self.base):
            return f"{what} in frame {frame!r}; known: {MAP_FRAME}, {ODOM_FRAME}, {self.base}"
        if not pose.is_known or abs(np.linalg.norm(pose.orientation) - 1) > 0.1:
            return f"the {what} pose is not finite, or its quaternion is not of length 1"
        return ""

    def in_map(self, given: PoseStamped, base: Pose) -> Pose:
        """A pose in the map frame, while the robot's base is at `base` (map frame)."""
        frames = {MAP_FRAME: Pose(), ODOM_FRAME: self.odom, self.base: base}
        return frames[given.header.frame_id.lstrip("/")] @ pose_from_ros(given.pose)


class NavigationServer(GoalServer):
    """navigate_to_pose."""

    def __init__(self, node: Node, loop: SimulationLoop, frames: KnownFrames) -> None:
        self._frames = frames
        self._tree = ""  # of the drive under way
        super().__init__(node, loop, NavigateToPose, "navigate_to_pose")

    def execute(self, handle: ServerGoalHandle) -> NavigateToPose.Result:
        """Drive."""
        goal: PoseStamped = handle.request.pose
        problem = self._tree_problem(handle.request.behavior_tree) or self._frames.problem("goal", goal)
        if problem:
            self.conclude(handle, Finish(End.REFUSED, problem))
            return _driven(Nav2Code.NONE, problem)
        self._tree = handle.request.behavior_tree
        begun: list[Drive] = []

        def start(world: World) -> Drive:
            begun.append(world.navigator.start(self._frames.in_map(goal, world.base.pose)))
            return begun[0]

        try:
            finish = self.run(handle, start, lambda drive: self._feedback(handle, drive))
        except LoopError as error:
            handle.abort()
            return _driven(Nav2Code.NAVIGATION_UNKNOWN, str(error))
        self.conclude(handle, finish)
        words = "" if finish.end is End.SUCCEEDED else finish.reason or finish.end.value
        if finish.end in (End.REFUSED, End.NO_PATH):
            return _driven(PATH_CODES[begun[0].lacks], words)
        return _driven(NAVIGATION_CODES.get(finish.end, Nav2Code.NAVIGATION_UNKNOWN), words)

    def _tree_problem(self, tree: str) -> str:
        """Why a drive by a behaviour tree cannot begin; none of them is read."""
        if tree and not Path(tree).is_file():
            return f"there is no behaviour tree {tree}"
        if self._running and tree != self._tree:
            return "a drive by another behaviour tree is under way"
        return ""

    def stop(self, world: World, running: Drive) -> None:
        """Brake."""
        world.navigator.cancel(running)

    def _feedback(self, handle: ServerGoalHandle, drive: Drive) -> None:
        now, pose, left = self.loop.call(lambda world: (world.time, world.base.pose, drive.remaining(world.base.pose)))
        message = NavigateToPose.Feedback(distance_remaining=float(left))
        message.current_pose.header.frame_id = MAP_FRAME
        message.current_pose.header.stamp = time_to_ros(now)
        message.current_pose.pose = pose_to_ros(pose)
        message.navigation_time = _duration(now - drive.begun)
        handle.publish_feedback(message)


class PathServer(GoalServer):
    """compute_path_to_pose: the path that navigate_to_pose would take, from anywhere; nothing moves."""

    def __init__(self, node: Node, loop: SimulationLoop, frames: KnownFrames) -> None:
        self._frames = frames
        super().__init__(node, loop, ComputePathToPose, "compute_path_to_pose")

    def execute(self, handle: ServerGoalHandle) -> ComputePathToPose.Result:
        """Look for a path between two steps of the physics, as a drive does."""
        goal: ComputePathToPose.Goal = handle.request
        began = time.monotonic()
        poses = [("goal", goal.goal), *([("start", goal.start)] if goal.use_start else [])]
        problem = next((p for what, pose in poses if (p := self._frames.problem(what, pose))), "")
        code = Nav2Code.TF_ERROR
        if not problem and goal.planner_id not in PLANNERS:
            problem, code = f"there is no planner {goal.planner_id!r}", Nav2Code.INVALID_PLANNER
        if problem:
            self.conclude(handle, Finish(End.REFUSED, problem))
            return _path_found(code, problem)

        def look(world: World) -> tuple[Route, PathMessage]:
            here, target = world.base.pose, self._frames.in_map(goal.goal, world.base.pose)
            start = self._frames.in_map(goal.start, here) if goal.use_start else here
            way = find_way(floor_now(world), start, target)
            return way, path_to_ros(way, target, world.time)

        try:
            way, path = self.loop.call(look)
        except LoopError as error:
            handle.abort()
            return _path_found(Nav2Code.PATH_UNKNOWN, str(error))
        self.conclude(handle, Finish(End.SUCCEEDED if way.lacks is None else End.NO_PATH, way.reason))
        took = _duration(time.monotonic() - began)
        return _path_found(PATH_CODES[way.lacks], way.reason, path=path, planning_time=took)

    def stop(self, world: World, running: Any) -> None:
        """Nothing moves."""


def _driven(code: Nav2Code, words: str) -> NavigateToPose.Result:
    return with_fields(NavigateToPose.Result, error_code=int(code), error_msg=words)


def _path_found(code: Nav2Code, words: str, **found: Any) -> ComputePathToPose.Result:
    return with_fields(ComputePathToPose.Result, error_code=int(code), error_msg=words, **found)


def path_to_ros(way: Route, goal: Pose, stamp_s: float) -> PathMessage:
    """A way as a message, map frame: at each corner the heading is that of what follows, at the end the goal's."""
    message: PathMessage = stamped(PathMessage(), MAP_FRAME, stamp_s)
    headed = [Pose.planar(*a, math.atan2(b[1] - a[1], b[0] - a[0])) for a, b in pairwise(way.path)]
    for pose in (*headed, goal) if way.path else ():
        message.poses.append(stamped(PoseStamped(pose=pose_to_ros(pose)), MAP_FRAME, stamp_s))
    return message


def _duration(seconds: float) -> Duration:
    whole = int(seconds)
    return Duration(sec=whole, nanosec=int((seconds - whole) * 1e9))
