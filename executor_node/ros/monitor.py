# SPDX-License-Identifier: Apache-2.0
"""Watches, in wall time, everything that a running task depends on; a loss ends the task and halts the robot.

What launch starts again, the planner for one, is waited for, and so are images: the task is held meanwhile. So is any
other node of ours whose process is not seen to have ended: on a machine with too much to do, one that lives is silent.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Protocol

from moveit_msgs.srv import GetPlanningScene
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup
from rclpy.clock import Clock, ClockType
from rclpy.node import Node

from executor_node.instruction.hold import SENSES, WATCHDOG
from makedo_core.doctor.finding import Finding
from makedo_core.failure import FailureCause, Outcome
from makedo_ros.watchdog import Watchdog

PERIOD_S = 0.25
PING_S = 1.0
MOVE_GROUP = "move_group"
LOCALISATION = "localisation"
SCENE_SETTINGS = 1  # the smallest part of a planning scene
_TOLD = 2  # of what comes twice
_SILENT, _INACTIVE, _ENDED = "no longer gives a sign of life", "is not active any more", "has ended"
_STANDS, _STOPPED = "the robot stands", "the robot was stopped"
_MEANING = {
    "joint_states": "the robot no longer reports its joints",
    "odom": "the robot no longer reports its odometry",
    LOCALISATION: "nobody tells any more where the robot is on the map",
    MOVE_GROUP: "the motion planner no longer answers",
}


class Holder(Protocol):
    """Holds a task and lets go of it."""

    def pause(self, holder: str, reason: str) -> object:
        """Interrupt what moves and hold the task."""

    def resume(self, holder: str) -> object:
        """Let go."""


class Monitor:
    """Calls back once with an outcome when something that is needed falls silent, for good if it may come back.

    Heartbeats cover our own nodes, which must also stay active once they were, and say whether what they publish is
    up to date; joint states, odometry and transforms cover the robot; move_group, which has no heartbeat on a real
    robot, is asked for something small once a second. It answers one question after another: while it works on one of
    the executor's, that counts as a sign of life, until the time that was allowed for it is over.

    The robot is halted in any case. Whether what is lost is waited for:

    - a node that launch starts again is, whatever became of it;
    - another node of ours is, unless its process is seen to have ended: it may only be slow, or out of reach;
    - what is not ours is not.

    Args:
        node: listens and asks on its behalf.
        watchdog: of the required nodes.
        lost: called with the outcome when something is lost while a task is watched.
        lost_for_s: how long nothing was heard of where the robot is on the map [s, wall].
        restarted: nodes that are started again when they end.
        patience_s: so long a node is waited for [s, wall].
        planning: whether move_group works on a question, within the time allowed for it.
        doubled: what comes twice, so that no task may begin.
        alternating: what comes twice by what is heard, so that a task ends; quickly told.
    """

    def __init__(
        self,
        node: Node,
        watchdog: Watchdog,
        lost: Callable[[Outcome], None],
        lost_for_s: Callable[[], float],
        restarted: Collection[str],
        patience_s: float,
        planning: Callable[[], bool],
        doubled: Callable[[], Iterable[Finding]] = tuple,
        alternating: Callable[[], Iterable[Finding]] = tuple,
    ) -> None:
        self._watchdog = watchdog
        self._lost, self._lost_for_s, self._planning = lost, lost_for_s, planning
        self._doubled, self._alternating = doubled, alternating
        self._holder: Holder | None = None  # of the task that is watched; None: none is
        self._restarted, self._patience_s = frozenset(restarted), patience_s
        self._since: dict[str, float] = {}  # the components that are waited for, and since when
        self._held: dict[str, str] = {}  # for what the task is held, by holder
        self._pinged = 0.0
        self._ping = node.create_client(GetPlanningScene, "get_planning_scene", callback_group=ReentrantCallbackGroup())
        node.create_timer(
            PERIOD_S,
            self._watch,
            callback_group=MutuallyExclusiveCallbackGroup(),
            clock=Clock(clock_type=ClockType.STEADY_TIME),
        )

    def start(self, holder: Holder) -> Outcome:
        """Begin to watch for a task; what is silent already is reported at once.

        Args:
            holder: of the task, while something is waited for.
        """
        self._watchdog.feed(MOVE_GROUP)
        self._since.clear()
        self._held.clear()
        silent = self._silent()
        outcome = _outcome(silent | self._ceased(silent) | _said(self._doubled()), _STANDS)
        self._holder = holder if outcome.ok else None
        return outcome

    def stop(self) -> None:
        """Losses no longer matter."""
        self._holder = None

    def _watch(self) -> None:
        holder = self._holder
        if holder is None:
            return
        self._ask_move_group()
        silent = self._silent()
        gone = silent | self._ceased(silent) | _said(self._alternating())
        again = {n: gone.get(n) or f"{_node(n)} {_INACTIVE}" for n in self._restarted if n in gone or self._is_new(n)}
        again |= {n: reason for n, reason in silent.items() if self._watchdog.may_live(n)}
        outdated = {n: f"{_node(n)} says: {r}" for n, r in self._watchdog.outdated().items() if n not in gone}
        now = time.monotonic()
        self._since = {n: self._since.get(n, now) for n in (*again, *outdated)}
        late = {n for n, since in self._since.items() if now - since > self._patience_s}
        waited = f"; it was waited for {self._patience_s:.0f} s"
        everything = gone | {n: reason + waited for n, reason in {**again, **outdated}.items()}
        outcome = _outcome({n: everything[n] for n in gone.keys() - again.keys() | late}, _STOPPED)
        if outcome.ok:
            self._wait_for(holder, WATCHDOG, again)
            self._wait_for(holder, SENSES, outdated)
        else:
            self._holder = None
            self._lost(outcome)

    def _silent(self) -> dict[str, str]:
        """The components that give no sign of life, with the reasons as people read them."""
        found = {n: _MEANING.get(n) or self._silence(n) for n in self._watchdog.lost()}
        if min(self._lost_for_s(), self._watchdog.awake_s) > self._watchdog.timeout_s:
            found[LOCALISATION] = _MEANING[LOCALISATION]
        return found

    def _silence(self, name: str) -> str:
        """What is known of a node of ours that is silent."""
        if self._watchdog.has_ended(name):
            return f"{_node(name)} {_ENDED}"
        return f"{_node(name)} {_SILENT}"

    def _ceased(self, silent: Collection[str]) -> dict[str, str]:
        """Components that stopped working and are not started again."""
        ceased = {*self._watchdog.ceased()} - self._restarted
        return {n: f"{_node(n)} {_INACTIVE}" for n in ceased.difference(silent)}

    def _is_new(self, name: str) -> bool:
        """Whether a node was started again and is not active yet; one that works has not been, whatever troubles it."""
        return not self._watchdog.works(name)

    def _wait_for(self, task: Holder, holder: str, lost: Mapping[str, str]) -> None:
        """Hold the task while something is missing; a question is answered with the newest reason."""
        reason = "; ".join(lost[n] for n in sorted(lost))
        if reason == self._held.get(holder, ""):
            return
        self._held[holder] = reason
        if reason:
            task.pause(holder, f"{reason}; waiting for it")
        else:
            task.resume(holder)

    def _ask_move_group(self) -> None:
        """Ask for a sign of life, though the last may not have come: it may be lost while nodes find each other."""
        now = time.monotonic()
        if not self._ping.service_is_ready():
            return
        if self._planning():
            self._watchdog.feed(MOVE_GROUP)
        if now - self._pinged < PING_S:
            return
        self._pinged = now
        request = GetPlanningScene.Request()
        request.components.components = SCENE_SETTINGS
        self._ping.call_async(request).add_done_callback(self._answered)

    def _answered(self, _: object) -> None:
        self._watchdog.feed(MOVE_GROUP)


def _outcome(lost: Mapping[str, str], robot: str) -> Outcome:
    """What ends a task; SUCCESS where nothing is lost."""
    if not lost:
        return Outcome()
    reasons = "; ".join(lost[n] for n in sorted(lost))
    return Outcome(FailureCause.COMPONENT_LOST, f"{reasons}; {robot}", ", ".join(sorted(lost)))


def _said(findings: Iterable[Finding]) -> dict[str, str]:
    """By subject, what was found, as people read it, with what helps; the first of many."""
    found = tuple(findings)
    told = {finding.subject: str(finding) for finding in found[:_TOLD]}
    if left := len(found) - len(told):
        told["~"] = f"and {left} more of the kind (`makedo doctor` tells all)"  # sorts behind what is named
    return told


def _node(name: str) -> str:
    return f"the node {name.replace('_', ' ')}"
