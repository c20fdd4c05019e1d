# SPDX-License-Identifier: Apache-2.0
"""Bringing the arm close: what is held stays upright, and the camera keeps its view."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from executor_node.context import SkillContext
from executor_node.geometry.grasps import LOW_HEADROOM_PITCHES
from executor_node.motion.reach import Reasons, show
from executor_node.motion.seeing import look
from executor_node.motion.stowing import VIEWS, stow
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Shape
from makedo_core.ports import MotionResult, Obstacle
from makedo_core.robot_config import GripperConfig


@pytest.fixture
def context(make_task, world, holding):
    """A can in the hand of a robot that knows no slim posture."""
    world.config = replace(world.config, arm=replace(world.config.arm, carry_slim=()))
    task = make_task()
    holding(task, "can_1")
    task.memory.stowed = False
    return SkillContext(task.ports, task.memory, task.token, note=task.listener.note)


@pytest.fixture
def slim(make_task, holding):
    """A can in the hand, held at a pitch, with what was noted."""

    def hold(pitch_deg, arm=None):
        task = make_task()
        holding(task, "can_1")
        task.memory.held = replace(task.memory.held, pitch=math.radians(pitch_deg))
        task.memory.stowed = False
        ports = task.ports if arm is None else replace(task.ports, arm=arm)
        notes = {}
        context = SkillContext(ports, task.memory, task.token, note=lambda event, **told: notes.update({event: told}))
        return context, notes

    return hold


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


def test_no_posture_at_all_is_told(context, world, words):
    world.unreachable = lambda target: True
    outcome = stow(context)
    assert not outcome.ok
    words(outcome.message)
    assert not context.memory.stowed


@pytest.mark.parametrize("free", [True, False])
def test_what_is_held_where_there_is_no_room_to_fold_is_taken_a_step_back_if_it_touches_nothing(context, world, free):
    """A tall bottle that was lifted from a deep counter, for one."""
    world.unreachable = lambda target: world.base.position[0] > -0.1
    world.base = Pose()
    touching = Outcome(FailureCause.IN_COLLISION, "can_1 touches table_1/top")
    world.touches = lambda joints=None: touching if not free and joints is None else SUCCESS
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


PITCHES = sorted({*GripperConfig.__dataclass_fields__["pitches_deg"].default, *LOW_HEADROOM_PITCHES})
PASSAGE_M = 0.72  # far narrower than any door: 0.8 m


@pytest.mark.parametrize("pitch", PITCHES)
def test_what_is_held_at_any_pitch_is_carried_through_a_passage_hardly_wider_than_the_base(slim, planned_arm, pitch):
    """With the real motion planner."""
    context, notes = slim(pitch, planned_arm)
    assert stow(context).ok and notes["carried"] == {"slim": True}
    assert notes.get("the arm hinders the head", {"views": 0})["views"] <= 1
    sides = [
        Obstacle(f"side {y}", Shape.BOX, (2.0, 0.1, 2.0), Pose((0.0, y * (PASSAGE_M / 2 + 0.05), 1.0))) for y in (-1, 1)
    ]
    here = planned_arm.joints()
    assert show(context, sides, None, Reasons()) and planned_arm.plan(here, here).outcome.ok
    narrower = [replace(side, pose=Pose((0.0, side.pose.position[1] * 0.6, 1.0))) for side in sides]
    assert show(context, narrower, None, Reasons()) and not planned_arm.plan(here, here).outcome.ok


def test_where_no_slim_posture_goes_it_is_carried_wide(slim, world):
    slim_places = [posture.position for posture in world.config.arm.carry_slim]

    def is_slim(target):
        x = (world.base.inverse() @ target).position
        return any(math.dist(x, place) < 1e-6 for place in slim_places)

    world.unreachable = is_slim
    context, notes = slim(30.0)
    assert stow(context).ok and notes["carried"] == {"slim": False}


def test_a_slim_posture_is_one_for_a_pitch_near_that_of_the_grasp(slim, world):
    context, notes = slim(30.0)
    assert stow(context).ok and notes["carried"] == {"slim": True}
    suiting = next(p for p in world.config.arm.carry_slim if p.pitch_deg == 30.0)
    assert math.dist(world.tool().position, suiting.position) < 1e-6
    far, told = slim(-40.0)  # nothing is meant for that
    assert stow(far).ok and told["carried"] == {"slim": False}


@pytest.mark.parametrize("there", [True, False])
def test_what_is_held_against_another_thing_is_first_brought_away_from_it(context, world, there):
    """Nothing can be planned from where the hand is. A thing that is touched even then is not where it seemed to be."""
    plan, before = world.plan, world.tool()
    bowl = replace(world.graph["can_1"], id="bowl_1", label="bowl", pose=world.base @ before)
    world.graph = world.graph.changed(put=[bowl])
    careless = []

    def touching(goal, start=None, *, limit_s=None):
        near = world.tool() == before if there else math.dist(world.tool().position, before.position) < 0.3
        if near and "bowl_1" in world.shown[-1]:
            return MotionResult(Outcome(FailureCause.IN_COLLISION, "can_1 touches bowl_1"))
        return plan(goal, start)

    def line(waypoints, start=None, *, avoid_collisions=True):
        careless.append(not avoid_collisions or "bowl_1" in world.shown[-1])
        return type(world).plan_line(world, waypoints, start)

    world.plan, world.plan_line = touching, line
    assert stow(context).ok and context.memory.stowed
    assert careless == [False] * (1 if there else 2)


def test_what_is_held_and_cannot_be_brought_away_is_told(context, world):
    world.plan = lambda goal, start=None, *, limit_s=None: MotionResult(Outcome(FailureCause.IN_COLLISION, "stuck"))
    world.plan_line = lambda *given, **how: MotionResult(Outcome(FailureCause.UNREACHABLE, "a shelf"))
    assert not stow(context).ok and not context.memory.stowed
