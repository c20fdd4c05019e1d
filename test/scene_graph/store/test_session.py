# SPDX-License-Identifier: Apache-2.0
"""What is kept for a launch is found by a node that it starts again, and by no other launch."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scene_graph_node.store.session import LAUNCH, SessionError, session_folder


def folder_in(path: Path, namespace: str = "/", parent: int = os.getpid()) -> Path:
    return session_folder({"XDG_RUNTIME_DIR": str(path)}, namespace, parent)


def test_a_node_that_is_started_again_finds_what_it_kept(tmp_path):
    kept = folder_in(tmp_path)
    kept.mkdir(parents=True)
    assert folder_in(tmp_path) == kept and kept.is_dir()


def test_stacks_of_one_launch_have_folders_of_their_own(tmp_path):
    assert len({folder_in(tmp_path), folder_in(tmp_path, "/left"), folder_in(tmp_path, "/left/arm")}) == 3


def test_launches_of_one_process_are_told_apart(tmp_path):
    environment = {"XDG_RUNTIME_DIR": str(tmp_path)}
    both = {session_folder({**environment, LAUNCH: name}, "/", os.getpid()) for name in ("a", "b", "../c")}
    assert len(both) == 3 and all(f.is_relative_to(tmp_path) and ".." not in f.parts for f in both)


def test_another_launch_finds_nothing_and_what_an_ended_one_left_is_removed(tmp_path):
    launch = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    kept = folder_in(tmp_path, parent=launch.pid)
    kept.mkdir(parents=True)
    assert folder_in(tmp_path) != kept and kept.is_dir()
    launch.communicate(b"\n")
    folder_in(tmp_path)
    assert not kept.parent.parent.exists()


def test_only_the_user_can_read_it(tmp_path):
    assert folder_in(tmp_path).parent.parent.parent.stat().st_mode & 0o077 == 0


def test_what_stands_in_the_way_is_named(tmp_path):
    (tmp_path / f"makedo-{os.getuid()}").write_text("a file")
    with pytest.raises(SessionError, match=f"makedo-{os.getuid()}"):
        folder_in(tmp_path)
