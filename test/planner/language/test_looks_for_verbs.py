# SPDX-License-Identifier: Apache-2.0
"""Where an order cannot be done and its verb may be a look, it is asked whether that is meant; nothing moves before."""

from __future__ import annotations

import pytest

from makedo_core.conversation.question import QuestionKind
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
        ("dining", "Clean plates on table 2", "Put the clean plates on table 2"),
        ("laundry", "Clean towels in the laundry basket", "Put the clean towels in the laundry basket"),
    ],
)
def test_a_verb_that_cannot_be_done_may_be_a_look(where, said, offered):
    question = planned(where, said).question
    assert question.kind is QuestionKind.WHETHER
    assert [option.instruction for option in question.options] == [offered]
    assert planned(where, offered).plan is not None


@pytest.mark.parametrize("said", ["Clean the plates on table 2", "Clean plates", "Clean table 2"])
def test_a_verb_before_an_article_or_without_a_place_is_one(said):
    result = planned("dining", said)
    assert result.plan is None or not result.account.exact
    assert "Do you mean" not in result.outcome.message
