# SPDX-License-Identifier: Apache-2.0
"""Fingers press on what stopped them, although their controller gives up and holds them where they are.

Where they are is reported later than the controller's result: what was reported before is too wide to press on.
"""

from __future__ import annotations

from types import SimpleNamespace

import pytest

pytest.importorskip("rclpy")

from executor_node.robot import gripper
from executor_node.robot.follow import Followed
from executor_node.robot.gripper import ControllerGripper
from makedo_core.cancel import CancelToken
from makedo_core.failure import SUCCESS, FailureCause, Outcome

TOLERANCE_M = 0.02  # of each finger's goal


@pytest.fixture
def hand(monkeypatch, robot):
    """A gripper whose fingers something of a width stops; `asked` are the widths that were commanded."""

    def make(width_m, *, between_m=0.0, answer=SUCCESS):
        state = SimpleNamespace(width=width_m, now=width_m, asked=[])

        def catch_up(names, token):
            state.width = state.now

        def move(goal, duration_s, token, *, may_be_blocked):
            assert may_be_blocked
            wanted = sum(goal.values())
            state.asked.append(wanted)
            state.now = max(wanted, between_m)
            return Followed(answer, blocked=answer.ok and (state.now - wanted) / 2 > TOLERANCE_M)

        monkeypatch.setattr(gripper, "Controller", lambda *_: SimpleNamespace(move=move))
        joints = lambda names: dict.fromkeys(names, state.width / 2)  # noqa: E731 - as they were reported last
        body = SimpleNamespace(joints=joints, catch_up=catch_up)
        return ControllerGripper(None, robot.gripper, body), state

    return make


def test_what_is_too_wide_for_the_goal_tolerance_is_pressed_on(hand):
    made, state = hand(0.09, between_m=0.07)
    assert made.move(0.0, CancelToken()).ok
    assert state.asked == pytest.approx([0.0, 0.05])  # and that goal is within the tolerance: it is kept


def test_what_is_narrow_is_pressed_on_by_the_goal_itself(hand):
    made, state = hand(0.09, between_m=0.03)
    assert made.move(0.0, CancelToken()).ok
    assert state.asked == [0.0]


def test_fingers_that_open_press_on_nothing(hand):
    made, state = hand(0.0)
    assert made.move(0.08, CancelToken()).ok
    assert state.asked == [0.08]


def test_fingers_that_cannot_be_moved_are_not_asked_again(hand):
    lost = Outcome(FailureCause.COMPONENT_LOST, "the gripper does not answer")
    made, state = hand(0.09, between_m=0.07, answer=lost)
    assert made.move(0.0, CancelToken()) == lost
    assert state.asked == [0.0]
