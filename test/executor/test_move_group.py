# SPDX-License-Identifier: Apache-2.0
"""The end of a motion is verified by joint values, which come later than the result on a busy machine."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("rclpy")

from moveit_msgs.msg import MoveItErrorCodes

from executor_node import measured
from executor_node.arms import move_group
from executor_node.arms.move_group import MoveGroupArm
from makedo_core.cancel import CancelToken
from makedo_core.failure import FailureCause
from makedo_core.ports import Motion

BEFORE, THERE = {"arm_3_joint": 0.4}, {"arm_3_joint": 0.0}
MOTION = Motion(("arm_3_joint",), np.array([[0.4], [0.0]]), np.zeros((2, 1)), np.array([0.0, 1.0]))


@pytest.fixture
def arm(robot, monkeypatch):
    """One whose motions are told as successes at once; `joints` is what is measured then, the last for ever."""

    def make(*joints):
        left = list(joints)
        made = MoveGroupArm.__new__(MoveGroupArm)
        made._robot, made._config, made._execute = robot, robot.arm, None
        made._body = SimpleNamespace(joints=lambda _: left.pop(0) if len(left) > 1 else left[0])
        return made

    answer = SimpleNamespace(result=SimpleNamespace(error_code=MoveItErrorCodes(val=MoveItErrorCodes.SUCCESS)))
    monkeypatch.setattr(move_group, "send_goal", lambda *_, **__: None)
    monkeypatch.setattr(move_group, "finish", lambda *_, **__: answer)
    monkeypatch.setattr(measured, "LATE_S", 0.2)
    return make


def test_joint_values_that_are_late_are_waited_for(arm):
    assert arm(BEFORE, BEFORE, THERE).execute(MOTION, CancelToken()).ok


def test_a_success_far_from_the_end_is_told_as_a_wrong_end(arm):
    outcome = arm(BEFORE).execute(MOTION, CancelToken())
    assert outcome.cause is FailureCause.WRONG_END_STATE
    assert outcome.message == "the arm reported success, but arm_3_joint is 0.400 off its goal"
