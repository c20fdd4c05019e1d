# SPDX-License-Identifier: Apache-2.0
"""A hand behind GripperCommand: what it is asked, and what counts as done."""

from __future__ import annotations

import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("rclpy")

import rclpy
from control_msgs.action import GripperCommand
from rclpy.action import CancelResponse, GoalResponse
from rclpy.callback_groups import ReentrantCallbackGroup

from executor_node.robot.gripper_command import CommandGripper
from makedo_core.cancel import CancelToken
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.files.robot_yaml import robot_config_from_yaml
from makedo_ros.runtime.action_server import ActionServer
from support.spinning import Spinning
from support.waiting import LIMIT_S, until

pytestmark = pytest.mark.ros
CONFIG = robot_config_from_yaml(Path(__file__).resolve().parents[3] / "config/robots/panda_moveit.yaml").gripper


class Hand:
    """The controller of a hand: `result` is how the next goal ends, `aborts` with which status."""

    def __init__(self) -> None:
        rclpy.init()
        self.node = rclpy.create_node("hand")
        self.goals: list[GripperCommand.Goal] = []
        self.result, self.aborts = GripperCommand.Result(reached_goal=True), False
        self.waits, self.accepts = False, True
        self.cancelled = threading.Event()
        self._server = ActionServer(
            self.node, GripperCommand, "panda_hand_controller/gripper_cmd", self._carry_out,
            goal_callback=lambda _: GoalResponse.ACCEPT if self.accepts else GoalResponse.REJECT,
            cancel_callback=lambda _: CancelResponse.ACCEPT, callback_group=ReentrantCallbackGroup(),
        )  # fmt: skip
        self._spinning = Spinning(self.node)
        body = SimpleNamespace(joints=lambda names: dict.fromkeys(names, 0.013), catch_up=lambda names, token: None)
        self.gripper = CommandGripper(self.node, CONFIG, body)

    def _carry_out(self, handle):
        self.goals.append(handle.request)
        if self.waits:
            until(lambda: handle.is_cancel_requested)
            self.cancelled.set()
            handle.canceled()
        elif self.aborts:
            handle.abort()
        else:
            handle.succeed()
        return self.result

    def close(self) -> None:
        self._spinning.close(self._server)


@pytest.fixture
def hand(ros_domain_id):
    running = Hand()
    yield running
    running.close()


def test_it_is_told_where_one_finger_goes_and_how_hard(hand):
    assert hand.gripper.move(0.06, CancelToken()) == SUCCESS
    (goal,) = hand.goals
    assert (goal.command.position, goal.command.max_effort) == (pytest.approx(0.03), 20.0)


@pytest.mark.parametrize("aborts", [True, False])
def test_fingers_that_something_stops_have_done_what_they_were_to(hand, aborts):
    hand.result, hand.aborts = GripperCommand.Result(stalled=True, position=0.02), aborts
    assert hand.gripper.move(0.0, CancelToken()) == SUCCESS


def test_fingers_that_neither_arrive_nor_meet_something_have_failed(hand):
    hand.result, hand.aborts = GripperCommand.Result(position=0.0123), True
    outcome = hand.gripper.move(0.0, CancelToken())
    assert outcome.cause is FailureCause.EXECUTION_FAILED
    assert outcome.message == "the controller of the panda hand did not get to where it should be"
    assert outcome.raw == "panda_hand_controller/gripper_cmd: neither reached nor stalled, at 0.0123"


def test_a_refusal_is_told(hand):
    hand.accepts = False
    outcome = hand.gripper.move(0.0, CancelToken())
    assert outcome.cause is FailureCause.EXECUTION_FAILED
    assert outcome.message == "the controller of the panda hand refused what it was asked for"


def test_a_stop_cancels_it(hand):
    hand.waits = True
    token, ended = CancelToken(), []
    moving = threading.Thread(target=lambda: ended.append(hand.gripper.move(0.0, token)))
    moving.start()
    until(lambda: hand.goals)
    token.cancel(Outcome(FailureCause.CANCELED, "it was cancelled"))
    moving.join(LIMIT_S)
    assert ended == [Outcome(FailureCause.CANCELED, "it was cancelled")]
    assert hand.cancelled.wait(LIMIT_S)


def test_its_width_is_that_of_both_fingers(hand):
    assert hand.gripper.width() == pytest.approx(0.026)
