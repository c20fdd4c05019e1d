# SPDX-License-Identifier: Apache-2.0
"""What goes on, in or next to "it": the furniture that was spoken of last, unless what was put there may be meant."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from test.support.plain_instructions import done, result_of, told

BOTH = {"put_on(mug_2, table_2)", "put_on(banana_1, table_2)"}


@pytest.mark.parametrize(
    "said",
    [
        "Put mug 2 on table 2 and next to it the banana",
        "Put mug 2 on table 2 and beside it put the banana",
        "Put mug 2 on table 2. Next to it put the banana.",
        "Put mug 2 on table 2 and put the banana beside it",
        "Put mug 2 on table 2 and next to it the banana, then close the fridge",
    ],
)
def test_what_goes_next_to_it_goes_to_the_same_place_and_that_is_told_once(said):
    assert done("dining", said) == BOTH
    assert "at the same place for me" in told("dining", said)
    assert "made no use" not in told("dining", said)
    assert not result_of("dining", said).account.exact


def test_that_plate_is_no_thing_to_be_put_next_to_it():
    assert result_of("dining", "Put mug 2 on table 3, next to that plate on table 2").plan is None


def test_several_things_go_next_to_it():
    wanted = BOTH | {"put_on(bread_1, table_2)"}
    assert done("dining", "Put mug 2 on table 2, and beside it the banana and the bread") == wanted
    assert done("dining", "Put mug 2 on table 2 and put the banana and the bread next to it") == wanted
    assert done("dining", "Put mug 2 on table 2, next to it the banana and next to that the bread") == wanted


@pytest.mark.parametrize(
    "said",
    [
        "Put plate 1 on table 2 and put the banana on it",
        "Put plate 1 on table 2 and the banana on it",
        "Put plate 1 on table 2 and on it the banana",
        "Bring plate 1 to table 2 and put the fork on top of it",
    ],
)
def test_a_plate_or_the_table_under_it_is_asked(said):
    assert told("dining", said) == "Which one is meant by 'it': plate 1 or table 2?"
    assert result_of("dining", said).outcome.cause is FailureCause.AMBIGUOUS


@pytest.mark.parametrize(
    "said", ["Put the bowl on table 2 and put the banana in it", "Put the bowl on table 2 and the banana in it"]
)
def test_in_it_is_the_bowl_and_not_the_table(said):
    assert told("dining", said).startswith("I can use furniture as a place, not a thing like the bowl.")


@pytest.mark.parametrize(
    ("said", "goes"),
    [
        (
            "Put the bread on table 2 and put the banana on it",
            {"put_on(bread_1, table_2)", "put_on(banana_1, table_2)"},
        ),
        (
            "Go to table 2 and put plate 1 and the banana on it",
            {"put_on(plate_1, table_2)", "put_on(banana_1, table_2)"},
        ),
        (
            "Put mug 2 in the dishwasher and put plate 1 in it",
            {"put_inside(mug_2, dishwasher_1)", "put_inside(plate_1, dishwasher_1)"},
        ),
    ],
)
def test_on_it_is_the_furniture_where_the_thing_is_no_place(said, goes):
    assert done("dining", said) == goes
    assert result_of("dining", said).account.exact
