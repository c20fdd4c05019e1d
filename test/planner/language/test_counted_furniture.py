# SPDX-License-Identifier: Apache-2.0
"""Furniture by its number among several: "the second table" is table_2."""

from __future__ import annotations

import pytest

from planner_node.language.interpret import interpret
from planner_node.language.request import Request

THINGS = ("apple_1 on counter_1", "apple_2 on counter_1", "mug_1 on table_1")


@pytest.mark.parametrize(
    ("said", "place"), [("the first", "table_1"), ("the second", "table_2"), ("my third", "table_3")]
)
def test_it_is_the_one_with_that_number_and_every_word_counts(plan, world, said, place):
    result = plan(f"put an apple on {said} table", world(*THINGS))
    assert [call.arguments[-1] for call in result.plan.calls if call.skill == "put_on"] == [place]
    assert result.account.exact


@pytest.mark.parametrize("said", ["the ninth table", "the second counter", "the second tables"])
def test_where_there_is_none_of_that_number_nothing_is_guessed(plan, world, said):
    assert plan(f"put an apple on {said}", world(*THINGS)).plan is None


def test_first_before_an_order_stays_what_comes_first(ontology, world):
    read = interpret("first put the mug on table_2, then the apple on table_3", ontology, world(*THINGS))
    assert isinstance(read, Request)
    assert read.stages == (0, 1)


def test_things_are_not_counted_off(plan, world):
    result = plan("put the second apple on table_1", world(*THINGS))
    assert result.plan is None or not result.account.exact
