# SPDX-License-Identifier: Apache-2.0
"""Every process of Makedo writes its log into Makedo's folder, and none dies where it cannot."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("rclpy")

from makedo_core.record.log_bounds import LogBounds
from makedo_ros.logs.files import bound_logs

pytestmark = pytest.mark.ros
PROGRAM = """
from makedo_ros.runtime.spin import run
from rclpy.node import Node
import os, signal
def factory():
    node = Node("talker")
    node.get_logger().info("hello")
    os.kill(os.getpid(), signal.SIGTERM)
    return node
raise SystemExit(run(factory, args=[]))
"""


def ran(log_dir: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "ROS_LOG_DIR": str(log_dir)}
    return subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, timeout=60)


def test_the_log_goes_into_the_folder_of_makedo(tmp_path):
    done = ran(tmp_path)
    assert done.returncode == 0, done.stderr
    (written,) = (tmp_path / "makedo").iterdir()
    assert "hello" in written.read_text() and written.suffix == ".log"
    assert ran(tmp_path / "makedo").returncode == 0  # as the launcher hands it on
    assert len(list((tmp_path / "makedo").iterdir())) == 2


def test_where_no_log_can_be_written_the_node_runs_and_says_so_once(tmp_path):
    (tmp_path / "file").touch()
    done = ran(tmp_path / "file")
    assert done.returncode == 0 and "hello" in done.stderr
    assert done.stderr.count("no log is kept of this process") == 1


def test_the_bounds_are_looked_at_beside_everything_else_and_problems_are_told(tmp_path, monkeypatch):
    told: list[str] = []
    assert bound_logs(tmp_path, LogBounds(), told.append) is None
    own = tmp_path / "makedo"
    own.mkdir()
    (own / f"python_{os.getpid()}_1790000000000.log").write_text("x" * 10)
    thread = bound_logs(tmp_path, LogBounds(total_bytes=1), told.append)
    assert thread is not None
    thread.join(10.0)
    assert len(told) == 1
