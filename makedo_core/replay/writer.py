# SPDX-License-Identifier: Apache-2.0
"""Writes the files of one run in a thread of its own, so that neither a robot nor its operator waits for a disk."""

from __future__ import annotations

import contextlib
import fcntl
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from makedo_core.replay.folder import TRACE, write_whole

SLOW_S = 3.0
"""So long a disk may take before people are told."""
PENDING_BYTES = 64 * 2**20
CLOSE_S = 10.0


@dataclass(frozen=True, slots=True)
class _Job:
    """What is to be written: lines at the end of a file, or a whole file."""

    name: str
    content: bytes
    is_line: bool
    since: float


class RunWriter:
    """Appends lines and writes whole files into a run folder, in the order they came.

    What cannot be written is left out and told once, at once; nothing raises for it. A line is handed to the operating
    system as soon as the disk takes it, so that whoever kills the process leaves a readable run. While the trace is
    open it is locked: others see that the run is in progress.

    Args:
        folder: of the run; it exists.
        tell: gets, once each, that the record is incomplete and why, that the disk is slow, and that the bound is
            reached. Called by any thread.
        limit_bytes: of all files together; beyond, only what is essential is written. 0: no bound.
        clock: monotonic [s].

    Raises:
        OSError: if the trace cannot be opened.
    """

    def __init__(
        self,
        folder: Path,
        tell: Callable[[str], None],
        limit_bytes: int = 0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.folder = folder
        self._tell, self._limit, self._clock = tell, limit_bytes, clock
        self._told: set[str] = set()
        self._problem = ""
        self._files: dict[str, BinaryIO] = {}
        self._broken: set[str] = set()  # files that end in the middle of a line
        self._written = self._pending = 0
        self._jobs: deque[_Job] = deque()
        self._changed = threading.Condition()
        self._ending = False
        with contextlib.suppress(OSError):  # a file system without locks: nobody sees that it is in progress
            fcntl.flock(self._open(TRACE), fcntl.LOCK_EX | fcntl.LOCK_NB)
        self._thread = threading.Thread(target=self._work, name="run folder", daemon=True)
        self._thread.start()

    @property
    def problem(self) -> str:
        """Why the record is incomplete; empty: nothing is missing."""
        return self._problem

    @property
    def size(self) -> int:
        """What was written and waits to be [bytes]."""
        return self._written + self._pending

    def append(self, name: str, line: str, *, essential: bool = False) -> None:
        """Add a line at the end of a file."""
        self._put(_Job(name, line.encode("utf-8", "backslashreplace") + b"\n", True, self._clock()), essential)

    def write(self, name: str, content: bytes, *, essential: bool = False) -> None:
        """Write a whole file, in place of what it held."""
        self._put(_Job(name, content, False, self._clock()), essential)

    def check(self) -> None:
        """Tell if the disk has kept something waiting for long; to be called now and then."""
        with self._changed:
            late = self._clock() - self._jobs[0].since if self._jobs else 0.0
        if late > SLOW_S:
            self._say("slow", f"the disk of the run folder {self.folder} is slow: it has not written for {late:.0f} s")

    def flush(self, timeout_s: float = CLOSE_S) -> bool:
        """Wait until all is written that was handed over, but no longer than this; whether it is."""
        deadline = self._clock() + timeout_s
        with self._changed:
            while self._jobs and self._clock() < deadline:
                self._changed.wait(0.05)
            return not self._jobs

    def close(self, timeout_s: float = CLOSE_S) -> None:
        """Write what is left, but no longer than this, and end. What comes later is ignored."""
        if not self.flush(timeout_s):
            self.check()
            self._fail(f"the disk is so slow that {len(self._jobs)} entries are not written yet")
        with self._changed:
            self._ending = True
            self._changed.notify_all()
        self._thread.join(timeout_s)

    def _put(self, job: _Job, essential: bool) -> None:
        size = len(job.content)
        with self._changed:
            if self._ending:
                return
            full = bool(self._limit) and self._written + self._pending + size > self._limit and not essential
            swamped = self._pending + size > PENDING_BYTES
            if not full and not swamped:
                self._pending += size
                self._jobs.append(job)
                self._changed.notify_all()
        if full:
            self._fail(f"it has reached its bound of {self._limit / 2**20:.0f} MB; pictures and motion are left out")
        elif swamped:
            self._fail("the disk is so slow that entries are left out")
        self.check()

    def _work(self) -> None:
        while True:
            with self._changed:
                while not self._jobs and not self._ending:
                    self._changed.wait()
                if not self._jobs:
                    break
                job = self._jobs[0]
            try:
                self._write(job)
            except OSError as error:
                self._fail(f"{job.name}: {error.strerror or error}")
            with self._changed:
                self._jobs.popleft()
                self._pending -= len(job.content)
                self._changed.notify_all()
        for file in self._files.values():
            with contextlib.suppress(OSError):
                file.close()

    def _write(self, job: _Job) -> None:
        if not job.is_line:
            write_whole(self.folder / job.name, job.content)
            self._written += len(job.content)
            return
        file = self._open(job.name)
        line = b"\n" + job.content if job.name in self._broken else job.content
        done = 0
        try:
            while done < len(line):
                done += file.write(line[done:])
        except OSError:
            if done:
                self._broken.add(job.name)  # the next line must not be joined to half of this one
            raise
        self._broken.discard(job.name)
        self._written += done

    def _open(self, name: str) -> BinaryIO:
        """The file that lines are added to; unbuffered, so that no line waits in this process."""
        if name not in self._files:
            self._files[name] = (self.folder / name).open("ab", buffering=0)
        return self._files[name]

    def _fail(self, why: str) -> None:
        self._problem = self._problem or why
        self._say("incomplete", f"the record of this run is incomplete: {why} ({self.folder})")

    def _say(self, kind: str, text: str) -> None:
        with self._changed:
            if kind in self._told:
                return
            self._told.add(kind)
        self._tell(text)
