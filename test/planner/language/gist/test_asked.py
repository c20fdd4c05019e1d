# SPDX-License-Identifier: Apache-2.0
"""The gist of questions that are not understood as they are put: one plain question, or none."""

from __future__ import annotations

import pytest

from makedo_core.conversation.question import QuestionKind
from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Settings
from test.planner.language.gist.test_gist import gist

ENGINE = Engine(load_ontology(), Settings())


@pytest.mark.parametrize(
    ("where", "said", "question"),
    [
        ("dining", "I keep forgetting where the bread has been put. Any clue?", "where is the bread ?"),
        ("dining", "I've no idea any more where the bread is. You know?", "where is the bread ?"),
        ("living", "My boy is missing his doll. Do you know what room it is in?", "where is his doll ?"),
        ("garage", "The drill is what I'm missing, where might it be?", "where is the drill ?"),
        ("office", "Could you go round and count: what number of pens have we got?", "how many pens are there ?"),
        ("party", "Would you take a look in the cooler and tell me the number of soda cans?",
         "how many soda cans are there in the cooler ?"),
        ("lab", "Looking at the beakers, which of them would be the biggest?", "which is the biggest beaker ?"),
        ("dining", "Do you see a melon anywhere, or are we out?", "is there a melon ?"),
        ("flat", "I've lost my phone. Look in the bedroom, see if it is in there?", "is the phone in the bedroom ?"),
    ],
)  # fmt: skip
def test_what_is_asked_is_asked_plainly(where, said, question):
    assert gist(where, said) == question


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("dining", "Where should the bread go?"),  # what is to be done
        ("dining", "How many forks fit in the drawer?"),
        ("dining", "How much does the bread cost?"),
        ("dining", "Is there any chance that the bread goes on table 1?"),
        ("dining", "How many forks are there if the drawer is empty?"),  # a case
        ("dining", "How many forks and spoons are there, not counting the drawer?"),  # two things
        ("dining", "Where is the bread? Put it on table 1."),  # something to be done
    ],
)
def test_what_asks_for_more_is_no_such_question(where, said):
    assert not gist(where, said).endswith("?")


def test_a_question_is_offered_with_one_mark_and_is_answered():
    result = ENGINE.plan(PlanningTask("I've no idea any more where the bread is. You know?", scene("dining")))
    assert result.plan is None and result.question is not None
    assert result.question.kind is QuestionKind.WHETHER
    assert result.outcome.message.endswith("Do you mean: 'Where is the bread?'")
    (yes,) = result.question.options
    answered = ENGINE.plan(PlanningTask(yes.instruction, scene("dining")))
    assert answered.answer.startswith("Bread 1 is ")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Where's the bread at?", "Bread 1 is "),
        ("Have we got a lemon somewhere?", "Yes, lemon 1 is "),
        ("How many forks have we still got?", "I know of 3"),
    ],
)
def test_plain_questions_in_other_words_are_answered_at_once(said, told):
    assert ENGINE.plan(PlanningTask(said, scene("dining"))).answer.startswith(told)
