# SPDX-License-Identifier: Apache-2.0
"""A model's reading is held against the grammar's, said back, and put to the operator before anything is done."""

from __future__ import annotations

import pytest

from makedo_core.conversation.answers import Answered, Withdrawn, answer_of
from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import Node, NodeKind
from makedo_core.skills import SkillCall
from makedo_llm.ladder import NoModel
from planner_node import understanding
from planner_node.engine import Engine
from planner_node.language.interpret import interpret
from planner_node.language.phrasebook import load_phrasebook
from planner_node.language.refusal import Refusal
from planner_node.llm.request_check import with_quotations
from planner_node.llm.request_reader import to_request
from planner_node.llm.request_schema import InterpretedRequest
from planner_node.task import PlanningTask, Settings
from support.words import Words

pytestmark = pytest.mark.usefixtures("without_pieces")

TABLE_1 = {"said": "table 1", "words": "table_1", "side": "on"}
TABLE_2 = {"said": "table 2", "words": "table_2", "side": "on"}


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
    """Plan for an instruction that the grammar does not know, with clauses that a model reads."""

    def run(instruction, *clauses, asks=True, other=None):
        asked = []

        def reads(said, scene, *_):
            asked.append(said)
            if other is not None:
                return other
            answer = InterpretedRequest.model_validate({"clauses": list(clauses), "cannot": []})
            return to_request(said, with_quotations(said, answer), scene, ontology, load_phrasebook())

        run.asked = asked
        return Engine(ontology, Settings(), interpreter=reads).plan(PlanningTask(instruction, graph, asks=asks))

    return run


def put(said, words, count=1, place=TABLE_2, **more):
    return {"kind": "put", "what": [{"said": said, "words": words, "count": count, **more}], "place": place}


def switched(state):
    return {"kind": "set_state", "what": {"said": "lamp 1", "words": "lamp_1", "count": 1}, "state": state}


@pytest.mark.parametrize(
    ("instruction", "clause", "orders"),
    [
        ("gimme = the banana = table 2", put("the banana", "banana"), "Put the banana on table 2."),
        ("yeet both apples, table 2", put("both apples", "apple", 2), "Put two apples on table 2."),
        ("the crimson thingy, table 2", put("the crimson thingy", "mug"), "Put the mug on table 2."),
        ("Bitte alle Bananen auf table 2", put("alle Bananen", "banana", "all"), "Put all bananas on table 2."),
        (
            "zap lamp 1",
            switched("on"),
            "Switch on lamp 1.",
        ),
        (
            "yeet banana from table 1 to table 2",
            put("banana", "banana", source=TABLE_1),
            "Put one banana from table 1 on table 2.",
        ),
        ("yo lamp 1 on", switched("on"), "Switch on lamp 1."),
        ("vamoose, kitchen", {"kind": "go_to", "what": {"said": "kitchen", "words": "kitchen"}}, "Go to kitchen."),
    ],
)
def test_a_reading_is_a_question_that_says_it_in_orders_that_the_grammar_reads(
    plan_read, graph, engine, instruction, clause, orders
):
    result = plan_read(instruction, clause)
    assert result.plan is None and result.outcome.cause is FailureCause.AMBIGUOUS
    assert result.question is not None and result.question.kind is QuestionKind.WHETHER
    assert [option.instruction for option in result.question.options] == [orders]
    agreed = answer_of(result.question, "yes", graph)
    assert isinstance(agreed, Answered) and agreed.instruction == orders
    assert engine.plan(PlanningTask(orders, graph)).plan is not None
    assert isinstance(answer_of(result.question, "no", graph), Withdrawn)


