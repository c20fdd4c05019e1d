# SPDX-License-Identifier: Apache-2.0
"""Lists behind a wide word or an outline."""

from __future__ import annotations

import pytest

from test.support.plain_instructions import moved, planned

EXACT = "exactly what was asked for"


@pytest.mark.parametrize(
    ("where", "said", "ends"),
    [
        (
            "garage",
            "Fetch me the tools I need to hang a picture: hammer and tape measure, on the workbench.",
            {"tape_measure_1": "workbench_1"},
        ),
        (
            "dining",
            "Set a place for one at table 2: plate, fork, knife and glass.",
            {"plate_1": "table_2", "fork_1": "table_2", "knife_1": "table_2", "glass_1": "table_2"},
        ),
        ("dining", "Cold things on table 2: milk and cheese.", {"milk_carton_1": "table_2", "cheese_1": "table_2"}),
        (
            "pantry",
            "Baking things together on the counter: flour and sugar.",
            {"flour_bag_1": "counter_1", "sugar_bag_1": "counter_1"},
        ),
        (
            "pantry",
            "Everything for tea on table 1: the teapot and tea.",
            {"teapot_1": "table_1", "tea_box_1": "table_1"},
        ),
        (
            "pantry",
            "The candles must not be together: one goes on table 1, the other on the counter.",
            {"candle_1": "table_1", "candle_2": "counter_1"},
        ),
        (
            "laundry",
            "Each toothbrush needs its own place: the blue one stays, the red one moves to the bathroom shelf.",
            {"toothbrush_2": "bathroom_shelf_1"},
        ),
        (
            "pantry",
            "The onions have to be kept separate: one stays in the crate, the other goes in the basket.",
            {"onion_2": "basket_1"},
        ),
    ],
)
def test_what_is_listed_stands_for_the_wide_word(where: str, said: str, ends: dict[str, str]):
    result = planned(where, said, widely=True)
    assert moved(result) == ends
    assert EXACT in result.explanation


def test_what_is_excepted_behind_a_colon_is_no_list():
    result = planned("pantry", "We need everything for a salad on table 1: cucumber, carrots and an onion.")
    assert set(moved(result)) == {"cucumber_1", "carrot_1", "carrot_2", "onion_1"}
    assert "rotten" in result.explanation and EXACT not in result.explanation


@pytest.mark.parametrize(
    ("where", "said", "ends"),
    [
        ("pantry", "Leave one onion in the crate and put the other onion in the basket.", {"onion_2": "basket_1"}),
        ("pantry", "One of the onions stays in the crate, the other goes in the basket.", {"onion_2": "basket_1"}),
        ("pantry", "Leave one candle on shelf 3 and put the other one on table 1.", {"candle_1": "table_1"}),
        (
            "living",
            "One of the pillows stays on the sofa, the other one goes on the bunk bed.",
            {"pillow_1": "bunk_bed_1"},
        ),
    ],
)
def test_the_other_one_is_none_of_what_stays(where: str, said: str, ends: dict[str, str]):
    result = planned(where, said, widely=True)
    assert moved(result) == ends and EXACT in result.explanation


@pytest.mark.parametrize(
    ("where", "said", "things"),
    [
        ("garage", "Put that roll of duct tape on shelf 2.", {"duct_tape_1"}),
        ("garage", "I have two things for you to bring to shelf 1: the hammer and the saw.", {"hammer_1", "saw_1"}),
        (
            "party",
            "There are some things missing on the terrace table: the corkscrew and two wine glasses.",
            {"corkscrew_1", "wine_glass_1", "wine_glass_2"},
        ),
    ],
)
def test_what_somebody_would_like_there(where: str, said: str, things: set[str]):
    result = planned(where, said, widely=True)
    assert set(moved(result)) == things and EXACT in result.explanation


def test_a_packet_of_tea_is_the_tea_and_that_it_is_no_packet_is_told():
    result = planned("pantry", "Put the packet of tea on table 1.")
    assert set(moved(result)) == {"tea_box_1"} and "no use of 'packet'" in result.explanation


def test_got_anything_to_eat_asks_for_food_and_is_no_order_about_all_of_it():
    result = planned("flat", "Got anything to eat? I'm peckish")
    assert len([call for call in result.plan.calls if call.skill == "hand_over"]) == 1
