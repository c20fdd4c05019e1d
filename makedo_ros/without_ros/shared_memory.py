# SPDX-License-Identifier: Apache-2.0
"""Clears what killed processes left in /dev/shm. Fast DDS holds a file lock on each segment that is in use."""

from __future__ import annotations

import fcntl
import re
from pathlib import Path

SHARED_MEMORY = Path("/dev/shm")
_SEGMENT = re.compile(r"^fast(?:rtps|dds)_[0-9a-f]{16}$")
_PORT = re.compile(r"^fast(?:rtps|dds)_port\d+$")


def clean_shared_memory(folder: Path = SHARED_MEMORY) -> int:
    """Remove Fast DDS segments and ports whose locks nobody holds; another user's stay if they may not be removed.

    Args:
        folder: where POSIX shared memory lives.

    Returns:
        How many segments and ports were removed.
    """
    if not folder.is_dir():
        return 0
    removed = 0
    for path in sorted(folder.iterdir()):
        if _SEGMENT.match(path.name):
            locks = [path.with_name(path.name + "_el")]
        elif _PORT.match(path.name):
            locks = [path.with_name(path.name + suffix) for suffix in ("_el", "_sl")]
        else:
            continue
        if any(_is_locked(lock) for lock in locks):
            continue
        mutex = path.with_name(f"sem.{path.name}_mutex")
        if _is_removed(path):
            removed += 1
            for stale in (mutex, *locks):
                _is_removed(stale)
    return removed


def _is_removed(path: Path) -> bool:
    """Whether it could be removed: what another user left in a sticky folder may not be."""
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return False
    return True


def _is_locked(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            fcntl.flock(file, fcntl.LOCK_UN)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False
