# SPDX-License-Identifier: Apache-2.0
"""Postures from which MoveIt would plan nothing are found before the first motion."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from makedo_core.doctor.finding import Area, Level
from makedo_core.doctor.joints import postures_beyond
from makedo_core.files.joint_ranges import JointRange
from makedo_core.files.robot_yaml import robot_config_from_yaml

ROBOTS = Path("config/robots")
SOFT = JointRange(-1.15, 1.02083, soft=True)  # of TIAGo's arm_2_joint [rad]


@pytest.fixture
def tiago():
    return robot_config_from_yaml(ROBOTS / "tiago.yaml")


def with_ready(robot, value):
    postures = {**robot.arm.postures, "ready": {**robot.arm.postures["ready"], "arm_2_joint": value}}
    return replace(robot, arm=replace(robot.arm, postures=postures))


def test_a_posture_beyond_a_soft_limit_is_a_fault_with_its_remedy(tiago):
    robot = with_ready(tiago, 1.023)
    (found,) = (f for f in postures_beyond(robot, {"arm_2_joint": SOFT}) if "ready" in f.found)
    assert (found.area, found.subject, found.level) == (Area.JOINTS, "arm_2_joint", Level.FAULT)
    assert "1.023" in found.found and "soft limits -1.15 to 1.021" in found.found
    assert "arm.postures.ready" in found.remedy


def test_a_posture_within_its_range_is_no_finding_and_a_joint_without_a_range_neither(tiago):
    robot = with_ready(tiago, 1.0)
    assert not [f for f in postures_beyond(robot, {"arm_2_joint": SOFT}) if "ready" in f.found]
    assert postures_beyond(robot, {}) == ()


def test_the_ends_of_a_range_belong_to_it(tiago):
    limits = {"arm_2_joint": JointRange(-2.0, 1.5)}
    assert postures_beyond(with_ready(tiago, 1.5), limits) == ()
    assert len(postures_beyond(with_ready(tiago, 1.5001), limits)) == 1
