# SPDX-License-Identifier: Apache-2.0
"""MoveIt's error codes in plain words; its own name and message are kept beside them."""

from __future__ import annotations

import pytest

pytest.importorskip("rclpy")

from moveit_msgs.msg import MoveItErrorCodes

from executor_node.robot.arms.moveit_messages import execution_outcome, outcome_of
from makedo_core.failure import FailureCause

CODES = [name for name in dir(MoveItErrorCodes) if name.isupper() and isinstance(getattr(MoveItErrorCodes, name), int)]


def outcome(name: str, message: str = ""):
    code = MoveItErrorCodes(val=getattr(MoveItErrorCodes, name))
    code.message = message
    return outcome_of(code)


@pytest.mark.parametrize("name", [name for name in CODES if name != "SUCCESS"])
def test_no_name_of_moveit_is_told_to_people(name):
    told = outcome(name)
    assert not told.ok and name.lower().replace("_", " ") not in told.message
    assert " ik " not in f" {told.message} " and "_" not in told.message and len(told.message.split()) > 2
    assert told.raw == name.lower().replace("_", " ")


@pytest.mark.parametrize(
    ("name", "said", "words", "cause"),
    [
        ("NO_IK_SOLUTION", "no joint values bring the tip there", "no posture of the arm reaches it", "UNREACHABLE"),
        (
            "NO_IK_SOLUTION",
            "for example arm_7_link touches table_2/top",
            "the wrist would touch table 2",
            "UNREACHABLE",
        ),
        (
            "START_STATE_IN_COLLISION",
            "fridge_1/door touches gripper_link",
            "the hand touches the door of fridge 1",
            "IN_COLLISION",
        ),
        ("TIMED_OUT", "no path within the time", "no motion was found within the time", "MOTION_PLANNING_FAILED"),
        (
            "CONTROL_FAILED",
            "arm_controller: missed its goal: arm_5_joint is off by 0.7725, allowed 0.0200",
            "joint 5 of the arm is 0.77 rad from where it should be",
            "EXECUTION_FAILED",
        ),
        (
            "CONTROL_FAILED",
            "the trajectory starts where the robot is not: panda_joint6 is off by 0.049",
            "joint 6 of the arm is 0.05 rad from where the motion begins",
            "EXECUTION_FAILED",
        ),
    ],
)
def test_what_moveit_says_is_put_in_words(name, said, words, cause):
    told = outcome(name, said)
    assert told.message == words and told.cause is FailureCause[cause] and said in told.raw


@pytest.mark.parametrize(
    ("name", "said", "words"),
    [
        ("TIMED_OUT", "", "it took longer than MoveIt allows"),
        ("CONTROL_FAILED", "", "it did not follow the motion"),
        ("PREEMPTED", "", "it was stopped"),
        (
            "CONTROL_FAILED",
            "arm_controller: missed its goal: arm_5_joint is off by 0.7725, allowed 0.0200",
            "joint 5 of the arm is 0.77 rad from where it should be",
        ),
    ],
)
def test_how_an_execution_failed_is_not_told_as_a_failure_of_planning(name, said, words):
    code = MoveItErrorCodes(val=getattr(MoveItErrorCodes, name))
    code.message = said
    told = execution_outcome(code)
    assert told.cause is FailureCause.EXECUTION_FAILED
    assert told.message == f"the arm did not finish its motion: {words}"
    assert "planned" not in told.message and "found" not in told.message
    assert told.raw.startswith(name.lower().replace("_", " "))


def test_an_execution_that_succeeded_has_no_words():
    assert execution_outcome(MoveItErrorCodes(val=MoveItErrorCodes.SUCCESS)).ok
