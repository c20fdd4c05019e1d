# SPDX-License-Identifier: Apache-2.0
"""The program check_launch: arguments that nobody can mean end a launch before anything starts."""

from __future__ import annotations

import re
import shutil
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from makedo_ros.launch_check.arguments import main, problems_with
from makedo_ros.launch_check.known_choices import AUTO, detectors
from makedo_ros.without_ros.launch_xml import LaunchError, LaunchReader, run_command
from perception_node.detectors import BACKENDS

ROOT = Path(__file__).parents[3]
SHARE = f"share:={ROOT}"
LAUNCH_FILES = sorted((ROOT / "launch").glob("*.launch.xml"))


def test_what_comes_with_makedo_is_accepted(capsys):
    words = ["robot:=tiago", "scene:=home", "seed:=3", "page:=False", "real_time_factor:=0", "log_level:=DEBUG"]
    assert main([SHARE, *words, f"params_file:={ROOT / 'config' / 'overrides.yaml'}"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("robot:=tiagoo", "there is no robot 'tiagoo' in "),
        ("scene:=hom", "there is no scene 'hom' in "),
        ("scene:=", "there is no scene '' in "),
        ("detector:=foo", "detector is 'foo'; there are auto, onnx, simulation, ultralytics, vlm"),
        ("detector:=simulatoin", "detector is 'simulatoin'; nearest: simulation"),
        ("motion:=gazebo", "motion is 'gazebo'; there are embedded, none, real"),
        ("navigation:=gazebo", "navigation is 'gazebo'; there are embedded, none, real"),
        ("seed:=abc", "seed is 'abc', expected a whole number from 0 on"),
        ("seed:=-1", "seed is -1, expected a whole number from 0 on"),
        ("page_port:=70000", "page_port is 70000, expected a whole number from 0 to 65535"),
        ("real_time_factor:=fast", "real_time_factor is 'fast', expected a number of 0 or more, e.g. 1.0"),
        ("real_time_factor:=-1", "real_time_factor is '-1', expected a number of 0 or more"),
        ("real_time_factor:=nan", "real_time_factor is 'nan', expected a number of 0 or more"),
        ("page:=maybe", "page is 'maybe', expected true or false"),
        ("gazebo_version:=harmonic", "gazebo_version is 'harmonic'; there are classic, gazebo"),
        ("log_level:=loud", "log_level is 'loud'; there are debug, error, fatal, info, warn"),
        ("params_file:=/no/such.yaml", "/no/such.yaml: No such file or directory"),
    ],
)
def test_what_nobody_can_mean_is_refused_with_the_reason(word, told, capsys):
    assert main([SHARE, word]) == 1
    assert f"Makedo cannot start: {told}" in capsys.readouterr().err


def test_a_robot_that_drives_is_not_put_amid_a_table(capsys):
    assert main([SHARE, "robot:=tiago_sim", "scene:=tabletop", "seed:=1"]) == 1
    told = capsys.readouterr().err
    assert "the scene 'tabletop' is for an arm that stands on a table, and 'tiago_sim' drives" in told
    assert "robot:=panda" in told and "scene:=home or workshop" in told


@pytest.mark.parametrize(
    "words",
    [
        ("robot:=panda", "scene:=tabletop", "seed:=1"),
        ("robot:=tiago_sim", "scene:=workshop", "seed:=1"),
        ("robot:=tiago", "scene:=tabletop"),  # a real robot's map: where it begins is told by its localisation
    ],
)
def test_a_robot_where_it_can_stand_is_accepted(words, capsys):
    assert main([SHARE, *words]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("name", "product", "file"),
    [
        ("motion", "MoveIt", "lib/moveit_ros_move_group/move_group"),
        ("navigation", "Nav2", "lib/nav2_bt_navigator/bt_navigator"),
    ],
)
def test_the_real_one_is_only_promised_where_there_is_one(tmp_path, monkeypatch, name, product, file):
    monkeypatch.setenv("AMENT_PREFIX_PATH", f"/no/such:{tmp_path}")
    (problem,) = problems_with({"share": str(ROOT), name: "real"})
    assert problem.startswith(f"{name} is 'real', but {product} is not installed: there is no {file} in ")
    program = tmp_path / file
    program.parent.mkdir(parents=True)
    program.touch()
    assert problems_with({"share": str(ROOT), name: "real"}) == []


