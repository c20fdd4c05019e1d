# SPDX-License-Identifier: Apache-2.0
"""The base stops when something pushes the arm, and base and arm when what is carried is lost."""

from __future__ import annotations

import math
import threading
from dataclasses import replace

import numpy as np
import pytest

from executor_node.context import SkillContext
from executor_node.instruction.run import run_instruction
from executor_node.motion.driving import drive
from executor_node.motion.feeling import PERIOD_S, PUSHED, feeling, what_is_wrong
from executor_node.motion.motions import run_motion
from executor_node.motion.stowing import stow
from executor_node.skills import SKILLS
from executor_node.skills.pick_up import pick_up
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.ports import Motion
from makedo_core.skills import SkillCall

THERE = Pose.planar(-1.5, 0.6, math.pi)
A_MOTION = Motion(("pose",), np.zeros((2, 1)), np.zeros((2, 1)), np.array([0.0, 1.0]))


@pytest.fixture
def context(make_task, world):
    world.base = Pose.planar(-1.5, 1.0, math.pi)
    task = make_task()
    return SkillContext(task.ports, task.memory, task.token, note=task.listener.note)


@pytest.fixture
def drive_until_stopped(world):
    """A drive that takes until somebody cancels it; call it with what happens when the base is under way."""

    def say(happens):
        def drive_to(target, token):
            happens()
            assert token.wait(60.0)
            return token.outcome

        world.drive_to = drive_to

    return say


def _push(world, off):
    posture = world.joints()
    joint = next(iter(posture))
    world.joints = lambda: {**posture, joint: posture[joint] + off}


def test_a_push_at_the_arm_stops_the_base_and_is_told(context, world, drive_until_stopped, words):
    drive_until_stopped(lambda: _push(world, 2 * PUSHED))
    outcome = drive(context, THERE)
    assert outcome.cause is FailureCause.NAVIGATION_FAILED
    assert "0.08" in outcome.message
    words(outcome.message)
    assert not context.token.cancelled


@pytest.mark.parametrize("off", [0.0, PUSHED / 2, -PUSHED / 2])
def test_what_driving_does_to_the_arm_is_no_push(context, world, off):
    posture = world.joints()
    _push(world, off)
    assert what_is_wrong(context, posture) == SUCCESS


def test_what_falls_out_of_the_hand_stops_the_base(make_task, world, holding, drive_until_stopped):
    world.base = Pose.planar(-1.5, 1.0, math.pi)
    task = make_task()
    holding(task, "can_1")
    context = SkillContext(task.ports, task.memory, task.token, note=task.listener.note)

    def slip():
        world.width = 0.0

    drive_until_stopped(slip)
    outcome = drive(context, THERE)
    assert outcome == Outcome(FailureCause.OBJECT_LOST, "can 1 fell out of the hand on the way")
    assert context.memory.held is None


@pytest.fixture
def move_until_stopped(world):
    """A motion of the arm that takes until somebody cancels it; call it with what happens meanwhile."""

    def say(happens):
        def execute(motion, token):
            happens()
            assert token.wait(60.0)
            return token.outcome

        world.execute = execute

    return say


def test_what_falls_out_of_the_hand_stops_the_arm(make_task, world, holding, move_until_stopped):
    task = make_task()
    holding(task, "can_1")
    context = SkillContext(task.ports, task.memory, task.token, note=task.listener.note)
    move_until_stopped(lambda: setattr(world, "width", 0.0))
    outcome = run_motion(context, A_MOTION)
    assert outcome == Outcome(FailureCause.OBJECT_LOST, "can 1 fell out of the hand on the way")
    assert context.memory.held is None and not context.token.cancelled


def test_an_empty_hand_loses_nothing(context, world):
    world.width, world.block = 0.0, 4 * PERIOD_S
    assert run_motion(context, A_MOTION).ok


def test_a_motion_with_something_in_the_hand_ends_as_it_would(make_task, world, holding):
    task = make_task()
    holding(task, "can_1")
    world.block = 4 * PERIOD_S
    world.execute = lambda motion, token: SUCCESS if not token.wait(world.block) else token.outcome
    context = SkillContext(task.ports, task.memory, task.token, note=task.listener.note)
    assert run_motion(context, A_MOTION).ok and context.memory.held is not None


def test_what_falls_as_the_arm_is_brought_close_after_a_grasp_is_not_picked_up(make_task, world):
    task = make_task()
    context = SkillContext(task.ports, task.memory, task.token, note=task.listener.note)
    execute = world.execute

    def fall_later(motion, token):
        if any(line == "picture picked_can_1" for line in world.log):
            world.width = 0.0
            assert token.wait(60.0)
            return token.outcome
        return execute(motion, token)

    world.execute = fall_later
    result = pick_up(context, SkillCall("pick_up", ("can_1", "table_1")))
    assert result.outcome.cause is FailureCause.OBJECT_LOST and context.memory.held is None


