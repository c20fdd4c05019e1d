# SPDX-License-Identifier: Apache-2.0
"""Where the arm has room: what the motion planner is shown, and how often it is asked."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from executor_node.context import SkillContext
from executor_node.motion.reach import STANDING, SURROUNDINGS, Reasons
from executor_node.motion.room import has_room, has_room_all_along, standing_still
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.ports import MotionResult

BESIDE_THE_TABLE = Pose.planar(-0.35, 0.9, math.pi / 2)
TURNED = tuple(Pose(BESIDE_THE_TABLE.position, Pose.planar(0, 0, yaw).orientation) for yaw in (0.0, 1.0, 2.0))
TOUCHES = Outcome(FailureCause.IN_COLLISION, "arm_5_link touches table_1/top")


@pytest.fixture
def context(make_task):
    task = make_task()
    task.memory.stowed = True
    return SkillContext(task.ports, task.memory, task.token, note=task.listener.note)


@pytest.fixture
def touches(world):
    """Say what touches something from now on: anything but an arm that nothing is around."""

    def say(outcome):
        def plan(goal, start=None, *, limit_s=None):
            return MotionResult(outcome if world.scenes[-1][0] else SUCCESS)

        world.plan = plan

    return say


def test_a_thing_is_shown_once_with_all_the_places_where_it_would_be(context, world):
    assert has_room_all_along(context, TURNED, Reasons())
    (shown, _), names = world.scenes[-1], world.shown[-1]
    assert len(shown) == len(names) and "table_1/top" in names
    top = next(o for o in shown if o.name == "table_1/top")
    true = world.graph["table_1"].pose.transform((0.0, 0.0, 0.0))
    for base, pose in zip(TURNED, (top.pose, *top.elsewhere), strict=True):
        assert math.dist((base @ pose).position[:2], true[:2]) < 1e-6


def test_while_nothing_moves_no_question_is_put_twice(context, world, touches):
    touches(TOUCHES)
    with standing_still(context):
        first, second = Reasons(), Reasons()
        assert not has_room(context, BESIDE_THE_TABLE, first)
        asked = len(world.scenes)
        with standing_still(context):
            assert not has_room(context, BESIDE_THE_TABLE, second)
        assert not has_room(context, BESIDE_THE_TABLE, second)
        assert len(world.scenes) == asked
        assert second.failed(STANDING) == 2 and first.failed(STANDING) == 1
        assert not has_room(context, BESIDE_THE_TABLE, Reasons(), posture=world.joints())  # another question
        assert len(world.scenes) > asked
    asked = len(world.scenes)
    assert not has_room(context, BESIDE_THE_TABLE, Reasons())
    assert len(world.scenes) > asked and context.memory.room is None


def test_a_new_graph_makes_every_answer_old(context, world, touches):
    touches(TOUCHES)
    with standing_still(context):
        assert not has_room(context, BESIDE_THE_TABLE, Reasons())
        world.graph = world.graph.changed(put=[replace(world.graph["table_1"], last_seen=9.0)])
        touches(SUCCESS)
        assert has_room(context, BESIDE_THE_TABLE, Reasons())


def test_no_answer_is_asked_for_again(context, world):
    reasons, shows = Reasons(), world.show
    world.show = lambda *_, **__: Outcome(FailureCause.COMPONENT_LOST, "nobody answers")
    with standing_still(context):
        assert not has_room(context, BESIDE_THE_TABLE, reasons) and reasons.failed(SURROUNDINGS) == 1
        world.show = shows
        assert has_room(context, BESIDE_THE_TABLE, reasons)


def test_what_is_imagined_has_answers_of_its_own(context):
    with standing_still(context):
        assert context.memory.room is not None and context.memory.copy().room is None
