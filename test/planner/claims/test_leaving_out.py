# SPDX-License-Identifier: Apache-2.0
"""Understood without a few words: it is asked which thing they tell apart, or whether the rest is meant."""

from __future__ import annotations

import pytest

from makedo_core.conversation.answers import Answered, answer_of
from makedo_core.conversation.question import OpenQuestion, QuestionKind
from makedo_core.failure import FailureCause
from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())


def asked(where: str, said: str) -> OpenQuestion:
    """The question that a sentence raises; nothing is planned."""
    result = ENGINE.plan(PlanningTask(said, scene(where)))
    assert result.plan is None and result.question is not None, (said, result.explanation)
    return result.question


def carried(result: Result) -> set[str]:
    """The things that are put somewhere."""
    assert result.plan is not None, result.outcome
    return {call.arguments[0] for call in result.plan.calls if call.skill.startswith("put_")}


@pytest.mark.parametrize(
    ("where", "said", "things"),
    [
        ("office", "Bring the laptop whose battery is full to the meeting room", {"laptop_1", "laptop_2"}),
        ("office", "Put the pens I borrowed from Tom on desk 3", {"pen_1", "pen_2", "pen_3"}),
        ("office", "Bring the pens that don't work to the trash", {"pen_1", "pen_2", "pen_3"}),
        ("office", "Move the laptop Sarah left behind to desk 1", {"laptop_1", "laptop_2"}),
        ("dining", "Put the plates that have been cleaned in the cupboard", {f"plate_{i}" for i in (1, 2, 3, 4)}),
        ("dining", "Carry the mug Grandma gave me over to table 3", {"mug_1", "mug_2", "mug_3"}),
        ("dining", "Bring the fork with the bent prongs to the sink", {"fork_1", "fork_2", "fork_3"}),
        ("dining", "Put the plates we ate from in the sink", {f"plate_{i}" for i in (1, 2, 3, 4)}),
        ("bedroom", "Switch off the lamp nearest the bed", {"lamp_1", "lamp_2"}),
        ("bedroom", "Put the pillow which I drooled on in the hamper", {"pillow_1", "pillow_2"}),
        ("living", "Put the toy car whose wheel came off in the toy box", {"toy_car_1", "toy_car_2"}),
        ("living", "Bring the scary book to the coffee table", {"book_1", "book_2", "book_3", "book_4"}),
        ("pantry", "Put the organic carrots in the crate", {"carrot_1", "carrot_2"}),
        ("lab", "Return the cleaned beakers to the shelf", {"beaker_1", "beaker_2", "beaker_3", "beaker_4"}),
        ("laundry", "Put the socks with holes in the trash", {"sock_1", "sock_2", "sock_3", "sock_4"}),
    ],
)
def test_what_only_the_speaker_knows_of_a_thing_is_asked(where, said, things):
    question = asked(where, said)
    assert question.kind is QuestionKind.WHICH
    assert {option.name for option in question.options} == things
    assert "by 'the " in question.text or "by 'The " in question.text


@pytest.mark.parametrize(
    ("where", "said", "answer", "things"),
    [
        ("office", "Put the pens I borrowed from Tom on desk 3", "pen 1 and pen 2", {"pen_1", "pen_2"}),
        ("office", "Put the pens I borrowed from Tom on desk 3", "all but the red one", {"pen_2", "pen_3"}),
        ("dining", "Carry the mug Grandma gave me over to table 3", "the blue one", {"mug_2"}),
        ("living", "Bring the scary book to the sofa", "the green one", {"book_4"}),
        ("pantry", "Put the organic carrots in the crate", "all of them", {"carrot_1", "carrot_2"}),
    ],
)
def test_the_answer_takes_the_place_of_all_that_was_said_of_it(where, said, answer, things):
    answered = answer_of(asked(where, said), answer, scene(where))
    assert isinstance(answered, Answered)
    assert carried(ENGINE.plan(PlanningTask(answered.instruction, scene(where)))) == things


@pytest.mark.parametrize(
    ("where", "said", "orders", "left"),
    [
        ("dining", "Put fancy forks on table 3", "Put forks on table 3", "fancy"),
        ("dining", "Put fancy plates on table 3", "Put plates on table 3", "fancy"),
    ],
)
def test_what_is_left_without_them_is_asked_about_and_they_are_named(where, said, orders, left):
    question = asked(where, said)
    assert question.kind is QuestionKind.WHETHER
    assert [option.instruction for option in question.options] == [orders]
    assert f"'{left}'" in question.text


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("dining", "Bring the wine and glasses to suit three to table 3"),  # an amount
        ("dining", "Get a clean plate in exchange for each dirty one on table 2"),
        ("garage", "Please frobnicate the wrench"),
    ],
)
def test_nothing_is_offered_without_what_is_known_and_was_asked_for(where, said):
    result = ENGINE.plan(PlanningTask(said, scene(where)))
    assert (result.plan, result.question) == (None, None)


def test_with_nobody_to_ask_it_is_refused():
    said = "Bring the laptop whose battery is full to the meeting room"
    result = ENGINE.plan(PlanningTask(said, scene("office"), asks=False))
    assert (result.plan, result.question, result.outcome.cause) == (None, None, FailureCause.NOT_UNDERSTOOD)


def test_one_of_a_kind_needs_no_question_which():
    question = asked("bedroom", "Put the hat that Grandma knitted on the desk")
    assert question.kind is QuestionKind.WHETHER
    assert [option.instruction for option in question.options] == ["Put the hat on the desk"]
