# SPDX-License-Identifier: Apache-2.0
"""What goes back, is looked for first, or is sorted by what it is made of."""

from __future__ import annotations

import pytest

from test.support.plain_instructions import done, result_of, told


@pytest.mark.parametrize(
    "said",
    [
        "Take the banana to table 3 and put it back afterwards",
        "Take the banana to table 3, then put it back",
        "Bring the banana to table 3 and later put it back where it was",
    ],
)
def test_back_is_where_it_is_now(said):
    result = result_of("dining", said)
    assert result.plan is not None, result.outcome
    put = [str(call) for call in result.plan.calls if call.skill.startswith("put")]
    assert put == ["put_on(banana_1, table_3)", "put_on(banana_1, counter_1)"]


@pytest.mark.parametrize(
    ("said", "goes"),
    [
        ("Check the fridge for milk, and if there's some, put it on table 1", {"put_on(milk_carton_1, table_1)"}),
        ("Look in the cupboard for a bowl. If you find one, bring it to table 3.", {"put_on(bowl_1, table_3)"}),
        ("Check the drawer for a bowl, and if there's one, bring it to table 3.", set()),
    ],
)
def test_what_a_place_is_looked_at_for_is_the_condition(said, goes):
    assert done("dining", said) == goes


def test_what_is_sorted_by_material_is_what_is_at_that_place():
    said = "Sort the garden table: paper in the paper bin, glass in the glass bin, plastic in the plastic bin"
    assert done("garage", said) == {
        "put_inside(newspaper_1, paper_bin_1)", "put_inside(glass_jar_1, glass_bin_1)",
        "put_inside(wine_bottle_1, glass_bin_1)", "put_inside(plastic_bottle_1, plastic_bin_1)",
        "put_inside(plastic_cup_1, plastic_bin_1)",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("dining", "Light the candle"),
        ("dining", "Put the wine on table 3, and light the candle"),
        ("pantry", "Light both candles"),
    ],
)
def test_nothing_is_lit(where, said):
    assert told(where, said).startswith("I have no skill for this: making the candle")


def test_a_lamp_is_lit_by_its_switch():
    assert done("living", "Light the floor lamp") == {"turn_on(floor_lamp_1)"}
    assert done("living", "Only turn on the floor lamp") == {"turn_on(floor_lamp_1)"}


@pytest.mark.parametrize(
    "said",
    [
        "Bring me a mug - the blue one, if possible",
        "Bring me a mug, preferably the blue one",
        "Bring me a mug, ideally the blue one",
        "Bring me a mug, the red one if possible",
    ],
)
def test_one_is_brought_whichever_is_liked_best(said):
    assert done("flat", said) == {"hand_over(mug_1, person_1)"}


def test_what_is_liked_best_and_is_not_here_is_told():
    assert "What was asked for first cannot be had." in told("flat", "Bring me a mug, ideally the red one")


def test_all_that_something_holds_goes_where_the_next_order_says():
    said = "Empty the filing cabinet and put the folders on desk 3"
    assert done("office", said) == {"put_on(folder_1, desk_3)", "put_on(folder_2, desk_3)"}
    assert result_of("laundry", "Empty the dryer and put the socks on the sink").plan is None


def test_the_room_of_furniture_is_not_where_things_go():
    said = "Take the toys off the bed and the table in the kids room"
    assert told("living", said) == "Where shall I take the toys to? Say the place, for example 'to coffee_table_1'."
    assert done("living", f"{said} to the sofa") == {
        "put_on(toy_car_2, sofa_1)", "put_on(puzzle_1, sofa_1)", "put_on(teddy_bear_1, sofa_1)",
        "put_on(doll_1, sofa_1)",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("dining", "There is a banana to be put in the fruit basket", {"put_inside(banana_1, fruit_basket_1)"}),
        ("dining", "There are a banana and a lemon to be put in the fruit basket. Then close the fridge.",
         {"put_inside(banana_1, fruit_basket_1)", "put_inside(lemon_1, fruit_basket_1)"}),
        ("laundry", "The dirty towel should be washed. Use the washing machine.",
         {"put_inside(towel_2, washing_machine_1)", "turn_on(washing_machine_1)"}),
    ],
)  # fmt: skip
def test_what_there_is_to_be_done_is_done(where, said, goes):
    assert done(where, said) == goes
