# SPDX-License-Identifier: Apache-2.0
"""A place behind things that are not put down: where they are, or a question, and never where others are brought."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Settings

ENGINE = Engine(load_ontology(), Settings())


def planned(where: str, said: str):
    return ENGINE.plan(PlanningTask(said, scene(where)))


def moved(where: str, said: str) -> set[str]:
    """What is picked up and put down."""
    plan = planned(where, said).plan
    assert plan is not None, said
    return {str(c) for c in plan.calls if c.skill in ("pick_up", "put_on", "put_inside")}


@pytest.mark.parametrize(
    ("said", "picked"),
    [
        ("pick up the candle on the sideboard", "pick_up(candle_1, sideboard_1)"),
        ("grab the mug on the counter", "pick_up(mug_2, counter_1)"),
        ("lift the vase on the sideboard up", "pick_up(vase_1, sideboard_1)"),
        ("take the lemon on the sideboard", "pick_up(lemon_1, sideboard_1)"),
        ("take a mug on table 2", "pick_up(mug_1, table_2)"),
        ("take off the candle on the sideboard", "pick_up(candle_1, sideboard_1)"),
        ("get the napkin on table 2", "pick_up(napkin_1, table_2)"),
    ],
)
def test_what_is_taken_up_is_where_it_is_told_to_be(said, picked):
    assert moved("dining", said) == {picked}


@pytest.mark.parametrize(
    "said",
    [
        "remove the plates on table 2",
        "take away the plates on table 2",
        "carry off the plates on table 2",
        "take the plates on table 2 away",
        "move the plates on table 2 elsewhere",
        "get the plates on table 2 out of the way",
        "take both plates on table 2",
        "take everything on table 2 off",
        "remove everything on table 2",
    ],
)
def test_for_what_is_removed_it_is_asked_where_to(said):
    result = planned("dining", said)
    assert result.plan is None
    assert result.outcome.message.startswith("Where shall I ")


@pytest.mark.parametrize("verb", ["move", "bring", "carry", "transfer", "shift", "relocate"])
def test_of_what_is_moved_it_is_asked_whether_it_is_there_or_goes_there(verb):
    result = planned("living", f"{verb} the books on the coffee table")
    assert result.plan is None
    assert result.outcome.message == (
        f"Is 'on the coffee table' where the books are now, or where I shall {verb} them? "
        "Say 'from the coffee table' or 'onto the coffee table'."
    )
    assert result.candidates == ("from the coffee table", "onto the coffee table")


def test_the_question_has_both_answers():
    question = planned("living", "move the books on the coffee table").question
    assert question is not None
    assert [option.instruction.lower() for option in question.options] == [
        "move the books from the coffee table",
        "move the books onto the coffee table",
    ]


@pytest.mark.parametrize(
    ("said", "does"),
    [
        ("move the lemon on table 1", {"pick_up(lemon_1, sideboard_1)", "put_on(lemon_1, table_1)"}),  # it is elsewhere
        ("put the lemon on table 1", {"pick_up(lemon_1, sideboard_1)", "put_on(lemon_1, table_1)"}),
        ("take the milk on table 2", {"pick_up(milk_carton_1, fridge_1)", "put_on(milk_carton_1, table_2)"}),
        ("move the lemon on the sideboard onto table 1", {"pick_up(lemon_1, sideboard_1)", "put_on(lemon_1, table_1)"}),
    ],
)
def test_where_no_such_thing_is_there_it_goes_there(said, does):
    assert moved("dining", said) == does


@pytest.mark.parametrize("who", ["me", "us"])
def test_what_somebody_is_to_be_given_is_there_or_goes_there(who):
    there = planned("dining", f"get {who} the lemon on the sideboard")
    assert there.outcome.message.startswith("Where are you, so that I can bring you the lemon?")
    elsewhere = {"pick_up(lemon_1, sideboard_1)", "put_on(lemon_1, table_3)"}
    assert moved("dining", f"get {who} the lemon on table 3") == elsewhere


def test_words_for_everything_are_spoken_of_as_one():
    message = planned("dining", "transfer everything on the counter").outcome.message
    assert message.startswith("Is 'on the counter' where everything is now, or where I shall transfer it?")
