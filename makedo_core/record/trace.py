# SPDX-License-Identifier: Apache-2.0
"""The trace of a run: one JSON object per line, flushed as it is written, so that a crash loses nothing."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from typing_extensions import Self


class Trace:
    """Appends events to a file. Safe to call from several threads.

    Args:
        path: file to append to; its folder must exist.
        clock: returns the time to stamp events with [s].
    """

    def __init__(self, path: Path, clock: Callable[[], float]) -> None:
        self._file = path.open("a", encoding="utf-8")
        self._clock = clock
        self._lock = threading.Lock()

    def record(self, event: str, **details: Any) -> None:
        """Append an event with details that JSON can express (others as their str)."""
        line = json.dumps({"time_s": round(self._clock(), 3), "event": event, **details}, default=str)
        with self._lock:
            if not self._file.closed:
                self._file.write(line + "\n")
                self._file.flush()

    def close(self) -> None:
        """Close the file; later events are ignored."""
        with self._lock:
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def read_trace(path: Path) -> list[Mapping[str, Any]]:
    """All whole events of a trace; a line cut short by a crash at the end is left out.

    Raises:
        ValueError: if a line that is not the last is broken.
    """
    lines = path.read_text(encoding="utf-8").splitlines()
    events: list[Mapping[str, Any]] = []
    for number, line in enumerate(lines, start=1):
        try:
            events.append(json.loads(line))
        except json.JSONDecodeError as error:
            if number == len(lines):
                break
            raise ValueError(f"{path}:{number}: not a JSON object: {error.msg}") from None
    return events
