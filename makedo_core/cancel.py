# SPDX-License-Identifier: Apache-2.0
"""A cancel token: one thread asks another to end, and says why."""

from __future__ import annotations

import threading
from collections.abc import Callable

from makedo_core.failure import SUCCESS, FailureCause, MakedoError, Outcome

IsCancelled = Callable[[], bool]
"""Whether somebody wants what is under way to end; asked often."""


class Cancelled(MakedoError):
    """Raised inside sequential code that was asked to end; `outcome` says why."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(str(outcome))
        self.outcome = outcome


class CancelToken:
    """Handed to everything that takes time. The first reason given counts."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._lock = threading.Lock()
        self._outcome = SUCCESS
        self._callbacks: list[Callable[[], None]] = []

    def cancel(self, outcome: Outcome | None = None) -> bool:
        """Ask to end. Returns whether this was the first request."""
        with self._lock:
            if self._event.is_set():
                return False
            self._outcome = outcome or Outcome(FailureCause.CANCELED, "it was cancelled")
            self._event.set()
            callbacks = tuple(self._callbacks)
        for callback in callbacks:
            callback()
        return True

    def on_cancel(self, callback: Callable[[], None]) -> None:
        """Have a callback called when cancelled (at once if it already is)."""
        with self._lock:
            if not self._event.is_set():
                self._callbacks.append(callback)
                return
        callback()

    @property
    def cancelled(self) -> bool:
        """Whether the end was asked for."""
        return self._event.is_set()

    @property
    def outcome(self) -> Outcome:
        """Why; SUCCESS while not cancelled."""
        return self._outcome

    def wait(self, timeout_s: float) -> bool:
        """Sleep for at most timeout_s [s, wall]; True as soon as cancelled."""
        return self._event.wait(timeout_s)

    def check(self) -> None:
        """Go on, or leave.

        Raises:
            Cancelled: if the end was asked for.
        """
        if self._event.is_set():
            raise Cancelled(self._outcome)

    def child(self) -> CancelToken:
        """A token that is cancelled with this one, and can be cancelled alone."""
        token = CancelToken()

        def pass_on() -> None:
            token.cancel(self._outcome)

        self.on_cancel(pass_on)
        return token
