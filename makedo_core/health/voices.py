# SPDX-License-Identifier: Apache-2.0
"""Tells whether two publishers speak of the same thing: a joint, a frame.

Two publishers of one topic are no fault as long as each speaks of its own things, and ROS does not tell a listener
whose message it hears. But each publisher counts its messages: where the count falls back again and again, there are
two. A publisher that was started again falls back once.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Collection

FALLS = 3  # so often the count falls back, within WITHIN_S, where two speak
WITHIN_S = 5.0  # [s, wall]


class Voices:
    """Hears the numbers of messages; from any thread.

    Args:
        clock: monotonic wall clock [s].
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._newest: dict[str, int] = {}
        self._falls: dict[str, deque[float]] = {}

    def heard(self, things: Collection[str], number: int | None) -> None:
        """Take in that a message spoke of some things.

        Args:
            things: by name.
            number: that the message's publisher gave it; None: it is not told (other DDS), and nothing is found out.
        """
        if number is None:
            return
        with self._lock:
            newest = self._newest
            for thing in set(things):
                if number <= newest.get(thing, -1):
                    self._falls.setdefault(thing, deque(maxlen=FALLS)).append(self._clock())
                newest[thing] = number

    def doubled(self) -> frozenset[str]:
        """Things of which two publishers speak, or did within the last seconds."""
        with self._lock:
            since = self._clock() - WITHIN_S
            return frozenset(t for t, falls in self._falls.items() if len(falls) == FALLS and falls[0] > since)
