# SPDX-License-Identifier: Apache-2.0
"""Sides at which nothing can be aimed: "by the bed", "under the book". They are asked about, or told as not seen to."""

from __future__ import annotations

import pytest

from makedo_core.conversation.answers import Answered, answer_of
from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())


def planned(where: str, said: str) -> Result:
    return ENGINE.plan(PlanningTask(said, scene(where)))


def puts(result: Result) -> list[str]:
    """What is put where."""
    assert result.plan is not None, result.outcome
    return [str(call) for call in result.plan.calls if call.skill.startswith("put_")]


@pytest.mark.parametrize(
    ("where", "said", "places"),
    [
        ("living", "Put the tv remote next to the tv", {"sofa_1", "coffee_table_1", "bookshelf_1", "tv_stand_1"}),
        ("living", "Put the magazine under the book", {"coffee_table_1", "bookshelf_1"}),
        ("living", "Put the candle between the books", {"coffee_table_1", "bookshelf_1"}),
        ("bedroom", "Put the laptop behind the lamp", {"nightstand_1", "nightstand_2", "suitcase_stand_1", "bed_1"}),
    ],
)
def test_it_is_asked_which_furniture_instead(where, said, places):
    result = planned(where, said)
    assert (result.plan, result.outcome.cause) == (None, FailureCause.NOT_CAPABLE)
    assert result.question is not None and result.question.kind is QuestionKind.WHERE
    assert {option.name for option in result.question.options} == places


@pytest.mark.parametrize(
    ("where", "said", "answer", "put"),
    [
        ("living", "Put the magazine under the book", "the coffee table", "put_on(magazine_1, coffee_table_1)"),
        ("living", "Put the magazine under the book", "in the toy box", "put_inside(magazine_1, toy_box_1)"),
        ("flat", "Put the sweater by the bed", "yes", "put_on(sweater_1, nightstand_1)"),
        ("dining", "Put the candle under the plate on table 2", "yes", "put_on(candle_1, table_2)"),
        ("laundry", "Put the soap next to the washing machine", "yes", "put_on(soap_1, shelf_1)"),
    ],
)
def test_the_answer_stands_in_the_place_of_the_words(where, said, answer, put):
    question = planned(where, said).question
    assert question is not None
    answered = answer_of(question, answer, scene(where))
    assert isinstance(answered, Answered)
    assert puts(planned(where, answered.instruction)) == [put]


@pytest.mark.parametrize(
    ("where", "said", "put"),
    [
        ("bedroom", "Put the hat on nightstand 2 next to the lamp", "put_on(hat_1, nightstand_2)"),
        ("living", "Put the remote on the bookshelf beside the tv", "put_on(remote_1, bookshelf_1)"),
        ("flat", "Put the umbrella on the armchair by the sofa", "put_on(umbrella_1, armchair_1)"),
    ],
)
def test_behind_a_place_it_is_told_that_nobody_sees_to_it(where, said, put):
    result = planned(where, said)
    assert puts(result) == [put]
    assert "I see to nothing closer" in result.explanation and not result.account.exact


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("garage", "Put the hammer next to the nails"),  # there are none
        ("dining", "Put the spoon beside the zorb"),
        ("dining", "Put the spoon beside"),
    ],
)
def test_nothing_is_offered_for_what_is_not_here(where, said):
    result = planned(where, said)
    assert (result.plan, result.question) == (None, None)
