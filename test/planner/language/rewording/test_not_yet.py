# SPDX-License-Identifier: Apache-2.0
"""What is not at a place yet, and what belongs there, goes there; "there" is that place."""

from __future__ import annotations

import pytest

from test.support.plain_instructions import done, result_of, told

DRINKS = {"put_inside(juice_carton_1, fridge_1)", "put_inside(wine_bottle_1, fridge_1)",
          "put_inside(water_bottle_1, fridge_1)"}  # fmt: skip
BINDERS = {f"put_on(binder_{i}, desk_1)" for i in (1, 2, 3)}


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("dining", "Put the drinks that are not in the fridge yet into the fridge", DRINKS),
        ("dining", "Put the drinks that are not in the fridge in the fridge", DRINKS),
        ("dining", "Put the drinks that aren't in the fridge yet in there", DRINKS),
        ("dining", "Put the drinks that haven't been put in the fridge yet in there", DRINKS),
        ("office", "Put the binders that are not on desk 1 yet there", BINDERS),
        ("office", "Put the binders that are not on desk 2 on desk 1", BINDERS),
    ],
)
def test_what_is_not_there_yet_goes_there(where, said, goes):
    assert done(where, said) == goes
    assert result_of(where, said).account.exact


def test_what_is_excepted_and_is_not_there_is_told():
    assert "I know of no ring binder on desk 2" in told("office", "Put the binders except the ones on desk 2 on desk 1")


def test_whatever_belongs_at_a_place_goes_there():
    wanted = {f"put_inside({i}_1, fridge_1)" for i in ("apple", "orange", "sandwich", "water_bottle", "banana")}
    assert done("flat", "Put whatever belongs in the fridge in there") == wanted
    assert done("flat", "Put everything that belongs in the fridge in the fridge") == wanted


@pytest.mark.parametrize(
    "said",
    ["Anything to drink goes on table 3", "Put anything to drink on table 3", "Put the things to drink on table 3",
     "Put everything to drink on table 3", "All the drinks go on table 3"],
)  # fmt: skip
def test_all_that_is_to_drink_is_every_drink(said):
    drinks = ("juice_carton_1", "wine_bottle_1", "water_bottle_1", "milk_carton_1", "cola_can_1", "cola_can_2")
    assert done("dining", said) == {f"put_on({i}, table_3)" for i in drinks}
    assert result_of("dining", said).account.exact


def test_everything_to_eat_is_all_the_food_and_no_doubt_of_a_word():
    assert result_of("dining", "Everything to eat goes on table 3").account.exact
    assert done("dining", "Everything to eat goes on table 3") == done("dining", "Put all the food on table 3")


def test_anything_to_eat_for_somebody_is_one_thing():
    assert len(done("flat", "Bring me anything to eat")) == 1


def test_any_one_is_one_and_anything_is_all():
    assert len(done("dining", "Any one of the plates goes on table 3")) == 1
    assert len(done("dining", "Any two of the plates go on table 3")) == 2
    assert done("office", "Anything blue goes on the conference table") == {
        "put_on(notebook_1, conference_table_1)", "put_on(pen_2, conference_table_1)"
    }  # fmt: skip
