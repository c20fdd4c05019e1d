# SPDX-License-Identifier: Apache-2.0
"""All things by what people do with them, and what no offer may widen."""

from __future__ import annotations

import pytest

from test.support.plain_instructions import moved, planned, result_of

DRINKING = {"glass_1", "glass_2", "glass_3", "mug_1", "mug_2", "mug_3"}
CUTLERY = {"fork_1", "fork_2", "fork_3", "spoon_1", "spoon_2", "spoon_3", "knife_1", "knife_2"}
PENS = {"pen_2", "pen_3", "marker_1", "marker_2"}  # pen_1 is on desk_1 already


@pytest.mark.parametrize(
    ("where", "said", "things"),
    [
        ("dining", "Anything you can drink out of goes on table 3.", DRINKING),
        ("dining", "Put everything you can eat with on table 3.", CUTLERY),
        ("dining", "Put all things for eating with on table 3.", CUTLERY),
        ("office", "Everything you can write with goes on desk 1.", PENS),
        ("office", "Everything used for writing goes on desk 1.", PENS),
        ("office", "Put everything for writing on desk 1.", PENS),
        ("office", "Put all things to write on on the shelf.", {"notebook_1", "notebook_2"}),
        (
            "office",
            "Anything that you need electricity for goes on desk 3.",
            {"laptop_1", "usb_cable_1", "calculator_1"},
        ),
        ("living", "Everything one can read goes on the bookshelf.", {"magazine_1", "book_1", "book_2"}),
    ],
)
def test_what_is_done_with_things_says_which(where: str, said: str, things: set[str]):
    result = planned(where, said, widely=True)
    assert set(moved(result)) == things
    assert "exactly what was asked for" in result.explanation


def test_to_eat_is_food_and_what_stands_behind_it_a_place():
    went = moved(planned("dining", "Put everything to eat on table 2."))
    assert {"bread_1", "cheese_1", "pear_1", "apple_1"} <= set(went)
    assert "plate_1" not in went and set(went.values()) == {"table_2"}


@pytest.mark.parametrize("kept", ["needs to be kept cold", "must be kept cool", "spoils quickly"])
def test_what_must_be_kept_cold_belongs_in_the_fridge(kept: str):
    went = moved(planned("dining", f"Everything that {kept} goes in the fridge."))
    assert set(went.values()) == {"fridge_1"} and "juice_carton_1" in went and "plate_1" not in went


@pytest.mark.parametrize(
    "said",
    [
        "Whatever one can eat raw goes on table 2.",
        "Everything you can frobnicate goes on table 2.",
        "The things the kids broke go on table 2.",
        "Everything that we bought goes in the fridge.",
        "Put all things to juggle with on table 3.",
    ],
)
def test_no_offer_is_about_all_where_it_was_said_which(said: str):
    result = result_of("dining", said)
    assert result.plan is None and "Do you mean" not in result.outcome.message
