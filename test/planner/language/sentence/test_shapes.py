# SPDX-License-Identifier: Apache-2.0
"""Orders without a verb, with their place first, as lists, or of what places are to get are planned as plain ones."""

from __future__ import annotations

import pytest

from makedo_eval.sentences.corpus import scene
from planner_node.assembly import Choices, assemble
from planner_node.task import PlanningTask


@pytest.fixture(scope="module")
def ask():
    plan = assemble(Choices(), environ={}).plan
    return lambda where, said: plan(PlanningTask(said, scene(where)))


def _ends(result):
    assert result.plan is not None, result.outcome
    return sorted(str(call) for call in result.plan.calls if call.skill.startswith(("put", "hand")))


@pytest.mark.parametrize(
    ("where", "said", "plainly"),
    [
        ("dining", "Each table gets a glass.", "Put a glass on each table."),
        ("dining", "Give each table a fork.", "Put a fork on each table."),
        ("dining", "a spoon for every table please", "Put a spoon on every table."),
        ("office", "desk 1 gets the stapler, desk 3 the calculator",
         "Put the stapler on desk 1 and the calculator on desk 3."),
        ("pantry", "One onion and two potatoes on table 1, I am going to cook.",
         "Put one onion and two potatoes on table 1."),
        ("living", "In the toy chest: all crayons", "Put all crayons in the toy chest."),
        ("bedroom", "From the desk to the bed: laptop and charger", "Put the laptop and the charger on the bed."),
        ("pantry", "From shelf 1 the rice and from shelf 2 the honey, both to the counter",
         "Put the rice and the honey on the counter."),
        ("office", "Desk 1: the stapler. Desk 3: the calculator.",
         "Put the stapler on desk 1 and the calculator on desk 3."),
        ("office", "stapler desk 3", "Put the stapler on desk 3."),
        ("garage", "hammer tool chest, flashlight workbench",
         "Put the hammer in the tool chest and the flashlight on the workbench."),
        ("pantry", "First the honey, then the jam, both on table 1.", "Put the honey and the jam on table 1."),
        ("pantry", "Breakfast: honey, jam and tea, on table 1", "Put the honey, the jam and the tea on table 1."),
        ("garage", "The following go on shelf 2: hammer, wrench, pliers.",
         "Put the hammer, the wrench and the pliers on shelf 2."),
        ("garage", "hammer wrench and pliers on shelf 2", "Put the hammer, the wrench and the pliers on shelf 2."),
        ("office", "pens: two of them to the shelf", "Put two of the pens on the shelf."),
        ("living", "All crayons save one go into the toy chest.", "Put all crayons but one in the toy chest."),
        ("lab", "make sure there is a beaker on bench 2", "Put a beaker on bench 2."),
        ("dining", "can every table have a glass please", "Put a glass on every table."),
        ("dining", "dinner for two at table 3: two plates, two forks", "Put two plates and two forks on table 3."),
        ("pantry", "tomato and tuna cans onto table 1", "Put all tomato cans and all tuna cans on table 1."),
        ("flat", "the apple and the orange and also the sandwich on the coffee table",
         "Put the apple, the orange and the sandwich on the coffee table."),
    ],
)  # fmt: skip
def test_a_sentence_of_another_shape_is_planned_as_the_plain_order(ask, where, said, plainly):
    assert _ends(ask(where, said)) == _ends(ask(where, plainly))


@pytest.mark.parametrize(
    ("where", "said", "ends"),
    [
        ("dining", "Put the bread on table three.", ["put_on(bread_1, table_3)"]),
        ("living", "Put the doll and the puzzle in the toy chest and on the sofa, respectively.",
         ["put_inside(doll_1, toy_chest_1)", "put_on(puzzle_1, sofa_1)"]),
        ("living", "respectively put the doll and the candle on the sofa and the tv stand",
         ["put_on(candle_1, tv_stand_1)", "put_on(doll_1, sofa_1)"]),
        ("garage", "swap the hammer for the flashlight on shelf 1",
         ["put_on(flashlight_1, workbench_1)", "put_on(hammer_1, shelf_1)"]),
        ("office", "the stapler goes where the dictionary is and vice versa",
         ["put_on(dictionary_1, desk_2)", "put_on(stapler_1, shelf_1)"]),
        ("garage", "put the newspaper and the glass jar into the right bins",
         ["put_inside(glass_jar_1, glass_bin_1)", "put_inside(newspaper_1, paper_bin_1)"]),
        ("party", "a soda for Ben", ["hand_over(soda_can_1, ben)"]),
        ("lab", "put the pipette from the shelf and the marker on bench 2 and on the shelf, in that order",
         ["put_on(marker_1, shelf_1)", "put_on(pipette_2, bench_2)"]),
        ("garage", "recycle the newspaper and the glass jar, each in its own bin",
         ["put_inside(glass_jar_1, glass_bin_1)", "put_inside(newspaper_1, paper_bin_1)"]),
        ("lab", "put test tube 1 in the rack", ["put_inside(test_tube_1, rack_1)"]),
        ("lab", "2x sample to bench 1", ["put_on(sample_1, bench_1)", "put_on(sample_2, bench_1)"]),
        ("dining", "put two glasses at most on table 3", ["put_on(glass_1, table_3)", "put_on(glass_2, table_3)"]),
        ("living", "The apple that is on the kids table goes to the sofa.", ["put_on(apple_1, sofa_1)"]),
        ("dining", "move the vase to table 1 and while you're at it the candle to table 3",
         ["put_on(candle_1, table_3)", "put_on(vase_1, table_1)"]),
    ],
)  # fmt: skip
def test_what_is_meant_is_done(ask, where, said, ends):
    assert _ends(ask(where, said)) == ends


@pytest.mark.parametrize(
    ("where", "said"),
    [("party", "The kids at the buffet table"), ("dining", "water all over the counter"),
     ("dining", "dinner at table 3"), ("dining", "not the bread on table 1"), ("dining", "the lamp needs washing"),
     ("office", "the stapler is on desk 2 and the newspaper, too")],
)  # fmt: skip
def test_what_is_no_order_moves_nothing(ask, where, said):
    result = ask(where, said)
    assert result.plan is None or not result.plan.calls
