# SPDX-License-Identifier: Apache-2.0
"""The base behind Nav2's ROS actions navigate_to_pose and compute_path_to_pose."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from action_msgs.msg import GoalStatus
from geometry_msgs.msg import PoseStamped
from nav2_msgs.action import ComputePathToPose, NavigateToPose
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node

from executor_node.robot.bases.straight import StraightWays
from executor_node.robot.measured import measured
from executor_node.wording import plainly, unanswered
from makedo_core.cancel import CancelToken
from makedo_core.failure import SUCCESS, FailureCause, MakedoError, Outcome
from makedo_core.files.shipped import shipped
from makedo_core.geometry import Pose
from makedo_core.robot_config import BaseConfig, Frames
from makedo_ros.conversions.message_fields import has_field
from makedo_ros.conversions.nouns import pose_to_ros, stamped
from makedo_ros.runtime.action_client import ActionClient
from makedo_ros.runtime.clients import CallError, finish, send_goal
from makedo_ros.without_ros.tf import TransformBuffer

DRIVE_TIMEOUT_S = 300.0  # of a drive [s, wall]
PLAN_TIMEOUT_S = 2.0  # of an answer to "is there a path?", and again of the path [s, wall]
_WORDLESS = "the navigation gave up"
AT_LEAST_S, PER_M_S = 60.0, 30.0  # limit of a drive, and what each metre adds [s, robot's clock]


class Nav2Base:
    """Drives with Nav2 (or whoever serves those ROS actions); implements the port `Base`."""

    def __init__(self, node: Node, frames: Frames, base: BaseConfig, transforms: TransformBuffer) -> None:
        self._node = node
        self._config = base
        self._frames = frames
        self._transforms = transforms
        self._tree = tree_file(base.behavior_tree)
        self._straight = StraightWays(node, base)
        self._client = ActionClient(node, NavigateToPose, base.navigate, callback_group=ReentrantCallbackGroup())
        self._planner = (
            ActionClient(node, ComputePathToPose, base.plan, callback_group=ReentrantCallbackGroup())
            if base.plan
            else None
        )

    def pose(self) -> Pose:
        """Where the base is, map frame."""
        return self._transforms.lookup(self._frames.map, self._frames.base)

    def drive_to(self, target: Pose, token: CancelToken) -> Outcome:
        """Drive to a pose and verify that it was reached; a short straight way is driven without turning."""
        driven = self._straight.drive(self.pose(), target, token)
        if driven is None:
            driven = self._navigate_to(target, token)
        if not driven.ok:
            return driven
        arrived = measured(lambda: self._arrived(target), lambda outcome: outcome.ok, token)
        return token.outcome if token.cancelled else arrived

    def _navigate_to(self, target: Pose, token: CancelToken) -> Outcome:
        began_s = self._now_s()
        limit_s = AT_LEAST_S + PER_M_S * self.pose().distance(target)
        pose = stamped(PoseStamped(pose=pose_to_ros(target)), self._frames.map, began_s)
        name = self._config.navigate

        def overdue() -> bool:
            return self._now_s() - began_s > limit_s

        try:
            goal = NavigateToPose.Goal(pose=pose, behavior_tree=self._tree)
            handle = send_goal(self._client, goal, name, cancelled=lambda: token.cancelled)
            response = finish(handle, name, DRIVE_TIMEOUT_S, lambda: token.cancelled or overdue())
        except CallError as error:
            if token.cancelled:
                return token.outcome
            if overdue():
                away = f"{self.pose().distance(target):.2f} m from its goal"
                return Outcome(FailureCause.NAVIGATION_FAILED, f"after {limit_s:.0f} s the base is still {away}")
            return replace(unanswered("the navigation", error.cause, self._said(error)), cause=_cause(error))
        if response.status != GoalStatus.STATUS_SUCCEEDED:
            return self._failed(_why_not_there(response.result))
        return SUCCESS

    def plan_to(self, target: Pose, start: Pose) -> Outcome:
        """Ask the navigation for a path; one that ends elsewhere is none.

        Who asks Nav2 at the moment at which somebody else does may be answered with the other's way, or with nothing:
        such an answer is not taken at its word, and asked for again.
        """
        outcome, is_certain = self._asked_for_a_way(target, start)
        return outcome if is_certain else self._asked_for_a_way(target, start)[0]

    def _asked_for_a_way(self, target: Pose, start: Pose) -> tuple[Outcome, bool]:
        """What the navigation says, and whether it can be meant for this question."""
        if self._planner is None:
            words = "no way was asked for: the robot's description names no base.plan"
            return Outcome(FailureCause.NOT_CAPABLE, words), True
        now_s, name, map_frame = self._now_s(), self._config.plan, self._frames.map
        goal, begin = (stamped(PoseStamped(pose=pose_to_ros(p)), map_frame, now_s) for p in (target, start))
        request = ComputePathToPose.Goal(goal=goal, start=begin, use_start=True)
        try:
            handle = send_goal(self._planner, request, name, timeout_s=PLAN_TIMEOUT_S)
            response = finish(handle, name, PLAN_TIMEOUT_S)
        except CallError as error:  # a rejection is no statement about the floor
            cause = error.cause
            if cause is FailureCause.EXECUTION_FAILED:
                cause = FailureCause.COMPONENT_LOST
            return Outcome(cause, f"asking for a way: {error}"), True
        if response.status == GoalStatus.STATUS_SUCCEEDED:
            leads = _leads_to(response.result, target, self._config.arrive_m)
            return leads, leads.ok
        return _why_no_path(response.result), not NO_WAY or response.result.error_code != 0

    def _said(self, error: CallError) -> str:
        """What was said, and what a navigation that refuses may lack."""
        return str(error) + (self._lacks() if error.cause is FailureCause.EXECUTION_FAILED else "")

    def _failed(self, reason: str) -> Outcome:
        """A drive that failed; without a reason it may be for what a navigation lacks, which Nav2 accepts first."""
        outcome = plainly(Outcome(FailureCause.NAVIGATION_FAILED, reason or _WORDLESS))
        return outcome if reason or not self._tree else replace(outcome, raw=_WORDLESS + self._lacks())

    def _lacks(self) -> str:
        return f"; base.behavior_tree has to be a file where bt_navigator runs: {self._tree}" if self._tree else ""

    def _now_s(self) -> float:
        return float(self._node.get_clock().now().nanoseconds * 1e-9)

    def _arrived(self, target: Pose) -> Outcome:
        here = self.pose()
        off = math.dist(here.position[:2], target.position[:2])
        turn = abs(math.remainder(here.yaw - target.yaw, 2 * math.pi))
        most_m, most_rad = self._config.arrive_m, self._config.arrive_rad
        if off <= most_m and turn <= most_rad:
            return SUCCESS
        # So does NaN.
        ended = f"the navigation reported success {off:.2f} m and {turn:.2f} rad off its goal"
        raw = (
            f"{ended}, where {most_m:.2f} m and {most_rad:.2f} rad are allowed (base.arrive_m, base.arrive_rad): its "
            "goal checker has to be finer than that (config/nav2/goal_tolerance.yaml)"
        )
        return Outcome(FailureCause.WRONG_END_STATE, ended, raw)


def tree_file(name: str) -> str:
    """The file of a behaviour tree for Nav2; empty: its own.

    Raises:
        MakedoError: if a name without a folder is none that comes with Makedo for the Nav2 that runs here.
    """
    if not name or "/" in name:
        return name  # where bt_navigator runs, which may be another machine
    distribution = "jazzy" if _HAS_CODES else "humble"  # bt_navigator's is ours: their actions differ
    files = [folder / name for folder in shipped(f"config/nav2/{distribution}")]
    there = next((file for file in files if file.is_file()), None)
    if there is None:
        raise MakedoError(f"base.behavior_tree is {name!r}, and there is no such file in {files[0].parent}")
    return str(there)


def _cause(error: CallError) -> FailureCause:
    if error.cause is FailureCause.EXECUTION_FAILED:
        return FailureCause.NAVIGATION_FAILED
    return error.cause


_NO_WAY = ("START_OUTSIDE_MAP", "GOAL_OUTSIDE_MAP", "START_OCCUPIED", "GOAL_OCCUPIED", "NO_VALID_PATH")
_HAS_CODES = has_field(ComputePathToPose.Result, "error_code")  # not before Iron
_SAYS_WHY = has_field(ComputePathToPose.Result, "error_msg")
_DRIVE_SAYS_WHY = has_field(NavigateToPose.Result, "error_msg")


def _no_way_codes(kind: type) -> Mapping[int, str]:
    """The codes that say that there is no path, by their names, for Nav2 renumbers them; not every Nav2 has all."""
    there = {name: value for name in _NO_WAY if isinstance(value := getattr(kind, name, None), int)}
    return {value: name.lower().replace("_", " ") for name, value in there.items()}


NO_WAY: Mapping[int, str] = _no_way_codes(ComputePathToPose.Result) if _HAS_CODES else {}
"""Meaning of the codes of a navigation that found no path; empty: indistinguishable from one that failed."""


_IN_WORDS = {  # of what FollowPath reports; the overlay lacks it, and no Nav2 with codes has others
    102: "the navigation does not know where the base is",
    104: "something is in the way of the base",
    105: "the base got no farther",
    106: "something is in the way of the base",
    107: "the navigation heard nothing of what is around",
}
_NO_WAY_IN_WORDS = {
    "START_OUTSIDE_MAP": "the base is not on the navigation's map",
    "GOAL_OUTSIDE_MAP": "where the base is to go is not on the navigation's map",
    "START_OCCUPIED": "the base stands where the navigation sees something",
    "GOAL_OCCUPIED": "something stands where the base is to go",
    "NO_VALID_PATH": "there is no way for the base to get there",
}


def _why_not_there(result: NavigateToPose.Result) -> str:
    """Why a drive failed; empty: it does not say.

    Nav2 on Jazzy never fills in words, and its code only if its behaviour tree passes one on.
    """
    if _DRIVE_SAYS_WHY and result.error_msg:
        return str(result.error_msg)
    code = result.error_code if has_field(NavigateToPose.Result, "error_code") else 0
    named = {getattr(ComputePathToPose.Result, n, None): words for n, words in _NO_WAY_IN_WORDS.items()}
    return named.get(code) or _IN_WORDS.get(code, "")


def _why_no_path(result: ComputePathToPose.Result) -> Outcome:
    """Whether the navigation says that there is no path, or cannot say."""
    said = result.error_msg if _SAYS_WHY else ""
    if NO_WAY and result.error_code in NO_WAY:
        return Outcome(FailureCause.NAVIGATION_FAILED, said or NO_WAY[result.error_code])
    words = said or "it does not say why"
    return Outcome(FailureCause.EXECUTION_FAILED, f"the navigation could not look for a way: {words}")


def _leads_to(result: ComputePathToPose.Result, target: Pose, arrive_m: float) -> Outcome:
    """Success if a path ends at the target: a planner with a tolerance is content with a place near it."""
    poses = result.path.poses
    if not poses:
        return Outcome(FailureCause.NAVIGATION_FAILED, "the navigation's path is empty")
    end = poses[-1].pose.position
    off = math.dist((end.x, end.y), target.position[:2])
    if off <= arrive_m:
        return SUCCESS
    return Outcome(FailureCause.NAVIGATION_FAILED, f"the navigation's path ends {off:.2f} m beside it")
