# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C, SIGTERM and SIGHUP as a state to query: the robot's instruction must be cancelled before the program ends."""

from __future__ import annotations

import signal
import threading
import time
from types import FrameType, TracebackType
from typing import Any

from typing_extensions import Self

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)  # Ctrl-C; `kill` and `timeout`; a terminal that is closed
AGAIN_S = 0.5  # so soon after the first a Ctrl-C is the same one, which whoever started us passes on


class Interruption:
    """Context manager that hears the first signal; Ctrl-C again raises KeyboardInterrupt.

    The first one does not raise: it could strike between sending a goal and noting whose the answer is, and nobody
    would cancel what the robot then accepts. Signals that are ignored (nohup, a shell's background job) stay so. Only
    the main thread hears signals; in another one nothing is changed.

    Attributes:
        heard: whether a signal came.
    """

    def __init__(self) -> None:
        self.heard = False
        self._heard_at = 0.0
        self._before: dict[signal.Signals, Any] = {}

    def _hear(self, number: int, _: FrameType | None) -> None:
        now = time.monotonic()
        if not self.heard:
            self.heard, self._heard_at = True, now
        elif number == signal.SIGINT and now - self._heard_at > AGAIN_S:
            raise KeyboardInterrupt

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for number in SIGNALS:
                before = signal.getsignal(number)
                if before not in (signal.SIG_IGN, None):
                    self._before[number] = before
                    signal.signal(number, self._hear)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, before in self._before.items():
            signal.signal(number, before)
