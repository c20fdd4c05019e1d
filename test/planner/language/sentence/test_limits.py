# SPDX-License-Identifier: Apache-2.0
"""What is not to be done: nothing that the instruction asks for moves it or opens it."""

from __future__ import annotations

import pytest

from planner_node.language.refusal import Refusal
from planner_node.language.request import LimitKind

_ALL = "bring all the books to table_2"


def moved(result) -> set[str]:
    assert result.plan is not None, result
    return {c.arguments[0] for c in result.plan.calls if c.skill == "pick_up"}


@pytest.mark.parametrize(
    "text",
    [
        "{}, but don't touch the red one",
        "{}. Do not move the red book.",
        "{}. The red one stays where it is.",
        "{} and leave the red book where it is",
        "Leave the red book alone and {}",
        "whatever you do, never touch the red book; {}",
        "{}. I don't want the red one moved.",
        "{}, hands off the red book",
        "{}. The red book must not be touched.",
        "{}, the red one stays",
        "{} without moving the red book",
        "could you {}? Avoid the red one, please",
    ],
)
def test_what_is_to_be_left_alone_is_not_moved(plan, home, text):
    result = plan(text.format(_ALL), home)
    assert moved(result) == {"book_2", "book_3"}
    assert not result.plan.relaxations


@pytest.mark.parametrize(
    "text",
    [
        "Don't open the fridge; bring a drink to table_2",
        "bring a drink to table_2 without opening the fridge",
        "bring a drink to table_2. Never open the fridge.",
    ],
)
def test_what_is_to_stay_shut_is_not_opened(plan, home, text):
    result = plan(text, home)
    assert result.plan is not None
    assert "open" not in {c.skill for c in result.plan.calls}


def test_what_only_lies_in_furniture_that_stays_shut_cannot_be_had_and_that_is_why(plan, home):
    result = plan("bring all the drinks to table_2 without opening the fridge", home)
    (change,) = result.plan.relaxations
    assert any("fridge 1 is to stay shut" in reason for reason in change.reasons)
    assert "milk_carton_1" not in moved(result)


def test_what_lies_on_what_is_wanted_and_is_left_alone_is_not_moved_out_of_the_way(plan, world):
    graph = world("book_1 on table_1", "apple_1 on book_1")
    assert moved(plan("bring the book to table_2", graph)) >= {"apple_1"}
    result = plan("bring the book to table_2. Don't touch the apple.", graph)
    assert result.plan is None or "apple_1" not in moved(result)


def test_limits_are_values(said):
    request = said("put the drinks on table_2, never put wine there, and do not open the fridge")
    assert {(x.kind, x.what.concept) for x in request.limits} == {
        (LimitKind.LEFT_ALONE, "wine"),
        (LimitKind.KEPT_SHUT, "fridge"),
    }


@pytest.mark.parametrize("text", ["Please do not move the plate", "don't open the fridge"])
def test_a_limit_alone_asks_for_nothing(said, text):
    assert isinstance(said(text), Refusal)


def test_where_nothing_tells_which_is_meant_all_are_left_alone(plan, home):
    result = plan("bring the books to table_2 but don't touch the leather one", home)
    assert result.plan is None
