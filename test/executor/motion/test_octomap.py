# SPDX-License-Identifier: Apache-2.0
"""What depth images put into the planner's world goes before the hand touches something, and only then."""

from __future__ import annotations

import pytest

from executor_node.context import SkillContext
from executor_node.motion.surroundings import see_surroundings
from executor_node.skills import SKILLS
from executor_node.wording import touching
from makedo_core.ports import OCTOMAP_CLEARED
from makedo_core.skills import SkillCall


def context_of(task) -> SkillContext:
    return SkillContext(task.ports, task.memory, task.token, note=task.listener.note)


@pytest.mark.parametrize(
    ("left_out", "alone"), [({}, False), ({"leave_out": ()}, False), ({"leave_out": {"can_1"}}, True)]
)
def test_it_stays_for_a_motion_that_touches_nothing(make_task, world, left_out, alone):
    assert see_surroundings(context_of(make_task()), **left_out).ok
    assert world.alone[-1] is alone


def test_it_goes_for_every_motion_with_something_in_the_hand(make_task, world, holding):
    task = make_task()
    holding(task, "can_1")
    assert see_surroundings(context_of(task)).ok
    assert world.alone[-1]


@pytest.mark.parametrize("sensed", [True, False])
def test_it_is_taken_away_for_a_grasp_and_for_putting_down_and_that_is_recorded(make_task, world, sensed):
    world.is_sensed = sensed
    task = make_task()
    world.graph = world.graph.changed()
    context = context_of(task)
    for call in (SkillCall("go_to", ("table_1",)), SkillCall("pick_up", ("can_1", "table_1"))):
        SKILLS[call.skill](context, call)
    without = [alone for shown, alone in zip(world.shown, world.alone, strict=True) if "can_1" not in shown]
    assert without and all(without)
    assert (OCTOMAP_CLEARED in task.listener.notes) is sensed
    begun = len(world.alone)
    SKILLS["put_on"](context, SkillCall("put_on", ("can_1", "table_1")))
    assert any(world.alone[begun:])


def test_what_it_is_that_the_arm_touches_is_told_in_words():
    assert touching("<octomap>", "arm_7_link", now=True) == "the wrist touches what the depth camera saw"
