# SPDX-License-Identifier: Apache-2.0
"""An instruction that is understood in pieces only: the orders that they make are asked about, never done unasked."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from makedo_core.conversation.answers import Answered, Withdrawn, answer_of
from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Settings
from support.small_worlds import make_world

THINGS = (
    "apple_1 on table_1",
    "banana_1 on table_1",
    "mug_1 on counter_1",
    "spoon_1 on counter_1",
    "milk_1 in fridge_1",
)
BINDING = ("not", "except", "unless", "only", "or", "if", "neither", "until", "zero", "most")


def offered(result) -> str:
    """The orders that are asked about; empty: none are."""
    question = result.question
    if question is None or question.kind is not QuestionKind.WHETHER or len(question.options) != 1:
        return ""
    return question.options[0].instruction


@pytest.mark.parametrize(
    ("said", "orders"),
    [
        ("every table has got to flaunt a spoon", "Bring a spoon to every table"),
        (
            "errands for tonight = apple, banana, both on the counter",
            "Put apple and banana, both of them on the counter",
        ),
        ("the tidy-minded might fancy the mug on table 2", "Put the mug on table 2"),
        ("upon table 2, forsooth, the apple ought to dwell", "Put the apple on table 2"),
        ("I slept badly / my knee hurts / banana to table 2", "Bring banana to table 2"),
        ("Behold the mug? Shift it on table 2", "Put the mug on table 2"),
        ("Put an unzorched banana on table 2", "Put a banana on table 2"),
        ("Put a zorched apple on table 2", "Put an apple on table 2"),
    ],
)
def test_orders_are_made_of_what_is_known(plan, world, said, orders):
    result = plan(said, world(*THINGS))
    assert result.plan is None
    assert offered(result) == orders


def test_yes_does_what_was_offered_and_no_does_nothing(plan, world):
    graph = world(*THINGS)
    question = plan("every table has got to flaunt a spoon", graph).question
    agreed = answer_of(question, "yes", graph)
    assert isinstance(agreed, Answered)
    assert plan(agreed.instruction, graph).plan is not None
    assert isinstance(answer_of(question, "no", graph), Withdrawn)


def test_with_nobody_to_ask_it_is_refused_as_before(plan, world):
    result = plan("every table has got to flaunt a spoon", world(*THINGS), asks=False)
    assert (result.plan, result.question) == (None, None)
    assert result.outcome.cause is FailureCause.NOT_UNDERSTOOD


@pytest.mark.parametrize(
    "said",
    [
        "Put a spoon shinier than the mug on table 2",  # what compares is not left out
        "Plonkify zero spoons onto table 2",  # nor an amount
        "Plonkify the zorb onto table 2",  # nothing that is here goes anywhere
        "twas brillig and the slithy toves",
        "the apple",
        "",
    ],
)
def test_nothing_is_offered_that_leaves_out_what_is_known(plan, world, said):
    assert offered(plan(said, world(*THINGS))) == ""


def test_what_is_left_out_is_named(plan, world, words):
    said = "Bring the banana and the dodo to table 2"
    result = plan(said, world(*THINGS))
    assert (offered(result), result.outcome.cause) == ("Bring the banana to table 2", FailureCause.UNKNOWN_OBJECT)
    words(said, result.outcome.message)
    vague = "I slept badly / my knee hurts / banana to table 2"
    words(vague, plan(vague, world(*THINGS)).outcome.message)


ENGINE = Engine(load_ontology(), Settings())
WORDS = (
    *BINDING,
    "apple",
    "the",
    "mug",
    "on",
    "in",
    "to",
    "table_2",
    "fridge",
    "zorb",
    "and",
    ",",
    "it",
    "there",
    "gets",
)
WORDS += ("open", "shut", "two", "red", "wants", "goes", "from", "counter_1", "i", "spoon", "then", ".", "put", "all")


@settings(max_examples=100, deadline=None, derandomize=True)  # a law of what people say, not of every heap of words
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=12))
@example(["apple", "on", "apple", "apple"])
@example(["mug", "in", "apple", "apple"])
@example(["mug", "on", "milk"])
@example(["table_2", "all", "unless", "apple", "wants"])
@example(["table_2", "open", "if", "if"])
@example(["apple", "counter_1", "only", "not", "apple"])
@example(["put", "table_2", "only", "spoon", "all"])
@example(["not", "put", "table_2", "or", "spoon", "all"])
@example(["not", "put", "table_2", "only", "spoon", "two"])
@example(["apple", "counter_1", "if", "open"])
@example(["table_2", "open", "put", "not"])
@example(["table_2", "open", "put", "not", "table_2"])
@example(["open", "counter_1", "except", "it"])
@example(["there", "and", "unless", "apple", "table_2"])
@example(["table_2", "put", "not", "put", "spoon"])
def test_what_is_offered_is_understood_moves_nothing_and_keeps_every_word_that_binds(said):
    graph = make_world(*THINGS)
    text = " ".join(said)
    result = ENGINE.plan(PlanningTask(text, graph))
    orders = offered(result)
    if not orders:
        return
    assert result.plan is None
    assert ENGINE.plan(PlanningTask(orders, graph)).outcome.cause not in {
        FailureCause.NOT_UNDERSTOOD,
        FailureCause.UNKNOWN_OBJECT,
        FailureCause.UNKNOWN_PLACE,
    }
    kept = orders.lower().split()
    for word in BINDING:
        assert word not in said or word in kept, (text, orders)


@pytest.mark.parametrize(
    ("where", "said", "orders"),
    [
        ("dining", "Put two fuzzy forks upwards on table 1", "Put two forks on table 1"),
        ("dining", "Table 2 is in dire want of a zorchy fork", "Bring a fork to table 2"),
        ("office", "Give desk 1 a once-over with three pens", "Bring three pens to desk 1"),
    ],
)
def test_an_order_that_is_offered_keeps_articles_and_amounts(where, said, orders):
    result = ENGINE.plan(PlanningTask(said, scene(where)))
    assert result.plan is None
    assert offered(result) == orders


@pytest.mark.parametrize(
    ("where", "said", "wider"),
    [
        ("pantry", "Put everything perishable in the freezer", "Put everything in"),
        ("pantry", "Bring something salty to the table", "Bring something to"),
        ("garage", "Put everything flammable on shelf 2", "Put everything on"),
        ("flat", "Put everything I need for bed on the nightstand", "Put everything on"),
        ("garage", "Bring out everything for playing tennis to the garden table", "everything to the garden table'"),
        ("flat", "Anything on the counter that is medicine should go into the bathroom", "edicine should go"),
        ("party", "Pass around something fizzy to the sofa", "something to the sofa'"),
        ("office", "Put the squidgy things on desk 1", "Put the things"),
        ("living", "Do not you dare zorch the red book to the sofa", "Put the red book"),
        ("living", "Zorch unless told so the red book to the sofa", "Put the red book"),
    ],
)
def test_nothing_offered_asks_for_more_than_was_said(where, said, wider):
    result = ENGINE.plan(PlanningTask(said, scene(where)))
    assert result.plan is None
    assert offered(result) == ""
    assert wider not in result.outcome.message
