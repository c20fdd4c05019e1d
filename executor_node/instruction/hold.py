# SPDX-License-Identifier: Apache-2.0
"""Pausing an instruction: what moves is interrupted, and nothing begins until everybody who holds it lets go."""

from __future__ import annotations

import threading
from collections.abc import Callable

from makedo_core.cancel import CancelToken
from makedo_core.failure import FailureCause, Outcome

WATCHDOG = "watchdog"  # holds a task while a node that it needs is started again
SENSES = "senses"  # holds it while nothing is seen


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

    @property
    def token(self) -> CancelToken:
        """Of whatever may move now; a new one after each pause."""
        with self._lock:
            return self._token

    @property
    def paused(self) -> bool:
        """Whether somebody holds the task."""
        return bool(self._holders)

    @property
    def outcome(self) -> Outcome:
        """Why it is held, by whoever came last; SUCCESS when it is not."""
        with self._lock:
            reasons = list(self._holders.values())
        return Outcome(FailureCause.PAUSED, reasons[-1]) if reasons else Outcome()

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

    def resume(self, holder: str) -> bool:
        """Let go. Returns whether the task may go on now: nobody else holds it."""
        with self._lock:
            if self._holders.pop(holder, None) is None or self._holders:
                return False
            self._token = self._parent.child()
        return True
