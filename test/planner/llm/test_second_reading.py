# SPDX-License-Identifier: Apache-2.0
"""A model's orders are held against what the grammar knows of the same words, and put to the operator first."""

from __future__ import annotations

import pytest

from makedo_core.conversation.answers import Answered, Withdrawn, answer_of
from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import Node, NodeKind
from makedo_llm.ladder import NoModel
from planner_node import understanding
from planner_node.engine import Engine
from planner_node.language.interpret import interpret
from planner_node.language.refusal import Refusal
from planner_node.task import PlanningTask, Settings
from support.words import Words

pytestmark = pytest.mark.usefixtures("without_pieces")

BANANA = "Put the banana on table 2."


@pytest.fixture(scope="module")
def graph(world):
    red = Node("mug_1", "mug", NodeKind.OBJECT, attributes=frozenset({"red"}))
    things = ("apple_1 on table_1", "apple_2 on table_1", "banana_1 on table_1", "mug_1 on table_1")
    return world(*things, extra=[red])


@pytest.fixture
def foreign(monkeypatch):
    """Make a sentence one that the grammar does not understand, whatever it learns."""

    def make(sentence):
        def read(text, *args, **kwargs):
            if text == sentence:
                return Refusal(FailureCause.NOT_UNDERSTOOD, "I do not understand that.")
            return interpret(text, *args, **kwargs)

        monkeypatch.setattr(understanding, "interpret", read)
        return sentence

    return make


@pytest.fixture
def plan_read(graph, ontology):
    """Plan for an instruction that the grammar does not know, with the orders that a model takes it as."""

    def run(instruction, orders, asks=True):
        asked = []

        def says(said, *_):
            asked.append(said)
            return orders

        run.asked = asked
        return Engine(ontology, Settings(), interpreter=says).plan(PlanningTask(instruction, graph, asks=asks))

    return run


def offered(result) -> list[str]:
    assert result.plan is None and result.question is not None, result.outcome
    assert result.question.kind is QuestionKind.WHETHER
    return [option.instruction for option in result.question.options]


@pytest.mark.parametrize(
    ("instruction", "orders"),
    [
        ("gimme = the banana = table 2", BANANA),
        ("yeet both apples, table 2", "Put two apples on table 2."),
        ("the crimson thingy, table 2", "Put the mug on table 2."),
        ("Bitte alle Bananen auf table 2", "Put all bananas on table 2."),
        ("zap lamp 1", "Switch on lamp 1."),
        ("yeet banana from table 1 to table 2", "Put one banana from table 1 on table 2."),
        ("yo lamp 1 on", "Switch on lamp 1."),
        ("vamoose, kitchen", "Go to the kitchen."),
        ("Bitte den Apfel auf Tisch zwei", "Put one apple on table 2."),  # another language
        ("yeet the banana, table 2, and zap lamp 1", f"{BANANA} Switch on lamp 1."),
        ("prithee, lamp 1, be it burning?", "Is lamp 1 on?"),
    ],
)
def test_orders_of_a_model_are_a_question(plan_read, graph, engine, instruction, orders):
    result = plan_read(instruction, orders)
    assert result.outcome.cause is FailureCause.AMBIGUOUS
    assert offered(result) == [orders]
    agreed = answer_of(result.question, "yes", graph)
    assert isinstance(agreed, Answered) and agreed.instruction == orders
    assert engine.plan(PlanningTask(orders, graph)).outcome.ok
    assert isinstance(answer_of(result.question, "no", graph), Withdrawn)


