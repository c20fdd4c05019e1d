# SPDX-License-Identifier: Apache-2.0
"""A folder that lives as long as the launch that started this process: a node that is killed goes on where it was.

Launch starts a node again as a child of the same process. A new launch is another process, or names itself otherwise
(our launch runner does, which may run several in a process), and finds nothing.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Mapping
from pathlib import Path

from makedo_core.failure import MakedoError

PROCESSES = Path("/proc")
LAUNCH = "MAKEDO_LAUNCH"  # variable with the name of a launch, one word
_START = 19  # in /proc/<pid>/stat behind the name: when the process began, in clock ticks since boot


class SessionError(MakedoError):
    """The folder cannot be used; the message says why, and what helps."""


def session_folder(environment: Mapping[str, str], namespace: str, parent: int) -> Path:
    """Where a node of this launch keeps what is to outlive it, but not the launch; what ended launches left is removed.

    Args:
        environment: XDG_RUNTIME_DIR is the folder above; without it that of temporary files. LAUNCH tells launches of
            one process apart.
        namespace: of the node, since one launch may start several stacks.
        parent: id of the process that started the node.

    Raises:
        SessionError: if the folder above belongs to somebody else, or cannot be made.
    """
    above = Path(environment.get("XDG_RUNTIME_DIR") or tempfile.gettempdir()) / f"makedo-{os.getuid()}"
    try:
        above.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = above.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
            raise SessionError(f"{above} is not a folder of this user; remove it, or set store_folder")
        for folder in above.iterdir():
            process, _, began = folder.name.partition("-")
            if process.isdigit() and began != _began(int(process)):
                shutil.rmtree(folder, ignore_errors=True)
    except OSError as error:
        raise SessionError(f"cannot use {above}: {error.strerror}; set store_folder") from None
    launch = environment.get(LAUNCH, "").replace("/", "_") or "launch"
    return above / f"{parent}-{_began(parent)}" / launch / (namespace.strip("/").replace("/", "_") or "main")


def _began(process: int) -> str:
    """When a process began, which with its id names it for good; empty: there is none."""
    try:
        text = (PROCESSES / str(process) / "stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    return text.rpartition(")")[2].split()[_START]
