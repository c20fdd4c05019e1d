# SPDX-License-Identifier: Apache-2.0
"""The gripper behind its trajectory controller."""

from __future__ import annotations

from rclpy.node import Node

from executor_node.robot.body import Body
from executor_node.robot.follow import Controller, Followed
from makedo_core.cancel import CancelToken
from makedo_core.failure import Outcome
from makedo_core.robot_config import GripperConfig

SHORTEST_S = 0.25
PRESS_M = 0.02  # so much narrower than what they hold the fingers are told to be, within the goal tolerance of a
# trajectory controller (0.02 of each finger on TIAGo)


class ControllerGripper:
    """Two fingers that share a width; implements the port `Gripper`."""

    def __init__(self, node: Node, config: GripperConfig, body: Body) -> None:
        self._config = config
        self._body = body
        self._controller = Controller(node, config.controller)

    def move(self, width_m: float, token: CancelToken) -> Outcome:
        """Open or close to a width; being stopped by an object is a success.

        A controller that misses its goal gives up and holds the fingers where they are, which presses on nothing: what
        stopped them is pressed on by another goal, a little narrower than it.
        """
        closing = width_m < self.width()
        followed = self._follow(width_m, token)
        if not followed.blocked or not closing:
            return followed.outcome
        return self._follow(max(width_m, self.width() - PRESS_M), token).outcome

    def _follow(self, width_m: float, token: CancelToken) -> Followed:
        way = abs(width_m - self.width()) / 2
        duration_s = max(SHORTEST_S, way / self._config.finger_speed)
        goal = dict.fromkeys(self._config.joints, width_m / 2)
        followed = self._controller.move(goal, duration_s, token, may_be_blocked=True)
        self._body.catch_up(self._config.joints, token)
        return followed

    def width(self) -> float:
        """Measured distance between the fingers [m]."""
        return sum(self._body.joints(self._config.joints).values())
