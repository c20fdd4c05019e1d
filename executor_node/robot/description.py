# SPDX-License-Identifier: Apache-2.0
"""What the robot's own description, the URDF on `robot_description`, names."""

from __future__ import annotations

from rclpy.node import Node
from std_msgs.msg import String

from makedo_core.files.joint_ranges import RobotParts, robot_parts
from makedo_ros.runtime.qos import LATCHED

TOPIC = "robot_description"


class OwnDescription:
    """Keeps the newest description.

    Attributes:
        parts: what it names; None until it came, or if it cannot be read.

    Args:
        node: subscribes on its behalf.
    """

    def __init__(self, node: Node) -> None:
        self.parts: RobotParts | None = None
        self._node = node
        node.create_subscription(String, TOPIC, self._take, LATCHED)

    def _take(self, message: String) -> None:
        try:
            self.parts = robot_parts(message.data)
        except ValueError as error:
            self._node.get_logger().warning(str(error))
