# SPDX-License-Identifier: Apache-2.0
"""A joint that turns the other way than the postures take it is found before the first motion."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from pathlib import Path

import pytest

from makedo_core.doctor.finding import Area, Level
from makedo_core.doctor.joints import axes_reversed, check_axes
from makedo_core.files.joint_ranges import robot_parts
from makedo_core.files.robot_yaml import robot_config_from_yaml
from simulation_node.robots.assets import find_robot_files, published_urdf
from simulation_node.robots.panda import PANDA
from simulation_node.robots.tiago import TIAGO

ROBOTS = Path("config/robots")
SHIPPED = [("tiago", TIAGO), ("panda", PANDA)]


@pytest.fixture
def tiago():
    return robot_config_from_yaml(ROBOTS / "tiago.yaml")


@pytest.fixture(scope="module")
def urdf() -> str:
    return published_urdf(find_robot_files(TIAGO.description))


@pytest.mark.parametrize(("name", "model"), SHIPPED, ids=[name for name, _ in SHIPPED])
def test_the_shipped_descriptions_have_the_axes_of_the_urdf_for_which_their_postures_hold(name, model):
    robot = robot_config_from_yaml(ROBOTS / f"{name}.yaml")
    axes = robot_parts(published_urdf(find_robot_files(model.description))).axes
    assert set(robot.arm.axes) == set(robot.arm.joints)
    (found,) = check_axes(robot, axes)
    assert (found.level, found.subject) == (Level.OK, "axes")
    assert found.found == f"{len(robot.arm.joints)} joints of the arm turn as the postures take it"


@pytest.mark.parametrize("joint", ["arm_1_joint", "arm_6_joint", "arm_7_joint"])
def test_a_joint_whose_axis_is_reversed_is_a_fault_of_it_alone_with_the_remedy(tiago, urdf, joint):
    block = re.compile(rf'(<joint name="{joint}" type="revolute">.*?<axis xyz=")0 0 1(")', re.DOTALL)
    reversed_urdf, count = block.subn(r"\g<1>0 0 -1\2", urdf)
    assert count == 1
    (found,) = check_axes(tiago, robot_parts(reversed_urdf).axes)
    assert (found.area, found.subject, found.level) == (Area.JOINTS, joint, Level.FAULT)
    assert found.found.startswith("turns the other way than the postures take it: its axis in the URDF is (")
    assert f"change the sign of {joint} in arm.postures and arm.carry_slim" in found.remedy
    assert "arm.axes" in found.remedy and "slowly by hand" in found.remedy


def test_a_wrist_that_is_mounted_otherwise_is_told_with_its_angle(tiago):
    turned = {**tiago.arm.axes, "arm_7_joint": (1.0, 0.0, 0.0)}
    (found,) = axes_reversed(tiago, turned)
    assert (found.subject, found.level) == ("arm_7_joint", Level.FAULT)
    assert found.found.startswith("its axis is 90 degrees from where the postures take it to be: ")
    assert "its axis in the URDF is (1, 0, 0), all joints at 0; arm.axes has (0, -1, 0)" in found.found
    assert "anew" in found.remedy


def test_a_calibrated_arm_is_in_order(tiago):
    off = math.radians(3.0)
    assert axes_reversed(tiago, {**tiago.arm.axes, "arm_6_joint": (math.sin(off), 0.0, math.cos(off))}) == ()


def test_without_axes_in_the_description_or_the_urdf_nothing_is_said(tiago, urdf):
    unnamed = replace(tiago, arm=replace(tiago.arm, axes={}))
    assert check_axes(unnamed, robot_parts(urdf).axes) == ()
    assert check_axes(tiago, {}) == check_axes(tiago, {"another_joint": (1.0, 0.0, 0.0)}) == ()
