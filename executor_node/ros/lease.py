# SPDX-License-Identifier: Apache-2.0
"""Renews the lease that motion lives on, and holds the instruction while nobody watches it (makedo_ros/sentry.py).

A thread of its own renews, since a motion must not end because all threads of ROS are busy for a moment. It renews only
while ROS calls this process back: an executor that hangs is not to keep its robot moving.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from typing import Any, Protocol

from rclpy.callback_groups import MutuallyExclusiveCallbackGroup
from rclpy.clock import Clock, ClockType
from std_msgs.msg import Bool, String

from executor_node.instruction.hold import SENTRY
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.health.motion_lease import RENEW_S
from makedo_core.health.processes import name_of_this_process
from makedo_ros.halt import GOALS_FOR_S, REPEAT_S
from makedo_ros.runtime.qos import LATCHED, RELIABLE
from makedo_ros.sentry import HOLDER_TOPIC, LEASE_TOPIC, WATCHED_TOPIC

GRANT_S = 5.0  # so long a sentry may take to answer before the first motion [s, wall]
SILENT_S = 2.0  # a sentry that is silent for longer has died [s, wall]
PULSE_S, HANGS_S = 0.25, 3.0  # ROS calls back so often; an executor that it did not for so long hangs [s, wall]
REST_S = GOALS_FOR_S + REPEAT_S  # what is sent sooner after a halt is cancelled by it [s, wall]
NOBODY = (
    "nothing moves: the sentry, which halts the robot when the executor no longer can, does not answer; "
    "start the program sentry (makedo up and the launch files do)"
)
SILENT = "the sentry, which halts the robot when the executor no longer can, gives no sign of life; waiting for it"
HALTED = "the robot was halted, because the executor was too busy to say that it may move"


class HeldTask(Protocol):
    """What moves: it can be held, and let go."""

    def pause(self, holder: str, reason: str) -> object:
        """Halt, and hold the task."""

    def resume(self, holder: str) -> object:
        """Let go."""


class LeaseRenewal:
    """The executor's side of the lease.

    Args:
        node: publishes and listens on its behalf.
        lost: called once with an outcome when nobody has watched for `patience_s`.
        patience_s: so long a sentry is waited for that is started again [s, wall].
        clock: monotonic wall clock.
    """

    def __init__(
        self,
        node: Any,
        lost: Callable[[Outcome], None],
        patience_s: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._lost, self._patience_s, self._clock = lost, patience_s, clock
        self._permits = node.create_publisher(Bool, LEASE_TOPIC, RELIABLE)
        self._holder = node.create_publisher(String, HOLDER_TOPIC, LATCHED)
        self._holder.publish(String(data=name_of_this_process()))
        in_order = MutuallyExclusiveCallbackGroup()
        node.create_subscription(Bool, WATCHED_TOPIC, self._on_watched, RELIABLE, callback_group=in_order)
        steady = Clock(clock_type=ClockType.STEADY_TIME)
        group = MutuallyExclusiveCallbackGroup()
        node.create_timer(PULSE_S, self._on_pulse, callback_group=group, clock=steady)
        self._lock = threading.RLock()  # of who takes it and gives it back, and of what a renewal finds
        self._changed = threading.Condition(self._lock)
        self._task: HeldTask | None = None  # whose motion is permitted; None: nothing may move
        self._round = 0  # of renewals: a thread of an older one ends
        self._pulse = self._clock()
        self._watched_at = self._held_at = -math.inf
        self._is_held = self._is_halted = self._has_lost = False

    def is_heard(self) -> bool:
        """Whether anybody listens to the lease at all."""
        return bool(self._permits.get_subscription_count())

    def take(self, task: HeldTask, wait_s: float = GRANT_S) -> Outcome:
        """Have motion permitted from now on; an outcome that says so if nobody watches.

        Args:
            task: is held while nobody watches.
            wait_s: for the sentry's answer [s, wall].
        """
        with self._changed:
            self._give_back()
            self._task, self._watched_at, self._is_held, self._has_lost = task, -math.inf, False, False
            self._is_halted = False
            threading.Thread(target=self._keep, args=(self._round,), name="lease", daemon=True).start()
            number = self._round
            self._changed.wait_for(lambda: self._watched_at > -math.inf or self._round != number, wait_s)
            if self._round != number or self._watched_at > -math.inf:
                return SUCCESS
            self._give_back()
        return Outcome(FailureCause.COMPONENT_LOST, NOBODY, "sentry")

    def give_back(self) -> None:
        """Nothing moves any more."""
        with self._changed:
            self._give_back()

    def _give_back(self) -> None:
        self._round += 1
        self._task = None
        self._permits.publish(Bool(data=False))
        self._changed.notify_all()

    def _keep(self, number: int) -> None:
        while self._renewed(number):
            time.sleep(RENEW_S)

    def _renewed(self, number: int) -> bool:
        """Renew it, unless ROS no longer calls back; hold the task or let it go. False when it was given back."""
        with self._lock:
            task, now = self._task, self._clock()
            if self._round != number or task is None:
                return False
            # The task knows it: the lease is taken anew. Of a silent sentry it may be that word that was lost.
            if self._is_held and (self._is_halted or now - self._watched_at >= SILENT_S):
                self._permits.publish(Bool(data=False))
                self._is_halted = False
            if now - self._pulse < HANGS_S:
                self._permits.publish(Bool(data=True))
            what = self._found(now)
        if what is not None:
            what(task)
        return True

    def _found(self, now: float) -> Callable[[HeldTask], None] | None:
        """What the task has to be told now."""
        if self._watched_at == -math.inf and not self._is_held:
            return None  # the first answer is waited for
        is_watched = now - self._watched_at < SILENT_S and not self._is_halted
        if not is_watched and not self._is_held:
            return self._hold
        if is_watched and self._is_held and now - self._held_at > REST_S:
            self._is_held = False
            return _let_go
        if self._is_held and not self._has_lost and now - self._held_at > self._patience_s:
            self._has_lost = True
            return lambda _: self._lost(Outcome(FailureCause.COMPONENT_LOST, NOBODY, "sentry"))
        return None

    def _hold(self, task: HeldTask) -> None:
        with self._lock:
            if self._is_held:
                return
            reason = HALTED if self._is_halted else SILENT
            self._is_held, self._held_at = True, self._clock()
        task.pause(SENTRY, reason)

    def _on_watched(self, message: Bool) -> None:
        with self._changed:
            task = self._task
            if task is None:
                return
            if message.data:
                self._watched_at = self._clock()
                self._changed.notify_all()
                return
            self._is_halted = True
        self._hold(task)  # at once: what the halt ends must not look like a failure

    def _on_pulse(self) -> None:
        self._pulse = self._clock()


def _let_go(task: HeldTask) -> None:
    task.resume(SENTRY)
