# SPDX-License-Identifier: Apache-2.0
"""Runs a separate program with limits of wall time, memory and file size that hold whatever the program does."""

from __future__ import annotations

import os
import resource
import select
import shutil
import signal
import subprocess
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path

MEBIBYTE = 2**20
_POLL_S = 0.02  # how late a limit or a cancellation may be noticed
_CLOSED_POLL_S = 0.005  # the same for a program that closed its output: nothing wakes us when it ends
_CHUNK = 2**16
_MOST_LEFT = 2**20  # what a pipe can hold at most
_MARK = "MAKEDO_RUN"  # variable whose value all processes of a run inherit, those in sessions of their own too
_STATES = {"R": "at work", "S": "waiting", "D": "waiting for a disk", "T": "stopped"}
_CPU_TIMES = slice(10, 14)  # of what stands behind the state in /proc/PID/stat: its own and its ended children's
_KILL_ROUNDS = 100  # of looking for such processes: one may start another before it is killed

# The shell sets the limits and then becomes the program: a fork with Python code in it is not safe beside threads.
_LAUNCH = 'ulimit -c 0 && ulimit -f "$1" && ulimit "-$2" "$3" && shift 3 && exec "$@"'


class MemoryKind(Enum):
    """What is counted against the limit of memory, for each process of a program by itself."""

    ADDRESS_SPACE = "v"  # all that is mapped
    DATA = "d"  # private writable memory; for programs that reserve much more than they use, as a Java machine does


