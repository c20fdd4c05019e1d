# SPDX-License-Identifier: Apache-2.0
"""The gripper behind a GripperCommand action, as MoveIt's Panda and many others have it."""

from __future__ import annotations

from control_msgs.action import GripperCommand
from control_msgs.msg import GripperCommand as Command
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node

from executor_node.robot.body import Body
from executor_node.robot.follow import RESULT_TIMEOUT_S
from executor_node.wording import plain, unanswered
from makedo_core.cancel import CancelToken
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.robot_config import GripperConfig
from makedo_ros.runtime.action_client import ActionClient
from makedo_ros.runtime.clients import CallError, finish, send_goal


class CommandGripper:
    """Two fingers that share a width, commanded by the position of one; implements the port `Gripper`.

    Args:
        node: calls on its behalf.
        config: description.
        body: knows where the fingers are.
    """

    def __init__(self, node: Node, config: GripperConfig, body: Body) -> None:
        self._config = config
        self._body = body
        self._name = config.action_name
        self._client = ActionClient(node, GripperCommand, self._name, callback_group=ReentrantCallbackGroup())

    def move(self, width_m: float, token: CancelToken) -> Outcome:
        """Open or close to a width; being stopped by an object is a success.

        Some servers abort the goal of a gripper that stalls, others do not: what counts is what the result says.
        """
        command = Command(position=width_m / 2, max_effort=self._config.effort_n)
        goal = GripperCommand.Goal(command=command)
        try:
            handle = send_goal(self._client, goal, self._name, cancelled=lambda: token.cancelled)
            result = finish(handle, self._name, RESULT_TIMEOUT_S, lambda: token.cancelled).result
        except CallError as error:
            if token.cancelled:
                return token.outcome
            return unanswered(plain(self._config.controller), error.cause, str(error))
        self._body.catch_up(self._config.joints, token)
        if result.reached_goal or result.stalled:
            return SUCCESS
        raw = f"{self._name}: neither reached nor stalled, at {result.position:.4f}"
        what = f"{plain(self._config.controller)} did not get to where it should be"
        return Outcome(FailureCause.EXECUTION_FAILED, what, raw)

    def width(self) -> float:
        """Measured distance between the fingers [m]."""
        return sum(self._body.joints(self._config.joints).values())
