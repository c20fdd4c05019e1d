# SPDX-License-Identifier: Apache-2.0
"""A small disk of its own for all that the running system writes, which can be filled to the last byte.

What is kept there must come to be whole once there is room again, and a record that lacks something must say so.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from errno import ENOSPC
from pathlib import Path

from makedo_core.failure import MakedoError
from makedo_core.replay.reading import read_past_run
from scene_graph_node.store.reading import recall

SIZE_MB = 64
BLOCK = 1 << 16
KEPT_S = 20.0  # [s, wall] after there is room again, within which what is kept must be so
POLL_S = 0.5
FILLER = "filler"


class SmallDisk:
    """A mounted file system of a few megabytes.

    Args:
        folder: where it is mounted.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def arguments(self) -> dict[str, str]:
        """Arguments of the launch file with which everything that it keeps is kept here."""
        return {
            "runs_dir": str(self.folder / "runs"),
            "store_folder": str(self.folder / "store"),
            "files_folder": str(self.folder / "files"),
            "queue_file": str(self.folder / "queue.json"),
        }

    @contextmanager
    def environment(self) -> Iterator[None]:
        """Have what is started meanwhile write here what it writes besides: logs, temporary and state files."""
        folders = {"ROS_LOG_DIR": "log", "TMPDIR": "tmp", "XDG_STATE_HOME": "state"}
        before = {name: os.environ.get(name) for name in folders}
        for variable, name in folders.items():
            (self.folder / name).mkdir(exist_ok=True)
            os.environ[variable] = str(self.folder / name)
        try:
            yield
        finally:
            for variable, value in before.items():
                os.environ.pop(variable)
                if value is not None:
                    os.environ[variable] = value

    def fill(self) -> bool:
        """Write until not one byte more can be written; whether that was so."""
        with (self.folder / FILLER).open("ab", buffering=0) as file:
            size = BLOCK
            while size:
                try:
                    if file.write(b"\0" * size) < size:
                        size //= 2
                except OSError as error:
                    if error.errno != ENOSPC:
                        raise
                    size //= 2
        return not os.statvfs(self.folder).f_bavail

    def empty(self) -> None:
        """Give the room back."""
        (self.folder / FILLER).unlink(missing_ok=True)


@contextmanager
def small_disk(size_mb: int = SIZE_MB) -> Iterator[SmallDisk]:
    """A small disk, in memory, that goes in the end.

    Raises:
        MakedoError: if none can be mounted, for which a process has to be root.
    """
    with tempfile.TemporaryDirectory(prefix="makedo-disk-") as name:
        mount = ["mount", "-t", "tmpfs", "-o", f"size={size_mb}m", "makedo", name]
        try:
            done = subprocess.run(mount, check=False, capture_output=True, text=True)
        except OSError as error:
            raise MakedoError(f"no small disk can be mounted: {error}") from None
        if done.returncode:
            raise MakedoError(f"no small disk can be mounted: {done.stderr.strip()}; be root for it")
        try:
            yield SmallDisk(Path(name))
        finally:
            subprocess.run(["umount", "--lazy", name], check=False)


def not_kept(disk: SmallDisk, folder: Path | None, revision: int, said: str) -> tuple[str, ...]:
    """What is not as it must be once there is room again.

    Args:
        disk: that was full.
        folder: of the run; None: the robot named none.
        revision: of the newest scene graph when there was room again; it or a newer one must come to be kept.
        said: what the robot said at the end of the run.
    """
    wrong = []
    deadline = time.monotonic() + KEPT_S
    while (kept := _kept_revision(disk)) < revision and time.monotonic() < deadline:
        time.sleep(POLL_S)
    if kept < revision:
        wrong.append(f"revision {revision} of the scene graph is not kept, {kept} is")
    if folder is None:
        return tuple(wrong)
    try:
        past = read_past_run(folder)
    except MakedoError as error:
        return (*wrong, f"the run cannot be read: {error}")
    if past.damage and "incomplete" not in said:
        wrong.append(f"the record lacks something, and the robot did not say so: {'; '.join(past.damage)}")
    return tuple(wrong)


def bring_home(folder: Path, runs_dir: Path) -> Path:
    """Copy a run folder from the small disk to where runs are to stay; where it is then."""
    runs_dir.mkdir(parents=True, exist_ok=True)
    return Path(shutil.copytree(folder, runs_dir / folder.name, dirs_exist_ok=True))


def _kept_revision(disk: SmallDisk) -> int:
    try:
        found = recall(disk.folder / "store").newest
    except (MakedoError, OSError):
        return -1
    return -1 if found is None else found.graph.revision
