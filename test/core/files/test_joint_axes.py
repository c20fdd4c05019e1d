# SPDX-License-Identifier: Apache-2.0
"""Directions of joints, chained from a URDF's first link."""

from __future__ import annotations

import math

import pytest

from makedo_core.files.joint_ranges import robot_parts

HALF = math.pi / 2


def urdf(*joints: str) -> str:
    return f"<robot name='r'>{''.join(joints)}</robot>"


def joint(name: str, parent: str, child: str, kind: str = "revolute", rpy: str = "0 0 0", axis: str = "0 0 1") -> str:
    ends = f"<parent link='{parent}'/><child link='{child}'/>"
    return f"<joint name='{name}' type='{kind}'>{ends}<origin xyz='1 2 3' rpy='{rpy}'/><axis xyz='{axis}'/></joint>"


def axis_of(name: str, text: str) -> list[float]:
    return pytest.approx(robot_parts(text).axes[name], abs=1e-9)


@pytest.mark.parametrize(
    ("rpy", "direction"),
    [
        ("0 0 0", (0.0, 0.0, 1.0)),
        (f"{HALF} 0 0", (0.0, -1.0, 0.0)),
        (f"0 {HALF} 0", (1.0, 0.0, 0.0)),
        (f"{HALF} 0 {HALF}", (1.0, 0.0, 0.0)),
    ],
)
def test_an_axis_is_turned_by_its_joints_origin(rpy, direction):
    assert direction == axis_of("one", urdf(joint("one", "base", "a", rpy=rpy)))


def test_origins_of_fixed_and_moving_joints_above_turn_it_too_in_whatever_order_they_are_written():
    top, middle = joint("top", "base", "a", "fixed", f"0 0 {HALF}"), joint("middle", "a", "b", rpy=f"{HALF} 0 0")
    last = joint("last", "b", "c", "prismatic", axis="0 0 2")
    for order in ((top, middle, last), (last, top, middle)):
        assert (1.0, 0.0, 0.0) == axis_of("last", urdf(*order))
    assert "top" not in robot_parts(urdf(top)).axes


def test_without_an_origin_or_an_axis_the_defaults_of_a_urdf_hold():
    bare = "<joint name='one' type='continuous'><parent link='a'/><child link='b'/></joint>"
    assert (1.0, 0.0, 0.0) == axis_of("one", urdf(bare))


def test_an_axis_without_a_direction_is_left_out_and_a_circle_of_joints_ends():
    assert robot_parts(urdf(joint("one", "a", "b", axis="0 0 0"))).axes == {}
    circle = urdf(joint("one", "a", "b"), joint("two", "b", "a"))
    assert set(robot_parts(circle).axes) == {"one", "two"}


@pytest.mark.parametrize(("rpy", "axis"), [("0 0", "0 0 1"), ("0 0 0", "up"), ("0 0 0", "0 0")])
def test_what_is_no_three_numbers_is_an_error(rpy, axis):
    with pytest.raises(ValueError, match=r"number|could not convert"):
        robot_parts(urdf(joint("one", "a", "b", rpy=rpy, axis=axis)))
