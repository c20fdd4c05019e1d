# SPDX-License-Identifier: Apache-2.0
"""What the text beside an error code says is a value."""

from __future__ import annotations

import pytest

from executor_node.robot.arms.moveit_text import BodiesTouch, JointOff, said

UNACCEPTABLE = "no ik solution (every solution found is unacceptable, for example {})"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (
            UNACCEPTABLE.format("arm_7_link touches table_2/top, arm_6_link touches can_1"),
            BodiesTouch("arm_7_link", "table_2/top"),
        ),
        (UNACCEPTABLE.format("fridge_1/door touches gripper_link"), BodiesTouch("fridge_1/door", "gripper_link")),
        (
            "2 contact(s) detected : arm_7_link - table_2/top, arm_6_link - can_1, ",
            BodiesTouch("arm_7_link", "table_2/top"),
        ),
        (
            "arm_controller: missed its goal: arm_5_joint is off by 0.7725, allowed 0.0200",
            JointOff("arm_5_joint", 0.7725, at_start=False),
        ),
        (
            "the trajectory starts where the robot is not: panda_joint6 is off by 0.049",
            JointOff("panda_joint6", 0.049, at_start=True),
        ),
        ("arm_5_joint is off by 0.5; arm_7_link touches table_2/top", BodiesTouch("arm_7_link", "table_2/top")),
        ("no joint values bring the tip there", None),
        ("", None),
    ],
)
def test_the_first_contact_is_read_else_the_first_joint_that_is_off(text, value):
    assert said(text) == value
