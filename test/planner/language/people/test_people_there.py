# SPDX-License-Identifier: Apache-2.0
"""People who are told by where they are: "the guests in the living room get a cupcake each"."""

from __future__ import annotations

import pytest

from test.support.plain_instructions import done, result_of, told

BOTH = {"hand_over(cupcake_2, anna)", "hand_over(cupcake_1, ben)"}


@pytest.mark.parametrize(
    "said",
    [
        "The guests in the living room should get a cupcake",
        "The guests standing in the living room should each get one cupcake",
        "Everyone in the living room should each get a cupcake",
        "Bring a cupcake to each guest in the living room",
        "Bring the guests in the living room a cupcake each",
        "Give each of the guests in the living room a cupcake",
        "Serve a cupcake to each of the people standing in the living room",
        "Everybody who is in the living room gets a cupcake",
        "The guests in the living room should be given a cupcake each",
    ],
)
def test_each_of_those_there_is_served(said):
    assert done("party", said) == BOTH
    assert result_of("party", said).account.exact, told("party", said)


def test_what_they_have_is_no_order():
    assert result_of("party", "Everyone in the living room has a cupcake").plan is None


def test_on_the_terrace_there_is_one():
    assert done("party", "Guests sitting on the terrace get a soda each") == {"hand_over(soda_can_1, carla)"}


@pytest.mark.parametrize(
    "said",
    [
        "Something smells on the coffee table. Throw it away.",
        "Something in the living room stinks, get rid of it",
        "Something on the coffee table smells bad. Throw it away.",
    ],
)
def test_what_smells_is_what_is_spoilt(said):
    assert done("flat", said) == {"put_inside(banana_1, trash_can_1)"}


def test_where_nothing_is_known_to_be_spoilt_it_is_asked():
    assert result_of("dining", "Something on the counter smells, get rid of it").plan is None


def test_in_what_way_it_is_put_is_told_to_be_of_no_use():
    assert told("office", "Put the stapler safely in the supply cabinet") == (
        "Stapler 1 goes into supply cabinet 1. I made no use of 'safely'."
    )


def test_where_something_can_be_eaten_is_a_table():
    assert "coffee table 1 or kitchen table 1" in told("flat", "Put the sandwich where I can eat it")


def test_nobody_is_known_there():
    assert told("office", "Everyone at desk 1 gets a pen") == (
        "I know of nobody here, and I have no skill to look for people."
    )
