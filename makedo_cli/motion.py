# SPDX-License-Identifier: Apache-2.0
"""How fast a robot's joints and its base move, from what the robot tells: for benchmarks and tests."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from makedo_ros.conversions import time_from_ros
from makedo_ros.qos import SENSOR

if TYPE_CHECKING:
    from nav_msgs.msg import Odometry
    from rclpy.node import Node
    from sensor_msgs.msg import JointState

STILL = 0.02  # rad/s, m/s: below it a joint or the base counts as standing


@dataclass
class Motion:
    """Speeds over the robot's time, from joint_states and odometry."""

    samples: list[tuple[float, float]] = field(default_factory=list)  # (time [s], largest speed)
    now_s: float = 0.0

    def listen(self, node: Node) -> None:
        """Subscribe to what a TIAGo tells."""
        from nav_msgs.msg import Odometry
        from sensor_msgs.msg import JointState

        node.create_subscription(JointState, "joint_states", self.on_joints, SENSOR)
        node.create_subscription(Odometry, "mobile_base_controller/odom", self.on_odom, SENSOR)

    def on_joints(self, message: JointState) -> None:
        """Callback."""
        self._add(time_from_ros(message.header.stamp), max((abs(v) for v in message.velocity), default=0.0))

    def on_odom(self, message: Odometry) -> None:
        """Callback."""
        twist = message.twist.twist
        speed = max(abs(twist.linear.x), abs(twist.linear.y), abs(twist.angular.z))
        self._add(time_from_ros(message.header.stamp), speed)

    def moving(self, since_s: float) -> bool:
        """Whether anything moved since a time [s]."""
        return any(speed > STILL for stamp, speed in self.samples if stamp > since_s)

    def last_motion(self, since_s: float) -> float:
        """Newest time of motion after `since_s`, else `since_s` [s]."""
        return max((stamp for stamp, speed in self.samples if stamp > since_s and speed > STILL), default=since_s)

    def _add(self, stamp: float, speed: float) -> None:
        self.now_s = max(self.now_s, stamp)
        self.samples.append((stamp, speed))
