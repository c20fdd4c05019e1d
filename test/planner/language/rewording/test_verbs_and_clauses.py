# SPDX-License-Identifier: Apache-2.0
"""A wide verb and how it is done, things in place of others, what is wanted failing others, and own deeds."""

from __future__ import annotations

import pytest

from makedo_eval.sentences.corpus import scene
from planner_node.assembly import Choices, assemble
from planner_node.task import PlanningTask

_DEEDS = ("put_on", "put_inside", "hand_over", "turn_on", "turn_off", "open", "close")


@pytest.fixture(scope="module")
def plan():
    return assemble(Choices(), environ={}).plan


def _done(result) -> set[str]:
    assert result.plan is not None, result.outcome
    calls = [c for c in result.plan.calls if c.skill in _DEEDS]
    doors = {c.arguments for c in calls if c.skill == "open"} & {c.arguments for c in calls if c.skill == "close"}
    return {f"{c.skill} {' '.join(c.arguments[:2])}" for c in calls if c.arguments not in doors}


@pytest.mark.parametrize(
    ("where", "said", "plainly"),
    [
        ("dining", "Clean up table 2, everything goes to the counter", "put everything from table 2 on the counter"),
        ("dining", "clean up table two just put everything on the counter",
         "put everything from table 2 on the counter"),
        ("dining", "Tidy the sideboard, it all goes in the cupboard",
         "put everything on the sideboard in the cupboard"),
        ("living", "Clean up the coffee table by putting everything on the bookshelf",
         "put everything on the coffee table on the bookshelf"),
        ("bedroom", "Clear nightstand 2. Just dump everything on the bed", "put everything on nightstand 2 on the bed"),
        ("lab", "clean flasks to the shelf, dirty ones to the waste bin",
         "put the dirty flask in the waste bin and flask 1 on the shelf"),
        ("party", "Empty cans to the trash", "put beer can 1 in the trash can"),
        ("dining", "a lime on table 2 please, if there isn't one then a lemon", "put the lemon on table 2"),
        ("flat", "Bring me the beer or, failing that, the juice", "bring me the beer"),
        ("flat", "Bring me an ashtray or, if there isn't one, the cookie jar", "bring me the cookie jar"),
        ("party", "Bring a frobnicator to the terrace, or else a soda", "bring a soda to the terrace"),
        ("office", "Move everything from desk 1 to desk 2 and vice versa",
         "move everything from desk 1 to desk 2 and everything from desk 2 to desk 1"),
        ("office", "Have the calculator and the stapler trade places with the headphones",
         "put the calculator and the stapler on desk 3 and the headphones on desk 2"),
        ("office", "The stapler and the dictionary are in the wrong place, please swap the two",
         "swap the stapler and the dictionary"),
        ("office", "Anything that is not a pen or a marker should leave the conference table for desk 1",
         "put notebook 2, water bottle 2, water bottle 3 and whiteboard eraser 1 on desk 1"),
        ("bedroom", "Turn on the lamp that's off and off the one that's on", "turn on lamp 2 and turn off lamp 1"),
        ("living", "Close the window behind you", "close the window"),
        ("flat", "fetch the newspaper", "bring me the newspaper"),
        ("flat", "fetch the umbrella from the closet", "bring me the umbrella"),
        ("flat", "fetch the blue mug on the counter", "bring me the blue mug"),
        ("living", "Tidy up the sofa, then put everything on the coffee table on the bookshelf",
         "tidy up the sofa. Then put everything that is on the coffee table on the bookshelf"),
        ("flat", "Anna has put the phone on the sofa, bring it to me", "bring me the phone"),
        ("office", "swap the stapler and the dictionary with each other", "swap the stapler and the dictionary"),
        ("garage", "fetch the hammer and put it on shelf 1", "put the hammer on shelf 1"),
        ("dining", "fetch a plate and lay it on table 3", "put a plate on table 3"),
        ("dining", "fetch a fork, place it on table 3", "put a fork on table 3"),
        (
            "flat",
            "fetch two apples and a banana from the kitchen and set them on the coffee table",
            "put two apples and a banana from the kitchen on the coffee table",
        ),
        ("dining", "Put out the forks on table 2", "put the forks on table 2"),
        ("flat", "too dark here", "turn on the floor lamp"),
        ("flat", "a bit chilly in the living room", "turn on the heater"),
        ("office", "Tidy up desk 2: stapler to the shelf, mug to the conference table, newspaper into recycling",
         "put the stapler on the shelf, coffee mug 1 on the conference table and the newspaper in the recycling bin"),
        ("dining", "Clean up table 2: the plates go in the dishwasher and the mug to the counter",
         "put plate 3 and plate 4 in the dishwasher and mug 1 on the counter"),
        ("flat", "get the milk out of the fridge, put it on the counter and shut the door again",
         "put the milk on the counter and close the fridge"),
        ("flat", "First switch on the floor lamp, second bring the book to the bed, third turn on the TV",
         "turn on the floor lamp, put the book on the bed and turn on the TV"),
        ("pantry", "check whether there's any bread left, if not bring the pasta to the counter",
         "bring the pasta to the counter"),
        ("pantry", "if there isn't any bread, bring the pasta to the counter", "bring the pasta to the counter"),
        ("pantry", "swap the contents of the crate and the basket",
         "move everything from the crate to the basket and everything from the basket to the crate"),
        ("flat", "turn the tv on and once it's on turn the floor lamp off",
         "turn on the tv and turn off the floor lamp"),
        ("flat", "hand me the reading glasses but first open the window", "open the window, then hand me the glasses"),
        ("flat", "I am cold, please the heater make on", "turn on the heater"),
        ("living", "close everything that is open", "close the window"),
        ("bedroom", "the balcony door: open it; lamp 1: turn it off", "open the balcony door and turn off lamp 1"),
        ("dining", "put an apple on table 3, make that two", "put two apples on table 3"),
        ("office", "I'll take care of the laptop, you bring the headphones to desk 2",
         "bring the headphones to desk 2"),
        ("dining", "I already put the banana in the fridge, so bring the pear to table 1", "put the pear on table 1"),
    ],
)  # fmt: skip
def test_it_is_planned_as_the_plain_order(plan, where, said, plainly):
    assert _done(plan(PlanningTask(said, scene(where)))) == _done(plan(PlanningTask(plainly, scene(where))))