def installed(prefix: Path, package: str, program: str, version: str = "") -> None:
    """As if a package with a program were installed."""
    file = prefix / "lib" / package / program
    file.parent.mkdir(parents=True)
    file.touch()
    if version:
        manifest = prefix / "share" / package / "package.xml"
        manifest.parent.mkdir(parents=True)
        manifest.write_text(f'<?xml version="1.0"?><package format="3"><version>{version}</version></package>')


@pytest.mark.parametrize(
    ("distribution", "moveit", "nav2", "told"),
    [
        ("humble", "2.5.9", "1.1.18", None),
        ("jazzy", "2.12.4", "1.3.13", None),
        (None, "2.12.4", "1.3.13", None),
        ("humble", "", "", None),  # a package that does not say its version
        ("kilted", "2.14.1", "1.4.2", "ROS_DISTRO is 'kilted': Makedo has parameters for {} of humble and jazzy"),
        ("", "2.12.4", "1.3.13", "ROS_DISTRO is '': Makedo has parameters for {} of humble and jazzy"),
        ("../jazzy", "2.12.4", "1.3.13", "ROS_DISTRO is '../jazzy': Makedo has parameters"),
        ("humble", "2.12.4", "1.3.13", "while Makedo's parameters for 'humble' (ROS_DISTRO) are for "),
        ("jazzy", "2.5.9", "1.1.18", "while Makedo's parameters for 'jazzy' (ROS_DISTRO) are for "),
        ("humble", "2.50.1", "1.10.0", "while Makedo's parameters for 'humble' (ROS_DISTRO) are for "),
        (None, "2.5.9", "1.1.18", "while Makedo's parameters for 'jazzy' (ROS_DISTRO) are for "),
    ],
)
@pytest.mark.parametrize("name", ["motion", "navigation"])
def test_the_real_one_is_only_started_with_names_that_it_knows(
    name, distribution, moveit, nav2, told, tmp_path, monkeypatch
):
    monkeypatch.setenv("AMENT_PREFIX_PATH", str(tmp_path))
    monkeypatch.delenv("ROS_DISTRO", raising=False)
    if distribution is not None:
        monkeypatch.setenv("ROS_DISTRO", distribution)
    installed(tmp_path, "moveit_ros_move_group", "move_group", moveit)
    installed(tmp_path, "nav2_bt_navigator", "bt_navigator", nav2)
    problems = problems_with({"share": str(ROOT), name: "real"})
    product = {"motion": "MoveIt", "navigation": "Nav2"}[name]
    assert (not problems) == (told is None)
    for problem in problems:
        assert told.format(product) in problem
        remedy = f"leave the argument out, or start {product} with parameters of your own and give {name}:=none"
        assert problem.endswith(remedy)
    assert problems_with({"share": str(ROOT), name: "none"}) == []


@pytest.mark.parametrize(("robot", "is_refused"), [("panda", True), ("tiago_sim", False)])
def test_nav2_is_for_a_robot_that_drives(tmp_path, monkeypatch, robot, is_refused):
    monkeypatch.setenv("AMENT_PREFIX_PATH", str(tmp_path))
    program = tmp_path / "lib" / "nav2_bt_navigator" / "bt_navigator"
    program.parent.mkdir(parents=True)
    program.touch()
    problems = problems_with({"share": str(ROOT), "robot": robot, "navigation": "real"})
    told = "navigation is 'real', but 'panda' has no base that could be driven; leave the argument out"
    assert problems == ([told] if is_refused else [])
    assert problems_with({"share": str(ROOT), "robot": robot, "navigation": "embedded"}) == []
    (problem,) = problems_with({"share": str(ROOT), "namespace": "robot1", "navigation": "real"})
    assert problem.startswith("navigation is 'real', but namespace is 'robot1': ")
    assert problems_with({"share": str(ROOT), "namespace": "robot1", "navigation": "embedded"}) == []


