# SPDX-License-Identifier: Apache-2.0
"""Where "there" is that is told of before: the only place of what is told, where nothing else is named."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())


def planned(where: str, said: str) -> Result:
    return ENGINE.plan(PlanningTask(said, scene(where)))


@pytest.mark.parametrize(
    ("where", "said", "place", "number"),
    [
        ("dining", "There will be three of us having soup at table 3. Would you lay out 3 spoons there?", "table_3", 3),
        ("dining", "The kids want a snack at table 3, so please gather up the fruit and set it down there.", "table_3",
         5),
        ("dining", "I'm making a salad at table 2 and would like every piece of fruit there.", "table_2", 5),
        ("lab", "I'm setting up an experiment on bench 2 and I'd like to have the beakers there.", "bench_2", 4),
        ("dining", "The plates are on table 2. Put the blue mug there.", "table_2", 1),
        ("dining", "I saw a mouse on the counter. Put the lemon on table 1 and the bread there.", "table_1", 2),
        ("dining", "We are in the kitchen. Put the lemon on table 2 and stay there.", "table_2", 1),
    ],
)  # fmt: skip
def test_there_is_where_it_is_told_of(where, said, place, number):
    result = planned(where, said)
    assert result.plan is not None, result.outcome
    calls = [c for c in result.plan.calls if c.skill in ("put_on", "put_inside")]
    assert len(calls) == number and {c.arguments[1] for c in calls} == {place}


def test_a_question_about_there_is_about_that_place():
    answer = planned("dining", "My book is on table 2, so is there a mug there?")
    assert "mug 1" in answer.answer and "mug 2" not in answer.answer


def test_of_a_question_before_nothing_is_told():
    assert planned("dining", "Is the mug on table 2? Put the apple there.").plan is None