@pytest.mark.parametrize(
    ("instruction", "clause"),
    [
        ("yeet the banana, table 2", put("the banana", "apple")),  # another thing
        ("yeet two apples, table 2", put("two apples", "apple", 1)),  # another amount
        ("yeet every apple, table 2", put("every apple", "apple", 1)),
        ("yeet the apples save one, table 2", put("the apples", "apple", "all")),  # an exception that is lost
        ("yeet the banana and the mug, table 2", put("the banana", "banana")),  # a thing that is lost
        ("yeet the banana, never the mug, table 2", put("the banana", "banana")),
        ("yeet the banana, table 2, if lamp 1 is on", put("the banana", "banana")),  # a condition
        ("yeet the banana table 2 table 3", put("the banana", "banana")),  # a place
        ("yeet the red mug, table 2", put("mug", "mug")),  # a look
        ("Hey ho. Put the mug on table 3. Bananarama!", put("mug", "banana", place=TABLE_2 | {"said": "table 3"})),
        ("Put the mug on table 3. Yeet the banana, table 2.", put("the banana", "banana")),  # a whole sentence
        ("apple from table 2 to table 1, yeet", put("apple", "apple", source=TABLE_1)),  # the way back
        ("yeet banana off of table 2", put("banana", "banana")),
        ("yeet banana to table 1, table 2 yo", put("banana", "banana", source=TABLE_1)),
        ("yo lamp 1 off", switched("on")),
        ("zap off lamp 1", switched("on")),
        ("yo lamp 1 on", switched("off")),
    ],
)
@pytest.mark.parametrize("asks", [True, False])
def test_a_reading_that_differs_from_what_the_grammar_knows_is_refused(plan_read, instruction, clause, asks):
    result = plan_read(instruction, clause, asks=asks)
    assert plan_read.asked == [instruction]
    assert result.plan is None and result.question is None and result.outcome.cause is not FailureCause.AMBIGUOUS


def test_without_an_operator_it_is_done_where_every_word_is_mirrored(plan_read, foreign):
    result = plan_read(foreign("banana, table 2"), put("banana", "banana"), asks=False)
    assert result.plan is not None
    assert result.plan.calls[-1] == SkillCall("put_on", ("banana_1", "table_2"))


def test_without_an_operator_it_is_not_done_on_words_that_only_the_model_knows(plan_read):
    result = plan_read("yeet banana, table 2", put("banana", "banana"), asks=False)
    assert result.plan is None and result.outcome.cause is FailureCause.NOT_UNDERSTOOD


def test_without_an_operator_no_side_is_made_up(plan_read, foreign):
    inside = {**TABLE_2, "side": "inside"}
    result = plan_read(foreign("banana, table 2"), put("banana", "banana", place=inside), asks=False)
    assert result.plan is None and result.outcome.cause is FailureCause.NOT_UNDERSTOOD


@pytest.mark.parametrize(
    ("instruction", "clause", "added"),
    [
        ("mug, table 2", put("mug", "mug", attributes=["red"]), "red"),
        ("mug, table 2", put("mug", "mug", requirements=["kid_safe"]), "kid safe"),
        ("apples, table 2", put("apples", "apple", 2), "two"),
        ("apples, table 2", put("apples", "apple", 1), "one"),
        ("the apple, table 2", put("the apple", "apple", "all"), "all"),
        ("apple, table 2", put("apple", "apple_2"), "apple 2"),
        ("mug, table", put("mug", "mug", place={**TABLE_2, "said": "table"}), "table 2"),
        (
            "apple, banana, table 2",
            put("apple", "apple", excluded=[{"said": "banana", "words": "banana"}]),
            "except",
        ),
    ],
)
def test_what_nobody_said_is_told_and_not_done_unasked(plan_read, foreign, instruction, clause, added):
    unasked = plan_read(foreign(instruction), clause, asks=False)
    assert unasked.plan is None and unasked.outcome.cause is FailureCause.NOT_UNDERSTOOD
    asked = plan_read(instruction, clause)
    assert asked.question is not None and f"'{added}'" in asked.question.text


@pytest.mark.parametrize(
    ("instruction", "clause"),
    [
        ("red mug, table 2", put("red mug", "mug", attributes=["red"])),
        ("both apples, table 2", put("both apples", "apple", 2)),
        ("2 apples, table 2", put("2 apples", "apple", 2)),
        ("apples, table 2", put("apples", "apple", "all")),
        ("all fruit, table 2", put("all fruit", "fruit", "all")),
        ("apple 2, table 2", put("apple 2", "apple_2")),
        ("banana, table 2", put("banana", "banana_1")),  # there is but one
        ("one of the apples, table 2", put("one of the apples", "apple", 1)),
    ],
)
def test_what_was_said_in_so_many_words_is_no_addition(plan_read, foreign, instruction, clause):
    asked = plan_read(foreign(instruction), clause)
    assert asked.question is not None and "no word for" not in asked.question.text


