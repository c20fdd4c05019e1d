# SPDX-License-Identifier: Apache-2.0
"""How a motion ends: verified by joint values, which come late on a busy machine, or halted when it is given up."""

from __future__ import annotations

import math
import threading
import time
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("rclpy")

import rclpy
from moveit_msgs.action import ExecuteTrajectory
from moveit_msgs.msg import MoveItErrorCodes
from rclpy.action import CancelResponse, GoalResponse
from rclpy.callback_groups import ReentrantCallbackGroup
from std_msgs.msg import String

from executor_node.robot import measured
from executor_node.robot.arms import move_group
from executor_node.robot.arms.move_group import MoveGroupArm
from executor_node.robot.arms.moveit_messages import motion_to_ros
from executor_node.wording import joint
from makedo_core.cancel import CancelToken
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.ports import Motion
from makedo_ros.halt import GOALS_FOR_S
from makedo_ros.runtime.action_server import ActionServer
from makedo_ros.runtime.qos import RELIABLE
from support.spinning import Spinning
from support.waiting import LIMIT_S

BEFORE, THERE = {"arm_3_joint": 0.4}, {"arm_3_joint": 0.0}
MOTION = Motion(("arm_3_joint",), np.array([[0.4], [0.0]]), np.zeros((2, 1)), np.array([0.0, 1.0]))


@pytest.fixture
def arm(robot, monkeypatch):
    """One whose motions are reported as successes at once; `joints` is what is measured then, the last for ever."""

    def make(*joints):
        left = list(joints)
        made = MoveGroupArm.__new__(MoveGroupArm)
        made._robot, made._config, made._execute = robot, robot.arm, None
        made._scales_lines = move_group.SCALES_LINES
        made._halt = SimpleNamespace(release=lambda: None, halt=lambda: None, wait_told=lambda: None)
        made._body = SimpleNamespace(
            joints=lambda _: left.pop(0) if len(left) > 1 else left[0], standstill=lambda *_: {}
        )
        return made

    answer = SimpleNamespace(result=SimpleNamespace(error_code=MoveItErrorCodes(val=MoveItErrorCodes.SUCCESS)))
    monkeypatch.setattr(move_group, "send_goal", lambda *_, **__: None)
    monkeypatch.setattr(move_group, "finish", lambda *_, **__: answer)
    monkeypatch.setattr(measured, "LATE_S", 0.2)
    return make


@pytest.mark.parametrize("scaled", [True, False], ids=["Jazzy", "Humble"])
def test_lines_are_as_slow_as_the_description_says_on_every_moveit(arm, robot, monkeypatch, scaled):
    made, asked = arm(BEFORE), []
    made._config = replace(robot.arm, velocity_scaling=0.5, acceleration_scaling=0.25)
    made._line, made._tool_to_link, made._scales_lines = None, Pose(), scaled

    class Request(SimpleNamespace):
        def __init__(self, **fields):
            scalings = dict.fromkeys(("max_velocity_scaling_factor", "max_acceleration_scaling_factor"), 0.0)
            super().__init__(**fields, **(scalings if scaled else {}))

    def ask(_, __, request):
        asked.append(request)
        solution = motion_to_ros(MOTION, "base_footprint")
        return SimpleNamespace(fraction=1.0, error_code=MoveItErrorCodes(val=1), solution=solution), SUCCESS

    monkeypatch.setattr(move_group, "GetCartesianPath", SimpleNamespace(Request=Request))
    monkeypatch.setattr(MoveGroupArm, "_ask", ask)
    made.description = SimpleNamespace(parts=None)
    line = made.plan_line([Pose()], BEFORE)
    if scaled:
        assert asked[0].max_velocity_scaling_factor == 0.5 and line.motion.duration_s == 1.0
    else:
        assert line.motion.duration_s == pytest.approx(2.0)


def test_joint_values_that_are_late_are_waited_for(arm):
    assert arm(BEFORE, BEFORE, THERE).execute(MOTION, CancelToken()).ok


def test_a_success_far_from_the_end_is_told_as_a_wrong_end(arm):
    outcome = arm(BEFORE).execute(MOTION, CancelToken())
    assert outcome.cause is FailureCause.WRONG_END_STATE
    assert outcome.raw == "the arm reported success, but arm_3_joint is 0.400 off its goal"
    assert outcome.message.endswith("but joint 3 of the arm is 0.40 rad from where it should be")


def test_joint_values_that_are_not_known_are_not_at_the_end(arm):
    both = Motion(("arm_2_joint", "arm_3_joint"), np.zeros((1, 2)), np.zeros((1, 2)), np.array([1.0]))
    for known, unknown in (both.joints, reversed(both.joints)):
        outcome = arm({known: 0.0, unknown: math.nan}).execute(both, CancelToken())
        assert outcome.cause is FailureCause.WRONG_END_STATE and unknown in outcome.raw
        assert outcome.message == f"nobody tells where {joint(unknown)} is"


class _Deaf:
    """A move_group that executes without end, cancelled or not, until it hears the event "stop"."""

    def __init__(self, robot) -> None:
        rclpy.init()
        self.node = rclpy.create_node("deaf")
        group = ReentrantCallbackGroup()
        self.asked, self.may_accept, self.begun = threading.Event(), threading.Event(), threading.Event()
        self.stopped = threading.Event()
        self.node.create_subscription(String, robot.execution_event, self._hear, RELIABLE, callback_group=group)
        self.server = ActionServer(
            self.node,
            ExecuteTrajectory,
            robot.execute_action,
            self._carry_out,
            goal_callback=self._judge,
            cancel_callback=lambda _: CancelResponse.ACCEPT,
            callback_group=group,
        )
        self.arm = MoveGroupArm(
            self.node, robot, SimpleNamespace(standstill=lambda *_: {}, joints=lambda _: BEFORE), SimpleNamespace()
        )
        self._spinning = Spinning(self.node)

    def _judge(self, _: object) -> GoalResponse:
        self.asked.set()
        assert self.may_accept.wait(LIMIT_S)
        return GoalResponse.ACCEPT

    def _hear(self, event: String) -> None:
        if event.data == "stop" and self.begun.is_set():
            self.stopped.set()

    def _carry_out(self, handle):
        self.begun.set()
        self.stopped.wait(LIMIT_S)
        handle.abort()
        return ExecuteTrajectory.Result()

    def close(self) -> None:
        self.may_accept.set()
        self.stopped.set()
        self._spinning.close(self.server, self.arm._execute)


@pytest.fixture
def deaf(robot, ros_domain_id):
    running = _Deaf(robot)
    yield running
    running.close()


@pytest.mark.ros
def test_a_motion_that_is_accepted_long_after_a_stop_is_halted(deaf):
    token = CancelToken()
    threading.Thread(
        target=lambda: deaf.asked.wait(LIMIT_S) and token.cancel(Outcome(FailureCause.CANCELED, "stop")), daemon=True
    ).start()
    assert deaf.arm.execute(MOTION, token).cause is FailureCause.CANCELED
    time.sleep(GOALS_FOR_S + 0.3)
    deaf.may_accept.set()
    assert deaf.begun.wait(LIMIT_S)
    assert deaf.stopped.wait(LIMIT_S)


@pytest.mark.ros
def test_a_motion_that_takes_too_long_is_halted_before_another_is_tried(deaf, monkeypatch):
    monkeypatch.setattr(move_group, "EXECUTE_TIMEOUT_S", 0.5)
    deaf.may_accept.set()
    assert deaf.arm.execute(MOTION, CancelToken()).cause is FailureCause.TIMEOUT
    assert deaf.stopped.wait(LIMIT_S)
