# SPDX-License-Identifier: Apache-2.0
"""The bounds of a folder of runs: the oldest go first; what is pinned and what is in progress stays."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from makedo_core.replay.folder import PINNED, began_of, in_progress, run_folders

_GOING = ".pruned-"


@dataclass(frozen=True, slots=True)
class RunBounds:
    """How much of past runs is kept; 0: no bound.

    Attributes:
        total_bytes: of all runs together.
        number: of runs.
        age_s: since a run began [s].
    """

    total_bytes: int = 0
    number: int = 0
    age_s: float = 0.0

    def __bool__(self) -> bool:
        """Whether there is any bound."""
        return bool(self.total_bytes or self.number or self.age_s)


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A run as its bounds see it.

    Attributes:
        began_s: seconds since 1970, by its name.
        size: of its files [bytes].
        is_kept: whether it is pinned or in progress.
    """

    path: Path
    began_s: float
    size: int
    is_kept: bool = False


@dataclass(frozen=True, slots=True)
class Removed:
    """What was taken away.

    Attributes:
        removed: run folders, oldest first.
        freed: [bytes].
        problems: a sentence for each run that could not be removed, and for a bound that what is kept exceeds.
    """

    removed: tuple[Path, ...] = ()
    freed: int = 0
    problems: tuple[str, ...] = ()


def beyond(runs: Iterable[StoredRun], bounds: RunBounds, now_s: float) -> tuple[StoredRun, ...]:
    """The runs that have to go, oldest first; what is kept counts, and never goes.

    Args:
        runs: all of them.
        bounds: within which the others stay.
        now_s: seconds since 1970.
    """
    ordered = sorted(runs, key=lambda run: (run.began_s, run.path.name))
    size, number = sum(run.size for run in ordered), len(ordered)
    gone = []
    for run in ordered:
        too_old = bool(bounds.age_s) and now_s - run.began_s > bounds.age_s
        too_many = bool(bounds.number) and number > bounds.number
        too_large = bool(bounds.total_bytes) and size > bounds.total_bytes
        if not run.is_kept and (too_old or too_many or too_large):
            gone.append(run)
            size, number = size - run.size, number - 1
    return tuple(gone)


def stored_runs(parent: Path) -> tuple[StoredRun, ...]:
    """The runs of a folder, oldest first.

    Raises:
        OSError: if it cannot be read.
    """
    return tuple(map(_stored, run_folders(parent)))


def prune(parent: Path, bounds: RunBounds, now_s: float | None = None, *, only_look: bool = False) -> Removed:
    """Remove the runs that are beyond the bounds. A run goes in one step: nobody finds half of one.

    Args:
        parent: folder of all runs; one that is not there has none.
        bounds: within which the others stay.
        now_s: seconds since 1970; None: now.
        only_look: whether to say what would go, and leave it.
    """
    try:
        runs = stored_runs(parent)
        _sweep(parent)
    except FileNotFoundError:
        return Removed()
    except OSError as error:
        return Removed(problems=(f"{parent} cannot be read: {error.strerror or error}",))
    going = beyond(runs, bounds, time.time() if now_s is None else now_s)
    removed: list[StoredRun] = []
    problems: list[str] = []
    for run in going:
        try:
            if not only_look:
                _remove(run.path)
            removed.append(run)
        except OSError as error:
            problems.append(f"the run {run.path.name} cannot be removed: {error.strerror or error}")
    problems += _still_beyond([run for run in runs if run not in going], bounds)
    return Removed(tuple(run.path for run in removed), sum(run.size for run in removed), tuple(problems))


def pin(run: Path, pinned: bool) -> None:
    """Keep a run from being pruned, or no longer.

    Raises:
        OSError: if that cannot be written.
    """
    if pinned:
        (run / PINNED).touch()
    else:
        (run / PINNED).unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class RunsFolder:
    """Where run folders go, and within what bounds.

    Attributes:
        path: parent of the run folders.
        bounds: of all of them.
        run_bytes: of one run; 0: none.
        pictures: whether they get pictures.
        robot: name of the robot's description, which is noted.
    """

    path: Path
    bounds: RunBounds = field(default_factory=RunBounds)
    run_bytes: int = 0
    pictures: bool = True
    robot: str = ""

    def prune(self, tell: Callable[[str], None]) -> threading.Thread | None:
        """Prune in a thread, so that nobody waits for it; `tell` gets what goes wrong. None: there is no bound."""
        if not self.bounds:
            return None

        def work() -> None:
            for problem in prune(self.path, self.bounds).problems:
                tell(problem)

        thread = threading.Thread(target=work, name="pruning", daemon=True)
        thread.start()
        return thread


def _stored(path: Path) -> StoredRun:
    size = 0
    for file in path.iterdir():
        try:
            size += file.lstat().st_size
        except FileNotFoundError:  # a file that is just being replaced
            continue
    began = began_of(path.name)
    is_kept = (path / PINNED).exists() or in_progress(path)
    return StoredRun(path, began.timestamp() if began else 0.0, size, is_kept)


def _remove(run: Path) -> None:
    going = run.with_name(_GOING + run.name)
    run.rename(going)
    shutil.rmtree(going)


def _sweep(parent: Path) -> None:
    """Remove what a pruning that was killed has left."""
    for left in parent.glob(f"{_GOING}*"):
        shutil.rmtree(left, ignore_errors=True)


def _still_beyond(kept: Sequence[StoredRun], bounds: RunBounds) -> list[str]:
    size = sum(run.size for run in kept)
    if bounds.total_bytes and size > bounds.total_bytes:
        told = f"{size / 2**20:.0f} MB, the bound is {bounds.total_bytes / 2**20:.0f} MB"
        return [f"what is pinned or in progress takes {told}"]
    return []
