# SPDX-License-Identifier: Apache-2.0
"""Logs stay within their bounds; what is no log of ours, or is written by a process that lives, stays."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from makedo_core.record.log_bounds import MARK, OWN, LogBounds, log_root, mark_launch, prune_logs

DAY_S = 86400.0
NOW_S = time.time()
GONE = 2**31 - 2  # no process has this number


def written(path: Path, days: float, size: int = 1000) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"x" * size)
    os.utime(path, (NOW_S - days * DAY_S,) * 2)
    return path


def log(root: Path, days: float, process: int = GONE, size: int = 1000, program: str = "python") -> Path:
    return written(root / OWN / f"{program}_{process}_{1790000000000 + int(days)}.log", days, size)


def launch(root: Path, days: float, process: int = GONE, mark: bool = True) -> Path:
    folder = root / f"2026-01-01-12-00-00-{int(days):06d}-robot-pc-{process}"
    written(folder / "launch.log", days)
    if mark:
        mark_launch(root, process)
        os.utime(folder / MARK, (NOW_S - days * DAY_S,) * 2)
    return folder


def pruned(root: Path, dead: bool = True, **bounds: float):
    return prune_logs(root, LogBounds(**bounds), NOW_S, (lambda _: False) if dead else None)


def test_the_oldest_go_first_and_age_is_a_bound_too(tmp_path):
    logs = [log(tmp_path, days) for days in (4, 3, 2, 1)]
    assert pruned(tmp_path).removed == ()
    assert list(pruned(tmp_path, total_bytes=3000).removed) == logs[:1]
    done = pruned(tmp_path, age_s=1.5 * DAY_S)
    assert list(done.removed) == logs[1:3] and (done.freed, done.problem) == (2000, "")
    assert logs[3].exists()


def test_logs_of_other_programs_that_makedo_started_are_bounded_too(tmp_path):
    assert pruned(tmp_path, age_s=DAY_S).removed == ()
    old = log(tmp_path, 9, program="move_group")
    assert list(pruned(tmp_path, age_s=DAY_S).removed) == [old]


def test_nothing_but_logs_of_ours_is_removed(tmp_path):
    others = [
        written(tmp_path / f"python_{GONE}_1790000000001.log", 99),  # of another program: not in Makedo's folder
        written(tmp_path / OWN / "notes.log", 99),
        written(tmp_path / OWN / f"python_{GONE}_1790000000001.log.txt", 99),
        written(tmp_path / OWN / "kept" / f"python_{GONE}_1790000000001.log", 99),
        launch(tmp_path, 99, mark=False),
    ]
    link = tmp_path / OWN / f"python_{GONE}_1790000000009.log"
    link.symlink_to(others[0])
    assert pruned(tmp_path, age_s=DAY_S, total_bytes=1).removed == ()
    assert all(path.exists() for path in (*others, link))


def test_a_launch_of_a_stack_goes_as_a_whole_unless_something_else_lies_in_it(tmp_path):
    whole, mixed = launch(tmp_path, 50), launch(tmp_path, 60, GONE + 1)
    written(whole / "supervisor-3-stdout.log", 50)
    written(mixed / "my_notes.txt", 60)
    assert list(pruned(tmp_path, age_s=DAY_S).removed) == [whole]
    assert not whole.exists() and (mixed / "launch.log").exists()


def test_what_a_living_process_writes_stays_whatever_it_takes(tmp_path):
    by_name = log(tmp_path, 50, os.getpid())
    by_file = log(tmp_path, 50, GONE)
    with by_file.open("a"):
        done = pruned(tmp_path, dead=False, age_s=DAY_S, total_bytes=1)
    assert done.removed == () and by_name.exists() and by_file.exists()
    assert "take" in done.problem
    assert list(pruned(tmp_path, dead=False, age_s=DAY_S).removed) == [by_file]


def test_what_was_just_written_may_be_of_a_process_elsewhere_and_stays(tmp_path):
    recent = log(tmp_path, 0.01)
    assert pruned(tmp_path, total_bytes=1).removed == () and recent.exists()


def test_a_disk_that_refuses_is_told_once_and_the_newer_logs_stay(tmp_path, monkeypatch):
    logs = [log(tmp_path, days) for days in (4, 3, 2)]

    def refused(self: Path, missing_ok: bool = False) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(Path, "unlink", refused)
    done = pruned(tmp_path, total_bytes=1500)
    assert done.removed == () and all(path.exists() for path in logs)
    assert done.problem == f"logs beyond their bounds stay, {logs[0]} first: Read-only file system"


def test_without_a_folder_there_is_nothing_to_do(tmp_path):
    assert pruned(tmp_path / "none", age_s=DAY_S).problem == ""
    (tmp_path / "file").touch()
    assert pruned(tmp_path / "file", age_s=DAY_S).removed == ()
    mark_launch(tmp_path / "none", 1)


@pytest.mark.parametrize(
    ("environment", "root"),
    [({"HOME": "/h"}, "/h/.ros/log"), ({"HOME": "/h", "ROS_HOME": "/r"}, "/r/log"),
     ({"HOME": "/h", "ROS_LOG_DIR": "/l"}, "/l"), ({"HOME": "/h", "ROS_LOG_DIR": "/l/makedo"}, "/l")],
)  # fmt: skip
def test_the_folder_is_that_of_ros_and_found_again_from_within(environment, root):
    assert log_root(environment) == Path(root)


def test_a_process_that_writes_its_log_is_seen_from_another(tmp_path):
    path = log(tmp_path, 50)
    code = f"f = open({str(path)!r}, 'a'); print('open', flush=True); input()"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stdout.readline() == b"open\n"
        assert pruned(tmp_path, age_s=DAY_S).removed == ()
        process.communicate(b"\n")
    assert list(pruned(tmp_path, age_s=DAY_S).removed) == [path]
