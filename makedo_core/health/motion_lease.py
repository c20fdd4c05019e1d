# SPDX-License-Identifier: Apache-2.0
"""The lease that motion lives on: it ends by itself unless whoever moves the robot renews it.

The executor renews it, the sentry holds it: a process that does nothing but watch this clock and halt the robot. Both
sides are here without ROS.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from enum import Enum

RENEW_S = 0.05  # [s, wall]
LEASE_S = 0.2  # of one renewal [s, wall]: three may come late or be lost
BUSY_S = 1.0  # silence of a holder that is known to run [s, wall]: it waits for the processor, or hangs
LOOK_S = 0.05  # whether it still runs is looked at so often meanwhile [s, wall]
SHORTEST_S = 3 * RENEW_S
LATE_S = 0.05  # a watcher that looks so much too late [s, wall] was kept from the processor, and renewals wait for it


class _State(Enum):
    FREE = "nothing is permitted to move"
    HELD = "motion is permitted"
    ENDED = "it was not renewed, and nobody has taken it anew"


class MotionLease:
    """One lease, as the sentry keeps it. Any thread may call.

    A lease that ended is not revived by a renewal: whoever held it might not know that the robot was halted. It has to
    be given back and taken anew.

    Args:
        lease_s: a renewal counts for so long [s, wall].
        clock: monotonic wall clock.
        holder_runs: whether whoever renews it is known to run; then it lasts for BUSY_S, if that is longer.
    """

    def __init__(
        self,
        lease_s: float = LEASE_S,
        clock: Callable[[], float] = time.monotonic,
        holder_runs: Callable[[], bool] = lambda: False,
    ) -> None:
        self.lease_s = lease_s
        self._clock, self._holder_runs = clock, holder_runs
        self._lock = threading.Lock()
        self._state = _State.FREE
        self._renewed = self._until = 0.0
        self._is_excused = False
        self._longest_s = 0.0

    @property
    def is_held(self) -> bool:
        """Whether something may move."""
        return self._state is _State.HELD

    @property
    def longest_gap_s(self) -> float:
        """The longest time between two renewals of the lease that was taken last [s, wall]."""
        return self._longest_s

    def renew(self) -> bool:
        """Take it, or renew it. Returns whether motion is permitted now."""
        now = self._clock()
        with self._lock:
            if self._state is _State.ENDED:
                return False
            held = self._state is _State.HELD
            self._longest_s = max(self._longest_s, now - self._renewed) if held else 0.0
            self._state, self._is_excused = _State.HELD, False
            self._renewed, self._until = now, now + self.lease_s
            return True

    def give_back(self) -> None:
        """Nothing moves any more, and nobody has to be halted."""
        with self._lock:
            self._state = _State.FREE

    def left_s(self) -> float:
        """How long until it has to be looked at again [s, wall]; a lease's length while it is not held."""
        with self._lock:
            return max(0.0, self._until - self._clock()) if self._state is _State.HELD else self.lease_s

    def has_ended(self) -> bool:
        """Whether it has ended since this was asked last: true once, when the robot has to be halted.

        Who asks LATE_S after its end or later was kept from the processor, as renewals may have been: they get LATE_S
        to be heard, once.
        """
        now = self._clock()
        with self._lock:
            if self._state is not _State.HELD or now < self._until:
                return False
            if now - self._until >= LATE_S and not self._is_excused:
                self._is_excused, self._until = True, now + LATE_S
                return False
            if (end := self._renewed + BUSY_S) > now and self._holder_runs():
                self._until = min(now + LOOK_S, end)
                return False
            self._state = _State.ENDED
            return True
