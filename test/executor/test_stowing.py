# SPDX-License-Identifier: Apache-2.0
"""Bringing the arm close: what is held stays upright, and the camera keeps its view."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from executor_node.context import Held, SkillContext
from executor_node.grasps import tool_pose
from executor_node.looking import look
from executor_node.obstacles import jambs
from executor_node.stowing import VIEWS, WAYS, stow
from executor_node.surroundings import held_as_obstacle
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
    world.hindered = lambda target: world.base.position[0] > -0.1
    world.base, plan = Pose(), world.plan

    def touching(goal, start=None, *, limit_s=None):
        if not free and start == goal:
            return MotionResult(Outcome(FailureCause.IN_COLLISION, "can_1 touches table_1/top"))
        return plan(goal, start)

    world.plan = touching
    assert stow(context).ok is free
    assert (world.base.position[0] == pytest.approx(-0.35)) is free


def test_a_posture_that_no_joint_values_reach_is_tried_once_only(context, world):
    asked = []
    solve = world.solve_ik
    here = context.ports.base.pose()

    def solved(target, seed=None, *, avoid_collisions=True):
        asked.append((target, avoid_collisions))
        return solve(target, seed)

    world.solve_ik = solved
    world.unreachable = lambda target: (here.inverse() @ target).position[0] < 0.5
    assert stow(context).ok
    near = [target for target, _ in asked if target.position[0] < 0.5]
    assert near and all(near.count(target) == 2 for target in near)  # among obstacles, and without any
    asked.clear()
    context.memory.stowed = False
    assert stow(context).ok
    assert not [target for target, _ in asked if target.position[0] < 0.5]


def test_where_no_way_is_found_not_every_posture_is_tried(context, world):
    asked = []
    refused = MotionResult(Outcome(FailureCause.MOTION_PLANNING_FAILED, "no path within the time allowed"))
    plan = world.plan

    def planned(goal, start=None, *, limit_s=None):
        if start is not None:  # of looking around
            return plan(goal, start)
        asked.append(goal)
        return refused

    world.plan = planned
    assert not stow(context).ok
    rounds = 4 * 2  # between the sides of a passage or not, with room to spare or not; before a step back and after it
    assert len(asked) == rounds * WAYS


def test_a_head_that_does_not_get_there_makes_the_arm_fold_anew(context, world):
    assert stow(context) == SUCCESS
    world.look_at = lambda point, token: Outcome(FailureCause.EXECUTION_FAILED, "head_1_joint is off by 0.27")
    assert look(context, (1.0, 0.0, 0.7)).cause is FailureCause.EXECUTION_FAILED
    assert not context.memory.stowed


def test_the_views_cover_the_range_of_the_head():
    assert VIEWS[0] == 0.0 and VIEWS[-1] == 1.0 and len(VIEWS) >= 5


def _between(world) -> bool:
    """Whether the planner was told of the sides of a passage last."""
    return "passage/left" in world.shown[-1]


def test_a_posture_that_fits_through_a_passage_comes_before_those_that_do_not(context, world):
    world.base = Pose()
    world.hindered = lambda target: _between(world) and target.position[0] < 0.5
    assert stow(context).ok
    assert world.tool().position[0] == 0.5
    assert not _between(world)  # the way to it may be wider


def test_where_no_posture_fits_through_a_passage_a_wider_one_is_taken(context, world):
    world.hindered = lambda target: _between(world)
    assert stow(context).ok
    assert world.tool().position[0] == 0.46


def test_an_empty_hand_and_a_base_that_does_not_drive_need_no_passage(context, world):
    context.memory.held = None
    assert stow(context).ok
    assert not any("passage/left" in names for names in world.shown)
    context.memory.stowed, context.memory.held = False, Held("can_1", Pose((0.0, 0.0, -0.06)), 0.06, 0.0)
    fixed = replace(context, ports=replace(context.ports, config=replace(world.config, base=None)))
    assert stow(fixed).ok
    assert not any("passage/left" in names for names in world.shown)


def test_with_the_real_planner_a_tall_thing_is_carried_within_the_width_of_the_base(context, world, planned_arm):
    world.base = Pose.planar(0.3, -1.1, math.pi)  # in the open
    arm, tall = planned_arm, replace(world.graph["can_1"], pose=Pose((0.66, 0.0, 0.9)), size=(0.075, 0.075, 0.30))
    world.graph = world.graph.changed(put=[tall])
    pitch = math.radians(30)
    grasp = tool_pose(tall.centre, 0.0, pitch)
    context.memory.held = Held("can_1", grasp.inverse() @ tall.pose, 0.075, pitch)
    real = replace(context, ports=replace(context.ports, arm=arm))
    assert stow(real).ok
    assert math.asin(-arm.tool().matrix()[2, 0]) == pytest.approx(pitch, abs=0.01)  # upright
    assert arm.show(jambs(world.config.base.radius_m + 0.055), held_as_obstacle(real, world.graph)).ok
    assert arm.plan(arm.joints(), arm.joints()).outcome == SUCCESS