@pytest.mark.parametrize("asks", [True, False])
@pytest.mark.parametrize(
    ("instruction", "clause", "cause"),
    [
        ("yeet the kitchen, table 2", put("the kitchen", "kitchen"), FailureCause.NOT_CAPABLE),
        ("yeet lamp 1, table 2", put("lamp 1", "lamp_1"), FailureCause.NOT_CAPABLE),
    ],
)
def test_what_the_scene_refuses_of_a_reading_is_told_as_a_reading(plan_read, instruction, clause, cause, asks):
    result = plan_read(instruction, clause, asks=asks)
    assert result.plan is None and result.outcome.cause is cause
    assert "language model" in result.outcome.message


def test_a_slip_of_the_pen_is_held_against_what_was_written(plan_read):
    """A model quotes "the mug" where "teh mug" stands; it must not read "pan" where "pen" stands."""
    result = plan_read("yeet teh mug, table 2", put("the mug", "mug"))
    assert result.question is not None
    answer = InterpretedRequest.model_validate({"clauses": [put("the pan", "pan")], "cannot": []})
    mended = with_quotations("yeet the pen, table 2", answer)
    assert mended.clauses[0].what[0].said == "pen"


@pytest.mark.parametrize(
    ("instruction", "quoted", "orders"),
    [
        ("yeet banana onto table 2", "table 2", "Put one banana on table 2."),
        ("yeet banana on top of the table 2", "the table 2", "Put one banana on table 2."),
        ("yeet banana into table 2", "into table 2", "Put one banana in table 2."),
        ("yeet banana to table 2", "table 2", "Put one banana in table 2."),  # "to" leaves it to the model
    ],
)
def test_on_which_side_of_a_place_is_what_the_words_before_it_say(plan_read, instruction, quoted, orders):
    place = {**TABLE_2, "said": quoted, "side": "inside"}
    result = plan_read(instruction, put("banana", "banana", place=place))
    assert result.question is not None
    assert [option.instruction for option in result.question.options] == [orders]


def test_a_quotation_that_names_one_piece_of_furniture_means_it(plan_read):
    result = plan_read("yeet banana, table 2", put("banana", "banana", place={**TABLE_2, "words": "table"}))
    assert result.question is not None
    assert [option.instruction for option in result.question.options] == ["Put one banana on table 2."]


def test_what_is_pursued_already_is_read_by_no_model(plan_read, graph, ontology):
    asked = []
    engine = Engine(ontology, interpreter=lambda said, *_: asked.append(said))
    goal = '{"and": [{"on": ["banana_1", "table_2"]}]}'
    engine.plan(PlanningTask("yeet banana, table 2", graph, goal=goal))
    assert asked == []


def test_what_a_model_says_of_a_sentence_is_told_as_its_own(plan_read, foreign, words: Words):
    cannot = Refusal(FailureCause.NOT_CAPABLE, "I cannot do 'yeet'.")
    words(
        plan_read("yeet banana, table 2", other=cannot).outcome.message,
        plan_read("yeet banana, table 2", other=NoModel(("big gave no answer within 30 s",))).outcome.message,
        plan_read("yeet banana, table 2", put("banana", "banana")).outcome.message,
        plan_read("yeet banana, table 2", put("banana", "banana"), asks=False).outcome.message,
        plan_read("yeet the banana and the mug, table 2", put("the banana", "banana")).outcome.message,
        plan_read("yeet the banana, table 2", put("the banana", "apple")).outcome.message,
        plan_read(foreign("banana, table 2"), put("banana", "banana"), asks=False).explanation,
        plan_read("yeet the dragon, table 2", put("the dragon", "apple")).outcome.message,
        plan_read("yeet the kitchen, table 2", put("the kitchen", "kitchen")).outcome.message,
    )


def test_without_any_model_nothing_is_said_of_one(plan_read):
    without = plan_read("yeet banana, table 2", other=NoModel()).outcome.message
    assert "model" not in without


def test_what_is_understood_in_pieces_is_asked_about_and_put_to_no_model(plan_read, monkeypatch):
    monkeypatch.undo()
    result = plan_read("yeet the banana, table 2", put("the mug", "mug"))
    assert plan_read.asked == []
    assert [option.instruction for option in result.question.options] == ["Bring the banana to table 2"]
