# SPDX-License-Identifier: Apache-2.0
"""The programs of bin/ before their nodes exist."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from makedo_ros.without_ros.held import HELD, waits

BIN = Path(__file__).parents[2] / "bin"
NO_NODES = ("makedo", "check_launch", "moveit_parameters", "navigation_map")
NODES = sorted(path.name for path in BIN.iterdir() if path.name not in NO_NODES)

# What a library written in C makes of an exception that is raised while it is being imported.
LIBRARY = """
import os, signal
try:
    os.kill(os.getpid(), signal.SIGINT)
    signal.sigtimedwait([], 0.1)
except BaseException as error:
    raise ImportError("initialization failed") from error
raise ImportError("the signal was not heard")
"""


@pytest.mark.parametrize("name", NODES)
def test_ctrl_c_while_a_library_is_being_imported_ends_the_program_quietly(name, tmp_path):
    (tmp_path / "rclpy.py").write_text(LIBRARY)
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}:{BIN.parent}"}
    done = subprocess.run(
        [sys.executable, str(BIN / name)], env=environment, capture_output=True, text=True, timeout=200
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("name", NODES)
def test_every_node_waits_until_it_may_begin(name):
    assert waits(BIN / name)


@pytest.mark.parametrize("name", NO_NODES)
def test_what_is_no_node_waits_for_nothing(name):
    assert not waits(BIN / name)


@pytest.mark.ros
def test_a_node_that_may_not_begin_ends_without_a_word():
    environment = {**os.environ, "PYTHONPATH": str(BIN.parent), HELD: "1"}
    done = subprocess.run(
        [sys.executable, str(BIN / "sentry")],
        env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=200,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