@pytest.mark.parametrize(
    ("where", "said", "done"),
    [
        ("dining", "Replace the dirty plates on table 2 with clean ones",
         {"put_on plate_3 table_1", "put_on plate_4 table_1", "put_on plate_1 table_2", "put_on plate_2 table_2"}),
        ("dining", "Take away the dirty plates and replace them with clean ones",
         {"put_on plate_3 table_1", "put_on plate_4 table_1", "put_on plate_1 table_2", "put_on plate_2 table_2"}),
        ("dining", "put the dirty plates in the dishwasher and replace them with clean ones",
         {"put_inside plate_3 dishwasher_1", "put_inside plate_4 dishwasher_1", "put_on plate_1 table_2",
          "put_on plate_2 table_2"}),
        ("office", "replace the pen on desk 1 with a marker",
         {"put_on pen_1 conference_table_1", "put_on marker_1 desk_1"}),
        ("party", "Replace the wine on the terrace by lemonade",
         {"put_on wine_bottle_1 side_table_1", "put_on lemonade_bottle_1 terrace_table_1"}),
    ],
)  # fmt: skip
def test_what_takes_the_place_of_others_is_told(plan, where, said, done):
    result = plan(PlanningTask(said, scene(where)))
    assert _done(result) == done
    assert not result.account.exact


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("dining", "I'll put the plates in the dishwasher later"),
        ("dining", "I will bring the milk to table 1 myself"),
        ("dining", "I have put the apple in the fridge"),
        ("party", "Anna will bring the cake to the terrace later"),
        ("dining", "We are going to wash the plates later"),
    ],
)
def test_what_speakers_do_themselves_is_no_order(plan, where, said):
    result = plan(PlanningTask(said, scene(where)))
    assert result.plan is None
    assert result.question is None


@pytest.mark.parametrize(
    ("where", "said", "asked"),
    [
        ("laundry", "use the washing machine", "What shall I load the washing machine with?"),
        ("dining", "Put out the plates", "Where shall I put out the plates"),
        ("dining", "fetch an apple", "Where are you"),
        ("garage", "Bring me the hammer or, failing that, the wrench", "Where are you"),
    ],
)
def test_what_is_not_said_is_asked(plan, where, said, asked):
    result = plan(PlanningTask(said, scene(where)))
    assert result.question is not None
    assert asked in result.question.text
