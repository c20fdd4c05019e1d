# SPDX-License-Identifier: Apache-2.0
"""Things that are counted off: "the second binder" is asked about, unless they are counted from a side."""

from __future__ import annotations

import pytest

from makedo_core.conversation.answers import Answered, answer_of
from makedo_core.failure import FailureCause
from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())


def planned(where: str, said: str) -> Result:
    return ENGINE.plan(PlanningTask(said, scene(where)))


@pytest.mark.parametrize(
    ("where", "said", "offered"),
    [
        ("office", "Put the second binder on desk 1", {"binder_1", "binder_2", "binder_3"}),
        ("dining", "Put the last glass on table 3", {"glass_1", "glass_2", "glass_3"}),
        ("dining", "Bring the first two plates to table 3", {"plate_1", "plate_2", "plate_3", "plate_4"}),
        ("dining", "Bring the next glass to table 2", {"glass_1", "glass_2", "glass_3"}),
        ("office", "Take the first pen to the meeting room", {"pen_1", "pen_2", "pen_3"}),
        ("lab", "Throw away the last beaker", {"beaker_1", "beaker_2", "beaker_3", "beaker_4"}),
        ("dining", "Put the second of the three forks on table 2", {"fork_1", "fork_2", "fork_3"}),
        ("office", "Put the last two binders on desk 2", {"binder_1", "binder_2", "binder_3"}),
        ("pantry", "Put the fourth potato in the basket", {"potato_1", "potato_2", "potato_3"}),
        ("pantry", "Put the jam on the last shelf", {"shelf_1", "shelf_2", "shelf_3"}),
        (
            "lab",
            "Put the second beaker from the left in the fume hood",
            {"beaker_1", "beaker_2", "beaker_3", "beaker_4"},
        ),
    ],
)
def test_it_is_asked_which_of_them(where, said, offered):
    result = planned(where, said)
    assert (result.plan, result.outcome.cause) == (None, FailureCause.AMBIGUOUS)
    assert result.question is not None and {option.name for option in result.question.options} == offered


def test_the_answer_stands_in_the_place_of_the_words():
    question = planned("office", "Put the second binder on desk 1").question
    answered = answer_of(question, "binder 3", scene("office"))
    assert isinstance(answered, Answered)
    plan = planned("office", answered.instruction).plan
    assert "put_on(binder_3, desk_1)" in map(str, plan.calls)


@pytest.mark.parametrize(
    ("said", "taken"),
    [
        ("Put the second binder from the left on desk 1", "binder_2"),
        ("Put the first binder from the right on desk 1", "binder_3"),
        ("Put the last binder from the left on desk 1", "binder_3"),
        ("Put the third binder from the right on desk 1", "binder_1"),
        ("Put the middle binder on desk 1", "binder_2"),
    ],
)
def test_from_a_side_they_are_counted(said, taken):
    result = planned("office", said)
    assert f"put_on({taken}, desk_1)" in map(str, result.plan.calls)
    assert result.account.exact == ("middle" in said)
    assert ("is as I see it, not as you may" in result.explanation) == ("middle" not in said)


def test_of_an_even_number_none_is_in_the_middle():
    assert planned("dining", "Put the middle plate on table 3").outcome.cause is FailureCause.AMBIGUOUS


def test_where_there_is_but_one_that_is_the_first():
    result = planned("dining", "Take the last napkin to table 1")
    assert "put_on(napkin_1, table_1)" in map(str, result.plan.calls)


def test_of_fewer_than_the_number_it_is_told_how_many_there_are():
    assert "only three" in planned("pantry", "Put the fourth potato in the basket").outcome.message