def test_a_robot_that_can_feel_no_more_stops_and_says_why(context, world, drive_until_stopped, words):
    def fail():
        world.joints = lambda: 1 / 0

    drive_until_stopped(fail)
    outcome = drive(context, THERE)
    assert outcome.cause is FailureCause.INTERNAL_ERROR
    words(outcome.message)
    assert outcome.raw == "ZeroDivisionError: division by zero"


def test_nothing_is_felt_after_the_drive(context, world):
    with feeling(context) as felt:
        pass
    _push(world, 1.0)
    assert not felt.token.wait(0.2) and not any(t.name == "minding" for t in threading.enumerate())


def test_who_cancels_the_task_cancels_the_drive(context):
    with feeling(context) as felt:
        context.token.cancel()
        assert felt.token.cancelled and felt.token.outcome.cause is FailureCause.CANCELED


@pytest.mark.parametrize(
    ("way", "back"),
    [
        ([Pose.planar(-1.5, 1.0 - 0.02 * i, math.pi) for i in range(20)], Pose.planar(-1.5, 0.78, math.pi)),
        ([Pose.planar(-1.5, 1.0, math.pi - 0.1 * i) for i in range(10)], Pose.planar(-1.5, 1.0, math.pi - 0.5)),
        ([Pose.planar(-1.5, 1.0, math.pi)], None),
    ],
)
def test_the_base_gives_way_to_what_pushes_the_arm_as_it_came(context, world, way, back, words):
    driven = []

    def drive_to(target, token):
        driven.append(target)
        if len(driven) == 1:
            for pose in way:
                world.base = pose
                assert not token.wait(2 * PERIOD_S)
            _push(world, 2 * PUSHED)
            assert token.wait(60.0)
            return token.outcome
        return SUCCESS

    world.drive_to = drive_to
    outcome = drive(context, THERE)
    assert outcome.cause is FailureCause.NAVIGATION_FAILED
    words(outcome.message)
    assert len(driven) == (1 if back is None else 2)
    if back is not None:
        off = driven[1].distance(back), abs(driven[1].yaw - back.yaw)
        assert off[0] < 0.03 and off[1] < 0.11


@pytest.mark.parametrize(
    "call", [SkillCall("put_on", ("can_1", "table_2")), SkillCall("hand_over", ("can_1", "person_1"))], ids=str
)
def test_what_falls_on_the_way_to_a_better_place_is_lost_and_not_put_down(make_task, world, person, holding, call):
    task = make_task()
    holding(task, "can_1")
    world.base = Pose.planar(3.0, 3.0)  # far away from both

    def lose(target, token):
        world.width = 0.0
        assert token.wait(60.0)
        return token.outcome

    world.drive_to = lose
    context = SkillContext(task.ports, task.memory, task.token, attempt=2, note=task.listener.note)
    outcome = SKILLS[call.skill](context, call).outcome
    assert outcome.cause is FailureCause.OBJECT_LOST and task.memory.held is None


def test_what_falls_as_the_arm_is_brought_close_is_told_as_lost(make_task, world, holding, words):
    task = make_task()
    holding(task, "can_1")
    task.memory.stowed = False

    def lose(motion, token):
        world.width = 0.0
        assert token.wait(60.0)
        return token.outcome

    world.execute = lose
    context = SkillContext(task.ports, task.memory, task.token, note=task.listener.note)
    outcome = stow(context)
    assert outcome.cause is FailureCause.OBJECT_LOST
    words(outcome.message)


def test_what_was_lost_and_is_not_found_again_is_told_as_lost(make_task, world, words):
    bring = ("go_to table_1", "pick_up can_1 table_1", "go_to table_2", "put_on can_1 table_2")
    gone = Outcome(FailureCause.OBJECT_NOT_FOUND, "I do not know where the can is")
    task = make_task(bring, ("discover_objects table_1",), gone)
    drive_to, plan = world.drive_to, task.ports.planner.plan

    def lose(target, token):
        if task.memory.held is not None:
            world.width = 0.0
            assert token.wait(60.0)
            return token.outcome
        return drive_to(target, token)

    def looks_elsewhere(request, stage, token):
        result = plan(request, stage, token)
        looks = len(task.ports.planner.requests) == 2
        return replace(result, plan=replace(result.plan, provisional=True)) if looks else result

    world.drive_to, task.ports.planner.plan = lose, looks_elsewhere
    outcome = run_instruction(task)
    assert outcome.cause is FailureCause.OBJECT_NOT_FOUND
    words(outcome.message)
