# SPDX-License-Identifier: Apache-2.0
"""Names of processes by which another one on the same machine finds out whether they still run."""

from __future__ import annotations

import os
from pathlib import Path

_PROC = Path("/proc")
_STATE, _BEGUN = 0, 19  # fields of /proc/PID/stat after the name, see proc_pid_stat(5)
_ENDED = frozenset("ZXx")  # zombie, dead
_GONE = _ENDED | frozenset("Tt")  # stopped, traced: it will do nothing by itself
_DIGITS = 9  # of the number of a process at most: what is longer is no such number


def name_of_this_process() -> str:
    """Machine, process namespace, number and time of start; empty where the system does not tell."""
    fields = _fields(os.getpid())
    return f"{where} {os.getpid()} {fields[_BEGUN]}" if fields and (where := _where()) else ""


def runs_here(name: str) -> bool:
    """Whether the process of a name runs on this machine; False, too, if that cannot be known.

    A process that was stopped (SIGSTOP) does not run, nor does another one that got its number later.
    """
    number, begun = _number_here(name)
    fields = _fields(number) if number else []
    return bool(fields) and fields[_STATE] not in _GONE and fields[_BEGUN] == begun


def has_ended_here(name: str) -> bool:
    """Whether the process of a name ran on this machine and has ended; False, too, if that cannot be known.

    A process that was stopped (SIGSTOP) or waits for its processor has not ended.
    """
    number, begun = _number_here(name)
    if not number:
        return False
    try:
        os.kill(number, 0)  # sends nothing
    except ProcessLookupError:
        return True
    except PermissionError:
        pass  # somebody else's, which may be hidden in /proc
    fields = _fields(number)
    return bool(fields) and (fields[_STATE] in _ENDED or fields[_BEGUN] != begun)


def _number_here(name: str) -> tuple[int, str]:
    """Number and time of start of a process of this machine; (0, "") of what is none."""
    words = name.split()
    if len(words) != 4 or " ".join(words[:2]) != _where() or not words[2].isdecimal() or len(words[2]) > _DIGITS:
        return 0, ""
    return int(words[2]), words[3]


def _where() -> str:
    try:
        boot = (_PROC / "sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        return f"{boot} {os.readlink(_PROC / 'self/ns/pid')}"
    except OSError:
        return ""


def _fields(pid: int) -> list[str]:
    try:
        return (_PROC / str(pid) / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except OSError:
        return []
