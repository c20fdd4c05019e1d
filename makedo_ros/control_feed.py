# SPDX-License-Identifier: Apache-2.0
"""Who commands the robot, as the executor says: whoever else moves or halts it keeps still while a person has it."""

from __future__ import annotations

from rclpy.node import Node

from makedo.msg import Control
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_ros.runtime.qos import LATCHED

CONTROL_TOPIC = "control"


class ControlFeed:
    """Follows the latched topic `control`; before the first word, the robot is Makedo's.

    Args:
        node: listens on its behalf.
    """

    def __init__(self, node: Node) -> None:
        self._newest = Control()
        node.create_subscription(Control, CONTROL_TOPIC, self._on_control, LATCHED)

    @property
    def handed_over(self) -> bool:
        """Whether a person has the robot."""
        return bool(self._newest.handed_over)

    @property
    def outcome(self) -> Outcome:
        """Why nothing may move now; SUCCESS when it may."""
        newest = self._newest
        if not newest.handed_over:
            return SUCCESS
        return Outcome(FailureCause.HANDED_OVER, f"the robot is handed over to {newest.person or 'a person'}")

    def _on_control(self, message: Control) -> None:
        self._newest = message