@pytest.mark.parametrize(
    ("instruction", "orders"),
    [
        ("yeet two apples, table 2", "Put one apple on table 2."),  # another amount
        ("yeet every apple, table 2", "Put one apple on table 2."),
        ("yeet the apples save one, table 2", "Put all apples on table 2."),  # an exception that is lost
        ("yeet the banana, table 2, if lamp 1 is on", BANANA),  # a case
        ("as soon as lamp 1 blinks yeet the banana, table 2", BANANA),  # a time
        ("yeet the banana, table 2, or the mug", BANANA),  # a choice
        ("yeet the banana only, table 2", "Put the banana and the mug on table 2."),
        ("Put the mug on table 3. Yeet the banana, table 2.", BANANA),  # a whole sentence
        ("apple from table 2 to table 1, yeet", "Put one apple from table 1 on table 2."),  # the way back
        ("yeet banana off of table 2", BANANA),
        ("yeet banana to table 1, table 2 yo", "Put the banana from table 1 on table 2."),
        ("out of the kitchen, vamoose", "Go to the kitchen."),
        ("yeet the banana somewhere", BANANA),  # a place that nobody spoke of
        ("yeet exactly no banana, table 2", BANANA),
        ("yeet the banana, table 2. Kindly zap and open the drawer.", BANANA),  # an order
        ("yo lamp 1 off", "Switch on lamp 1."),
        ("zap off lamp 1", "Switch on lamp 1."),
        ("yo lamp 1 on", "Switch off lamp 1."),
    ],
)
@pytest.mark.parametrize("asks", [True, False])
def test_orders_against_what_the_grammar_knows_are_no_question(plan_read, instruction, orders, asks):
    result = plan_read(instruction, orders, asks=asks)
    assert plan_read.asked == [instruction]
    assert result.plan is None and result.question is None and result.outcome.cause is not FailureCause.AMBIGUOUS


@pytest.mark.parametrize(
    ("instruction", "orders", "lost"),
    [
        ("yeet the banana, table 2", "Put one apple on table 2.", "'banana'"),
        ("yeet the banana and the mug, table 2", BANANA, "'mug'"),
        ("yeet the banana, never the mug, table 2", BANANA, "'never' and 'mug'"),
        ("yeet the red mug, table 2", "Put the mug on table 2.", "'red'"),
        ("lamp 1, nay, I mean the banana, table 2, yeet", BANANA, "'lamp'"),
    ],
)
def test_what_orders_leave_out_is_told_with_the_question(plan_read, instruction, orders, lost):
    result = plan_read(instruction, orders)
    assert offered(result) == [orders]
    assert "That leaves out " in result.question.text and lost in result.question.text


def test_words_that_only_the_model_knows_are_told(plan_read):
    assert "I do not know 'yeet'." in plan_read("yeet the banana, table 2", BANANA).question.text


@pytest.mark.parametrize("said", ["yeet banana, table 2", "banana, table 2"])
def test_without_an_operator_nothing_is_done_on_a_models_word(plan_read, foreign, said):
    result = plan_read(foreign(said), BANANA, asks=False)
    assert result.plan is None and result.outcome.cause is FailureCause.NOT_UNDERSTOOD
    assert f"A language model takes it as: '{BANANA}'" in result.outcome.message


@pytest.mark.parametrize(
    ("instruction", "orders", "added"),
    [
        ("mug, table 2", "Put the red mug on table 2.", "red"),
        ("mug, table 2", "Put a mug for the kids on table 2.", "kid safe"),
        ("apples, table 2", "Put two apples on table 2.", "two"),
        ("apples, table 2", "Put one apple on table 2.", "one"),
        ("the apple, table 2", "Put all apples on table 2.", "all"),
        ("apple, table 2", "Put apple 2 on table 2.", "apple 2"),
        ("mug, table", "Put the mug on table 2.", "table 2"),
        ("crockery, table 2", "Put the banana on table 2.", "the banana"),
        ("apple, table 2", "Put all fruit except the banana on table 2.", "except"),
    ],
)
def test_what_nobody_said_is_told_with_the_question(plan_read, foreign, instruction, orders, added):
    assert f"'{added}'" in plan_read(foreign(instruction), orders).question.text


