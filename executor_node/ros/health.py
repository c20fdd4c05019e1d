# SPDX-License-Identifier: Apache-2.0
"""Tells how Makedo and the robot are, with what helps, on the latched topic `health`; for people and their pages.

Nothing decides by it: what ends or holds an instruction is watched by `monitor.py`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence

from rclpy.callback_groups import MutuallyExclusiveCallbackGroup
from rclpy.clock import Clock, ClockType
from sensor_msgs.msg import BatteryState

from makedo.msg import Health, HealthItem
from makedo_core.doctor.finding import Finding, Level
from makedo_core.health.vital_signs import BatteryReading, VitalSigns, findings, worst
from makedo_core.robot_config import RobotConfig
from makedo_ros.conversions.nouns import time_to_ros
from makedo_ros.runtime.lifecycle import MakedoNode
from makedo_ros.runtime.qos import LATCHED, SENSOR
from makedo_ros.watchdog import Watchdog

HEALTH_TOPIC = "health"
PERIOD_S = 1.0
AGAIN_S = 2.0  # it is told at least this often: a silent topic says that the executor is gone
SERVERS_S = 5.0  # asking ROS for all servers takes some milliseconds
_LEVELS = {Level.OK: HealthItem.OK, Level.WARNING: HealthItem.WARNING, Level.FAULT: HealthItem.FAULT}
_CHARGING = (BatteryState.POWER_SUPPLY_STATUS_CHARGING, BatteryState.POWER_SUPPLY_STATUS_FULL)


class HealthPublisher:
    """Publishes `health`.

    Args:
        node: the executor.
        robot: description.
        watchdog: of the nodes, joints and odometry.
        names: of the nodes that are watched.
        localisation_s: how long nothing was heard of where the robot is on the map [s, wall].
        lacking: what the robot does not offer.
        queue_problem: why the queue of instructions cannot be used; empty: it can.
    """

    def __init__(
        self,
        node: MakedoNode,
        robot: RobotConfig,
        watchdog: Watchdog,
        names: Sequence[str],
        localisation_s: Callable[[], float],
        lacking: Callable[[], tuple[Finding, ...]],
        queue_problem: Callable[[], str],
    ) -> None:
        self._node, self._robot, self._watchdog, self._names = node, robot, watchdog, tuple(names)
        self._localisation_s, self._lacking, self._queue_problem = localisation_s, lacking, queue_problem
        self._lacks: tuple[Finding, ...] = ()
        self._asked = self._told_at = -math.inf
        self._told: tuple[Finding, ...] = ()
        self._charge, self._charging, self._heard = math.nan, False, -math.inf
        self._topic = node.create_publisher(Health, HEALTH_TOPIC, LATCHED)
        group = MutuallyExclusiveCallbackGroup()
        if robot.battery.topic:
            node.create_subscription(
                BatteryState, robot.battery.topic, self._on_battery, SENSOR, callback_group=group
            )
        node.create_timer(PERIOD_S, self._tell, callback_group=group, clock=Clock(clock_type=ClockType.STEADY_TIME))

    def _on_battery(self, message: BatteryState) -> None:
        self._charge, self._heard = message.percentage, time.monotonic()
        self._charging = message.power_supply_status in _CHARGING

    def _tell(self) -> None:
        now = time.monotonic()
        if now - self._asked > SERVERS_S:
            self._asked, self._lacks = now, self._lacking()
        signs = self._signs(now)
        found = findings(signs, self._watchdog.timeout_s, self._robot.battery)
        if (found == self._told and now - self._told_at < AGAIN_S) or not self._node.context.ok():
            return
        self._told, self._told_at = found, now
        message = Health(
            level=_LEVELS[worst(found)],
            items=[item_to_ros(finding) for finding in found],
            battery=-1.0 if signs.battery is None or math.isnan(signs.battery.charge) else signs.battery.charge,
        )
        message.header.stamp = time_to_ros(self._node.now_s())
        self._topic.publish(message)

    def _signs(self, now: float) -> VitalSigns:
        watchdog, has_battery = self._watchdog, bool(self._robot.battery.topic)
        return VitalSigns(
            nodes={name: watchdog.sign(name) for name in self._names},
            joints_s=watchdog.silent_s("joint_states"),
            odometry_s=None if self._robot.base is None else watchdog.silent_s("odom"),
            localisation_s=self._localisation_s(),
            lacking=self._lacks,
            battery=BatteryReading(self._charge, self._charging, now - self._heard) if has_battery else None,
            queue_problem=self._queue_problem(),
        )


def item_to_ros(finding: Finding) -> HealthItem:
    """Finding -> makedo/HealthItem."""
    return HealthItem(
        area=finding.area.value,
        subject=finding.subject,
        level=_LEVELS[finding.level],
        found=finding.found,
        remedy=finding.remedy,
    )
