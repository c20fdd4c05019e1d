# SPDX-License-Identifier: Apache-2.0
"""The robot's body as it reports itself: joint values, speeds, their age, and whether anything moves."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nav_msgs.msg import Odometry
from rclpy.node import Node
from sensor_msgs.msg import JointState

from executor_node.robot.measured import measured
from makedo_core.cancel import CancelToken
from makedo_core.failure import CausedError, FailureCause, Outcome
from makedo_core.health.voices import Voices
from makedo_core.robot_config import RobotConfig
from makedo_ros.conversions.nouns import time_from_ros
from makedo_ros.runtime.qos import SENSOR
from makedo_ros.runtime.streams import NUMBER, streams_of

STILL_JOINT = 0.02  # rad/s or m/s; of a wheel it is 2 mm/s
SILENT_S = 2.0
STILL_BASE = 0.01  # m/s, of a point LEVER_M off its middle
LEVER_M = 0.5
STILL_FOR_S = 0.05  # a moment's rest is no standstill
STANDSTILL_TIMEOUT_S = 5.0
NOT_KNOWN_TO_STAND = Outcome(
    FailureCause.EXECUTION_FAILED, f"the robot is not known to stand still after {STANDSTILL_TIMEOUT_S:.0f} s"
)
BASE = "base"


class BodyError(CausedError):
    """The robot does not report itself."""


class Body:
    """Keeps the newest joint states and odometry.

    Args:
        node: subscribes on its behalf.
        robot: names of topics.
        heard: told "joint_states" or "odom" at every message, for a watchdog.
    """

    def __init__(self, node: Node, robot: RobotConfig, heard: Callable[[str], None] = lambda _: None) -> None:
        self._node = node
        self._changed = threading.Condition()
        self._positions: dict[str, float] = {}
        self._efforts: dict[str, float] = {}
        self._speeds: dict[str, float] = {}
        self._stamps: dict[str, float] = {}
        self._heard_at = -math.inf  # [s, wall]
        self._heard = heard
        self._voices, self._base_voices = Voices(), Voices()
        streams_of(node).subscribe(JointState, robot.joint_states, self._on_joints, SENSOR)
        self._drives = robot.base is not None
        if robot.base is not None:
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
        what = f"no joint state of {', '.join(missing)}; reported joints: {known}"
        raise BodyError(FailureCause.COMPONENT_LOST, what)

    def efforts(self, names: tuple[str, ...]) -> Mapping[str, float]:
        """Newest efforts of some joints [Nm or N]; only of those that report any."""
        with self._changed:
            return {n: self._efforts[n] for n in names if n in self._efforts}

    def catch_up(self, names: tuple[str, ...], token: CancelToken) -> None:
        """Wait until some joints are reported as they are now: reports come later than the result of a motion."""
        now = self._node.get_clock().now().nanoseconds * 1e-9
        measured(lambda: self._reported_at(names), lambda stamp: stamp >= now, token)

    def _reported_at(self, names: tuple[str, ...]) -> float:
        """Of the oldest of the newest reports of these joints [s]."""
        with self._changed:
            return min((self._stamps.get(n, -math.inf) for n in names), default=math.inf)

    def reported(self) -> frozenset[str]:
        """Every joint that was ever reported."""
        with self._changed:
            return frozenset(self._positions)

    def doubled(self) -> frozenset[str]:
        """Joints that two publishers report."""
        return self._voices.doubled()

    def base_doubled(self) -> bool:
        """Whether two publishers send odometry."""
        return bool(self._base_voices.doubled())

    def standstill(self, since_s: float, timeout_s: float) -> dict[str, float]:
        """Wait until neither joints nor base, if it can, move.

        Args:
            since_s: when the stop was asked for, on the robot's clock [s].
            timeout_s: limit [s, wall]; a robot that is silent for SILENT_S is not waited for.

        Returns:
            of each joint and of the base (BASE) the seconds on the robot's clock from since_s to the first still
            report; empty: not known to be still, as where two robots report.
        """
        begun = time.monotonic()
        deadline = begun + timeout_s
        still: dict[str, float] = {}
        with self._changed:
            while time.monotonic() < min(deadline, max(begun, self._heard_at) + SILENT_S):
                for part, speed in self._speeds.items():
                    stamp = self._stamps[part]
                    if stamp < since_s:
                        continue
                    if speed < (STILL_BASE if part == BASE else STILL_JOINT):
                        still.setdefault(part, stamp)
                    else:
                        still.pop(part, None)
                heard = len(self._speeds) > self._drives and (BASE in self._speeds) == self._drives
                if heard and len(still) == len(self._speeds):
                    doubled = self._voices.doubled() or self._base_voices.doubled()
                    if not doubled and min(self._stamps.values()) >= max(still.values()) + STILL_FOR_S:
                        return {part: max(0.0, stamp - since_s) for part, stamp in still.items()}
                self._changed.wait(0.1)
        return {}

    def _on_joints(self, message: JointState, about: Mapping[str, Any]) -> None:
        self._voices.heard(message.name, about.get(NUMBER))
        speeds = message.velocity if len(message.velocity) == len(message.name) else [math.inf] * len(message.name)
        stamp = time_from_ros(message.header.stamp)
        positions = _told(message.name, message.position)
        with self._changed:
            self._positions.update(positions)
            self._efforts.update(_told(message.name, message.effort))
            for name, speed in zip(message.name, speeds, strict=True):
                self._speeds[name], self._stamps[name] = abs(speed), stamp
            self._heard_at = time.monotonic()
            self._changed.notify_all()
        if positions:
            self._heard("joint_states")

    def _on_odometry(self, message: Odometry, about: Mapping[str, Any]) -> None:
        self._base_voices.heard([BASE], about.get(NUMBER))
        twist = message.twist.twist
        with self._changed:
            self._speeds[BASE] = math.hypot(twist.linear.x, twist.linear.y) + LEVER_M * abs(twist.angular.z)
            self._stamps[BASE] = time_from_ros(message.header.stamp)
            self._changed.notify_all()
        self._heard("odom")


def _told(names: Sequence[str], values: Sequence[float]) -> dict[str, float]:
    """Values of the joints that are reported: possibly none; NaN counts as not reported."""
    if len(values) != len(names):
        return {}
    return {name: value for name, value in zip(names, values, strict=True) if math.isfinite(value)}
