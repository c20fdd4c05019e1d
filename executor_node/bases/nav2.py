# SPDX-License-Identifier: Apache-2.0
"""The base behind Nav2's ROS action navigate_to_pose."""

from __future__ import annotations

import math

from action_msgs.msg import GoalStatus
from geometry_msgs.msg import PoseStamped
from nav2_msgs.action import NavigateToPose
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node

from executor_node.measured import measured
from makedo_core.cancel import CancelToken
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.robot_config import BaseConfig, Frames
from makedo_ros.action_client import ActionClient
from makedo_ros.clients import CallError, finish, send_goal
from makedo_ros.conversions import pose_to_ros, stamped
from makedo_ros.tf import TransformBuffer

DRIVE_TIMEOUT_S = 300.0  # of a drive [s, wall]
AT_LEAST_S, PER_M_S = 60.0, 30.0  # a drive may take so long, and so much longer for each metre [s, robot's clock]


class Nav2Base:
    """Drives with Nav2 (or whoever serves navigate_to_pose); implements the port `Base`."""

    def __init__(self, node: Node, frames: Frames, base: BaseConfig, transforms: TransformBuffer) -> None:
        self._node = node
        self._config = base
        self._frames = frames
        self._transforms = transforms
        self._client = ActionClient(
            node, NavigateToPose, base.navigate, callback_group=ReentrantCallbackGroup()
        )

    def pose(self) -> Pose:
        """Where the base is, map frame."""
        return self._transforms.lookup(self._frames.map, self._frames.base)

    def drive_to(self, target: Pose, token: CancelToken) -> Outcome:
        """Drive to a pose and verify that it was reached."""
        began_s = self._now_s()
        limit_s = AT_LEAST_S + PER_M_S * self.pose().distance(target)
        pose = stamped(PoseStamped(pose=pose_to_ros(target)), self._frames.map, began_s)
        name = self._config.navigate

        def overdue() -> bool:
            return self._now_s() - began_s > limit_s

        try:
            handle = send_goal(
                self._client, NavigateToPose.Goal(pose=pose), name, cancelled=lambda: token.cancelled
            )
            response = finish(handle, name, DRIVE_TIMEOUT_S, lambda: token.cancelled or overdue())
        except CallError as error:
            if token.cancelled:
                return token.outcome
            if overdue():
                away = f"{self.pose().distance(target):.2f} m from its goal"
                return Outcome(FailureCause.NAVIGATION_FAILED, f"after {limit_s:.0f} s the base is still {away}")
            return Outcome(_cause(error), f"driving: {error}")
        if response.status != GoalStatus.STATUS_SUCCEEDED:
            reason = getattr(response.result, "error_msg", "") or "the navigation gave up"
            return Outcome(FailureCause.NAVIGATION_FAILED, reason)
        arrived = measured(lambda: self._arrived(target), lambda outcome: outcome.ok, token)
        return token.outcome if token.cancelled else arrived

    def _now_s(self) -> float:
        return float(self._node.get_clock().now().nanoseconds * 1e-9)

    def _arrived(self, target: Pose) -> Outcome:
        here = self.pose()
        off = math.dist(here.position[:2], target.position[:2])
        turn = abs(math.remainder(here.yaw - target.yaw, 2 * math.pi))
        if not (off <= self._config.arrive_m and turn <= 0.3):  # NaN is not there
            return Outcome(
                FailureCause.WRONG_END_STATE,
                f"the navigation reported success {off:.2f} m and {turn:.2f} rad off its goal",
            )
        return SUCCESS


def _cause(error: CallError) -> FailureCause:
    if error.cause is FailureCause.EXECUTION_FAILED:
        return FailureCause.NAVIGATION_FAILED
    return error.cause
