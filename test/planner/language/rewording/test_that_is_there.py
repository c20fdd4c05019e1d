# SPDX-License-Identifier: Apache-2.0
"""What there is at a place is meant by "it" and "them" next, and not another one of its kind."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from test.support.plain_instructions import put, result_of


@pytest.mark.parametrize(
    ("where", "said", "ends"),
    [
        ("living", "There's a car lying on the sofa. That one goes in the toy chest.", {("toy_car_1", "toy_chest_1")}),
        ("living", "There's a car on the kids table and I nearly sat on it. It belongs in the toy chest.",
         {("toy_car_2", "toy_chest_1")}),
        ("living", "There are toys all over the bunk bed, put them in the toy chest.",
         {("teddy_bear_1", "toy_chest_1"), ("doll_1", "toy_chest_1")}),
        ("living", "There are toys on the bunk bed again, they need to go in the toy chest.",
         {("teddy_bear_1", "toy_chest_1"), ("doll_1", "toy_chest_1")}),
        ("living", "There are two books on the coffee table, put them both on the sofa.",
         {("book_1", "sofa_1"), ("book_2", "sofa_1")}),
        ("living", "There is a cup on the coffee table and a car on the sofa, take them to the bookshelf.",
         {("cup_1", "bookshelf_1"), ("toy_car_1", "bookshelf_1")}),
        ("living", "There's a car on the sofa that has to go in the toy chest.", {("toy_car_1", "toy_chest_1")}),
        ("dining", "There are forks in the drawer. Put two of them on table 1.",
         {("fork_1", "table_1"), ("fork_2", "table_1")}),
        ("dining", "There are forks in the drawer. Put one of the forks on table 1.", {("fork_1", "table_1")}),
        ("living", "There's a cup on the coffee table. Take the plate next to it to the sofa.",
         {("plate_1", "sofa_1")}),
    ],
)  # fmt: skip
def test_what_is_there_is_meant(where, said, ends):
    assert put(where, said) == ends


def test_on_it_is_not_the_thing_there():
    assert result_of("living", "There's a plate on the coffee table, put the cup on it.").plan is None


@pytest.mark.parametrize(
    "said",
    ["Give the apple on the counter to me.", "Take the knife on table 1 to me.", "Take the lemon to me.",
     "Bring the lemon over to me.",
     "There's an apple on the counter. Give it to me."],
)  # fmt: skip
def test_what_is_for_somebody_whose_place_nobody_knows_is_asked_about(said):
    result = result_of("dining", said)
    assert result.plan is None and result.outcome.cause is FailureCause.AMBIGUOUS
    assert result.outcome.message.startswith("Where are you")


def test_what_goes_to_whoever_speaks_is_taken_from_where_it_is():
    assert put("dining", "I'm at table 1. Bring the lemon on the sideboard to me.") == {("lemon_1", "table_1")}
    assert put("dining", "Put the knife on table 1 for me.") == {("knife_1", "table_1")}
