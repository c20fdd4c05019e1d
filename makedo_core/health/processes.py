# SPDX-License-Identifier: Apache-2.0
"""Names of processes by which another one on the same machine finds out whether they still run."""

from __future__ import annotations

import os
from pathlib import Path

_PROC = Path("/proc")
_STATE, _BEGUN = 0, 19  # fields of /proc/PID/stat after the name, see proc_pid_stat(5)
_GONE = frozenset("ZXxTt")  # zombie, dead, stopped, traced: it will do nothing by itself


def name_of_this_process() -> str:
    """Machine, process namespace, number and time of start; empty where the system does not tell."""
    fields = _fields(os.getpid())
    return f"{where} {os.getpid()} {fields[_BEGUN]}" if fields and (where := _where()) else ""


def runs_here(name: str) -> bool:
    """Whether the process of a name runs on this machine; False, too, if that cannot be known.

    A process that was stopped (SIGSTOP) does not run, nor does another one that got its number later.
    """
    words = name.split()
    if len(words) != 4 or " ".join(words[:2]) != _where() or not words[2].isdecimal():
        return False
    fields = _fields(int(words[2]))
    return bool(fields) and fields[_STATE] not in _GONE and fields[_BEGUN] == words[3]


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
