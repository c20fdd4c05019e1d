# SPDX-License-Identifier: Apache-2.0
"""Things that are asked for without a verb are brought to who asks; what names no number is no order."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())


def planned(where: str, said: str) -> Result:
    return ENGINE.plan(PlanningTask(said, scene(where)))


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("dining", "two forks please"),
        ("dining", "please, a fork"),
        ("dining", "one more fork, please!"),
        ("office", "two pens and a stapler"),
        ("lab", "a clean beaker please"),
    ],
)
def test_it_is_asked_where_they_are_to_be_brought(where, said):
    result = planned(where, said)
    assert result.plan is None and result.question.text.startswith("Where are you, so that I can bring you ")


def test_the_answer_is_carried_out_and_the_reading_is_told():
    question = planned("dining", "two forks please").question
    answer = next(o.instruction for o in question.options if o.name == "table_2")
    result = planned("dining", answer)
    assert {str(c) for c in result.plan.calls if c.skill == "put_on"} == {
        "put_on(fork_1, table_2)",
        "put_on(fork_2, table_2)",
    }
    assert "I read 'two forks' as 'bring me two forks'." in result.explanation


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("office", "the stapler"),
        ("flat", "one moment please"),
        ("flat", "a problem"),
        ("dining", "a fork, no thanks"),
        ("dining", "no forks please"),
        ("dining", "the kitchen please"),
        ("flat", "the tv please"),
        ("flat", "thank you for the coat"),
        ("flat", "no thanks"),
    ],
)
def test_what_asks_for_nothing_is_not_brought(where, said):
    result = planned(where, said)
    assert result.plan is None and result.question is None
    assert result.outcome.cause is FailureCause.NOT_UNDERSTOOD


@pytest.mark.parametrize(
    ("said", "brought"),
    [
        ("The remote, please.", {"remote_1"}),
        ("My coat and umbrella please.", {"coat_1", "umbrella_1"}),
        ("Please, the blanket.", {"blanket_1"}),
        ("I'm going out. My coat, thanks.", {"coat_1"}),
    ],
)
def test_what_is_named_politely_is_brought_to_who_asks_and_the_reading_is_told(said, brought):
    result = planned("flat", said)
    assert {call.arguments[0] for call in result.plan.calls if call.skill == "hand_over"} == brought
    assert "as 'bring me " in result.explanation
