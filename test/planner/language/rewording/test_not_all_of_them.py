# SPDX-License-Identifier: Apache-2.0
"""Not all but some, what stays in what is emptied, kinds told behind a number, and where both are taken from."""

from __future__ import annotations

import pytest

from test.support.plain_instructions import moved, planned, switched

FORKS_AND_SPOONS = {f"{thing}_{n}": "table_2" for thing in ("fork", "spoon") for n in (1, 2, 3)}


@pytest.mark.parametrize(
    "said",
    [
        "Empty the drawer except for the knives onto table 2.",
        "Empty everything but the knives out of the drawer onto table 2.",
        "Empty the drawer onto table 2 except for the knives.",
        "Unload the drawer onto table 2, all but the knives.",
    ],
)
def test_what_stays_in_what_is_emptied(said):
    result = planned("dining", said)
    assert moved(result) == FORKS_AND_SPOONS
    assert result.account.exact


def test_everything_else_is_still_emptied():
    knives = {"knife_1": "table_2", "knife_2": "table_2"}
    assert moved(planned("dining", "Empty the drawer onto table 2.")) == {**FORKS_AND_SPOONS, **knives}


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("flat", "The mugs on the counter go in the sink, the one on the coffee table as well.",
         {"mug_1": "sink_1", "mug_2": "sink_1", "tea_mug_1": "sink_1"}),
        ("lab", "Put one beaker and one pipette on bench 2, both from the storage room.",
         {"beaker_4": "bench_2", "pipette_2": "bench_2"}),
        ("lab", "Put the lab coat on the shelf, either of them.", {"lab_coat_1": "shelf_1"}),
        ("office", "One of the laptops goes on the shelf, the one from desk 3.", {"laptop_2": "shelf_1"}),
        ("office", "Put two of the pens on desk 3, the red one and the blue one.",
         {"pen_1": "desk_3", "pen_2": "desk_3"}),
        ("party", "Put three of the cans from the cooler on the side table, two sodas and a beer.",
         {"soda_can_1": "side_table_1", "soda_can_2": "side_table_1", "beer_can_2": "side_table_1"}),
        ("living", "Put two books on the sofa, but not the ones from the bookshelf.",
         {"book_1": "sofa_1", "book_2": "sofa_1"}),
        ("living", "Put three books on the sofa, the red one and two others.",
         {"book_1": "sofa_1", "book_2": "sofa_1", "book_3": "sofa_1"}),
        ("office", "I asked for the red pen on desk 2 but it's still on desk 1.", {"pen_1": "desk_2"}),
        ("office", "Exchange the laptops of desk 1 and desk 3.", {"laptop_1": "desk_3", "laptop_2": "desk_1"}),
        ("dining", "Put one of the cola cans on table 1, one on table 2.",
         {"cola_can_1": "table_1", "cola_can_2": "table_2"}),
        ("dining", "the bread doesn't belong on the counter", {"bread_1": "cupboard_1"}),
    ],
)  # fmt: skip
def test_just_those_go(where, said, goes):
    result = planned(where, said)
    assert moved(result) == goes
    assert result.account.exact


@pytest.mark.parametrize(
    ("where", "said", "goes", "switches"),
    [
        ("living", "Don't turn off all the lights, only the table lamp.", {}, {"turn_off table_lamp_1"}),
        ("living", "Don't put all the books on the sofa, only the red one.", {"book_1": "sofa_1"}, set()),
    ],
)
def test_not_all_but_only_one(where, said, goes, switches):
    result = planned(where, said)
    assert moved(result) == goes
    assert switched(result) == switches
    assert "Nothing is done for" in result.explanation


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("dining", "Put the plates in the dishwasher. The dirty ones, I mean.",
         {"plate_3": "dishwasher_1", "plate_4": "dishwasher_1"}),
        ("dining", "Put an apple on table 2. A red one would be nice.", {"apple_1": "table_2"}),
        ("dining", "Put a mug on table 1 and a mug on table 3, the blue one on table 3.",
         {"mug_2": "table_3", "mug_3": "table_1"}),
        ("garage", "Put the hammer and the screwdrivers in the chest; the red one stays out.",
         {"hammer_1": "tool_chest_1", "screwdriver_2": "tool_chest_1"}),
        ("living", "Put the pillows and the toy cars in the box; the blue one stays.",
         {"pillow_1": "toy_box_1", "pillow_2": "toy_box_1", "toy_car_1": "toy_box_1"}),
    ],
)  # fmt: skip
def test_the_one_that_is_told_is_of_the_kind_that_looks_so(where, said, goes):
    result = planned(where, said)
    assert moved(result) == goes
    assert result.account.exact


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("dining", "Put a mug on every table except table 1, the red one on table 3.",
         {"mug_1": "table_3", "mug_3": "table_2"}),
        ("dining", "Bring the milk and a glass to table 3. A clean one.",
         {"milk_carton_1": "table_3", "glass_1": "table_3"}),
        ("office", "Put a pen on each desk, the blue one stays on desk 2.", {"pen_3": "desk_3"}),
        ("office", "Put a pen and a notebook on each desk, the black notebook on desk 3.",
         {"notebook_2": "desk_3", "pen_3": "desk_3"}),
        ("bedroom", "Put the pillows in the wardrobe unless they're on the bed.", {}),
        ("bedroom", "Bring the books to the desk if they are on nightstand 1.", {"book_1": "desk_1"}),
    ],
)  # fmt: skip
def test_no_second_one_is_taken_where_it_is_not_exact(where, said, goes):
    assert moved(planned(where, said)) == goes


@pytest.mark.parametrize(
    ("where", "said", "switches"),
    [
        ("living", "The tv may be turned off.", {"turn_off tv_1"}),
        ("office", "Turn off desk lamp 2 and the printer if it's on.", {"turn_off desk_lamp_2", "turn_off printer_1"}),
    ],
)
def test_what_may_be_switched_is_switched(where, said, switches):
    assert switched(planned(where, said)) == switches


def test_empties_are_told_once():
    result = planned("party", "Empties in the trash, cans and bottles, all of them.")
    assert moved(result) == {"beer_can_1": "trash_can_1", "wine_bottle_2": "trash_can_1"}


@pytest.mark.parametrize(
    ("where", "said", "told"),
    [
        ("flat", "The remote was on the sofa an hour ago, where is it now?", "Remote 1 is on coffee table 1"),
        ("flat", "My phone was here, where is it?", "Phone 1 is on nightstand 1"),
    ],
)
def test_what_is_told_and_then_asked_moves_nothing(where, said, told):
    result = planned(where, said)
    assert not moved(result)
    assert told in result.explanation
