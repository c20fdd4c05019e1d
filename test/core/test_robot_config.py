# SPDX-License-Identifier: Apache-2.0
"""Descriptions of robots: what a file may say, and the error of a wrong one."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
import yaml

from makedo_core.files.robot_files import robot_file
from makedo_core.files.robot_yaml import (
    RobotConfigError,
    robot_config_from_yaml,
    robot_config_to_yaml,
    robot_config_values,
)
from makedo_core.robot_config import ReachConfig

ROBOTS = Path(__file__).resolve().parents[2] / "config" / "robots"


@pytest.fixture
def tiago() -> dict:
    return robot_config_values(robot_config_from_yaml(ROBOTS / "tiago.yaml"))


def write(path: Path, values: object) -> Path:
    path.write_text(values if isinstance(values, str) else yaml.safe_dump(values))
    return path


@pytest.mark.parametrize("file", sorted(ROBOTS.glob("*.yaml")), ids=lambda f: f.stem)
def test_every_description_that_is_shipped_can_be_read_and_is_named_like_its_file(file):
    assert robot_config_from_yaml(file).name == file.stem


def test_a_description_survives_being_written(tmp_path):
    robot = robot_config_from_yaml(ROBOTS / "tiago_sim.yaml")
    assert robot_config_from_yaml(write(tmp_path / "x.yaml", robot_config_to_yaml(robot))) == robot


def test_a_description_takes_over_what_it_extends_and_replaces_what_it_says(tmp_path, tiago):
    write(tmp_path / "below.yaml", tiago)
    above = {"extends": "below.yaml", "name": "mine", "arm": {"planning_time_s": 9.0, "carry": [[0.5, 0.0, 1.0]]}}
    robot = robot_config_from_yaml(write(tmp_path / "above.yaml", above))
    assert (robot.name, robot.arm.planning_time_s, robot.arm.carry) == ("mine", 9.0, ((0.5, 0.0, 1.0),))
    assert robot.arm.group == tiago["arm"]["group"]


def test_a_description_that_extends_itself_is_refused(tmp_path):
    write(tmp_path / "b.yaml", {"extends": "a.yaml"})
    with pytest.raises(RobotConfigError, match=r"a\.yaml extends b\.yaml extends a\.yaml, which never ends"):
        robot_config_from_yaml(write(tmp_path / "a.yaml", {"extends": "b.yaml"}))


def test_what_is_extended_and_missing_is_named_with_who_wants_it(tmp_path):
    with pytest.raises(RobotConfigError, match=r"nowhere\.yaml, which .*a\.yaml extends: No such file"):
        robot_config_from_yaml(write(tmp_path / "a.yaml", {"extends": "nowhere.yaml"}))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "expected a mapping .* found NoneType"),
        ("[]", "expected a mapping .* found list"),
        ("a: [", "is not YAML"),
        ("extends: 3", "extends: expected the name of a file beside it, found 3"),
        ("name: x", "arm: Field required"),
    ],
)
def test_a_file_that_is_no_description_is_told_apart(tmp_path, text, told):
    with pytest.raises(RobotConfigError, match=told):
        robot_config_from_yaml(write(tmp_path / "x.yaml", text))


def test_bytes_that_are_no_text_are_told(tmp_path):
    (tmp_path / "x.yaml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RobotConfigError, match="is not YAML"):
        robot_config_from_yaml(tmp_path / "x.yaml")


@pytest.mark.parametrize(("name", "meant"), [("tiagoo", "nearest: tiago"), ("nobody", "there are panda, tiago")])
def test_a_missing_file_is_told_with_those_there_are(tmp_path, name, meant):
    for known in ("panda", "tiago"):
        (tmp_path / f"{known}.yaml").touch()
    with pytest.raises(RobotConfigError, match=rf"{name}\.yaml: No such file or directory; {meant}$"):
        robot_config_from_yaml(tmp_path / f"{name}.yaml")


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(RobotConfigError, match=r"cannot read the robot description .*none\.yaml: No such file"):
        robot_config_from_yaml(tmp_path / "none.yaml")


@pytest.mark.parametrize(
    ("area", "key", "value", "told"),
    [
        ("arm", "joints", 3, "arm.joints"),
        ("arm", "elbow", "up", "arm.elbow: Unexpected keyword argument"),
        ("gripper", "max_width_m", "wide", "gripper.max_width_m"),
        ("base", "dock_m", [[]], "base.dock_m.0"),
        ("camera", "depth", 5, "camera.depth"),
        ("safety", "silence_s", math.nan, "safety.silence_s: Input should be a finite number"),
        ("safety", "silence_s", math.inf, "safety.silence_s: Input should be a finite number"),
        ("safety", "silence_s", 0.0, "safety.silence_s: Input should be greater than 0"),
        ("safety", "clear_s", math.nan, "safety.clear_s: Input should be a finite number"),
        ("safety", "clear_s", -1.0, "safety.clear_s: Input should be greater than 0"),
        ("arm", "controllers", [], "arm.controllers: Tuple should have at least 1 item"),
        ("arm", "joints", [], "arm.joints: Tuple should have at least 1 item"),
        ("arm", "velocity_scaling", 50.0, "arm.velocity_scaling: Input should be less than or equal to 1"),
        ("arm", "acceleration_scaling", 0.0, "arm.acceleration_scaling: Input should be greater than 0"),
        ("arm", "planning_time_s", -1, "arm.planning_time_s: Input should be greater than 0"),
        ("arm", "end_tolerance", math.nan, "arm.end_tolerance: Input should be"),
        ("gripper", "max_width_m", -0.1, "gripper.max_width_m: Input should be greater than 0"),
        ("gripper", "pitches_deg", [], "gripper.pitches_deg: Tuple should have at least 1 item"),
        ("head", "speed", 0, "head.speed: Input should be greater than 0"),
        ("base", "radius_m", 0, "base.radius_m: Input should be greater than 0"),
        ("base", "dock_m", [], "base.dock_m: Tuple should have at least 1 item"),
        ("base", "dock_m", [0.5, -0.5], "base.dock_m.1: Input should be greater than 0"),
        ("base", "dock_near_m", -0.3, "base.dock_near_m: Input should be greater than 0"),
        ("base", "reach_in_m", [], "base.reach_in_m: Tuple should have at least 1 item"),
        ("base", "arrive_m", 0, "base.arrive_m: Input should be greater than 0"),
        ("base", "around_m", [], "base.around_m: Tuple should have at least 1 item"),
        ("base", "door_m", [0.5, 0.0], "base.door_m.1: Input should be greater than 0"),
        ("gripper", "finger_m", 0, "gripper.finger_m: Input should be greater than 0"),
        ("gripper", "finger_half_m", -0.01, "gripper.finger_half_m: Input should be greater than 0"),
        ("gripper", "finger_room_m", 0, "gripper.finger_room_m: Input should be greater than 0"),
        ("gripper", "finger_speed", 0, "gripper.finger_speed: Input should be greater than 0"),
        ("arm", "tug_nm", 0, "arm.tug_nm: Input should be greater than 0"),
        ("arm", "reach", {"far_m": -1.0}, "arm.reach.far_m: Input should be greater than 0"),
        ("arm", "reach", {"arm_m": 1.0}, "arm.reach.arm_m: Unexpected keyword argument"),
        ("arm", "reach", {"far_m": 0.6}, "arm.reach has near_m 0.38, best_m 0.68, far_m 0.6; expected them in rising"),
    ],
)
def test_a_wrong_value_is_named_by_its_place(tmp_path, tiago, area, key, value, told):
    tiago[area][key] = value
    with pytest.raises(RobotConfigError, match=told):
        robot_config_from_yaml(write(tmp_path / "x.yaml", tiago))


def test_the_height_of_a_robot_is_above_0(tmp_path, tiago):
    tiago["height_m"] = 0
    with pytest.raises(RobotConfigError, match="height_m: Input should be greater than 0"):
        robot_config_from_yaml(write(tmp_path / "x.yaml", tiago))


def test_what_a_description_says_of_its_reach_is_read_and_the_rest_is_as_usual(tmp_path, tiago):
    tiago["arm"]["reach"] = {"far_m": 1.4, "stowed_m": 0.9}
    arm = robot_config_from_yaml(write(tmp_path / "x.yaml", tiago)).arm
    assert arm.reach == ReachConfig(near_m=0.38, best_m=0.68, far_m=1.4, stowed_m=0.9, inside_m=0.8, around_m=1.7)


@pytest.mark.parametrize(("name", "widest_m"), [("tiago", 0.082), ("panda", 0.072)])
def test_what_is_taken_leaves_room_beside_it_between_the_fingers(name, widest_m):
    assert robot_config_from_yaml(robot_file(name)).gripper.widest_m == pytest.approx(widest_m)


@pytest.mark.parametrize("posture", ["home", "ready"])
def test_a_posture_that_lacks_a_joint_is_refused(tmp_path, tiago, posture):
    del tiago["arm"]["postures"][posture]["arm_3_joint"]
    with pytest.raises(RobotConfigError, match=f"arm.postures.{posture} lacks arm_3_joint"):
        robot_config_from_yaml(write(tmp_path / "x.yaml", tiago))


def test_a_robot_may_stand_still_and_have_a_fixed_camera(tmp_path, tiago):
    fixed = {**tiago, "name": "fixed", "head": None, "base": None}
    robot = robot_config_from_yaml(write(tmp_path / "fixed.yaml", fixed))
    assert robot.head is None and robot.base is None
    assert robot.controllers == (*tiago["arm"]["controllers"], tiago["gripper"]["controller"])
    assert robot_config_from_yaml(write(tmp_path / "again.yaml", robot_config_to_yaml(robot))) == robot


def test_that_there_is_no_head_must_be_said(tmp_path, tiago):
    del tiago["head"]
    with pytest.raises(RobotConfigError, match=r"head: Field required; write `head: null` for a camera that does not"):
        robot_config_from_yaml(write(tmp_path / "x.yaml", tiago))


@pytest.mark.parametrize(
    ("joint", "told"),
    [("arm_1_joint", "near lacks arm_1_joint"), ("elbow", "near names what is no joint of the arm: elbow")],
)
def test_a_slim_posture_names_every_joint_of_the_arm_and_no_other(tmp_path, tiago, joint, told):
    near = tiago["arm"]["carry_slim"][1]["near"]
    if joint in near:
        del near[joint]
    else:
        near[joint] = 0.0
    with pytest.raises(RobotConfigError, match=rf"arm\.carry_slim\.1\.{told}"):
        robot_config_from_yaml(write(tmp_path / "x.yaml", tiago))


def test_each_controller_has_the_ros_action_of_its_kind():
    tiago, panda, hand = (robot_config_from_yaml(ROBOTS / f"{n}.yaml") for n in ("tiago", "panda", "panda_moveit"))
    assert tiago.controller_actions == (
        "arm_controller/follow_joint_trajectory",
        "torso_controller/follow_joint_trajectory",
        "gripper_controller/follow_joint_trajectory",
        "head_controller/follow_joint_trajectory",
    )
    assert panda.controller_actions[-1] == "panda_hand_controller/follow_joint_trajectory"
    assert hand.controller_actions[-1] == "panda_hand_controller/gripper_cmd"


def test_a_gripper_has_a_backend_that_there_is(tmp_path, tiago):
    tiago["gripper"]["backend"] = "vacuum"
    with pytest.raises(RobotConfigError, match=r"gripper\.backend: Input should be 'trajectory' or 'gripper_command'"):
        robot_config_from_yaml(write(tmp_path / "x.yaml", tiago))


def test_the_simulations_of_tiago_differ_from_the_robot_in_their_topics():
    tiago, pal, port = (robot_config_from_yaml(ROBOTS / f"{n}.yaml") for n in ("tiago", "tiago_gz", "tiago_harmonic"))
    assert not tiago.base.velocity_stamped and not pal.base.velocity_stamped and port.base.velocity_stamped
    assert port.base.velocity_topic == "mobile_base_controller/cmd_vel"
    assert pal.base.velocity_topic == tiago.base.velocity_topic
    depths = {robot.camera.depth for robot in (tiago, pal, port)}
    assert len(depths) == 3
    assert tiago.base.behavior_tree == ""  # Nav2 may run on another machine


@pytest.mark.parametrize(
    ("axes", "words"),
    [
        ({"arm_9_joint": [0, 0, 1]}, r"arm\.axes names what is no joint of the arm: arm_9_joint"),
        ({"arm_6_joint": [0, 0, 0]}, r"arm\.axes\.arm_6_joint is \[0\.0, 0\.0, 0\.0\]; expected a direction"),
    ],
)
def test_axes_are_directions_of_joints_of_the_arm(tiago, tmp_path, axes, words):
    tiago["arm"]["axes"] = axes
    with pytest.raises(RobotConfigError, match=words):
        robot_config_from_yaml(write(tmp_path / "mine.yaml", tiago))
