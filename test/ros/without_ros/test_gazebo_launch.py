# SPDX-License-Identifier: Apache-2.0
"""The launch files that start a simulation in Gazebo by somebody else's launch file: what these are handed."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import yaml

from makedo_ros.without_ros.launch_xml import LaunchError, LaunchReader

ROOT = Path(__file__).resolve().parents[3]
FAST_DDS = {"FASTRTPS_DEFAULT_PROFILES_FILE", "FASTDDS_DEFAULT_PROFILES_FILE"}


def unchecked(words):
    """Nobody checks the arguments."""
    return ""


def test_the_gazebo_launch_says_what_it_needs(tmp_path):
    file, given = ROOT / "launch" / "tiago_gazebo.launch.xml", {"scene": "home"}
    with pytest.raises(LaunchError, match="package 'tiago_gazebo' is not installed"):
        LaunchReader({"makedo": ROOT}, unchecked).read(file, given)
    with pytest.raises(
        LaunchError, match=r"tiago_gazebo\.launch\.py is a Python launch file, which only `ros2 launch`"
    ):
        LaunchReader({"makedo": ROOT, "tiago_gazebo": tmp_path}, unchecked).read(file, given)
    with pytest.raises(LaunchError, match="argument 'scene' is needed"):
        LaunchReader({"makedo": ROOT}, unchecked).read(file, {})


def test_pals_launch_file_is_given_arguments_that_it_has():
    includes = ET.parse(ROOT / "launch" / "tiago_gazebo.launch.xml").getroot().iter("include")
    (pal,) = (i for i in includes if "tiago_gazebo.launch.py" in i.get("file", ""))
    assert {a.get("name"): a.get("value") for a in pal.iter("arg")} == {
        "is_public_sim": "True",
        "navigation": "True",
        "moveit": "True",
        "end_effector": "pal-gripper",
        "world_name": "$(var world_name)",
        "gazebo_version": "$(var gazebo_version)",
    }


def test_the_communitys_port_is_launched_as_pals_simulation_is_with_its_own_robot_world_and_cameras_bridge():
    root = ET.parse(ROOT / "launch" / "tiago_harmonic.launch.xml").getroot()
    (include,) = root.iterfind("include")
    given = {a.get("name"): a.get("value") for a in include.iter("arg")}
    assert include.get("file") == "$(find-pkg-share makedo)/launch/tiago_gazebo.launch.xml"
    assert given["robot"] == "tiago_harmonic"
    assert next(a for a in root.iterfind("arg") if a.get("name") == "world_name").get("default") == "house"
    (bridge,) = root.iter("node")
    camera = yaml.safe_load((ROOT / "config" / "robots" / "tiago_harmonic.yaml").read_text())["camera"]
    assert bridge.get("args").split() == [f"/{camera['image']}", f"/{camera['depth']}"]
    assert [(p.get("name"), p.get("value")) for p in bridge.iter("param")] == [("use_sim_time", "true")]


def test_nothing_of_ours_reaches_pals_launch_file_but_what_is_kept():
    root = ET.parse(ROOT / "launch" / "tiago_gazebo.launch.xml").getroot()
    (group,) = root.iterfind("group")
    assert group.get("forwarding") == "false"
    assert [keep.get("name") for keep in group.iterfind("keep")] == ["world_name", "gazebo_version"]
    assert any("tiago_gazebo.launch.py" in include.get("file", "") for include in group.iterfind("include"))
    assert {e.get("name") for e in group.iterfind("set_env")} == FAST_DDS
