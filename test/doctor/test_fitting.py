# SPDX-License-Identifier: Apache-2.0
"""A description is made to fit what runs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from makedo_core.doctor.examine import examine
from makedo_core.doctor.finding import faults
from makedo_core.doctor.fitting import changes, fitted
from makedo_core.doctor.joints import check_joints
from makedo_core.doctor.snapshot import ControllerState, Endpoint, Joint, Quality, Server, Snapshot, Topic
from makedo_core.files.robot_yaml import robot_config_from_yaml, robot_config_to_yaml
from makedo_ros.doctor.needs import needs_of

RELIABLE = Quality(True, False)
FOLLOW = "control_msgs/action/FollowJointTrajectory"


def fit(robot, snapshot, namespace=""):
    return fitted(robot, needs_of(robot, namespace), snapshot)


def test_what_fits_stays_as_it_is(robot, healthy):
    assert fit(robot, healthy) == robot


def test_what_is_not_there_at_all_stays_as_it_is(robot):
    assert fit(robot, Snapshot()) == robot


def test_wrong_names_give_way_to_those_that_are_there(robot, healthy):
    wrong = replace(
        robot,
        arm=replace(
            robot.arm,
            group="arm_torsos",
            tool_link="grasping_frame",
            controllers=("arms_controller", "torso_controller"),
        ),
        gripper=replace(
            robot.gripper, joints=("left_finger_joint", "right_finger_joint"), controller="grip_controller"
        ),
        head=replace(robot.head, pan="head_pan_1_joint", controller="neck_head_controller"),
        frames=replace(robot.frames, base="base_foot_print", camera="head_camera_optical_frame"),
        base=replace(robot.base, navigate="go", odom_topic="odometry", velocity_topic="cmd_vel", velocity_stamped=True),
        joint_states="joints",
        move_action="move",
        execute_action="execute",
        execution_event="execution_event",
    )
    mended = fit(wrong, healthy)
    assert mended == robot
    assert faults(examine(mended, needs_of(mended), healthy)) == ()


def test_postures_follow_the_joints(robot, healthy):
    joints = tuple("arm_four_joint" if j == "arm_4_joint" else j for j in robot.arm.joints)

    def misspelt(values: dict[str, Any]) -> dict[str, Any]:
        return {("arm_four_joint" if j == "arm_4_joint" else j): v for j, v in values.items()}

    postures = {name: misspelt(values) for name, values in robot.arm.postures.items()}
    slim = tuple(replace(c, near=misspelt(c.near)) for c in robot.arm.carry_slim)
    axes = misspelt(robot.arm.axes)
    assert slim and axes
    wrong = replace(robot, arm=replace(robot.arm, joints=joints, postures=postures, carry_slim=slim, axes=axes))
    mended = fit(wrong, healthy)
    assert mended.arm == robot.arm
    assert [str(c) for c in changes(wrong, mended)] == ["arm.joints[4]: arm_four_joint -> arm_4_joint"]


def test_a_base_that_wants_stamped_velocities_gets_them(robot, healthy):
    need = next(n for n in needs_of(robot).topics if n.key == "base.velocity_topic")
    stamped = Topic(subscribers=(Endpoint("/base", "geometry_msgs/msg/TwistStamped", RELIABLE),))
    mended = fit(robot, replace(healthy, topics={**healthy.topics, need.name: stamped}))
    assert mended.base == replace(robot.base, velocity_stamped=True)


def test_controllers_are_known_by_the_joints_that_they_command(robot, healthy):
    listed = {
        "alpha": ControllerState("active", frozenset(robot.arm.joints)),
        "beta": ControllerState("active", frozenset(robot.gripper.joints)),
        "gamma": ControllerState("active", frozenset({robot.head.pan, robot.head.tilt})),
        "wheels": ControllerState("active", frozenset({"wheel_left_joint"})),
    }
    actions = {f"/{name}/follow_joint_trajectory": Server(FOLLOW, ("/driver",)) for name in listed}
    others = {n: s for n, s in healthy.actions.items() if s.type != FOLLOW}
    mended = fit(robot, replace(healthy, actions={**actions, **others}, controllers=listed, manager=True))
    assert mended.controllers == ("alpha", "beta", "gamma")


def test_frames_that_images_and_odometry_say_win_over_likeness(robot, healthy):
    wrong = replace(robot, frames=replace(robot.frames, camera="lens", odom="o"))
    assert fit(wrong, healthy).frames == robot.frames


def test_an_image_topic_is_not_guessed_from_its_type_alone(robot, healthy):
    wrong = replace(robot, camera=replace(robot.camera, depth="zed/z16"))
    assert fit(wrong, healthy).camera.depth == "zed/z16"


@pytest.mark.parametrize("key", ["image", "overview"])
def test_pictures_of_the_camera_that_is_seen_with_follow_it(robot, healthy, key):
    colour = robot.camera.colour
    wrong = "head_front_camera/rgb/image_rw"
    named = {"image": "", "overview": "", "colour": wrong, key: wrong}
    mended = fit(replace(robot, camera=replace(robot.camera, **named)), healthy)
    assert mended.camera.colour == getattr(mended.camera, key) == colour


def test_a_missing_depth_topic_does_not_become_the_colour_topic(robot, healthy):
    wrong = replace(robot, camera=replace(robot.camera, depth="head_front_camera/depth/image_raw"))
    assert fit(wrong, healthy).camera == robot.camera


def test_a_camera_over_the_home_that_is_not_there_is_left_out(robot, healthy):
    wrong = replace(robot, camera=replace(robot.camera, overview="ceiling/image_raw"))
    assert fit(wrong, healthy).camera.overview == ""


def test_in_a_namespace_names_stay_relative(robot, healthy):
    topics = {(n if n.startswith("/tf") else f"/left{n}"): t for n, t in healthy.topics.items()}
    actions = {f"/left{n}": s for n, s in healthy.actions.items()}
    wrong = replace(robot, joint_states="joints", base=replace(robot.base, navigate="go"))
    mended = fit(wrong, replace(healthy, topics=topics, actions=actions), "left")
    assert (mended.joint_states, mended.base.navigate) == ("joint_states", "navigate_to_pose")


@pytest.mark.parametrize(("named", "fits"), [("plan", "compute_path_to_pose"), ("", "")])
def test_the_ros_action_that_plans_ways_is_found_by_its_type_unless_it_is_not_wanted(robot, healthy, named, fits):
    wrong = replace(robot, base=replace(robot.base, plan=named))
    assert fit(wrong, healthy).base.plan == fits


@pytest.mark.parametrize("overview", ["", "ceiling/image_raw"])
def test_a_description_that_is_written_is_read_back(robot, tmp_path, overview):
    robot = replace(robot, camera=replace(robot.camera, overview=overview))
    path = tmp_path / "robot.yaml"
    path.write_text(robot_config_to_yaml(robot))
    assert robot_config_from_yaml(path) == robot


OTHERS = {
    "a Panda": [*(f"panda_joint{i}" for i in range(1, 8)), "panda_finger_joint1", "panda_finger_joint2"],
    "a UR": [
        "shoulder_pan_joint",
        "shoulder_lift_joint",
        "elbow_joint",
        "wrist_1_joint",
        "wrist_2_joint",
        "finger_joint",
    ],
    "a base": ["wheel_left_joint", "wheel_right_joint"],
}


@pytest.mark.parametrize("joints", OTHERS.values(), ids=OTHERS)
def test_of_another_robot_nothing_is_taken_over(robot, healthy, joints):
    there = replace(healthy, joints={name: Joint(0.0, 0.0) for name in joints})
    assert fitted(robot, needs_of(robot), there) == robot
    (fault,) = check_joints(robot, there.joints)
    assert "another robot runs" in fault.found
    assert joints[0] in str(fault) or len(joints) > 3
    assert "makedo doctor --robot NAME" in fault.remedy


def test_the_same_robot_with_other_prefixes_is_no_other(robot, healthy):
    prefixed = {f"tiago_{name}": joint for name, joint in healthy.joints.items()}
    fit = fitted(robot, needs_of(robot), replace(healthy, joints=prefixed))
    assert fit.arm.joints == tuple(f"tiago_{name}" for name in robot.arm.joints)
