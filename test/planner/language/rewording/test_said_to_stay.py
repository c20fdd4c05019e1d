# SPDX-License-Identifier: Apache-2.0
"""What stays is said in many ways: behind what is excepted, by what somebody needs alone, with "only" before it."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())


def planned(where: str, said: str) -> Result:
    return ENGINE.plan(PlanningTask(said, scene(where)))


def placed(where: str, said: str) -> tuple[set[str], Result]:
    result = planned(where, said)
    assert result.plan is not None, (said, result.outcome)
    return {c.arguments[0] for c in result.plan.calls if c.skill in ("put_on", "put_inside")}, result


DESK_2 = {"pen_2", "newspaper_1", "calculator_1", "coffee_mug_1"}
DESK_3 = {"banana_peel_1", "coffee_mug_2", "headphones_1", "phone_charger_1"}


@pytest.mark.parametrize(
    ("where", "said", "things"),
    [
        ("office", "Move the things on desk 2 to desk 1, except the stapler, which can stay.", DESK_2),
        ("office", "Move the things on desk 2 to desk 1, all apart from the stapler, that one can stay there.", DESK_2),
        ("office", "Move everything from desk 3 to desk 1, except for the laptop, which you can leave there.", DESK_3),
        ("office", "Move everything from desk 3 to desk 1, except for the laptop, which we still need there.", DESK_3),
        ("office", "Take everything on desk 3 to desk 1. Only the laptop should stay behind.", DESK_3),
        ("office", "Move the pens to desk 3, although one of them shouldn't be moved.", {"pen_1", "pen_2"}),
        ("living", "I only need one crayon. Put the others in the toy chest.", {"crayon_1", "crayon_2"}),
        ("pantry", "Our cook only uses two potatoes, so put the rest on the table.", {"potato_1"}),
        ("dining", "I only need one fork, please bring it to table 2.", {"fork_1"}),
        ("bedroom", "We only sleep on one pillow, so leave one on the bed and put the rest on the dresser.",
         {"pillow_1"}),
        ("lab", "Move the beakers to bench 2. The one in storage stays put, but do move all the rest.",
         {"beaker_1", "beaker_2", "beaker_3"}),
        ("garage", "Put everything on the workbench on shelf 1. Don't take the saw or the hammer.",
         {"screwdriver_1", "screwdriver_2", "wrench_1", "pliers_1", "duct_tape_1", "battery_1", "battery_2",
          "tin_can_1"}),
        ("garage", "I need shelf 1 empty. The things on it go on shelf 2.",
         {"paint_can_1", "paint_can_2", "flashlight_1", "work_glove_1", "work_glove_2", "spray_bottle_1"}),
        ("dining", "Can you clear table 2? Except for the napkin, all the things on it should go to the counter.",
         {"crumpled_paper_1", "mug_1", "plate_3", "plate_4"}),
        ("lab", "Put the petri dishes in the fridge, except one, whichever you like.",
         {"petri_dish_1", "petri_dish_2"}),
    ],
)  # fmt: skip
def test_what_stays_stays_and_all_else_goes(where, said, things):
    moved, result = placed(where, said)
    assert moved == things
    assert result.account.exact


@pytest.mark.parametrize(
    ("where", "said", "things"),
    [
        ("dining", "I'd like all the fruit on table 2. The lemon isn't needed, so leave that one where it is.",
         {"apple_1", "apple_2", "banana_1", "pear_1"}),
        ("dining", "The sponge is no good anymore, so throw that one away.", {"sponge_1"}),
        ("dining", "The plates on table 2 need washing, so put them in the dishwasher.", {"plate_3", "plate_4"}),
        ("pantry", "I'd like the onion out of the crate and on the counter.", {"onion_1"}),
        ("dining", "We'd like table 2 clear for the guests. Everything on it goes to the counter.",
         {"napkin_1", "crumpled_paper_1", "mug_1", "plate_3", "plate_4"}),
    ],
)  # fmt: skip
def test_what_is_told_besides_is_told(where, said, things):
    moved, result = placed(where, said)
    assert moved == things
    assert not result.account.exact


def test_what_is_excepted_may_go_elsewhere():
    _, result = placed("dining", "Put the mugs on table 1, except the blue one, which should go on table 3.")
    assert "put_on(mug_2, table_3)" in [str(c) for c in result.plan.calls]


def test_furniture_is_not_cleared_to_where_things_from_elsewhere_go():
    moved, result = placed("dining", "Clear table 2. The things on the counter go to table 1.")
    goes = {str(c) for c in result.plan.calls if c.skill == "put_on"}
    assert goes == {f"put_on({t}, table_1)" for t in moved if t in ("apple_1", "apple_2", "banana_1", "cereal_box_1",
                    "granola_bar_1", "mug_2", "bread_1", "sponge_1")}  # fmt: skip


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("pantry", "I only need one onion, so put the rice on the table.", "rice_bag_1"),
        ("garage", "I only need one screwdriver, so put the hammer and the others in the tool chest.", "hammer_1"),
    ],
)
def test_what_is_needed_of_others_moves_none_of_those(where, said, goes):
    result = planned(where, said)
    assert result.plan is not None, result.outcome
    assert {c.arguments[0] for c in result.plan.calls if c.skill in ("put_on", "put_inside")} == {goes}
    assert "for something to know and not for something to do" in result.explanation


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("office", "Put the binders on desk 1, although one of them should not be opened."),
        ("dining", "I need the counter free of dirt."),
    ],
)
def test_what_is_not_about_the_same_is_not_guessed(where, said):
    assert planned(where, said).plan is None