class Ending(Enum):
    """How a program ended."""

    EXITED = auto()  # by itself
    TIMEOUT = auto()
    CANCELED = auto()
    MISSING = auto()  # it never began


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a program may use.

    Attributes:
        deadline_s: value of time.monotonic() at which the program is killed.
        memory_bytes: of each process; allocations beyond it fail.
        memory_kind: what is counted.
        file_bytes: of each file that it writes; writing more kills it.
        output_bytes: of its output that are kept, the last ones.
        cancelled: asked often; True kills the program.
    """

    deadline_s: float = float("inf")
    memory_bytes: int = 2048 * MEBIBYTE
    memory_kind: MemoryKind = MemoryKind.ADDRESS_SPACE
    file_bytes: int = 1024 * MEBIBYTE
    output_bytes: int = 2**16
    cancelled: Callable[[], bool] = lambda: False


@dataclass(frozen=True, slots=True)
class Finished:
    """What became of a program.

    Attributes:
        exit_code: of EXITED programs; -n if signal n ended it.
        output: the last part of what it wrote to stdout and stderr.
        cpu_s: of the program and of all that it started [s]; of what it did not wait for only as far as it still ran.
        wall_s: from start to end [s].
        running: of a program that was ended, each process that still ran, in words: its name, its state and CPU time.
    """

    ending: Ending
    exit_code: int = 0
    output: str = ""
    cpu_s: float = 0.0
    wall_s: float = 0.0
    running: tuple[str, ...] = ()

    def last_lines(self, count: int = 5) -> str:
        """The end of its output as one line, for messages."""
        lines = [line.strip() for line in self.output.splitlines() if line.strip()]
        return "; ".join(lines[-count:])

    def where(self) -> str:
        """Words behind "was ended" that tell a program that was at work from one that waited for something."""
        return f" while it ran: {', '.join(self.running)}" if self.running else ""


def run(
    command: Sequence[str],
    folder: Path,
    bounds: Bounds,
    stdin: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> Finished:
    """Run a program to its end or to a limit; when this returns, all processes that it started are dead.

    Args:
        command: program and arguments, no shell.
        folder: its working directory; a private one, so that nothing it leaves outlives the caller's clean-up.
        bounds: what it may use.
        stdin: file to read from; default: nothing.
        environment: variables besides those of this process.
    """
    program = shutil.which(command[0])
    if program is None:
        return Finished(Ending.MISSING, output=f"there is no program {command[0]!r}")
    limits = (_blocks(bounds.file_bytes), bounds.memory_kind.value, _kibibytes(bounds))
    mark = uuid.uuid4().hex
    started = time.monotonic()
    with open(stdin or os.devnull, "rb") as source:
        process = subprocess.Popen(
            ["/bin/sh", "-c", _LAUNCH, "sh", *limits, os.path.abspath(program), *command[1:]],
            cwd=folder,
            stdin=source,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            env={**os.environ, **(environment or {}), _MARK: mark},
        )
    output = _Tail(process, bounds.output_bytes)
    inherited = f"{_MARK}={mark}".encode()
    left: list[_Running] = []
    try:
        ending = _watch(process.pid, output, bounds)
        left = [] if ending is Ending.EXITED else _running(inherited)
    finally:
        exit_code, cpu_s = _end(process, output, inherited)
    cpu_s += sum(one.cpu_s for one in left if one.pid != process.pid)
    words = tuple(str(one) for one in left)
    return Finished(ending, exit_code, output.text(), cpu_s, time.monotonic() - started, words)


@dataclass(frozen=True, slots=True)
class _Running:
    """A process as it is found: its number, the name of its program, its state, and its CPU time [s]."""

    pid: int
    name: str
    state: str
    cpu_s: float

    def __str__(self) -> str:
        return f"{self.name} ({_STATES.get(self.state, self.state)}, {self.cpu_s:.1f} s of CPU)"


def _running(mark: bytes) -> list[_Running]:
    """The processes with a mark in their environment, the oldest first."""
    found = []
    for pid in sorted(int(name) for name in os.listdir("/proc") if name.isdigit()):
        with suppress(OSError):  # it has ended, or is another user's
            if mark in _environment(pid):
                name, _, told = Path(f"/proc/{pid}/stat").read_text().partition("(")[2].rpartition(")")
                state, *fields = told.split()
                ticks = sum(map(int, fields[_CPU_TIMES]))
                found.append(_Running(pid, name, state, ticks / os.sysconf("SC_CLK_TCK")))
    return found


class _Tail:
    """The last bytes of what comes through a pipe; the others are read and forgotten."""

    def __init__(self, process: subprocess.Popen[bytes], size: int) -> None:
        assert process.stdout is not None
        self._pipe = process.stdout
        self._size = size
        self._kept = bytearray()
        self._dropped = False
        self._open = True
        self._poll = select.poll()
        self._poll.register(self._pipe, select.POLLIN)
        os.set_blocking(self._pipe.fileno(), False)

    def read(self, timeout_s: float) -> bool:
        """Wait for output and take some of it. Returns whether there was any."""
        if not self._open:
            time.sleep(min(timeout_s, _CLOSED_POLL_S))
            return False
        if not self._poll.poll(max(0.0, timeout_s) * 1000):
            return False
        chunk = os.read(self._pipe.fileno(), _CHUNK)
        if not chunk:
            self._open = False
            return False
        self._kept += chunk
        if len(self._kept) > 2 * self._size:
            del self._kept[: -self._size]
            self._dropped = True
        return True

    def close(self) -> None:
        """Take what is left and close the pipe. Nobody may be writing any more."""
        for _ in range(_MOST_LEFT // _CHUNK):
            if not self.read(0.0):
                break
        self._pipe.close()

    def text(self) -> str:
        """What was kept."""
        text = bytes(self._kept[-self._size :]).decode(errors="replace")
        return f"[...]{text}" if self._dropped or len(self._kept) > self._size else text


def _watch(pid: int, output: _Tail, bounds: Bounds) -> Ending:
    """Read output until the program ends or a limit is reached. The program is left for `_end` to reap."""
    while True:
        if bounds.cancelled():
            return Ending.CANCELED
        left_s = bounds.deadline_s - time.monotonic()
        if left_s <= 0:
            return Ending.TIMEOUT
        if os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None:
            return Ending.EXITED
        output.read(min(left_s, _POLL_S))


def _end(process: subprocess.Popen[bytes], output: _Tail, mark: bytes) -> tuple[int, float]:
    """Kill what is left of the program, then reap it. Returns its exit code and CPU time [s].

    In this order: until the program is reaped its number, which is that of the group, cannot be another's.
    """
    os.killpg(process.pid, signal.SIGKILL)
    _kill_marked(mark)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    output.close()
    return process.returncode, usage.ru_utime + usage.ru_stime


def _kill_marked(mark: bytes) -> None:
    """Kill the processes with a mark in their environment: they left the group for a session of their own."""
    for _ in range(_KILL_ROUNDS):
        if not any([_killed(int(name), mark) for name in os.listdir("/proc") if name.isdigit()]):
            return
        time.sleep(_CLOSED_POLL_S)


def _killed(pid: int, mark: bytes) -> bool:
    """Kill a process if it has the mark. Its number is held meanwhile, so that it cannot become another's."""
    try:
        held = os.pidfd_open(pid)
    except OSError:  # it has ended
        return False
    try:
        if mark not in _environment(pid):
            return False
        signal.pidfd_send_signal(held, signal.SIGKILL)
        return True
    except OSError:  # it has ended, or is another user's
        return False
    finally:
        os.close(held)


def _environment(pid: int) -> list[bytes]:
    return Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")


def _blocks(size: int) -> str:
    """A file size [bytes] in the shell's unit, no higher than what already holds."""
    return _allowed(size, resource.RLIMIT_FSIZE, 512)


def _kibibytes(bounds: Bounds) -> str:
    kind = resource.RLIMIT_AS if bounds.memory_kind is MemoryKind.ADDRESS_SPACE else resource.RLIMIT_DATA
    return _allowed(bounds.memory_bytes, kind, 1024)


def _allowed(size: int, kind: int, unit: int) -> str:
    _, hard = resource.getrlimit(kind)
    return str((size if hard == resource.RLIM_INFINITY else min(size, hard)) // unit)
