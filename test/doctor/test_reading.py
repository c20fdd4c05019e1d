# SPDX-License-Identifier: Apache-2.0
"""Messages and answers as the doctor reads them."""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
import pytest
from rcl_interfaces.msg import ParameterType, ParameterValue
from rcl_interfaces.srv import GetParameters
from sensor_msgs.msg import Image, JointState

from makedo_core.doctor.snapshot import ControllerState, Joint, Quality
from makedo_ros.doctor.asking import SEMANTIC, controllers_of, groups_of, without_acceleration
from makedo_ros.doctor.listening import depth_median, joints_of
from makedo_ros.doctor.needs import quality
from makedo_ros.runtime.qos import LATCHED, RELIABLE, SENSOR, TF_STATIC


def depth(values, encoding="32FC1", kind="f4", padding=0, big=False) -> Image:
    array = np.asarray(values, np.dtype(kind).newbyteorder(">" if big else "<"))
    rows = [row.tobytes() + bytes(padding) for row in array]
    return Image(
        width=array.shape[1],
        height=array.shape[0],
        step=len(rows[0]),
        encoding=encoding,
        is_bigendian=int(big),
        data=b"".join(rows),
    )


@pytest.mark.parametrize(
    ("image", "median"),
    [
        (depth([[1.0, 2.0, 3.0]]), 2.0),
        (depth([[1.0, 2.0, 3.0]], padding=5), 2.0),
        (depth([[1.0, 2.0, 3.0]], big=True), 2.0),
        (depth([[np.nan, np.inf, 0.0, 4.0]]), 4.0),
        (depth([[900, 1000, 1100]], "16UC1", "u2"), 1000.0),
        (depth([[0.0, np.nan]]), None),
        (depth([[1.0]], "rgb8"), None),
    ],
)
def test_the_median_is_of_readings_alone(image, median):
    assert depth_median(image) == median


def test_an_image_of_too_few_bytes_has_no_median():
    assert depth_median(Image(width=4, height=4, step=16, encoding="32FC1", data=bytes(8))) is None
    assert depth_median(Image(width=4, height=1, step=4, encoding="32FC1", data=bytes(4))) is None


def test_joints_without_speeds_or_positions_are_told_as_such():
    assert joints_of(JointState(name=["a"], position=[1.0], velocity=[2.0])) == {"a": Joint(1.0, 2.0)}
    assert joints_of(JointState(name=["a"], position=[1.0])) == {"a": Joint(1.0, None)}
    assert math.isnan(joints_of(JointState(name=["a"]))["a"].position)


def test_groups_are_read_from_the_srdf():
    text = '<robot name="t"><group name="arm"/><group name="gripper"><group name="inner"/></group></robot>'
    assert groups_of(text) == {"arm", "gripper"}
    assert groups_of("no XML") is None


def test_joints_of_controllers_are_read_from_their_interfaces():
    listed = [
        SimpleNamespace(
            name="arm_controller",
            state="active",
            claimed_interfaces=["arm_1_joint/position"],
            required_command_interfaces=["arm_1_joint/position", "arm_2_joint/position"],
        )
    ]
    expected = ControllerState("active", frozenset({"arm_1_joint", "arm_2_joint"}))
    assert controllers_of(listed) == {"arm_controller": expected}


@pytest.mark.parametrize(
    ("profile", "expected"),
    [
        (SENSOR, Quality(reliable=False, latched=False)),
        (RELIABLE, Quality(reliable=True, latched=False)),
        (LATCHED, Quality(reliable=True, latched=True)),
        (TF_STATIC, Quality(reliable=True, latched=True)),
    ],
)
def test_profiles_keep_what_decides_whether_two_ends_meet(profile, expected):
    assert quality(profile) == expected


def answers(semantic: str = "<robot/>", **joints):
    """What a move_group answers; of each joint has_acceleration_limits and max_acceleration; None: nothing."""

    def value(given):
        kinds = {bool: ("BOOL", "bool"), float: ("DOUBLE", "double"), int: ("INTEGER", "integer"), str: ("STRING",) * 2}
        if given is None:
            return []  # as rclcpp, which lacks it
        kind, field = kinds[type(given)]
        number = getattr(ParameterType, f"PARAMETER_{kind}")
        return [ParameterValue(type=number, **{f"{field.lower()}_value": given})]

    def answer(name):
        if name == SEMANTIC:
            return GetParameters.Response(values=value(semantic or None))
        joint, what = name.split(".")[-2:]
        told = joints.get(joint, (True, 2.0))
        return None if told is None else GetParameters.Response(values=value(told[what == "max_acceleration"]))

    return answer


@pytest.mark.parametrize(
    ("told", "lacking"),
    [
        ((True, 2.0), False),
        ((True, 2), False),  # written without a point
        ((False, 2.0), True),
        ((True, None), True),
        ((None, None), True),
        ((True, 0.0), True),
        (None, False),  # it did not answer: not known
    ],
)
def test_an_acceleration_limit_is_one_that_moveit_uses(robot, told, lacking):
    found = without_acceleration(robot, answers(arm_3_joint=told))
    assert found == ({"arm_3_joint"} if lacking else set())


def test_a_move_group_that_does_not_say_what_robot_it_plans_for_says_nothing_of_limits(robot):
    assert without_acceleration(robot, answers("", arm_3_joint=(False, None))) == frozenset()
    assert without_acceleration(robot, lambda name: None) == frozenset()
