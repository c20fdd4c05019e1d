# SPDX-License-Identifier: Apache-2.0
"""Runs the processes of a launch file: starts them, prefixes their output, notices deaths, stops them cleanly."""

from __future__ import annotations

import contextlib
import ctypes
import logging
import os
import queue
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TypeVar

from makedo_core.record.log_bounds import OWN, log_root
from makedo_ros.runtime.end_request import TELL
from makedo_ros.without_ros.held import BEGIN, HELD, waits
from makedo_ros.without_ros.launch_xml import LaunchError, NodeCommand
from makedo_ros.without_ros.shared_memory import clean_shared_memory

_log = logging.getLogger(__name__)
_PR_SET_PDEATHSIG = 1
STOP_TIMEOUT_S = 20.0  # as sigterm_timeout of the launch files: a node halts the robot first, and has spin.END_S
TELL_S = 0.5  # for writing down what a process is at that does not end
MOST_KEPT = 2000  # lines that wait to be passed on
_LONGEST_FIRST_LINE = 256
RESPAWNS, WITHIN_S = 3, 60.0  # what ends more often than this is not started again
T = TypeVar("T", str, int)


class PackageShares(Mapping[str, Path]):
    """share/<package> by package name, from AMENT_PREFIX_PATH."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._prefixes = [Path(p) for p in environment.get("AMENT_PREFIX_PATH", sys.prefix).split(":") if p]

    def __getitem__(self, package: str) -> Path:
        for prefix in self._prefixes:
            share = prefix / "share" / package
            if share.is_dir():
                return share
        raise KeyError(package)

    def __iter__(self) -> Iterator[str]:
        for prefix in self._prefixes:
            yield from (p.name for p in (prefix / "share").iterdir())

    def __len__(self) -> int:
        return sum(1 for _ in self)


def program_path(command: NodeCommand, environment: Mapping[str, str]) -> Path:
    """lib/<package>/<program>.

    Raises:
        LaunchError: if it is not installed.
    """
    prefixes = environment.get("AMENT_PREFIX_PATH", sys.prefix).split(":")
    for prefix in prefixes:
        path = Path(prefix) / "lib" / command.package / command.program
        if path.is_file():
            return path
    what = f"program {command.program!r} of package {command.package!r} is not installed"
    raise LaunchError(f"{what}; looked in {', '.join(prefixes)}")


def run_by(path: Path) -> list[str]:
    """What runs a program: this Python, for one of Python, whatever its first line says; else nothing but itself."""
    with path.open("rb") as file:
        first = file.readline(_LONGEST_FIRST_LINE)
    is_other = first.startswith(b"\x7fELF") or (first.startswith(b"#!") and b"python" not in first)
    return [] if is_other else [sys.executable]


class Launcher:
    """The running processes of one launch file.

    Args:
        environment: of the processes.
        on_line: called with (process name, line of output).
        on_death: called with (process name, exit code) when a process ends that was not told to, and is not started
            again.

    Both are called by one thread, which may wait in them for as long as it likes (a terminal that was halted by
    Ctrl-S): what comes meanwhile is kept, MOST_KEPT lines of it. What they raise is logged once, and the processes run
    on. One whose output nobody read any more would stand still in its next write, and with it what halts the robot.
    """

    def __init__(
        self,
        environment: Mapping[str, str],
        on_line: Callable[[str, str], None],
        on_death: Callable[[str, int], None],
    ) -> None:
        logs = str(log_root(environment) / OWN)  # those of programs that are not ours, too
        self._environment = {**environment, "MAKEDO_LAUNCH": uuid.uuid4().hex}  # what lives as long as it
        if os.path.isdir(logs):
            self._environment["ROS_LOG_DIR"] = logs
        self._on_line = on_line
        self._on_death = on_death
        self._stopping = threading.Event()
        self._failure_told = False
        self._order = threading.Lock()
        self._left_out = 0  # lines since the last one that was kept
        self._told: queue.Queue[Callable[[], None]] = queue.Queue(MOST_KEPT)
        threading.Thread(target=self._pass_on, name="output", daemon=True).start()
        self._beginning = threading.Lock()
        self._holds = False  # what is started waits until it may begin
        self._respawned: dict[str, list[float]] = {}
        self.processes: dict[str, subprocess.Popen[str]] = {}

    def start(self, commands: Iterable[NodeCommand], may_begin: Callable[[], bool] | None = None) -> bool:
        """Start every process; all or none.

        Args:
            commands: the processes.
            may_begin: returns whether they may begin, once that is known, or raises why not. Programs that know how to
                wait (held.py) read their libraries meanwhile, and no more; the others are started after it.

        Returns:
            Whether they have begun. Those that have not are ended by `stop`.

        Raises:
            LaunchError: if a program is missing or two nodes have the same name.
        """
        commands = list(commands)
        paths = [program_path(command, self._environment) for command in commands]
        names = [command.name for command in commands]
        twice = {name for name in names if names.count(name) > 1}
        if twice:
            raise LaunchError(f"two nodes are called {sorted(twice)[0]!r}; give each a name of its own")
        late = list(zip(commands, paths, strict=True))
        if may_begin is not None:
            self._holds = True
            early = [node for node in late if waits(node[1])]
            for command, path in early:
                self._start(command, path)
            late = [node for node in late if node not in early]
            if not may_begin():
                return False
        if removed := clean_shared_memory():  # nothing of ours speaks to ROS now: neither a launch check nor a node
            _log.info("removed %d shared memory segments that killed processes had left", removed)
        self._let_begin()
        for command, path in late:
            self._start(command, path)
        return True

    def _let_begin(self) -> None:
        """Have those that wait begin, and no more wait that are started from now on."""
        with self._beginning:
            self._holds = False
            for process in self.processes.values():
                if process.stdin is not None:
                    with contextlib.suppress(OSError):  # it has ended
                        process.stdin.write(BEGIN.decode())
                        process.stdin.close()

    def _start(self, command: NodeCommand, path: Path) -> None:
        process = self._spawn(command, path)
        threading.Thread(target=self._watch, args=(command, path, process), daemon=True).start()

    def _spawn(self, command: NodeCommand, path: Path) -> subprocess.Popen[str]:
        # A session of its own keeps the terminal's Ctrl-C away: we stop the nodes in our own order.
        with self._beginning:
            held = {HELD: "1"} if self._holds else {}
            process = subprocess.Popen(
                [*run_by(path), str(path), *command.arguments],
                env={**self._environment, **command.environment, **held, "PYTHONUNBUFFERED": "1"},
                stdin=subprocess.PIPE if held else subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                start_new_session=True,
                preexec_fn=_dying_with(os.getpid()),
            )
            self.processes[command.name] = process
        return process

    def _watch(self, command: NodeCommand, path: Path, process: subprocess.Popen[str]) -> None:
        """Wait until the process has ended for good. The starting thread must live as long as it: see `_dying_with`."""
        while True:
            for line in process.stdout or ():
                self._say(command.name, line.rstrip("\n"))
            code = process.wait()
            if self._stopping.is_set():
                return
            if command.respawn_s is None or not self._may_respawn(command.name):
                self._told.put(partial(self._tell, self._on_death, command.name, code))
                return
            self._say(command.name, f"ended with exit code {code}; it is started again")
            if self._stopping.wait(command.respawn_s):
                return
            process = self._spawn(command, path)

    def _say(self, name: str, line: str) -> None:
        """Have a line passed on, or leave it out where too many wait already."""
        with self._order:
            note = f"... {self._left_out} lines of the nodes were left out ...\n" if self._left_out else ""
            try:
                self._told.put_nowait(partial(self._tell, self._on_line, name, note + line))
                self._left_out = 0
            except queue.Full:
                self._left_out += 1

    def _pass_on(self) -> None:
        while True:
            tell = self._told.get()
            tell()
            self._told.task_done()

    def _tell(self, listener: Callable[[str, T], None], name: str, what: T) -> None:
        try:
            listener(name, what)
        except BaseException as error:  # noqa: BLE001 - SystemExit too, which rich makes of a broken pipe
            if not self._failure_told:
                self._failure_told = True
                _log.error("the output of %s could not be passed on: %s: %s", name, type(error).__name__, error)

    def _may_respawn(self, name: str) -> bool:
        now = time.monotonic()
        recent = [t for t in self._respawned.get(name, []) if now - t < WITHIN_S]
        self._respawned[name] = [*recent, now]
        return len(recent) < RESPAWNS

    def running(self) -> tuple[str, ...]:
        """Names of the processes that are alive."""
        return tuple(name for name, process in self.processes.items() if process.poll() is None)

    def stop(self) -> None:
        """Interrupt all processes and wait. Kill what is left, after it has told what it is at; clear its memory."""
        self._stopping.set()
        if late := self._signal_and_wait(signal.SIGINT, STOP_TIMEOUT_S):
            for name, process in late.items():
                _log.warning("%s (process %d) did not end within %g s", name, process.pid, STOP_TIMEOUT_S)
                process.send_signal(TELL)
            time.sleep(TELL_S)
            self._signal_and_wait(signal.SIGKILL, 2.0)
        clean_shared_memory()
        until = time.monotonic() + TELL_S
        while self._told.unfinished_tasks and time.monotonic() < until:
            time.sleep(0.01)

    def _signal_and_wait(self, number: int, patience_s: float) -> dict[str, subprocess.Popen[str]]:
        """Send a signal to all that are alive; those that are alive still when the time is over."""
        alive = {name: process for name, process in self.processes.items() if process.poll() is None}
        for process in alive.values():
            _signal_group(process, number)
        deadline = time.monotonic() + patience_s
        for process in alive.values():
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(max(0.0, deadline - time.monotonic()))
        return {name: process for name, process in alive.items() if process.poll() is None}


def _signal_group(process: subprocess.Popen[str], number: int) -> None:
    try:
        os.killpg(process.pid, number)
    except ProcessLookupError:
        return


def _dying_with(parent: int) -> Callable[[], None]:
    """What a child does first: it will be interrupted when the launcher dies, so that kill -9 of it leaves no orphans.

    To the kernel the parent is the thread that started the child, not its process.

    Args:
        parent: id of the launcher's process.
    """

    def prepare() -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell's background job ignores it, and so would its children
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGINT)
        if os.getppid() != parent:  # it died before the kernel knew of it
            os._exit(1)

    return prepare
