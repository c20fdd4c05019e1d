# SPDX-License-Identifier: Apache-2.0
"""What was asked of a server that answers one question after another: while it works on one, it answers no other."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class Outstanding:
    """The questions that wait for an answer, each until a time of its own. Any thread may ask."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._until: dict[object, float] = {}

    @contextmanager
    def asked(self, limit_s: float) -> Iterator[None]:
        """A question waits inside.

        Args:
            limit_s: so long its answer may take [s, wall].
        """
        key = object()
        with self._lock:
            self._until[key] = time.monotonic() + limit_s
        try:
            yield
        finally:
            with self._lock:
                del self._until[key]

    def is_any(self) -> bool:
        """Whether an answer may still come."""
        now = time.monotonic()
        with self._lock:
            return any(until > now for until in self._until.values())
