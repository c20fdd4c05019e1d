# SPDX-License-Identifier: Apache-2.0
"""Conditions about any of several things: what is done is done with those of which they are so, and with no other."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Settings

ENGINE = Engine(load_ontology(), Settings())
_DOES = ("put_on", "put_inside", "turn_on", "turn_off", "close")


def done(where: str, said: str) -> set[str]:
    """What is done with which thing."""
    result = ENGINE.plan(PlanningTask(said, scene(where)))
    assert result.plan is not None, (said, result.outcome)
    return {str(call) for call in result.plan.calls if call.skill in _DOES}


@pytest.mark.parametrize(
    "condition",
    [
        "if anything on the bunk bed is dirty,",
        "if something on the bunk bed is dirty,",
        "should anything on the bunk bed be dirty,",
        "if anything dirty is on the bunk bed,",
        "if something dirty is on the bunk bed",
    ],
)
def test_of_anything_only_that_is_moved_of_which_it_is_so(condition):
    assert done("living", f"{condition} put it in the toy chest") == {"put_inside(t_shirt_1, toy_chest_1)"}


@pytest.mark.parametrize("which", ["any book is", "any of the books is", "any books are"])
def test_a_place_in_the_condition_tells_which_are_meant(which):
    it = "them" if which.endswith("are") else "it"
    said = f"if {which} on the coffee table, put {it} on the bookshelf"
    assert done("living", said) == {"put_on(book_1, bookshelf_1)", "put_on(book_2, bookshelf_1)"}


@pytest.mark.parametrize(
    "which", ["any plate is", "a plate is", "any of the plates is", "any plates are", "some plates are"]
)
def test_each_that_looks_so_is_meant(which):
    it = "them" if which.endswith("are") else "it"
    moved = {c for c in done("dining", f"if {which} dirty, put {it} in the dishwasher") if c.startswith("put")}
    assert moved == {"put_inside(plate_3, dishwasher_1)", "put_inside(plate_4, dishwasher_1)"}


@pytest.mark.parametrize(
    ("said", "does"),
    [
        ("if any lamp is on, turn it off", {"turn_off(table_lamp_1)"}),
        ("if a lamp is on, turn it off", {"turn_off(table_lamp_1)"}),
        ("if any lamp is off, turn it on", {"turn_on(floor_lamp_1)", "turn_on(night_light_1)"}),
        ("if any window is open close it", {"close(window_1)"}),
    ],
)
def test_each_that_is_in_a_state_is_meant(said, does):
    assert done("living", said) == does


def test_either_of_two_is_the_one_of_which_it_is_so():
    assert done("office", "if either desk lamp is off, switch it on") == {"turn_on(desk_lamp_1)"}
    moved = {c for c in done("dining", "if either apple is green, put it on table 2")}
    assert moved == {"put_on(apple_2, table_2)"}


def test_of_one_at_a_place_one_is_taken_and_that_another_may_be_meant_is_said():
    result = ENGINE.plan(PlanningTask("if a book is on the coffee table, put it on the bookshelf", scene("living")))
    assert result.plan is not None
    assert [str(c) for c in result.plan.calls if c.skill == "put_on"] == ["put_on(book_1, bookshelf_1)"]
    assert "'the book' could mean book 2 as well" in result.explanation


@pytest.mark.parametrize("which", ["any lamp", "a lamp"])
def test_not_so_of_one_is_another_state_of_that_one(which):
    """The floor lamp and the night light are off."""
    assert done("living", f"if {which} is not on, turn it on") == {"turn_on(floor_lamp_1)", "turn_on(night_light_1)"}


@pytest.mark.parametrize(
    ("where", "condition"),
    [
        ("dining", "any plate is not dirty"),
        ("dining", "a plate is not dirty"),
        ("living", "anything on the bunk bed is not dirty"),
        ("living", "any book is not on the bookshelf"),
    ],
)
def test_not_so_of_one_is_not_taken_for_so_of_none(where, condition):
    result = ENGINE.plan(PlanningTask(f"if {condition}, put it on the sofa", scene(where)))
    assert result.plan is None and f"I cannot tell whether {condition}" in result.outcome.message


def test_nothing_is_done_where_it_is_so_of_none():
    assert done("living", "if any book is on the sofa, put it on the bookshelf") == set()


@pytest.mark.parametrize("table", ["the empty table", "an empty table", "the table that is empty"])
def test_furniture_is_empty_where_nothing_is_known_to_be_on_it(table):
    result = ENGINE.plan(PlanningTask(f"put the candle on {table}", scene("dining")))
    assert result.plan is not None
    assert [str(c) for c in result.plan.calls if c.skill == "put_on"] == ["put_on(candle_1, table_3)"]
    assert "exactly" in result.explanation
