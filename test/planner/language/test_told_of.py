# SPDX-License-Identifier: Apache-2.0
"""What a statement tells of is what the order behind it is about: just that, all of it, and where it is."""

from __future__ import annotations

import pytest

from makedo_core.conversation.question import QuestionKind
from makedo_eval.sentences.corpus import scene
from planner_node.assembly import Choices, assemble
from planner_node.task import PlanningTask

_MOVES = ("put_on", "put_inside", "open", "close", "turn_on", "turn_off")


@pytest.fixture(scope="module")
def plan():
    return assemble(Choices(), environ={}).plan


@pytest.mark.parametrize(
    ("home", "said", "done"),
    [
        ("lab", "the pipette in the storage room is broken, chuck it", {"put_inside pipette_2 waste_bin_1"}),
        ("pantry", "the onion on the counter is rotten, throw it away", {"put_inside onion_2 compost_bin_1"}),
        ("flat", "the mug on the coffee table is cold, put it in the sink", {"put_on tea_mug_1 sink_1"}),
        ("living", "the tv and the table lamp are on, turn them off", {"turn_off tv_1", "turn_off table_lamp_1"}),
        ("bedroom", "the wardrobe and the dresser are closed, open them", {"open wardrobe_1", "open dresser_1"}),
        (
            "dining",
            "open the fridge and the cupboard and then close them",
            {"open fridge_1", "open cupboard_1", "close fridge_1", "close cupboard_1"},
        ),
        (
            "flat",
            "the coffee table is full, put everything on the kitchen table",
            {f"put_on {thing} kitchen_table_1" for thing in ("remote_1", "reading_glasses_1", "tea_mug_1", "banana_1")},
        ),
    ],
)
def test_the_order_is_about_what_was_told(plan, home, said, done):
    result = plan(PlanningTask(said, scene(home)))
    assert {" ".join((c.skill, *c.arguments)) for c in result.plan.calls if c.skill in _MOVES} == done


@pytest.mark.parametrize(
    ("home", "said", "done"),
    [
        ("dining", "put the red apple in the basket, banana too", {"apple_1", "banana_1"}),
        ("garage", "put the pliers in the tool chest, wrench too", {"pliers_1", "wrench_1"}),
    ],
)
def test_too_adds_and_is_no_other_way(plan, home, said, done):
    result = plan(PlanningTask(said, scene(home)))
    assert {c.arguments[0] for c in result.plan.calls if c.skill in ("put_on", "put_inside")} == done
    assert result.account.exact


@pytest.mark.parametrize(
    ("home", "said", "done"),
    [
        ("flat", "put the milk on the counter instead of the fridge", "put_on milk_carton_1 counter_1"),
        ("pantry", "put the ice cream on the counter rather than the freezer", "put_on ice_cream_1 counter_1"),
    ],
)
def test_a_place_that_is_not_meant_may_be_where_things_are_now(plan, home, said, done):
    result = plan(PlanningTask(said, scene(home)))
    assert [" ".join((c.skill, *c.arguments)) for c in result.plan.calls if c.skill.startswith("put")] == [done]


@pytest.mark.parametrize(
    ("home", "said"),
    [
        ("living", "all the kids' stuff into the toy box"),
        ("living", "put the plate where dishes go"),
        ("flat", "my eyes are tired, dim the light please"),
        ("bedroom", "put one sock from the dresser into the hamper, and the other one leave"),
    ],
)
def test_what_is_not_understood_moves_nothing(plan, home, said):
    assert plan(PlanningTask(said, scene(home))).plan is None


@pytest.mark.parametrize(
    "said",
    [
        "Where's the stapler? Bring it here",
        "The stapler is on desk 2. Bring it to me",
    ],
)
def test_what_is_asked_of_what_was_told_is_asked(plan, said):
    result = plan(PlanningTask(said, scene("office")))
    assert result.plan is None and result.question is not None
    assert result.question.kind is QuestionKind.WHEREABOUTS and "stapler" in result.question.text
