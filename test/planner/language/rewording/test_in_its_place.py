# SPDX-License-Identifier: Apache-2.0
"""What takes the place of a thing that goes, and some of a group told behind its place."""

from __future__ import annotations

import pytest

from test.support.plain_instructions import done, result_of, told

ORANGE_THERE = {"put_on(orange_1, coffee_table_1)", "put_inside(banana_1, trash_can_1)"}
EXACTLY = "This is exactly what was asked for."


@pytest.mark.parametrize(
    "said",
    [
        "Throw away the banana on the coffee table and put the orange there.",
        "Throw the banana from the coffee table away and put the orange there instead.",
        "Get rid of the banana on the coffee table and put the orange in its place.",
        "Bin the banana and bring the orange instead.",
        "Throw away the banana and put the orange where it was.",
        "The banana on the coffee table is rotten. Throw it away and put the orange there.",
        "The banana is rotten. Get rid of it and bring the orange instead.",
    ],
)
def test_what_takes_the_place_of_a_thing_goes_to_where_that_was(said):
    assert done("flat", said) == ORANGE_THERE


@pytest.mark.parametrize(
    ("said", "calls"),
    [
        (
            "Put the juice on the counter and put the apple there.",
            {"put_on(juice_carton_1, counter_1)", "put_on(apple_1, counter_1)"},
        ),
        (
            "Put the juice on the counter and put the apple in its place.",
            {"put_on(juice_carton_1, counter_1)", "put_inside(apple_1, fridge_1)"},
        ),
        (
            "Put the milk in the microwave and put an orange in its place.",
            {"put_inside(milk_carton_1, microwave_1)", "put_inside(orange_1, fridge_1)"},
        ),
        (
            "Take the remote from the coffee table to the sofa and put an apple in its place.",
            {"put_on(remote_1, sofa_1)", "put_on(apple_1, coffee_table_1)"},
        ),
        (
            "Throw the newspaper away and put the banana there too.",
            {"put_inside(newspaper_1, trash_can_1)", "put_inside(banana_1, trash_can_1)"},
        ),
        (
            "Throw the newspaper in the trash can and put the banana there.",
            {"put_inside(newspaper_1, trash_can_1)", "put_inside(banana_1, trash_can_1)"},
        ),
    ],
)
def test_there_is_the_place_that_was_named_for_the_first_or_where_that_was(said, calls):
    assert done("flat", said) == calls


def test_instead_of_what_is_thrown_away_somebody_gets_something():
    assert done("party", "Throw the beer can on the side table away and bring Ben a soda instead.") == {
        "put_inside(beer_can_1, trash_can_1)",
        "hand_over(soda_can_1, ben)",
    }


def test_there_of_things_from_several_places_is_asked_about():
    said = "Throw away the banana and the newspaper and put the orange there."

    assert told("flat", said).startswith("Where shall I put the orange to?")


def test_a_thing_that_goes_elsewhere_is_not_said_to_be_left_alone():
    said = "Put the dirty mug in the sink and bring a clean one in its place."

    assert done("flat", said) == {"put_on(tea_mug_1, sink_1)", "put_on(mug_1, coffee_table_1)"}
    assert "left alone" not in told("flat", said)


@pytest.mark.parametrize(
    "said",
    [
        "All toys belong in the toy chest, also the ones on the sofa.",
        "Put all toys in the toy chest, even those on the bunk bed.",
        "All the toys should be in the toy chest, including the ones that are on the kids table.",
    ],
)
def test_some_of_a_group_told_behind_its_place_go_there_too(said):
    toys = ("toy_car_1", "toy_car_2", "toy_train_1", "teddy_bear_1", "doll_1", "board_game_1", "puzzle_1")

    assert done("living", said) == {f"put_inside({toy}, toy_chest_1)" for toy in toys}
    assert EXACTLY in told("living", said)


def test_a_thing_that_is_stressed_is_one_of_the_group():
    fruit = {f"put_inside({fruit}, fridge_1)" for fruit in ("lemon_1", "apple_1", "apple_2", "banana_1")}

    assert done("dining", "Put the fruit in the fridge, even the banana.") == fruit
    assert EXACTLY in told("dining", "Put the fruit in the fridge, especially the pear.")


@pytest.mark.parametrize("how_many", ["two", "2", "at least two", "several", "a few"])
def test_so_many_with_one_among_them_are_not_more_than_was_said(how_many):
    said = f"Put {how_many} books on the tv stand, including the red one."

    assert result_of("living", said).plan is None


def test_only_the_last_order_is_said_again():
    said = "Open the fridge and put the apple in the fridge, also the orange on the kitchen table."

    assert done("flat", said) == {"put_inside(apple_1, fridge_1)", "put_inside(orange_1, fridge_1)"}


def test_others_told_behind_a_place_are_those_that_are_there_or_go_there():
    from_there = done("office", "The pens go on desk 1, also the markers in the meeting room.")
    to_there = done("dining", "Put the forks on table 2, also the spoons on table 3.")

    assert from_there == {f"put_on({pen}, desk_1)" for pen in ("pen_2", "pen_3", "marker_1", "marker_2")}
    forks = {f"put_on(fork_{n}, table_2)" for n in (1, 2, 3)}
    assert to_there == forks | {f"put_on(spoon_{n}, table_3)" for n in (1, 2, 3)}


def test_one_of_each_kind_is_one_of_everything_that_is_called_so():
    calls = done("pantry", "Bring one of each kind of can to the counter.")

    assert {call.rstrip(")").rpartition(", ")[0] for call in calls} >= {"put_on(cat_food_can_1", "put_on(tuna_can_1"}
    assert len(calls) == 3
