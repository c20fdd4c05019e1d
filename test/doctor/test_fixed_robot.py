# SPDX-License-Identifier: Apache-2.0
"""The doctor and a robot without base and head: nothing of theirs is asked for, all else is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from makedo_core.doctor.finding import Level
from makedo_core.doctor.fitting import changes, fitted
from makedo_core.doctor.frames import check_frames, missing_frames
from makedo_core.doctor.joints import named_joints, unknown_joints
from makedo_core.doctor.snapshot import Age, ControllerState, Edge, Joint, Server, Snapshot
from makedo_core.files.robot_yaml import robot_config_from_yaml
from makedo_core.robot_config import RobotConfig
from makedo_ros.doctor.needs import needs_of

FRESH = Age(0.05)


@pytest.fixture(scope="module")
def panda() -> RobotConfig:
    return robot_config_from_yaml(Path(__file__).resolve().parents[2] / "config/robots/panda.yaml")


def edges(robot: RobotConfig) -> tuple[Edge, ...]:
    frames = robot.frames
    return (
        Edge(frames.map, frames.base),
        Edge(frames.base, frames.camera),
        Edge(frames.base, robot.arm.tool_link, FRESH),
    )


def test_neither_odometry_nor_velocity_nor_navigation_is_needed(panda):
    needs = needs_of(panda)
    keys = {need.key for need in (*needs.topics, *needs.actions)}
    assert not any(key.startswith(("base.", "head.")) for key in keys)
    assert {"joint_states", "camera.colour", "gripper.controller", "arm.controllers[0]", "execution_event"} <= keys
    assert needs.odom == ""


def test_no_joint_of_a_head_is_missed(panda):
    joints = set(named_joints(panda).values())
    assert joints == {*panda.arm.joints, *panda.gripper.joints}
    assert unknown_joints(panda, joints) == ()


def test_the_base_hangs_from_the_map_itself(panda):
    assert missing_frames(panda, edges(panda)) == ()
    (healthy,) = check_frames(panda, edges(panda), False)
    assert healthy.level is Level.OK and "map to panda_link0" in healthy.found
    apart = (Edge("map", "elsewhere"), Edge("world", "panda_link0"), *edges(panda)[1:])
    (broken,) = missing_frames(panda, apart)
    assert "static_transform_publisher" in broken.remedy


def test_a_description_is_fitted_without_inventing_a_base_or_a_head(panda):
    panda = replace(panda, camera=replace(panda.camera, overview=""))
    needs = needs_of(panda)
    wrong = replace(panda, gripper=replace(panda.gripper, controller="panda_hand_ctrl"))
    follow = "control_msgs/action/FollowJointTrajectory"
    names = (*panda.arm.controllers, panda.gripper.controller)
    snapshot = Snapshot(
        joints={name: Joint(0.0, 0.0) for name in (*panda.arm.joints, *panda.gripper.joints)},
        edges=edges(panda),
        actions={f"/{name}/follow_joint_trajectory": Server(follow, ("/driver",)) for name in names},
        controllers={
            panda.arm.controllers[0]: ControllerState("active", frozenset(panda.arm.joints)),
            panda.gripper.controller: ControllerState("active", frozenset(panda.gripper.joints)),
        },
    )
    better = fitted(wrong, needs, snapshot)
    assert better.base is None and better.head is None
    assert [c.key for c in changes(wrong, better)] == ["gripper.controller"]
    assert better == panda


def test_a_hand_that_takes_a_gripper_command_is_asked_for_by_that_type():
    robot = robot_config_from_yaml(Path(__file__).resolve().parents[2] / "config/robots/panda_moveit.yaml")
    kinds = {need.name: need.kind for need in needs_of(robot, "/").actions}
    assert kinds["/panda_hand_controller/gripper_cmd"] == "control_msgs/action/GripperCommand"
    assert kinds["/panda_arm_controller/follow_joint_trajectory"] == "control_msgs/action/FollowJointTrajectory"
