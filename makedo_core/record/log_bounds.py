# SPDX-License-Identifier: Apache-2.0
"""The bounds of the logs that ROS writes for each process: the oldest go first; what may still be written stays.

Only two things are ever removed: files named as ROS names the log of a process, in the folder that holds nothing but
Makedo's logs, and folders of `ros2 launch` that the launch of a stack has marked.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

OWN = "makedo"  # folder of Makedo's logs below that of all logs of ROS
MARK = ".makedo"  # in a folder of `ros2 launch`: it is that of a stack
RECENT_S = 3600.0  # what was written so lately may be that of a process on another machine [s]
_LOG = re.compile(r"[\w.+-]+_(?P<process>\d+)_\d{13}\.log")
_LAUNCH = re.compile(r"\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d-\d+-.+-(?P<process>\d+)")
_OF_LAUNCH = re.compile(r"launch\.log|[\w.+-]+-(stdout|stderr|stdout_and_stderr)\.log|\.makedo")


@dataclass(frozen=True, slots=True)
class LogBounds:
    """How much of past logs is kept; 0: no bound.

    Attributes:
        total_bytes: of all of them together.
        age_s: since one was written last [s].
    """

    total_bytes: int = 0
    age_s: float = 0.0

    def __bool__(self) -> bool:
        """Whether there is any bound."""
        return bool(self.total_bytes or self.age_s)


@dataclass(frozen=True, slots=True)
class PrunedLogs:
    """What was taken away.

    Attributes:
        removed: files and folders of launches, oldest first.
        freed: [bytes].
        problem: one sentence of what could not be done; empty: nothing.
    """

    removed: tuple[Path, ...] = ()
    freed: int = 0
    problem: str = ""


@dataclass(frozen=True, slots=True)
class _Log:
    path: Path
    written_s: float
    size: int
    process: int


def log_root(environment: Mapping[str, str]) -> Path:
    """The folder of all logs of ROS, as ROS itself finds it; without Makedo's own below it."""
    if given := environment.get("ROS_LOG_DIR", ""):
        path = Path(given).expanduser()
        return path.parent if path.name == OWN else path
    home = environment.get("ROS_HOME", "") or Path(environment.get("HOME", "~"), ".ros")
    return Path(home).expanduser() / "log"


def mark_launch(root: Path, process: int) -> None:
    """Mark the folder of a running `ros2 launch` as that of a stack, where it has one; nothing depends on it."""
    try:
        for folder in root.glob(f"*-{process}"):
            if _LAUNCH.fullmatch(folder.name) and folder.is_dir() and not folder.is_symlink():
                (folder / MARK).touch()
    except OSError:
        return


def prune_logs(
    root: Path,
    bounds: LogBounds,
    now_s: float | None = None,
    is_alive: Callable[[int], bool] | None = None,
) -> PrunedLogs:
    """Remove the logs that are beyond the bounds, oldest first. It raises nothing.

    Args:
        root: folder of all logs of ROS.
        bounds: within which the others stay.
        now_s: seconds since 1970; None: now.
        is_alive: whether there is a process of this number; None: this machine knows.
    """
    now_s = time.time() if now_s is None else now_s
    is_alive = is_alive or (lambda process: Path(f"/proc/{process}").exists())
    try:
        logs = sorted((*_files(root / OWN), *_launches(root)), key=lambda log: (log.written_s, log.path.name))
        written = _open_files()
    except OSError as error:
        return PrunedLogs(problem=f"the logs in {root} cannot be read: {error.strerror or error}")
    size = kept = sum(log.size for log in logs)
    removed: list[Path] = []
    failed = ""
    for log in logs:
        too_old = bool(bounds.age_s) and now_s - log.written_s > bounds.age_s
        too_large = bool(bounds.total_bytes) and size > bounds.total_bytes
        is_written = now_s - log.written_s < RECENT_S or is_alive(log.process) or log.path in written
        if is_written or not (too_old or too_large):
            continue
        size -= log.size  # one that cannot be removed has no newer one removed in its place
        try:
            _remove(log.path)
        except OSError as error:
            failed = failed or f"logs beyond their bounds stay, {log.path} first: {error.strerror or error}"
            continue
        removed.append(log.path)
        kept -= log.size
    if not failed and bounds.total_bytes and kept > bounds.total_bytes:
        told = f"{kept / 2**20:.0f} MB, the bound is {bounds.total_bytes / 2**20:.0f} MB"
        failed = f"logs in {root} that are or were just being written take {told}"
    return PrunedLogs(tuple(removed), sum(log.size for log in logs) - kept, failed)


def _files(folder: Path) -> Iterator[_Log]:
    """Logs of single processes."""
    for path in _within(folder):
        found = _LOG.fullmatch(path.name)
        if found and path.is_file() and not path.is_symlink():
            yield from _log(path, [path], int(found["process"]))


def _launches(root: Path) -> Iterator[_Log]:
    """Folders of launches of a stack with nothing in them but what a launch writes."""
    for path in _within(root):
        found = _LAUNCH.fullmatch(path.name)
        if not found or path.is_symlink() or not (path / MARK).is_file():
            continue
        files = tuple(_within(path))
        if all(_OF_LAUNCH.fullmatch(file.name) and file.is_file() and not file.is_symlink() for file in files):
            yield from _log(path, files, int(found["process"]))


def _within(folder: Path) -> tuple[Path, ...]:
    try:
        return tuple(folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return ()


def _log(path: Path, files: Iterable[Path], process: int) -> Iterator[_Log]:
    try:
        stats = [file.stat() for file in files]
    except FileNotFoundError:  # somebody else removed it
        return
    yield _Log(path, max(s.st_mtime for s in stats), sum(s.st_size for s in stats), process)


def _open_files() -> frozenset[Path]:
    """Files that some process has open, as far as this account may know."""
    found: set[Path] = set()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            found.update(Path(os.readlink(file)) for file in (process / "fd").iterdir())
        except OSError:  # another account's, or it has ended meanwhile
            continue
    return frozenset(found)


def _remove(path: Path) -> None:
    """Remove a file, or a folder with the files in it, the mark last."""
    if not path.is_dir():
        path.unlink(missing_ok=True)
        return
    for file in sorted(path.iterdir(), key=lambda file: file.name == MARK):
        file.unlink(missing_ok=True)
    path.rmdir()
