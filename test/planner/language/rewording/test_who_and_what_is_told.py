# SPDX-License-Identifier: Apache-2.0
"""Rooms that things are in and go to, what is told of people, and what is asked for by what it is needed for."""

from __future__ import annotations

import pytest

from test.support.plain_instructions import done, result_of, told


@pytest.mark.parametrize(
    ("where", "said", "calls"),
    [
        ("flat", "The mug in the living room should be in the kitchen.", {"put_on(tea_mug_1, kitchen_table_1)"}),
        ("office", "The pen in the meeting room should be in the open office.", {"put_on(pen_3, desk_3)"}),
        (
            "laundry",
            "Wash the shirts that are in the hamper.",
            {"put_inside(shirt_1, washing_machine_1)", "turn_on(washing_machine_1)"},
        ),
        (
            "laundry",
            "Wash the shirts in the hamper.",
            {"put_inside(shirt_1, washing_machine_1)", "turn_on(washing_machine_1)"},
        ),
        ("party", "Take the cake to Carla, who is on the terrace.", {"hand_over(cake_1, carla)"}),
        ("flat", "Bring me something healthy to eat.", {"hand_over(apple_1, person_1)"}),
        ("flat", "I'd like something cold to drink.", {"hand_over(water_bottle_1, person_1)"}),
        ("party", "Anna is on the sofa, bring her a cupcake.", {"hand_over(cupcake_1, anna)"}),
        ("living", "Turn off everything that is on.", {"turn_off(tv_1)", "turn_off(table_lamp_1)"}),
        ("flat", "Take the book from the bedroom and put it on the counter there.", {"put_on(book_1, counter_1)"}),
        ("dining", "Check the fridge for cola and bring it to table 1.", {"put_on(cola_can_1, table_1)"}),
        (
            "dining",
            "Clear table 2, but leave anything that is paper.",
            {f"put_inside({thing}, dishwasher_1)" for thing in ("mug_1", "plate_3", "plate_4")},
        ),
        ("flat", "Find out where the newspaper is and bring it to me.", {"hand_over(newspaper_1, person_1)"}),
    ],
)
def test_it_is_done(where, said, calls):
    assert done(where, said) == calls


def test_what_is_needed_is_that_of_which_is_told_what_is_made():
    plainly = done("flat", "Put the ingredients needed for a sandwich on the sofa.")
    assert done("flat", "I'm making a sandwich. Put what I need on the sofa.") == plainly
    assert "You asked for a bread and a cheese." in told(
        "flat", "I'm making a sandwich. Put everything I need on the sofa."
    )


def test_what_belongs_to_somebody_is_theirs():
    assert told("party", "Bring the jacket that belongs to Ben to the terrace.") == told(
        "party", "Bring Ben's jacket to the terrace."
    )


@pytest.mark.parametrize(
    ("where", "said", "last"),
    [
        ("flat", "Bring me the milk, warming it up first.", "hand_over(milk_carton_1, person_1)"),
        ("flat", "Put the sandwich on the sofa, heating it beforehand.", "put_on(sandwich_1, sofa_1)"),
    ],
)
def test_what_is_done_first_comes_first(where, said, last):
    calls = [str(call) for call in result_of(where, said).plan.calls]
    assert calls.index("turn_on(microwave_1)") < calls.index(last)


def test_it_is_neither_of_two():
    said = "Bring the apple and the plate to the kitchen and put it on the counter."
    assert told("dining", said) == "Which one is meant by 'it': the apple or the plate?"


def test_a_thing_for_everyone_is_one_thing():
    said = "Three guests are coming to the meeting room. Put a notebook on the conference table for everyone."
    assert "3 notebooks" not in told("office", said)