@pytest.mark.parametrize(
    ("argument", "node", "parameter"),
    [
        ("motion", "move_group", "octomap_resolution: 0.05"),
        ("navigation", "controller_server", "FollowPath.plugin: dwb_core::DWBLocalPlanner"),
        ("navigation", "local_costmap/local_costmap", "width: 3"),
        ("navigation", "global_costmap/global_costmap", "resolution: 0.1"),
    ],
)
def test_a_file_may_hold_what_moveit_and_nav2_have_where_they_are_started(
    tmp_path, monkeypatch, argument, node, parameter
):
    for program in ("moveit_ros_move_group/move_group", "nav2_bt_navigator/bt_navigator"):
        (tmp_path / "lib" / program).parent.mkdir(parents=True)
        (tmp_path / "lib" / program).touch()
    monkeypatch.setenv("AMENT_PREFIX_PATH", str(tmp_path))
    file = tmp_path / "mine.yaml"
    file.write_text(f"/**/{node}:\n  ros__parameters:\n    {parameter}\n")
    given = {"share": str(ROOT), "robot": "tiago_sim", "params_file": str(file)}
    assert problems_with(given | {argument: "real"}) == []
    for choice in ("embedded", "none"):
        (problem,) = problems_with(given | {argument: choice})
        assert node.rpartition("/")[2] in problem
    file.write_text(file.read_text() + "planner:\n  ros__parameters:\n    stratgy: prune\n")
    (problem,) = problems_with(given | {argument: "real"})
    assert "planner has no parameter 'stratgy'" in problem


def test_a_description_that_cannot_be_read_is_refused(tmp_path):
    file = tmp_path / "config" / "robots" / "mine.yaml"
    file.parent.mkdir(parents=True)
    file.write_text("frames: []\n")
    (problem,) = problems_with({"share": str(tmp_path), "robot": "mine"})
    assert str(file) in problem


def test_a_description_that_names_a_detector_which_is_none_is_refused(tmp_path):
    (tmp_path / "config").mkdir()
    shutil.copytree(ROOT / "config" / "robots", tmp_path / "config" / "robots")
    file = tmp_path / "config" / "robots" / "panda.yaml"
    file.write_text(file.read_text().replace("detector: simulation ", "detector: yolo "))
    told = "the description of 'panda': camera.detector is 'yolo'; there are auto, onnx, simulation, ultralytics, vlm"
    assert problems_with({"share": str(tmp_path), "robot": "panda"}) == [told]


def test_the_detectors_that_can_be_chosen_are_those_of_the_perception():
    assert set(detectors()) == {AUTO, *BACKENDS}


def test_everything_that_is_wrong_is_told_at_once(capsys):
    assert main([SHARE, "robot:=nosuch", "scene:=nosuch", "seed:=abc"]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 3


@pytest.mark.parametrize("words", [[], [SHARE, "sead:=1"]])
def test_a_launch_file_that_asks_wrongly_is_a_bug(words):
    with pytest.raises(ValueError, match="check_launch needs share"):
        main(words)


UNCHECKED = {"moveit_py.launch.xml", "tiago_harmonic.launch.xml"}  # the second hands all on to one that checks


@pytest.mark.parametrize("file", [f for f in LAUNCH_FILES if f.name not in UNCHECKED], ids=lambda f: f.name)
def test_every_launch_file_has_what_it_declares_checked(file):
    root = ET.parse(file).getroot()
    declared = {a.get("name") for a in root.iterfind("arg")}
    (command,) = (let.get("value", "") for let in root.iterfind("let") if let.get("name") == "checked")
    checked = set(re.findall(r'"(\w+):=\$\(var \1\)"', command))
    others = {"namespace", "detector", "runs_dir", "store_folder", "files_folder", "queue_file", "page_host",
              "page_folder", "world_name", "check", "sigterm_timeout", "sigkill_timeout"}  # fmt: skip
    assert checked | others >= declared
    assert checked <= declared


def test_a_launch_ends_with_the_reasons_and_starts_nothing():
    program = str(ROOT / "bin" / "check_launch")
    reader = LaunchReader({"makedo": ROOT}, lambda words: run_command([sys.executable, program, *words[1:]]))
    with pytest.raises(LaunchError) as refused:
        reader.read(ROOT / "launch" / "demo.launch.xml", {"robot": "nosuch", "scene": "nosuch", "seed": "abc"})
    assert [re.split("[;,] | in ", line)[0] for line in str(refused.value).splitlines()] == [
        "Makedo cannot start: there is no robot 'nosuch'",
        "Makedo cannot start: there is no scene 'nosuch'",
        "Makedo cannot start: seed is 'abc'",
    ]
    assert reader.commands == []
