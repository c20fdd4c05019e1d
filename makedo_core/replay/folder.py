# SPDX-License-Identifier: Apache-2.0
"""What a run folder holds: the names of its files, which folders are runs, and whether one is being written."""

from __future__ import annotations

import fcntl
import os
import re
import tempfile
from datetime import datetime
from pathlib import Path

TRACE = "trace.jsonl"
"""Every event, one JSON object a line, with `time_s` (robot's clock) and `wall_s` (since the run began)."""
MOTION = "motion.jsonl"
"""Where base and joints were: of each line only what has changed since the one before."""
GRAPH = "graph.jsonl"
"""What was known: a whole scene graph, then deltas."""
CLOSED = "run.json"
"""Written last, when all else is there: how it ended, and each file with its size."""
PINNED = "pinned"
"""Its presence keeps a run from being pruned."""
PICTURES = (".png", ".jpg")
NAME_LENGTH = 120
_NAME = re.compile(r"\d{8}-\d{6}(-[A-Za-z0-9._-]+)?")
_FILE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")


def is_run_name(name: str) -> bool:
    """Whether a folder of this name may be a run: the time it began, and what it was about."""
    return len(name) <= NAME_LENGTH and _NAME.fullmatch(name) is not None


def is_file_name(name: str) -> bool:
    """Whether this may be the name of a file of a run: no folder, nothing hidden, nothing odd."""
    return len(name) <= NAME_LENGTH and _FILE.fullmatch(name) is not None and ".." not in name


def is_run(path: Path) -> bool:
    """Whether a path is a run folder: no link, named as one, with a trace."""
    trace = path / TRACE
    return is_run_name(path.name) and path.is_dir() and not path.is_symlink() and trace.is_file()


def run_folders(parent: Path) -> tuple[Path, ...]:
    """The run folders in a folder, oldest first.

    Raises:
        OSError: if it cannot be read.
    """
    return tuple(sorted((p for p in parent.iterdir() if is_run(p)), key=lambda p: p.name))


def run_files(folder: Path) -> tuple[Path, ...]:
    """The plain files of a run, by name; links, folders and odd names are passed over."""
    return tuple(sorted(p for p in folder.iterdir() if is_file_name(p.name) and p.is_file() and not p.is_symlink()))


def began_of(name: str) -> datetime | None:
    """When a run of this name began, local time; None: the name does not tell."""
    try:
        return datetime.strptime(name[:15], "%Y%m%d-%H%M%S").astimezone()
    except ValueError:
        return None


def in_progress(folder: Path) -> bool:
    """Whether a process still writes the run: it holds a lock on the trace, which ends with it however it ends."""
    try:
        with (folder / TRACE).open("rb") as trace:
            fcntl.flock(trace, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False  # there is no trace, or a file system without locks
    return False


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it is there whole or not at all, whatever happens meanwhile.

    Raises:
        OSError: if it cannot be written; nothing is left of it then.
    """
    handle, name = tempfile.mkstemp(prefix=".", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            os.fchmod(file.fileno(), 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
