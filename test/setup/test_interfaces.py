# SPDX-License-Identifier: Apache-2.0
"""The declared interfaces: listed completely, built completely, and true to the originals."""

from __future__ import annotations

import importlib
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LIST = ROOT / "tools" / "list_interfaces.py"
PACKAGES = [*sorted(path.parent for path in (ROOT / "overlay").glob("*/package.xml")), ROOT]
# ROS compares types by these hashes. Taken after comparing the definitions with those of the Jazzy branches.
TYPE_HASHES = json.loads((Path(__file__).parent / "type_hashes.json").read_text())
# The entry points that a stack on MoveIt, ros2_control, Nav2, tf2 and play_motion2 needs.
NEEDED = {
    "control_msgs/action/FollowJointTrajectory",
    "control_msgs/action/GripperCommand",
    "moveit_msgs/action/ExecuteTrajectory",
    "moveit_msgs/action/MoveGroup",
    "moveit_msgs/srv/ApplyPlanningScene",
    "moveit_msgs/srv/GetCartesianPath",
    "moveit_msgs/srv/GetMotionPlan",
    "moveit_msgs/srv/GetPlanningScene",
    "moveit_msgs/srv/GetPositionIK",
    "nav2_msgs/action/BackUp",
    "nav2_msgs/action/ComputePathToPose",
    "nav2_msgs/action/DriveOnHeading",
    "nav2_msgs/action/NavigateToPose",
    "nav2_msgs/msg/SpeedLimit",
    "play_motion2_msgs/action/PlayMotion2",
    "play_motion2_msgs/srv/IsMotionReady",
    "play_motion2_msgs/srv/ListMotions",
    "tf2_msgs/msg/TFMessage",
}


def listed(*packages: str) -> list[str]:
    done = subprocess.run([sys.executable, LIST, *packages], capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.parametrize("folder", PACKAGES, ids=lambda folder: folder.name)
def test_cmake_lists_exactly_the_definitions_of_the_package(folder):
    files = {f"{kind}/{path.name}" for kind in ("msg", "srv", "action") for path in (folder / kind).glob(f"*.{kind}")}
    text = (folder / "CMakeLists.txt").read_text()
    assert set(re.findall(r'"((?:msg|srv|action)/\w+\.\w+)"', text)) == files


@pytest.mark.parametrize("folder", PACKAGES, ids=lambda folder: folder.name)
def test_packages_declare_what_their_definitions_use(folder):
    text = "".join(path.read_text() for kind in ("msg", "srv", "action") for path in (folder / kind).glob(f"*.{kind}"))
    name = re.search(r"<name>(\w+)</name>", (folder / "package.xml").read_text())
    assert name is not None
    used = set(re.findall(r"^(\w+)/\w+", text, re.MULTILINE)) - {name.group(1)}
    assert set(re.findall(r"<depend>(\w+)</depend>", (folder / "package.xml").read_text())) == used
    found = set(re.findall(r"find_package\((\w+) REQUIRED\)", (folder / "CMakeLists.txt").read_text()))
    assert used <= found


def test_the_list_holds_everything_the_stack_speaks():
    assert set(listed()) >= NEEDED


def test_the_list_can_be_narrowed_to_one_package_and_names_the_choices_otherwise():
    assert listed("tf2_msgs") == ["tf2_msgs/msg/TFMessage"]
    wrong = subprocess.run([sys.executable, LIST, "tf3_msgs"], capture_output=True, text=True, check=False)
    assert wrong.returncode == 2
    assert "tf3_msgs" in wrong.stderr
    assert "tf2_msgs" in wrong.stderr


@pytest.mark.parametrize("name", listed())
def test_every_declared_interface_can_be_imported(name):
    package, kind, interface = name.split("/")
    assert hasattr(importlib.import_module(f"{package}.{kind}"), interface)


def test_the_overlay_is_kept_out_of_a_ros_workspace():
    assert (ROOT / "overlay" / "COLCON_IGNORE").exists()


@pytest.mark.parametrize("name", sorted(TYPE_HASHES))
def test_overlay_types_have_the_hashes_of_the_originals(name):
    description = json.loads((Path(sys.prefix) / "share" / f"{name}.json").read_text())
    found = {entry["type_name"]: entry["hash_string"] for entry in description["type_hashes"]}
    assert found[name] == TYPE_HASHES[name]


def test_every_overlay_type_has_a_known_hash():
    assert set(TYPE_HASHES) == {name for name in listed() if not name.startswith("makedo/")}


def test_error_codes_have_the_values_of_the_originals():
    from control_msgs.action import FollowJointTrajectory
    from moveit_msgs.msg import MoveItErrorCodes
    from nav2_msgs.action import ComputePathToPose

    assert MoveItErrorCodes.SUCCESS == 1
    assert MoveItErrorCodes.PLANNING_FAILED == -1
    assert MoveItErrorCodes.NO_IK_SOLUTION == -31
    assert MoveItErrorCodes.FAILURE == 99999
    assert FollowJointTrajectory.Result.GOAL_TOLERANCE_VIOLATED == -5
    assert ComputePathToPose.Result.TF_ERROR == 202
    assert ComputePathToPose.Result.NO_VALID_PATH == 208
