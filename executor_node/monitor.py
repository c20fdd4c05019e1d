# SPDX-License-Identifier: Apache-2.0
"""Watches, in wall time, everything that a running task depends on; a loss ends the task and halts the robot."""

from __future__ import annotations

import time
from collections.abc import Callable

from moveit_msgs.srv import GetPlanningScene
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup
from rclpy.clock import Clock, ClockType
from rclpy.node import Node

from makedo_core.failure import FailureCause, Outcome
from makedo_ros.watchdog import Watchdog

PERIOD_S = 0.25
PING_S = 1.0
MOVE_GROUP = "move_group"
SCENE_SETTINGS = 1  # the smallest part of a planning scene
_MEANING = {
    "joint_states": "the robot no longer reports its joints",
    "odom": "the robot no longer reports its odometry",
    MOVE_GROUP: "the motion planner move_group no longer answers",
}


class Monitor:
    """Calls back once with an outcome when something that is needed falls silent.

    Heartbeats tell of our own nodes; joint states and odometry of the robot; move_group, which has no heartbeat on a
    real robot, is asked for something small once a second.

    Args:
        node: listens and asks on its behalf.
        watchdog: of the required nodes.
        lost: called with the outcome when something is lost while `active`.
    """

    def __init__(self, node: Node, watchdog: Watchdog, lost: Callable[[Outcome], None]) -> None:
        self._watchdog = watchdog
        self._lost = lost
        self._active = False
        self._pinged = 0.0
        self._waiting = False
        self._ping = node.create_client(
            GetPlanningScene, "get_planning_scene", callback_group=ReentrantCallbackGroup()
        )
        node.create_timer(
            PERIOD_S,
            self._watch,
            callback_group=MutuallyExclusiveCallbackGroup(),
            clock=Clock(clock_type=ClockType.STEADY_TIME),
        )

    def start(self) -> Outcome:
        """Begin to watch; what is silent already is told at once."""
        self._watchdog.feed(MOVE_GROUP)
        self._waiting = False
        outcome = self._check()
        self._active = outcome.ok
        return outcome

    def stop(self) -> None:
        """Losses no longer matter."""
        self._active = False

    def _watch(self) -> None:
        if not self._active:
            return
        self._ask_move_group()
        outcome = self._check()
        if not outcome.ok:
            self._active = False
            self._lost(outcome)

    def _ask_move_group(self) -> None:
        now = time.monotonic()
        if self._waiting or now - self._pinged < PING_S or not self._ping.service_is_ready():
            return
        self._pinged, self._waiting = now, True
        request = GetPlanningScene.Request()
        request.components.components = SCENE_SETTINGS
        self._ping.call_async(request).add_done_callback(self._answered)

    def _answered(self, _: object) -> None:
        self._waiting = False
        self._watchdog.feed(MOVE_GROUP)

    def _check(self) -> Outcome:
        lost = self._watchdog.lost()
        if not lost:
            return Outcome()
        reasons = "; ".join(_MEANING.get(n, f"the node {n} no longer gives a sign of life") for n in lost)
        return Outcome(FailureCause.COMPONENT_LOST, f"{reasons}; the robot was stopped")
