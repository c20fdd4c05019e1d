# SPDX-License-Identifier: Apache-2.0
"""A question ends nothing: each answer that it offers is an instruction to plan for, or asks the next."""

from __future__ import annotations

import pytest

from makedo_core.conversation.answers import Answered, answer_of
from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from makedo_core.files.scene_files import scene_file
from makedo_core.files.scene_json import graph_from_json
from makedo_core.goals.goal import Holds
from makedo_core.goals.goal_json import goal_to_json
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.ontology import load_ontology
from makedo_core.skills import Literal, Predicate
from planner_node.engine import Engine
from planner_node.task import PlanningTask

CONVERSATIONS = [
    (QuestionKind.WHICH, "Bring the apple to the table", "the second one"),
    (QuestionKind.WHICH, "Set the table for two people, please.", "table 3"),
    (QuestionKind.WHEREABOUTS, "Please fetch me the milk, then close the fridge.", "counter 1"),
    (QuestionKind.HOW_MANY, "Put many apples on table_2", "two"),
    (QuestionKind.WITH_WHAT, "Load drawer_1", "the mug"),
]


@pytest.fixture(scope="module")
def home() -> SceneGraph:
    path = scene_file("home")
    return graph_from_json(path.read_text(encoding="utf-8"), str(path))


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(load_ontology())


@pytest.mark.parametrize(("kind", "instruction", "said"), CONVERSATIONS)
def test_an_answer_makes_an_instruction_that_raises_the_question_no_more(engine, home, kind, instruction, said):
    asked = engine.plan(PlanningTask(instruction, home))
    assert asked.question is not None and asked.question.kind is kind
    answer = answer_of(asked.question, said, home)
    assert isinstance(answer, Answered)
    assert engine.plan(PlanningTask(answer.instruction, home)).question is None


def test_each_option_of_a_place_leads_to_a_plan_for_that_place(engine, home):
    asked = engine.plan(PlanningTask("Bring the milk to the table", home))
    assert asked.question is not None
    assert [o.name for o in asked.question.options] == ["table_1", "table_2", "table_3"]
    for option in asked.question.options:
        plan = engine.plan(PlanningTask(option.instruction, home)).plan
        assert plan is not None
        assert [c.arguments[1] for c in plan.calls if c.skill.startswith("put") or c.skill == "place_on"] == [
            option.name
        ]


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        (
            "Bring the apple to the table and go to the other table",
            ("Bring the apple to table_2 and go to table_3", 2),
        ),
        (  # what is named again is the same: it is asked about once
            "Bring the apple to the table and the mug to the table",
            ("Bring the apple to table_2 and the mug to the table", 1),
        ),
    ],
)
def test_questions_come_one_after_the_other_until_there_is_a_plan(engine, home, asked, answered):
    instruction, rounds = asked, 0
    while (question := engine.plan(PlanningTask(instruction, home)).question) is not None:
        answer = answer_of(question, "table 3" if rounds else "table 2", home)
        assert isinstance(answer, Answered)
        instruction, rounds = answer.instruction, rounds + 1
    assert (instruction, rounds) == answered
    assert engine.plan(PlanningTask(instruction, home)).plan is not None


def test_a_refusal_that_no_answer_mends_leaves_no_question(engine, home):
    assert engine.plan(PlanningTask("Sing a song", home)).question is None
    assert engine.plan(PlanningTask("Bring the unicorn to table_1", home)).question is None


@pytest.mark.parametrize(
    ("said", "cause"),
    [
        ("Bring the milk to the table", FailureCause.AMBIGUOUS),  # of three
        ("Put the fridge on table_2", FailureCause.NOT_CAPABLE),
    ],
)
def test_a_goal_that_is_given_is_pursued_where_its_words_leave_something_open(engine, home, said, cause):
    assert engine.plan(PlanningTask(said, home)).outcome.cause is cause
    milk = next(node.id for node in home if node.label.startswith("milk"))
    goal = goal_to_json(Holds(Literal(Predicate.ON, (milk, "table_2"))))
    plan = engine.plan(PlanningTask(said, home, goal=goal)).plan
    assert plan is not None and (milk, "table_2") in {call.arguments for call in plan.calls}
