# SPDX-License-Identifier: Apache-2.0
"""`makedo doctor` beside a robot in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from makedo_cli.session import Session
from makedo_core.files.robot_yaml import robot_config_from_yaml
from support.tiers import slow

from .conftest import ROBOT_FILE

pytestmark = pytest.mark.ros
WITHIN_S = 15.0


def doctor(*arguments: object) -> tuple[int, dict]:
    """Exit code and report."""
    done = subprocess.run(
        [sys.executable, "-m", "makedo_cli.main", "doctor", "--json", *map(str, arguments)],
        capture_output=True,
        text=True,
        env=os.environ,
        timeout=200,
    )
    assert "Traceback" not in done.stderr, done.stderr
    assert done.stdout, done.stderr
    return done.returncode, json.loads(done.stdout)


def faults(report: dict) -> dict[str, str]:
    return {f["subject"]: f["found"] for f in report["findings"] if f["level"] == "fault"}


def test_a_robot_in_good_order_has_no_fault_and_is_not_moved(start_robot):
    robot = start_robot()
    code, report = doctor("--robot", "tiago")
    assert faults(report) == {}
    assert code == 0
    assert report["seconds"] > 0
    levels = {f["subject"]: f["level"] for f in report["findings"]}
    assert levels["Makedo"] == "warning"  # the stack itself does not run
    assert levels["group arm_torso"] == levels["robot state"] == levels["transforms"] == "ok"
    assert not [line for line in robot.lines if "MOVED" in line]


def test_what_is_wrong_with_the_robot_is_told(start_robot):
    start_robot("no_moveit", "no_map", "no_camera", "best_effort_tf")
    code, report = doctor("--robot", "tiago")
    found = faults(report)
    assert code == 8
    assert found["/move_group"] == "none of MoveIt's ROS actions and services is there"
    assert found["map"] == "no transform has this frame"
    assert found["/head_front_camera/depth_registered/image_raw"] == "nobody publishes it"
    assert "/fake_robot offers best_effort" in found["/tf"]


def test_what_would_fail_at_the_first_motion_is_told(start_robot):
    start_robot("no_accelerations", "no_planner", "coarse_goals", "soft_limits", "reversed_joint")
    code, report = doctor("--robot", "tiago")
    found = faults(report)
    assert code == 8
    assert found["joint limits"].startswith("MoveIt has no acceleration limit of torso_lift_joint: ")
    assert found["arm_2_joint"] == "1 in the posture 'ready' is beyond the soft limits -1.5 to 0.9 of the URDF"
    assert found["arm_6_joint"].startswith("turns the other way than the postures take it: ")
    assert "its axis in the URDF is (0, 0, -1)" in found["arm_6_joint"]
    assert found["general_goal_checker"].startswith("ends a drive within 0.25 m of its goal, where more than 0.1 m")
    assert set(found) == {"joint limits", "arm_2_joint", "arm_6_joint", "general_goal_checker"}
    (planner,) = (f for f in report["findings"] if f["subject"] == "planner")
    assert planner["level"] == "warning" and "RRTConnectkConfigDefault" in planner["found"]


def test_wrong_clocks_and_units_are_told(start_robot):
    start_robot("second_clock", "old_stamps", "millimetres_as_metres")
    _, report = doctor("--robot", "tiago")
    found = faults(report)
    assert "has 2 publishers" in found["/clock"]
    assert "these are millimetres" in found["/head_front_camera/depth_registered/image_raw"]


@pytest.mark.parametrize("namespace", ["left", *slow("/left", "/left/")])
def test_the_executor_of_a_namespace_is_asked_for_its_description_however_it_is_written(
    ros_domain_id, tmp_path, namespace
):
    own = tmp_path / "own.yaml"
    own.write_text(ROBOT_FILE.read_text())
    with Session("executor", "/left") as session:
        session.node.declare_parameter("robot_file", str(own))
        _, report = doctor("--namespace", namespace)
    assert report["robot"] == str(own)


@pytest.mark.slow
def test_a_wrong_description_is_mended_by_the_one_that_is_written(start_robot, tmp_path):
    start_robot()
    bad, fit = tmp_path / "bad.yaml", tmp_path / "fit.yaml"
    text = ROBOT_FILE.read_text()
    for right, wrong in (
        ("arm_4_joint", "arm_four_joint"),
        ("gripper_controller", "hand_controller"),
        ("rgb_optical_frame", "optical_frame"),
        ("depth_registered", "depth"),
    ):
        text = text.replace(right, wrong)
    bad.write_text(text)
    code, report = doctor("--robot", bad, "--write", fit)
    assert code == 8
    remedies = {f["subject"]: f["remedy"] for f in report["findings"] if f["level"] == "fault"}
    assert "arm_4_joint" in remedies["arm_four_joint"]
    assert "gripper_controller" in remedies["/hand_controller/follow_joint_trajectory"]
    assert robot_config_from_yaml(fit) == robot_config_from_yaml(ROBOT_FILE)
    code, report = doctor("--robot", fit)
    assert (code, faults(report), report["fitting"]) == (0, {}, [])


def test_alone_it_says_so_and_does_not_wait_long(ros_domain_id, monkeypatch):
    monkeypatch.setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "OFF")  # what another test left in this domain is not heard
    code, report = doctor("--robot", "tiago_sim")
    assert code == 6
    assert faults(report) == {"ROS": "no other node is heard of on this ROS domain"}
    assert report["fitting"] == []
    assert report["seconds"] < WITHIN_S
