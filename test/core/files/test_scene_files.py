# SPDX-License-Identifier: Apache-2.0
"""Scenes and descriptions are found beside the packages, and in the share folder of a ROS workspace."""

from __future__ import annotations

import pytest

from makedo_core.files import shipped as module
from makedo_core.files.scene_files import scene_file
from makedo_core.files.shipped import shipped


def test_a_scene_is_found_by_its_name():
    assert scene_file("home").parts[-3:] == ("scenes", "home", "graph.json")


def test_a_scene_that_is_not_there_is_told_with_those_that_are():
    with pytest.raises(FileNotFoundError, match=r"there is no scene 'hoem'; there are: home, tabletop"):
        scene_file("hoem")


def test_in_a_workspace_a_scene_is_found_in_the_share_folder_of_its_prefix(tmp_path, monkeypatch):
    """colcon puts the packages into lib/python3.x or local/lib, and with --symlink-install wherever they are linked."""
    elsewhere = tmp_path / "build" / "makedo_core" / "files" / "shipped.py"
    monkeypatch.setattr(module, "__file__", str(elsewhere))
    monkeypatch.setattr(module.sys, "prefix", "/usr")
    prefix = tmp_path / "install" / "makedo"
    file = prefix / "share" / "makedo" / "scenes" / "flat" / "graph.json"
    file.parent.mkdir(parents=True)
    file.write_text("{}")
    monkeypatch.setenv("AMENT_PREFIX_PATH", f"/opt/ros/jazzy:{prefix}")
    assert scene_file("flat") == file
    monkeypatch.delenv("AMENT_PREFIX_PATH")
    with pytest.raises(FileNotFoundError):
        scene_file("flat")


def test_what_lies_beside_the_packages_comes_first():
    assert shipped("scenes")[0].parent == module.Path(module.__file__).resolve().parents[2]
