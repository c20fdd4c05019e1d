# SPDX-License-Identifier: Apache-2.0
"""Watches, in wall time, everything that a running task depends on; a loss ends the task and halts the robot.

What launch starts again, the planner for one, is waited for, and so are images: the task is held meanwhile.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from typing import Protocol

from moveit_msgs.srv import GetPlanningScene
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup
from rclpy.clock import Clock, ClockType
from rclpy.node import Node

from executor_node.hold import WATCHDOG
from makedo_core.failure import FailureCause, Outcome
from makedo_ros.lifecycle import ACTIVE
from makedo_ros.watchdog import Watchdog

PERIOD_S = 0.25
PING_S = 1.0
MOVE_GROUP = "move_group"
LOCALISATION = "localisation"
SCENE_SETTINGS = 1  # the smallest part of a planning scene
_SILENT, _INACTIVE = "no longer gives a sign of life", "is not active any more"
_MEANING = {
    "joint_states": "the robot no longer reports its joints",
    "odom": "the robot no longer reports its odometry",
    LOCALISATION: "nobody tells any more where the robot is on the map",
    MOVE_GROUP: "the motion planner move_group no longer answers",
}


class Holder(Protocol):
    """Holds a task and lets go of it."""

    def pause(self, holder: str, reason: str) -> object:
        """Interrupt what moves and hold the task."""

    def resume(self, holder: str) -> object:
        """Let go."""


class Monitor:
    """Calls back once with an outcome when something that is needed falls silent, for good if it may come back.

    Heartbeats tell of our own nodes, which must also stay active once they have been, and say whether what they tell is
    up to date; joint states, odometry and transforms tell of the robot; move_group, which has no heartbeat on a real
    robot, is asked for something small once a second.

    Args:
        node: listens and asks on its behalf.
        watchdog: of the required nodes.
        lost: called with the outcome when something is lost while `active`.
        located: whether where the robot is on the map has just been heard.
        holder: of the task, while something is waited for.
        restarted: nodes that are started again when they end.
        patience_s: so long they are waited for [s, wall].
    """

    def __init__(
        self,
        node: Node,
        watchdog: Watchdog,
        lost: Callable[[Outcome], None],
        located: Callable[[], bool],
        holder: Holder,
        restarted: Collection[str],
        patience_s: float,
    ) -> None:
        self._watchdog = watchdog
        self._lost, self._located = lost, located
        self._holder = holder
        self._restarted, self._patience_s = frozenset(restarted), patience_s
        self._waiting_since: float | None = None  # for a node that was lost
        self._active = False
        self._pinged = 0.0
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
        self._look_for_the_robot()
        self._waiting_since = None
        outcome = self._outcome(tuple(sorted(self._of_no_use())))
        self._active = outcome.ok
        return outcome

    def stop(self) -> None:
        """Losses no longer matter."""
        self._active = False

    def _watch(self) -> None:
        if not self._active:
            return
        self._ask_move_group()
        self._look_for_the_robot()
        lost = self._lost_now()
        if lost and (self._restarted | self._outdated().keys()).issuperset(lost):
            lost = self._wait_for(lost)
        elif not lost and self._waiting_since is not None:
            self._waiting_since = None
            self._holder.resume(WATCHDOG)
        outcome = self._outcome(lost)
        if not outcome.ok:
            self._active = False
            self._lost(outcome)

    def _lost_now(self) -> tuple[str, ...]:
        """Who is of no use, who was started again and is not active yet, and who tells what is out of date."""
        back = {n for n in self._restarted if self._watchdog.state(n) not in (ACTIVE, "")}
        return tuple(sorted(back | self._of_no_use() | self._outdated().keys()))

    def _of_no_use(self) -> set[str]:
        """Who is silent, and who stopped working and is not started again."""
        return {*self._watchdog.lost(), *(set(self._watchdog.ceased()) - self._restarted)}

    def _outdated(self) -> Mapping[str, str]:
        """Who lives, and says that what it tells is out of date: that may pass."""
        gone = self._of_no_use()
        return {n: reason for n, reason in self._watchdog.outdated().items() if n not in gone}

    def _look_for_the_robot(self) -> None:
        if self._located():
            self._watchdog.feed(LOCALISATION)

    def _wait_for(self, lost: tuple[str, ...]) -> tuple[str, ...]:
        """Hold the task; what of it is lost for good."""
        now = time.monotonic()
        if self._waiting_since is None:
            self._waiting_since = now
            self._holder.pause(WATCHDOG, f"{self._reasons(lost)}; waiting for it")
        return lost if now - self._waiting_since > self._patience_s else ()

    def _ask_move_group(self) -> None:
        """Ask for a sign of life, though the last may not have come: it may be lost while nodes find each other."""
        now = time.monotonic()
        if now - self._pinged < PING_S or not self._ping.service_is_ready():
            return
        self._pinged = now
        request = GetPlanningScene.Request()
        request.components.components = SCENE_SETTINGS
        self._ping.call_async(request).add_done_callback(self._answered)

    def _answered(self, _: object) -> None:
        self._watchdog.feed(MOVE_GROUP)

    def _outcome(self, lost: tuple[str, ...]) -> Outcome:
        if not lost:
            return Outcome()
        return Outcome(FailureCause.COMPONENT_LOST, f"{self._reasons(lost)}; the robot was stopped")

    def _reasons(self, lost: tuple[str, ...]) -> str:
        silent, outdated = self._watchdog.lost(), self._outdated()
        known = {**_MEANING, **{n: f"the node {n} says: {reason}" for n, reason in outdated.items()}}
        return "; ".join(known.get(n, f"the node {n} {_SILENT if n in silent else _INACTIVE}") for n in lost)
