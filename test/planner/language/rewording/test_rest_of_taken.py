# SPDX-License-Identifier: Apache-2.0
"""What is left when some is told apart: "take the clothes out of the dryer, put the shirt here and the rest there"."""

from __future__ import annotations

import pytest

from test.support.plain_instructions import done, result_of, told

DRYER = {
    "put_on(shirt_2, ironing_board_1)", "put_inside(sock_3, laundry_basket_1)", "put_inside(sock_4, laundry_basket_1)",
    "put_inside(jeans_1, laundry_basket_1)",
}  # fmt: skip


@pytest.mark.parametrize(
    "said",
    [
        "Take the clean clothes out of the dryer, the shirt on the ironing board and the rest in the laundry basket",
        "Take the clothes out of the dryer. Put the shirt on the ironing board and the rest in the laundry basket.",
        "Empty the dryer: the shirt on the ironing board, the rest in the laundry basket",
        "Get all out of the dryer. The shirt goes on the ironing board and everything else in the laundry basket.",
    ],
)
def test_the_rest_is_what_else_was_taken_from_there(said):
    assert done("laundry", said) == DRYER
    assert result_of("laundry", said).account.exact, told("laundry", said)


def test_the_rest_of_one_thing_is_asked_for():
    said = "Take the shirt out of the dryer and put the socks in the hamper and the rest on the ironing board"
    assert "The rest of what" in told("laundry", said)


@pytest.mark.parametrize(
    "said",
    [
        "Take the dirty dishes from table 2 to the dishwasher and throw away the rest",
        "Put the dishes on table 2 in the dishwasher and throw everything else away",
        "Take everything off table 2, put the dishes in the dishwasher and throw the rest away",
    ],
)
def test_the_rest_of_a_table_is_thrown_away(said):
    assert done("dining", said) == {
        "put_inside(mug_1, dishwasher_1)", "put_inside(plate_3, dishwasher_1)", "put_inside(plate_4, dishwasher_1)",
        "put_inside(napkin_1, trash_can_1)", "put_inside(crumpled_paper_1, trash_can_1)",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("said", "goes"),
    [
        ("Clear table 2: dishes in the dishwasher, trash in the trash can",
         {"put_inside(mug_1, dishwasher_1)", "put_inside(plate_3, dishwasher_1)", "put_inside(plate_4, dishwasher_1)",
          "put_inside(crumpled_paper_1, trash_can_1)"}),
        ("garbage in the trash can, banana in the fruit basket",
         {"put_inside(crumpled_paper_1, trash_can_1)", "put_inside(banana_1, fruit_basket_1)"}),
        ("drive over to the fridge", set()),
    ],
)  # fmt: skip
def test_waste_that_is_called_as_a_verb_is_carried(said, goes):
    assert done("dining", said) == goes


@pytest.mark.parametrize(
    "said",
    [
        "Put the vase on table 3 and everything on table 2 on the sideboard",
        "The vase goes on table 3 and everything on table 2 on the sideboard",
    ],
)
def test_everything_on_furniture_is_told_with_where_it_is(said):
    assert done("dining", said) == {
        "put_on(vase_1, table_3)", "put_on(mug_1, sideboard_1)", "put_on(plate_3, sideboard_1)",
        "put_on(plate_4, sideboard_1)", "put_on(napkin_1, sideboard_1)", "put_on(crumpled_paper_1, sideboard_1)",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("said", "goes"),
    [
        ("Move the chocolate to table 1, one bar only", {"put_on(chocolate_bar_1, table_1)"}),
        ("Put candles on table 1, only one", {"put_on(candle_1, table_1)"}),
        ("Take the drinks from shelf 2 to table 1, but not the alcoholic ones", {"put_on(orange_juice_1, table_1)"}),
    ],
)
def test_only_some_of_them_go(said, goes):
    assert done("pantry", said) == goes
    assert result_of("pantry", said).account.exact, told("pantry", said)


def test_what_is_made_of_glass_is_not_the_table():
    said = "Everything on the garden table that's made of glass goes in the glass bin"
    assert done("garage", said) == {"put_inside(glass_jar_1, glass_bin_1)", "put_inside(wine_bottle_1, glass_bin_1)"}
