# SPDX-License-Identifier: Apache-2.0
"""What a launch starts is there once on this machine: it holds a name for it while the process that launches lives.

Looking for another stack takes time, and finds none that begins at the same moment. A name in Linux's abstract socket
namespace is taken by one alone: it is one for all users and folders, reaches as far as the network that the ROS domain
is on, and is given back with the process that holds it, however that ends. The launch check itself ends before the
launch begins, so a small process holds the name for it (holding.py) and says to whoever asks who it is that launches.
"""

from __future__ import annotations

import errno
import pwd
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType

from typing_extensions import Self

from makedo_ros.doctor.needs import namespace_of
from makedo_ros.runtime.domain import launch_name

AGAIN_S = 1.0  # [s, wall]; a name is free a moment after the process that held it has ended
_CLOCK = "clock"
_LATE_S = 5.0  # [s, wall]; on a busy machine whoever holds a name answers, or lets go of it, so much later
_PERIOD_S = 0.1
_ANSWER_S = 1.0  # [s, wall]
_LONGEST_ANSWER, _LONGEST_COMMAND = 500, 120


def claimed_by(given: Mapping[str, str], domain: int) -> list[str]:
    """The names that a launch needs for itself.

    Args:
        given: its arguments; one that has `motion` starts a simulation, one that has `page` a stack.
        domain: ROS_DOMAIN_ID.
    """
    simulated = "motion" in given
    names = [f"stack {namespace_of(given.get('namespace', ''))}"] * ("page" in given or not simulated)
    return [launch_name(domain, name) for name in (*names, *[_CLOCK] * simulated)]


class LaunchClaim:
    """Names held while the context lasts; once they are kept, for as long as the launcher lives.

    Args:
        names: which; taken in their order.
        launcher: process that launches; what it holds already is its own.
    """

    def __init__(self, names: Sequence[str], launcher: int) -> None:
        self._names = names
        self._launcher = launcher
        self._held: list[socket.socket] = []
        self._holding: subprocess.Popen[bytes] | None = None
        self.taken = ""  # who has launched what, in words; empty: the names are ours

    def __enter__(self) -> Self:
        with ExitStack() as ending:
            ending.callback(self._close)
            for name in self._names:
                holder = self._take(name)
                if holder:
                    what = (
                        "a simulation, which tells the time," if name.endswith(_CLOCK) else "a stack of the same names"
                    )
                    self.taken = f"{what} was launched on this machine by {holder}"
                    return self
            if self._held:
                self._holding = self._begin()
            ending.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._holding is not None:
            self._holding.kill()
            self._holding.wait()
        self._close()

    def keep(self) -> None:
        """Have the names held for as long as the launcher lives."""
        self._holding = None

    def _close(self) -> None:
        for held in self._held:
            held.close()

    def _begin(self) -> subprocess.Popen[bytes]:
        """The process that holds the names; from now on whoever asks is answered."""
        numbers = [held.fileno() for held in self._held]
        words = [sys.executable, "-I", "-S", str(Path(__file__).with_name("holding.py")), str(self._launcher),
                 _in_words(self._launcher), *map(str, numbers)]  # fmt: skip
        return subprocess.Popen(
            words,
            pass_fds=numbers,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,  # whoever reads what the check says would wait for its end
            stderr=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,  # the terminal's Ctrl-C is for the launch, which ends in its own time
        )

    def _take(self, name: str) -> str:
        """Hold a name; else who has it."""
        begin = time.monotonic()
        while True:
            held = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                held.bind(f"\0{name}")
            except OSError as error:
                held.close()
                if error.errno != errno.EADDRINUSE:
                    raise
            else:
                held.listen()
                self._held.append(held)
                return ""
            process, words = _ask(name)
            if process == self._launcher:
                return ""
            launches = bool(process) and Path(f"/proc/{process}").exists()
            if time.monotonic() > begin + (AGAIN_S if launches else _LATE_S):
                return words or "a process that does not answer"
            time.sleep(_PERIOD_S)


def _ask(name: str) -> tuple[int, str]:
    """The process that launches, and the same in words; 0 where nobody answers."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asking:
        asking.settimeout(_ANSWER_S)
        try:
            asking.connect(f"\0{name}")
            answer = asking.recv(_LONGEST_ANSWER).decode(errors="replace")
        except OSError:
            return 0, ""
    number, _, words = answer.partition(" ")
    return (int(number), _plain(words)) if number.isdecimal() else (0, "")


def _in_words(process: int) -> str:
    """Number, command, user and time of a process that launches."""
    folder = Path("/proc") / str(process)
    try:
        command = (folder / "cmdline").read_bytes().decode(errors="replace").split("\0")
        user = pwd.getpwuid(folder.stat().st_uid).pw_name
    except (OSError, KeyError):
        return f"process {process}"
    if len(command) > 1 and Path(command[0]).name.startswith("python"):
        command = command[1:]
    shown = _plain(" ".join([Path(command[0]).name, *command[1:]])) or "which has ended"
    cut = shown if len(shown) <= _LONGEST_COMMAND else f"{shown[:_LONGEST_COMMAND]}..."
    return f"process {process} ({cut}; of {user}, since {time.strftime('%H:%M')})"


def _plain(text: str) -> str:
    """Without what a terminal would take for more than letters."""
    return "".join(c if c.isprintable() else " " for c in text).strip()
