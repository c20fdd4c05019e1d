# SPDX-License-Identifier: Apache-2.0
"""One operator at a time: who holds the lease may command; everybody sees who it is, and anybody may stop."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from operator_node.web.commands import Caller, PageRole

KEPT_S = 10.0
"""So long the lease waits for a holder whose connection was lost."""


@dataclass(frozen=True, slots=True)
class LeaseHolder:
    """Who holds the lease.

    Attributes:
        client: the page.
        name: as others read it.
        lost_at: since when it has not been connected [s, monotonic]; None: it is.
    """

    client: str
    name: str
    lost_at: float | None = None


class Lease:
    """Held by one page at most. Used by the server's thread alone.

    Args:
        changed: called after each change.
        clock: monotonic [s].
    """

    def __init__(self, changed: Callable[[], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._changed, self._clock = changed, clock
        self._holder: LeaseHolder | None = None

    @property
    def holder(self) -> LeaseHolder | None:
        """Who holds it; None: nobody, or one whose connection was lost for too long."""
        held = self._holder
        if held is not None and held.lost_at is not None and self._clock() - held.lost_at > KEPT_S:
            return None
        return held

    def holds(self, caller: Caller) -> bool:
        """Whether somebody holds it."""
        held = self.holder
        return held is not None and held.client == caller.client

    def take(self, caller: Caller, *, over: bool = False) -> bool:
        """Take it if it is free; `over`: also if another holds it. Returns whether the caller holds it now."""
        if caller.role < PageRole.OPERATE:
            return False
        held = self.holder
        if held is not None and held.client != caller.client and not over:
            return False
        self._set(LeaseHolder(caller.client, caller.name))
        return True

    def give_back(self, caller: Caller) -> None:
        """Let go of it, if the caller holds it."""
        if self.holds(caller):
            self._set(None)

    def lost(self, caller: Caller) -> None:
        """The caller's connection is gone."""
        if self.holds(caller):
            self._set(LeaseHolder(caller.client, caller.name, self._clock()))

    def _set(self, holder: LeaseHolder | None) -> None:
        if holder != self._holder:
            self._holder = holder
            self._changed()
