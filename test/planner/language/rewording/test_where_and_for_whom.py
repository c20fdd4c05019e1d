# SPDX-License-Identifier: Apache-2.0
"""Where things go by what is there or by where they are not to be, what stays, and what each of several people gets."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_eval.sentences.corpus import scene
from makedo_eval.sentences.judge import claims_exactness
from planner_node.assembly import Choices, assemble
from planner_node.task import PlanningTask

_PUTTING = frozenset({"put_on", "put_inside", "hand_over"})


@pytest.fixture(scope="module")
def plan():
    return assemble(Choices(), environ={}).plan


def _ends(result) -> set[str]:
    """Where each thing that is moved ends, e.g. "napkin_1 sideboard_1"."""
    assert result.plan is not None, result.explanation
    last = {call.arguments[0]: call.arguments[1] for call in result.plan.calls if call.skill in _PUTTING}
    return {f"{thing} {place}" for thing, place in last.items()}


@pytest.mark.parametrize(
    ("where", "said", "ends"),
    [
        ("dining", "Place the napkin next to the vase.", {"napkin_1 sideboard_1"}),
        ("dining", "Put the vase on table 3 and the candle beside it.", {"vase_1 table_3", "candle_1 table_3"}),
        ("dining", "Put the vase on table 3 and the candle next to the vase.", {"vase_1 table_3", "candle_1 table_3"}),
        ("pantry", "Put onion 2 with the potatoes.", {"onion_2 crate_1"}),
        ("garage", "Put the gloves with the football.", {"work_glove_1 shelf_2", "work_glove_2 shelf_2"}),
    ],
)  # fmt: skip
def test_near_a_thing_is_where_it_is_and_never_exact(plan, where, said, ends):
    result = plan(PlanningTask(said, scene(where)))
    assert _ends(result) == ends
    assert not claims_exactness(result)


def test_near_a_thing_that_is_at_several_places_is_asked(plan):
    result = plan(PlanningTask("Put the napkin next to the plates.", scene("dining")))
    assert result.outcome.cause is FailureCause.AMBIGUOUS
    assert set(result.candidates) == {"table_1", "table_2"}


def test_near_furniture_is_still_no_place(plan):
    result = plan(PlanningTask("Put the napkin next to the fridge.", scene("dining")))
    assert result.outcome.cause is FailureCause.NOT_CAPABLE


@pytest.mark.parametrize(
    ("where", "said", "ends"),
    [
        ("dining", "Don't put the bread in the fridge, put it in the cupboard.", {"bread_1 cupboard_1"}),
        ("flat", "I don't want the remote on the coffee table any more, put it on the sofa.", {"remote_1 sofa_1"}),
        ("dining", "The napkin should not stay on table 2. Put it on the sideboard.", {"napkin_1 sideboard_1"}),
        ("dining", "No plates on table 2 please, take them all to the counter.",
         {"plate_3 counter_1", "plate_4 counter_1"}),
        ("dining", "I'd rather have the wine on table 3 than on the sideboard.", {"wine_bottle_1 table_3"}),
        ("dining", "Put the fruit from the counter where the vase is.",
         {"apple_1 sideboard_1", "apple_2 sideboard_1", "banana_1 sideboard_1"}),
        ("dining", "Take the mug that isn't dirty and isn't blue to table 1.", {"mug_3 table_1"}),
        ("dining", "Put the apples, both of them, in the fruit basket.",
         {"apple_1 fruit_basket_1", "apple_2 fruit_basket_1"}),
        ("dining", "Make room on table 2 by taking the dishes to the counter.",
         {"mug_1 counter_1", "plate_3 counter_1", "plate_4 counter_1"}),
        ("flat", "My mother can't reach her pills; bring the pill box to the nightstand.", {"pill_box_1 nightstand_1"}),
        ("pantry", "Bring the carrots to the crate.", {"carrot_1 crate_1", "carrot_2 crate_1"}),
    ],
)  # fmt: skip
def test_where_it_is_not_to_be_says_no_more_than_where_it_goes(plan, where, said, ends):
    assert _ends(plan(PlanningTask(said, scene(where)))) == ends


@pytest.mark.parametrize(
    ("where", "said", "ends"),
    [
        ("dining", "Leave one plate on table 2 and take the other one to the dishwasher.", {"plate_3 dishwasher_1"}),
        ("pantry", "Leave one candle where it is and bring the other to table 1.", {"candle_1 table_1"}),
        ("dining", "Leave a glass in the cupboard and bring the other glasses to table 1.",
         {"glass_1 table_1", "glass_2 table_1"}),
        ("dining", "Put two forks on table 2 and leave the last one in the drawer.",
         {"fork_1 table_2", "fork_2 table_2"}),
        ("lab", "All blue test tubes go in the rack, the red one stays out.",
         {"test_tube_2 rack_1", "test_tube_3 rack_1"}),
    ],
)  # fmt: skip
def test_what_stays_is_one_of_those_there(plan, where, said, ends):
    assert _ends(plan(PlanningTask(said, scene(where)))) == ends


def test_two_of_which_there_are_three_are_not_exact(plan):
    result = plan(PlanningTask("Leave a fork in the drawer and bring the other to table 1.", scene("dining")))
    assert _ends(result) == {"fork_1 table_1"}
    assert not claims_exactness(result)


@pytest.mark.parametrize(
    ("where", "said", "ends"),
    [
        ("dining", "Put one of each fruit in the fruit basket.",
         {f"{fruit}_1 fruit_basket_1" for fruit in ("apple", "banana", "lemon", "pear")}),
        ("dining", "Put one of each kind of cutlery on table 3.", {"fork_1 table_3", "knife_1 table_3",
         "spoon_1 table_3"}),
        ("pantry", "The candles, one on table 1 and one on the counter.", {"candle_1 table_1", "candle_2 counter_1"}),
        ("dining", "Neither the mug nor the plates should stay on table 2; the dishwasher is the place for them.",
         {"mug_1 dishwasher_1", "plate_3 dishwasher_1", "plate_4 dishwasher_1"}),
    ],
)  # fmt: skip
def test_so_many_of_each_and_each_with_its_place(plan, where, said, ends):
    assert _ends(plan(PlanningTask(said, scene(where)))) == ends


def test_the_most_of_something_is_one_of_all_that_are_called_so(plan):
    result = plan(PlanningTask("Put the heaviest bag on the counter.", scene("pantry")))
    assert set(result.candidates) == {"chips_bag_1", "flour_bag_1", "rice_bag_1", "sugar_bag_1"}


def test_which_one_is_first_of_those_that_look_alike_nobody_knows(plan):
    result = plan(PlanningTask("Put the samples in the incubator, the first one last.", scene("lab")))
    assert result.plan is None


def test_one_that_is_there_is_not_the_one_to_be_brought(plan):
    result = plan(PlanningTask("Put the toy car on the sofa.", scene("living")))
    assert _ends(result) == {"toy_car_2 sofa_1"}
    assert "toy car 1 is there already" in result.explanation.lower()
    assert not claims_exactness(result)


def test_soft_things_are_no_things_without_alcohol(plan):
    result = plan(PlanningTask("Everything soft goes on the sofa.", scene("living")))
    assert result.plan is None


@pytest.mark.parametrize(
    ("said", "gets"),
    [
        ("Bring Ben and Carla a soda each.", {"ben": "soda_can", "carla": "soda_can"}),
        ("A wine glass each for Anna and Carla.", {"anna": "wine_glass", "carla": "wine_glass"}),
        ("Ben would like a cupcake and Anna wants the lemonade.", {"ben": "cupcake", "anna": "lemonade_bottle"}),
        ("The one who is on the terrace gets the lemonade.", {"carla": "lemonade_bottle"}),
        ("Get the balloons from the sofa for Carla.", {"carla": "balloon"}),
    ],
)
def test_people_get_what_is_said_for_them(plan, said, gets):
    ends = [end.split() for end in _ends(plan(PlanningTask(said, scene("party"))))]
    assert {whom: thing.rpartition("_")[0] for thing, whom in ends} == gets


@pytest.mark.parametrize(
    ("where", "said", "answer"),
    [
        ("pantry", "Which shelf is the honey on?", "Honey jar 1 is on shelf 2 in the pantry."),
        ("office", "Which desk has the calculator on it?", "Calculator 1 is on desk 2 in the open office."),
        ("garage", "Does the tool chest have a drill in it?", "Yes, drill 1 is in tool chest 1 in the garage."),
        ("party", "Who has a beer?", "Beer can 4 is with Ben in the living room."),
        ("pantry", "Have we run out of tea?", "Tea box 1 is on shelf 2 in the pantry."),
    ],
)
def test_a_question_of_what_has_it_is_answered(plan, where, said, answer):
    assert plan(PlanningTask(said, scene(where))).explanation == answer


@pytest.mark.parametrize(
    ("said", "so"),
    [
        ("Check whether the fridge is shut; if it isn't, shut it.", "'the fridge is not shut' is not so"),
        ("See if the microwave is on, and if it is, switch it off.", "'the microwave is on' is not so"),
    ],
)
def test_what_is_looked_at_first_is_a_condition(plan, said, so):
    result = plan(PlanningTask(said, scene("flat")))
    assert so in result.explanation
    assert not result.plan.calls
