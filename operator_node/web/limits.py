# SPDX-License-Identifier: Apache-2.0
"""How much anybody may ask for in a time."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable


class Allowance:
    """So many at once, and so many a second from then on.

    Args:
        at_once: most at once.
        per_s: how many come back in a second.
        clock: monotonic [s].
    """

    def __init__(self, at_once: float, per_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._at_once, self._per_s, self._clock = at_once, per_s, clock
        self._left, self._since = at_once, clock()

    def take(self) -> bool:
        """Use one up; False if there is none."""
        now = self._clock()
        self._left = min(self._at_once, self._left + (now - self._since) * self._per_s)
        self._since = now
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True


class Allowances:
    """One for each name, e.g. an address; of too many names the oldest is forgotten.

    Args:
        make: a new one.
        most: names that are kept.
    """

    def __init__(self, make: Callable[[], Allowance], most: int = 1000) -> None:
        self._make, self._most = make, most
        self._kept: OrderedDict[str, Allowance] = OrderedDict()

    def take(self, name: str) -> bool:
        """Use one of this name's up; False if there is none."""
        found = self._kept.get(name)
        if found is None:
            found = self._kept[name] = self._make()
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        self._kept.move_to_end(name)
        return found.take()
