# SPDX-License-Identifier: Apache-2.0
"""The robot's body as it reports itself: joint values, speeds, their age, and whether anything moves."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Mapping

from nav_msgs.msg import Odometry
from rclpy.node import Node
from sensor_msgs.msg import JointState

from makedo_core.failure import FailureCause, MakedoError
from makedo_core.robot_config import RobotConfig
from makedo_ros.conversions import time_from_ros
from makedo_ros.qos import SENSOR
from makedo_ros.streams import streams_of

STILL_JOINT = 0.01  # rad/s or m/s
SILENT_S = 2.0
STILL_BASE = 0.005  # m/s or rad/s


class BodyError(MakedoError):
    """The robot does not report itself."""

    cause = FailureCause.COMPONENT_LOST


class Body:
    """Keeps the newest joint states and odometry.

    Args:
        node: subscribes on its behalf.
        robot: names of topics.
        heard: told "joint_states" or "odom" at every message, for a watchdog.
    """

    def __init__(self, node: Node, robot: RobotConfig, heard: Callable[[str], None] = lambda _: None) -> None:
        self._changed = threading.Condition()
        self._positions: dict[str, float] = {}
        self._joint_speed = math.inf
        self._joint_stamp = -1.0
        self._heard_at = -math.inf  # [s, wall]
        self._base_speed = math.inf
        self._base_stamp = -1.0
        self._heard = heard
        streams_of(node).subscribe(JointState, robot.joint_states, self._on_joints, SENSOR)
        streams_of(node).subscribe(Odometry, robot.base.odom_topic, self._on_odometry, SENSOR)

    def joints(self, names: tuple[str, ...]) -> Mapping[str, float]:
        """Newest values of some joints.

        Raises:
            BodyError: if they have never been reported.
        """
        with self._changed:
            missing = [n for n in names if n not in self._positions]
            if not missing:
                return {n: self._positions[n] for n in names}
            known = ", ".join(sorted(self._positions)) or "none yet"
        raise BodyError(f"no joint state of {', '.join(missing)}; reported joints: {known}")

    def reported(self) -> frozenset[str]:
        """Every joint that was ever reported."""
        with self._changed:
            return frozenset(self._positions)

    def speeds(self) -> tuple[float, float]:
        """Largest joint speed and base speed, newest."""
        with self._changed:
            return self._joint_speed, self._base_speed

    def time_to_standstill(self, since_s: float, timeout_s: float) -> float:
        """Wait until neither joints nor base move.

        Args:
            since_s: when the stop was asked for, on the robot's clock [s].
            timeout_s: limit [s, wall]; a robot that is silent for SILENT_S is not waited for.

        Returns:
            seconds on the robot's clock between since_s and the first still report; negative: not known to be still.
        """
        begun = time.monotonic()
        deadline = begun + timeout_s
        joints_still = base_still = -1.0
        with self._changed:
            while time.monotonic() < min(deadline, max(begun, self._heard_at) + SILENT_S):
                if self._joint_stamp >= since_s:
                    joints_still = _first(joints_still, self._joint_stamp, self._joint_speed < STILL_JOINT)
                if self._base_stamp >= since_s:
                    base_still = _first(base_still, self._base_stamp, self._base_speed < STILL_BASE)
                newest = min(self._joint_stamp, self._base_stamp)
                still = max(joints_still, base_still)
                if min(joints_still, base_still) >= 0 and newest >= still + 0.05:
                    return max(0.0, still - since_s)
                self._changed.wait(0.1)
        return -1.0

    def _on_joints(self, message: JointState) -> None:
        with self._changed:
            self._positions.update(zip(message.name, message.position, strict=True))
            self._joint_speed = max((abs(v) for v in message.velocity), default=math.inf)
            self._joint_stamp = time_from_ros(message.header.stamp)
            self._heard_at = time.monotonic()
            self._changed.notify_all()
        self._heard("joint_states")

    def _on_odometry(self, message: Odometry) -> None:
        twist = message.twist.twist
        with self._changed:
            self._base_speed = math.hypot(twist.linear.x, twist.linear.y) + abs(twist.angular.z)
            self._base_stamp = time_from_ros(message.header.stamp)
            self._changed.notify_all()
        self._heard("odom")


def _first(known: float, stamp: float, still: bool) -> float:
    """Stamp of the first of an unbroken run of still reports; -1 while moving."""
    if not still:
        return -1.0
    return known if known >= 0 else stamp
