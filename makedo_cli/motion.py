# SPDX-License-Identifier: Apache-2.0
"""How fast a robot's joints and its base move, from what the robot publishes: for benchmarks and tests."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import takewhile
from typing import TYPE_CHECKING

from makedo_ros.conversions.nouns import time_from_ros
from makedo_ros.runtime.qos import SENSOR

if TYPE_CHECKING:
    from nav_msgs.msg import Odometry
    from rclpy.node import Node
    from sensor_msgs.msg import JointState

BASE = "base"
STILL = 0.02  # rad/s, m/s: below it a joint, or a point of the base LEVER_M off its middle, counts as standing
LEVER_M = 0.5
FAST = 0.2  # rad/s, m/s: faster is in mid-motion
DISORDER_S = 1.0  # by which samples of two topics may come in another order than they were taken in
WHEEL = "wheel"  # in the names of joints that say again what the odometry says


@dataclass
class SpeedHistory:
    """Speeds over the robot's time, from joint_states and odometry."""

    samples: list[tuple[float, float, str]] = field(default_factory=list)  # (time [s], largest speed, of what)
    now_s: float = 0.0

    def listen(self, node: Node) -> None:
        """Subscribe to what a TIAGo publishes."""
        from nav_msgs.msg import Odometry
        from sensor_msgs.msg import JointState

        node.create_subscription(JointState, "joint_states", self.on_joints, SENSOR)
        node.create_subscription(Odometry, "mobile_base_controller/odom", self.on_odom, SENSOR)

    def on_joints(self, message: JointState) -> None:
        """Callback."""
        told = zip(message.velocity, message.name, strict=False)
        speeds = [(abs(speed), name) for speed, name in told if WHEEL not in name]
        self._add(time_from_ros(message.header.stamp), *max(speeds, default=(0.0, "")))

    def on_odom(self, message: Odometry) -> None:
        """Callback."""
        twist = message.twist.twist
        speed = math.hypot(twist.linear.x, twist.linear.y) + LEVER_M * abs(twist.angular.z)
        self._add(time_from_ros(message.header.stamp), speed, BASE)

    def moving(self, since_s: float) -> bool:
        """Whether anything moved since a time [s]."""
        return self.last_motion(since_s)[0] > since_s

    def moves_fast(self, part: str) -> bool:
        """Whether, by the newest word of it, a part is in mid-motion: BASE, or what begins like this."""
        newest = next((s for s in reversed(self.samples) if (s[2] == BASE) is (part == BASE)), (0.0, 0.0, ""))
        return newest[2].startswith(part) and newest[1] > FAST

    def last_motion(self, since_s: float) -> tuple[float, str]:
        """Newest time of motion after `since_s`, else `since_s` [s]; and which joint it was, or BASE."""
        newest = takewhile(lambda sample: sample[0] > since_s - DISORDER_S, reversed(self.samples))
        moved = ((stamp, part) for stamp, speed, part in newest if stamp > since_s and speed > STILL)
        return max(moved, default=(since_s, ""))

    def _add(self, stamp: float, speed: float, part: str) -> None:
        self.now_s = max(self.now_s, stamp)
        self.samples.append((stamp, speed, part))
