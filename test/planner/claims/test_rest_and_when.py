# SPDX-License-Identifier: Apache-2.0
"""Of what "the rest" is, where that was said before or not, and offers that leave out when something is to be done."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Settings

ENGINE = Engine(load_ontology(), Settings())


def offered(where: str, said: str) -> str:
    question = ENGINE.plan(PlanningTask(said, scene(where))).question
    return question.options[0].instruction if question is not None and question.options else ""


def test_the_rest_of_nothing_is_asked_about_with_room_for_an_answer():
    result = ENGINE.plan(PlanningTask("Put the rest on table 3.", scene("dining")))
    assert result.outcome.message.startswith("'the rest' of what? Say the things.")
    assert result.question is not None and result.question.template == "Put {} on table 3."


def test_what_was_said_before_tells_of_what():
    said = "One glass may stay where it is. The others I want on table 3."
    assert offered("dining", said) == "Put all but one of the glasses on table 3"


@pytest.mark.parametrize(
    "said",
    ["As soon as I return, and no earlier, the cupboard is to be opened.",
     "Until I say so the fridge is to be open, dear dodo.", "Open the fridge, not now but after dinner."],
)  # fmt: skip
def test_no_offer_leaves_out_when_something_is_to_be_done(said):
    assert offered("dining", said) == ""
