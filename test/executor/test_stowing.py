# SPDX-License-Identifier: Apache-2.0
"""Bringing the arm close: what is held stays upright, and the camera keeps its view."""

from __future__ import annotations

import pytest

from executor_node.context import SkillContext
from executor_node.looking import look
from executor_node.stowing import VIEWS, stow
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.ports import MotionResult


@pytest.fixture
def context(make_task, holding):
    task = make_task()
    holding(task, "can_1")
    task.memory.stowed = False
    return SkillContext(task.ports, task.memory, task.token, note=task.listener.note)


def _hindered(world, blocks):
    """Make `blocks(tool pose, pan)` decide where the head touches the arm."""
    free = world.plan

    def plan(goal, start=None, *, limit_s=None):
        pan = (start or {}).get("head_1_joint")
        if pan is not None and blocks(world.tools[int(goal["pose"])], pan):
            return MotionResult(Outcome(FailureCause.IN_COLLISION, "arm_5_link touches head_2_link"))
        return free(goal, start)

    world.plan = plan


def test_a_posture_that_leaves_the_head_free_comes_first(context, world):
    _hindered(world, lambda tool, pan: tool.position[0] < 0.5)
    assert stow(context).ok
    assert world.tool().position[0] == 0.5


def test_where_every_posture_hinders_the_head_the_least_of_them_is_taken_and_noted(context, world):
    _hindered(world, lambda tool, pan: pan < (-1.0 if tool.position[0] == 0.55 else 1.0))
    notes = []
    told = SkillContext(context.ports, context.memory, context.token, note=lambda e, **d: notes.append((e, d)))
    assert stow(told).ok
    assert world.tool().position[0] == 0.55
    assert ("the arm hinders the head", {"views": 2}) in notes


def test_no_posture_at_all_is_told(context, world):
    world.unreachable = lambda target: True
    outcome = stow(context)
    assert not outcome.ok and "bring the arm close" in outcome.message
    assert not context.memory.stowed


@pytest.mark.parametrize("free", [True, False])
def test_what_is_held_where_there_is_no_room_to_fold_is_taken_a_step_back_if_it_touches_nothing(context, world, free):
    """A tall bottle that was lifted from a deep counter, for one."""
    world.unreachable = lambda target: world.base.position[0] > -0.1
    world.base, plan = Pose(), world.plan

    def touching(goal, start=None, *, limit_s=None):
        if not free and start == goal:
            return MotionResult(Outcome(FailureCause.IN_COLLISION, "can_1 touches table_1/top"))
        return plan(goal, start)

    world.plan = touching
    assert stow(context).ok is free
    assert (world.base.position[0] == pytest.approx(-0.35)) is free


def test_a_head_that_does_not_get_there_makes_the_arm_fold_anew(context, world):
    assert stow(context) == SUCCESS
    world.look_at = lambda point, token: Outcome(FailureCause.EXECUTION_FAILED, "head_1_joint is off by 0.27")
    assert look(context, (1.0, 0.0, 0.7)).cause is FailureCause.EXECUTION_FAILED
    assert not context.memory.stowed


def test_the_views_cover_the_range_of_the_head():
    assert VIEWS[0] == 0.0 and VIEWS[-1] == 1.0 and len(VIEWS) >= 5


def test_what_is_held_alike_is_first_brought_where_the_last_thing_was(context, world):
    world.unreachable = lambda target: (world.base.inverse() @ target).position[0] < 0.49
    assert stow(context).ok
    place = world.tool()
    world.unreachable = lambda target: False
    context.memory.stowed = False
    assert stow(context).ok
    assert world.tool() == place
