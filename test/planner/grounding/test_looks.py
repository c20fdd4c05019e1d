# SPDX-License-Identifier: Apache-2.0
"""Looks that the scene tells of nothing of a kind: it is asked which are meant, and nothing is thrown away for them."""

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


def planned(where: str, said: str, asks: bool = True) -> Result:
    return ENGINE.plan(PlanningTask(said, scene(where), asks=asks))


def carried(result: Result) -> set[str]:
    """The things that are put somewhere."""
    assert result.plan is not None, result.outcome
    return {call.arguments[0] for call in result.plan.calls if call.skill.startswith("put_")}


@pytest.mark.parametrize(
    ("where", "said", "things"),
    [
        ("garage", "Put the rusty screwdriver in the crate", {"screwdriver_1", "screwdriver_2"}),
        ("bedroom", "Lay the smelly socks in the hamper", {"sock_1", "sock_2", "sock_3"}),
        ("pantry", "Put the ripe potatoes on the counter", {"potato_1", "potato_2", "potato_3"}),
        ("laundry", "Take the wet towels to the shelf", {"towel_1", "towel_2"}),
        ("party", "Collect empty glasses and bring them to the kitchen", {f"wine_glass_{i}" for i in (1, 2, 3)}),
        ("office", "Put the broken pens in the trash", {"pen_1", "pen_2", "pen_3"}),
        ("living", "Put the new books on the coffee table", {f"book_{i}" for i in (1, 2, 3, 4)}),
    ],
)
def test_it_is_asked_which_look_as_was_said(where, said, things):
    result = planned(where, said)
    assert result.plan is None and result.question is not None
    assert (result.question.kind, result.outcome.cause) == (QuestionKind.WHICH, FailureCause.AMBIGUOUS)
    assert {option.name for option in result.question.options} == things


def test_the_answer_is_done():
    question = planned("bedroom", "Lay the smelly socks in the wardrobe").question
    assert question is not None
    answered = answer_of(question, "sock 1 and sock 2", scene("bedroom"))
    assert isinstance(answered, Answered)
    assert carried(planned("bedroom", answered.instruction)) == {"sock_1", "sock_2"}


def test_what_is_of_no_class_of_its_own_is_told_by_its_last_word():
    result = planned("party", "Bring the cold drinks to the sofa")
    assert {"soda_can_1", "wine_bottle_1"} <= {o.name for o in result.question.options}


def test_a_long_list_is_told_in_short_and_offers_all():
    result = planned("pantry", "Throw away all expired food")
    assert result.outcome.message.endswith(" more?")
    assert len(result.question.options) > 20


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("dining", "Put the purple apples on table 3"),  # one is red, one is green
        ("flat", "Throw away the rotten apple"),  # there is one, and nobody knows that it is rotten
        ("dining", "Throw away the mouldy bread"),
        ("dining", "Bring the dirty forks to the sink"),  # what is dirty is put down here
    ],
)
def test_nothing_is_asked_where_none_can_be_meant(where, said):
    result = planned(where, said)
    assert (result.plan, result.question) == (None, None)
    assert result.outcome.cause is FailureCause.OBJECT_NOT_FOUND


def test_of_several_looks_those_that_are_known_are_done():
    assert carried(planned("laundry", "put the dirty or torn socks in the washing machine")) == {"sock_1", "sock_2"}


def test_with_nobody_to_ask_it_is_only_looked_for_one_that_looks_so():
    result = planned("bedroom", "Lay the smelly socks in the hamper", asks=False)
    assert (carried(result), result.question) == (set(), None)
