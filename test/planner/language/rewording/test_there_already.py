# SPDX-License-Identifier: Apache-2.0
"""Conditions about how many things are where an order puts them: "unless there is one already", "if it has none"."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Settings

ENGINE = Engine(load_ontology(), Settings())


def put(where: str, said: str) -> tuple[list[str], str]:
    """What is put down, by the calls, and what is said of it."""
    result = ENGINE.plan(PlanningTask(said, scene(where)))
    assert result.plan is not None, (said, result.outcome)
    calls = [str(call) for call in result.plan.calls if call.skill in ("put_on", "put_inside")]
    return calls, result.explanation


@pytest.mark.parametrize(
    ("amount", "is_so"),
    [
        ("fewer than two forks", False),
        ("fewer than four forks", True),
        ("less than 3 forks", False),
        ("at most three forks", True),
        ("no more than two forks", False),
        ("exactly three forks", True),
        ("exactly two forks", False),
        ("only two forks", False),
        ("only three forks", True),
        ("at least three forks", True),
        ("more than three forks", False),
    ],
)
def test_a_number_in_a_condition_has_two_ends(amount, is_so):
    """Three forks are in the drawer; two of them are no two alone, and not fewer than three."""
    told = f"'there are {amount} in the drawer' is {'so' if is_so else 'not so'}, as far as I know"
    for lead, does in (("if", is_so), ("unless", not is_so)):
        calls, text = put("dining", f"Put a fork on table 3 {lead} there are {amount} in the drawer")
        assert calls == (["put_on(fork_1, table_3)"] if does else [])
        assert told in text


@pytest.mark.parametrize(
    "condition",
    [
        "unless there is one already",
        "unless there already is one",
        "unless one is there already",
        "unless there is already one on it",
        "unless it already has one",
        "unless it has a glass",
        "if there is none",
        "if there isn't one already",
        "if there isn't one there yet",
        "if there's no glass there",
        "if there aren't any there",
        "if it has none",
        "if it doesn't have one",
    ],
)
def test_what_is_there_already_is_looked_for_where_the_order_puts_things(condition):
    """No glass is on table 2, though there are some in the cupboard."""
    calls, text = put("dining", f"Put a glass on table 2 {condition}")
    assert calls == ["put_on(glass_1, table_2)"]
    assert "glass on table 2' is" in text
    assert put("dining", f"Put a candle on the sideboard {condition.replace('glass', 'candle')}")[0] == []


@pytest.mark.parametrize(
    "said",
    [
        "Unless there's already a glass there, put one on table 2",
        "Unless there's already one there, put a glass on table 2",
        "If there isn't one there yet, put a glass on table 2",
        "If there's no glass there, put one on table 2",
    ],
)
def test_a_condition_ahead_of_its_order_speaks_of_the_same_place(said):
    assert put("dining", said)[0] == ["put_on(glass_1, table_2)"]


def test_what_can_be_had_is_looked_for_everywhere():
    """No apple is on table 2: that there are any is said of the whole home."""
    for condition in ("if there are any", "if there is one", "if there is one in the kitchen"):
        assert put("dining", f"Bring an apple to table 2 {condition}")[0] == ["put_on(apple_1, table_2)"]


def test_things_that_are_counted_there_get_one_more():
    calls, text = put("office", "Put a pen on desk 2 if there are fewer than two there")
    assert calls == ["put_on(pen_1, desk_2)"]
    assert "'there are fewer than two pens on desk 2' is so" in text
    assert put("office", "Put a pen on desk 2 if there are fewer than ten there")[0] == calls
    assert put("office", "Put a pen on desk 2 unless there are fewer than two there")[0] == []
    assert put("dining", "Bring an apple to table 2 unless there are already two")[0] == ["put_on(apple_1, table_2)"]
