# SPDX-License-Identifier: Apache-2.0
"""A folder that one process at a time writes to: its file `lock` is locked and names the process."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from makedo_core.failure import MakedoError


class FolderInUseError(MakedoError):
    """Another process uses the folder; the message is its id."""


def lock_folder(folder: Path) -> int:
    """Lock a folder, which is made if need be; closing the returned descriptor, or being killed, frees it.

    Raises:
        FolderInUseError: if another process uses it.
        OSError: if it cannot be made or written to.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.ftruncate(lock, 0)
        os.pwrite(lock, b"%d\n" % os.getpid(), 0)
    except BlockingIOError:
        owner = os.pread(lock, 20, 0).decode("ascii", "replace").strip()
        os.close(lock)
        raise FolderInUseError(owner or "unknown") from None
    except BaseException:
        os.close(lock)
        raise
    return lock