@pytest.mark.parametrize(
    ("instruction", "orders"),
    [
        ("red mug, table 2", "Put the red mug on table 2."),
        ("both apples, table 2", "Put two apples on table 2."),
        ("2 apples, table 2", "Put two apples on table 2."),
        ("apples, table 2", "Put all apples on table 2."),
        ("all fruit, table 2", "Put all fruit on table 2."),
        ("apple 2, table 2", "Put apple 2 on table 2."),
        ("banana, table 2", "Put banana 1 on table 2."),  # there is but one
        ("one of the apples, table 2", "Put one apple on table 2."),
    ],
)
def test_what_was_said_in_so_many_words_is_no_addition(plan_read, foreign, instruction, orders):
    assert "no word for" not in plan_read(foreign(instruction), orders).question.text


@pytest.mark.parametrize("asks", [True, False])
@pytest.mark.parametrize("said", ["the kitchen", "lamp 1"])
def test_what_the_scene_refuses_of_orders_is_told_as_a_models(plan_read, said, asks):
    result = plan_read(f"yeet {said}, table 2", f"Put {said} on table 2.", asks=asks)
    assert result.plan is None and result.outcome.cause is FailureCause.NOT_CAPABLE
    assert "language model" in result.outcome.message


def test_orders_that_the_robot_has_a_question_about_are_asked_about_first(plan_read, graph, engine):
    orders = "Put the mug on the table."
    assert offered(plan_read("yeet the mug onto one of them tables", orders)) == [orders]
    assert engine.plan(PlanningTask(orders, graph)).question is not None


def test_what_cannot_be_done_as_it_was_read_is_read_by_a_model_too(plan_read):
    """The grammar takes "light" for a thing that can be made; the question comes only if the orders can be done."""
    instruction = "please you make light with lamp 1"
    result = plan_read(instruction, "Switch on lamp 1.")
    assert offered(result) == ["Switch on lamp 1."]
    assert plan_read.asked == [instruction]
    refused = plan_read(instruction, "Switch on the dragon.")
    assert refused.question is None and "model" not in refused.outcome.message


def test_what_is_pursued_already_is_read_by_no_model(plan_read, graph, ontology):
    asked = []
    engine = Engine(ontology, interpreter=lambda said, *_: asked.append(said))
    goal = '{"and": [{"on": ["banana_1", "table_2"]}]}'
    engine.plan(PlanningTask("yeet banana, table 2", graph, goal=goal))
    assert asked == []


def test_what_a_model_says_of_a_sentence_is_told_as_its_own(plan_read, foreign, words: Words):
    words(
        plan_read("yeet banana, table 2", "").outcome.message,
        plan_read("yeet banana, table 2", NoModel(("big gave no answer within 30 s",))).outcome.message,
        plan_read("yeet banana, table 2", BANANA).outcome.message,
        plan_read("yeet banana, table 2", BANANA, asks=False).outcome.message,
        plan_read("yeet the banana and the mug, table 2", BANANA).outcome.message,
        plan_read("yeet two bananas, table 2", BANANA).outcome.message,
        plan_read("yeet the dragon, table 2", "Put the dragon on table 2.").outcome.message,
        plan_read("yeet the kitchen, table 2", "Put the kitchen on table 2.").outcome.message,
        plan_read("banana, dance with it", "Dance with the banana.").outcome.message,
        plan_read("please you make light with lamp 1", "Switch on lamp 1.").outcome.message,
    )


def test_without_any_model_nothing_is_said_of_one(plan_read):
    without = plan_read("yeet banana, table 2", NoModel()).outcome.message
    assert "model" not in without


def test_what_is_understood_in_pieces_is_asked_about_and_put_to_no_model(plan_read, monkeypatch):
    monkeypatch.undo()
    result = plan_read("yeet the banana, table 2", "Put the mug on table 2.")
    assert plan_read.asked == []
    assert offered(result) == ["Bring the banana to table 2"]
