# SPDX-License-Identifier: Apache-2.0
"""Whether MoveIt can time motions of the arm: asked of move_group before anything moves."""

from __future__ import annotations

import threading
import time
from collections.abc import Collection

from rcl_interfaces.srv import GetParameters
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from rclpy.task import Future

from makedo_core.doctor.finding import Area, Finding, Level, faults
from makedo_core.doctor.servers import acceleration_limits
from makedo_core.robot_config import RobotConfig
from makedo_ros.doctor.asking import ASSUMES_ACCELERATIONS, SEMANTIC, limit_parameters, without_acceleration
from makedo_ros.runtime.clients import LOST_S

PATIENCE_S = 15.0  # [s, wall]; a move_group that answers nothing for so long is taken to know no limits to tell of


class PlanningLimits:
    """Asks move_group for the acceleration limits of the arm's joints.

    Args:
        node: on whose behalf.
        robot: description.
        move_group: complete name of its node.
    """

    def __init__(self, node: Node, robot: RobotConfig, move_group: str) -> None:
        self._robot = robot
        group = ReentrantCallbackGroup()
        self._service = f"{move_group}/get_parameters"
        self._client = node.create_client(GetParameters, self._service, callback_group=group)
        self._lock = threading.Lock()
        self._asked: dict[str, Future] = {}
        self._since = self._put_at = 0.0

    def begin(self) -> None:
        """Ask anew, for another move_group may run now, unless an answer is still open."""
        with self._lock:
            if self._asked and all(future.done() for future in self._asked.values()):
                self._asked, self._since = {}, 0.0

    def problem(self, services: Collection[str]) -> tuple[Finding, ...]:
        """Why nothing could be planned; empty: it can, or move_group does not say. Never waits.

        Args:
            services: complete names of those that are there.
        """
        with self._lock:
            if self._service not in services:
                self._asked, self._since = {}, 0.0
                return ()  # no move_group, which is told of elsewhere, or one without parameters
            now = time.monotonic()
            self._since = self._since or now
            if not self._asked or now - self._put_at > LOST_S:
                self._put(now)
            open_still = not self._asked or not all(future.done() for future in self._asked.values())
            if open_still and now - self._since < PATIENCE_S:
                found, remedy = "MoveIt has not said its joint limits yet", "wait; it may still be loading"
                return (Finding(Area.MOVEIT, self._service, Level.FAULT, found, remedy),)
            without = without_acceleration(self._robot, self._answer)
        return faults(acceleration_limits(self._robot, without, ASSUMES_ACCELERATIONS))

    def _put(self, now: float) -> None:
        """Ask what is not answered; the first answer to a client that has just connected may be lost."""
        if not self._client.service_is_ready():
            return
        self._put_at = now
        for name in (SEMANTIC, *limit_parameters(self._robot)):  # one a call: rclcpp answers none if it lacks one
            if name not in self._asked or not self._asked[name].done():
                self._asked[name] = self._client.call_async(GetParameters.Request(names=[name]))

    def _answer(self, name: str) -> GetParameters.Response | None:
        future = self._asked.get(name)
        return future.result() if future is not None and future.done() else None
