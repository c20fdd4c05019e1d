# SPDX-License-Identifier: Apache-2.0
"""A success that the gripper or the head reports is compared with what is measured."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

pytest.importorskip("rclpy")

from executor_node.context import SkillContext
from executor_node.instruction.run import run_instruction
from executor_node.motion.motions import open_gripper
from executor_node.robot import head, measured
from executor_node.robot.follow import Followed
from executor_node.robot.head import ControllerHead
from makedo_core.cancel import CancelToken
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.geometry import Pose

AHEAD = (2.0, 0.5, 1.0)


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    monkeypatch.setattr(measured, "LATE_S", 0.2)


@pytest.fixture
def context(make_task):
    task = make_task()
    return SkillContext(task.ports, task.memory, task.token)


def test_fingers_that_do_not_open_are_no_success(context, world):
    world.width = 0.06
    context.ports.gripper.move = lambda width_m, token: SUCCESS
    outcome = open_gripper(context)
    assert outcome == Outcome(
        FailureCause.WRONG_END_STATE, "the gripper reported success, but its fingers have not opened"
    )


@pytest.mark.parametrize("opened_to", [0.062, 0.07, 0.09])
def test_fingers_that_something_beside_them_stops_have_let_go(context, world, opened_to):
    world.width = 0.06

    def move(width_m, token):
        world.width = opened_to
        return SUCCESS

    context.ports.gripper.move = move
    assert open_gripper(context).ok


def test_open_fingers_need_not_move(context, world):
    context.ports.gripper.move = lambda width_m, token: pytest.fail("moved")
    assert open_gripper(context).ok


@pytest.mark.parametrize("spare", [0.0095, 0.004])
def test_what_is_nearly_as_wide_as_the_hand_is_let_go_of(context, world, holding, make_task, spare):
    task, widest = make_task(), context.ports.config.gripper.max_width_m
    holding(task, "can_1")
    world.width = widest - spare
    holder = SkillContext(task.ports, task.memory, task.token)
    assert open_gripper(holder).ok and world.width == widest
    world.width = widest - spare
    holder.ports.gripper.move = lambda width_m, token: SUCCESS
    assert open_gripper(holder).cause is FailureCause.WRONG_END_STATE


def test_fingers_that_hold_nothing_and_never_come_quite_apart_are_open(context, world):
    world.width = context.ports.config.gripper.max_width_m - 0.008
    context.ports.gripper.move = lambda width_m, token: SUCCESS
    assert open_gripper(context).ok


def test_what_a_lying_gripper_keeps_is_not_put_down(make_task, world):
    """It is put down at the next try, when the gripper does what it says."""
    task = make_task(("go_to table_1", "pick_up can_1 table_1", "go_to table_2", "put_on can_1 table_2"))
    move, lies = task.ports.gripper.move, [True]

    def lying(width_m, token):
        if width_m > world.width > 0.0 and lies and task.memory.held is not None:
            lies.pop()
            return SUCCESS
        return move(width_m, token)

    task.ports.gripper.move = lying
    assert run_instruction(task).ok
    puts = [(cause, rung) for call, cause, rung in task.listener.steps if call.startswith("put_on")]
    assert puts == [(FailureCause.WRONG_END_STATE, "retry"), (FailureCause.SUCCESS, "")]
    assert world.graph.support("can_1") == "table_2"


@pytest.fixture
def neck(monkeypatch, robot):
    """A head whose controller reports success; `joints` is what is measured."""
    joints = {robot.head.pan: 0.0, robot.head.tilt: 0.0}
    moves = []

    def move(goal, duration_s, token):
        moves.append(goal)
        return Followed(SUCCESS)

    monkeypatch.setattr(head, "Controller", lambda *_: SimpleNamespace(move=move))
    body = SimpleNamespace(joints=lambda names: {name: joints[name] for name in names})
    transforms = SimpleNamespace(lookup=lambda *_: Pose())
    made = ControllerHead(None, robot.frames, robot.head, body, transforms, lambda posture: SUCCESS)
    return SimpleNamespace(head=made, joints=joints, moves=moves)


def test_a_head_that_has_not_turned_is_no_success(neck, words):
    outcome = neck.head.look_at(AHEAD, CancelToken())
    assert outcome.cause is FailureCause.WRONG_END_STATE
    words(outcome.message)


def test_a_head_that_has_turned_is_one(neck, monkeypatch):
    move = neck.head._controller.move

    def turn(goal, duration_s, token):
        neck.joints.update(goal)
        return move(goal, duration_s, token)

    neck.head._controller.move = turn
    assert neck.head.look_at(AHEAD, CancelToken()).ok


def test_a_head_whose_joints_are_not_numbers_is_no_success(neck):
    move = neck.head._controller.move

    def lose(goal, duration_s, token):
        neck.joints.update(dict.fromkeys(goal, float("nan")))
        return move(goal, duration_s, token)

    neck.head._controller.move = lose
    assert neck.head.look_at(AHEAD, CancelToken()).cause is FailureCause.WRONG_END_STATE
