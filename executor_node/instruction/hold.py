# SPDX-License-Identifier: Apache-2.0
"""Pausing an instruction: what moves is interrupted, and nothing begins until everybody who holds it lets go.

Handing the robot over to a person holds it too, and ends what merely thinks besides: all that was found out about how
the robot and the things are will be of no use.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from makedo_core.cancel import CancelToken
from makedo_core.failure import FailureCause, Outcome

WATCHDOG = "watchdog"  # holds a task while a node that it needs is started again
SENSES = "senses"  # holds it while nothing is seen
SENTRY = "sentry"  # holds it while nobody watches that the executor lives
CONTROL = "control"  # holds it while a person has the robot


class TaskHold:
    """Who holds a task and why. Skills run under `token`, which is cancelled with cause PAUSED by the first holder.

    Args:
        parent: the task's token; ends skills for good.
        halt: stops whatever moves.
    """

    def __init__(self, parent: CancelToken, halt: Callable[[], None]) -> None:
        self._parent = parent
        self._halt = halt
        self._lock = threading.Lock()
        self._holders: dict[str, str] = {}
        self._token = parent.child()
        self._thinking = parent.child()
        self._is_anew = self._is_quiet = False

    @property
    def token(self) -> CancelToken:
        """Of whatever may move now; a new one after each pause."""
        with self._lock:
            return self._token

    @property
    def thinking(self) -> CancelToken:
        """Of whatever moves nothing: it goes on during a pause, and ends when a person gets the robot."""
        with self._lock:
            return self._thinking

    @property
    def paused(self) -> bool:
        """Whether somebody holds the task."""
        return bool(self._holders)

    @property
    def handed_over(self) -> bool:
        """Whether a person has the robot."""
        return CONTROL in self._holders

    @property
    def is_quiet(self) -> bool:
        """Whether a person has the robot, and nothing of the task is under way any more."""
        return self.handed_over and self._is_quiet

    def keep_quiet(self) -> None:
        """Nothing of the task is under way any more."""
        self._is_quiet = True

    def is_anew(self) -> bool:
        """Whether a person had the robot since this was asked last: everything is to be found out anew."""
        with self._lock:
            was, self._is_anew = self._is_anew, False
            return was

    @property
    def outcome(self) -> Outcome:
        """Why it is held: that a person has the robot, else by whoever came last; SUCCESS when it is not."""
        with self._lock:
            holders = dict(self._holders)
        if CONTROL in holders:
            return Outcome(FailureCause.HANDED_OVER, holders[CONTROL])
        return Outcome(FailureCause.PAUSED, list(holders.values())[-1]) if holders else Outcome()

    def held_by(self, holder: str) -> str:
        """Why this one holds it; empty when they do not."""
        return self._holders.get(holder, "")

    def pause(self, holder: str, reason: str) -> None:
        """Interrupt what moves and hold the task; the reason of a holder who holds it already is replaced.

        Args:
            holder: who, for `resume`.
            reason: one clause, e.g. "paused by the operator".
        """
        with self._lock:
            self._holders[holder] = reason
            token = self._token
        token.cancel(Outcome(FailureCause.PAUSED, reason))
        self._halt()

    def hand_over(self, reason: str) -> None:
        """Interrupt what moves and what thinks, until `take_back`; whoever hands it over halts the robot.

        Args:
            reason: one clause, e.g. "handed over to Anna".
        """
        outcome = Outcome(FailureCause.HANDED_OVER, reason)
        with self._lock:
            self._holders[CONTROL] = reason
            self._is_anew, self._is_quiet = True, False
            tokens = self._token, self._thinking
        for token in tokens:
            token.cancel(outcome)

    def take_back(self) -> bool:
        """The person has given the robot back. Returns whether the task may go on now: nobody else holds it."""
        with self._lock:
            self._thinking = self._parent.child()
        return self.resume(CONTROL)

    def resume(self, holder: str) -> bool:
        """Let go. Returns whether the task may go on now: nobody else holds it."""
        with self._lock:
            if self._holders.pop(holder, None) is None or self._holders:
                return False
            self._token = self._parent.child()
        return True
