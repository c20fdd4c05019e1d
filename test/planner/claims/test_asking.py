# SPDX-License-Identifier: Apache-2.0
"""Doubts about what words mean: one question where somebody can be asked, else the safe choice, which is told."""

from __future__ import annotations

import pytest

from makedo_core.account import ClaimKind, ClaimReason
from makedo_core.conversation.question import Option, QuestionKind
from makedo_core.failure import FailureCause
from makedo_core.goals.goal_json import goal_to_json
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType
from planner_node.assembly import Choices, assemble
from planner_node.task import PlanningTask

CANS = ("cola_can_1 on table_1", "watering_can_1 on table_1", "apple_1 on table_1")


def doubted(result) -> dict[str, tuple[ClaimReason, bool]]:
    return {c.subject: (c.reason, c.served) for c in result.account.of_kind(ClaimKind.DOUBTED)}


def moved(result) -> set[str]:
    return {c.arguments[0] for c in result.plan.calls if c.skill in ("put_on", "put_inside")}


def test_whether_a_thing_belongs_to_a_group_by_name_alone_is_asked(plan, world):
    result = plan("bring all cans to table_2", world(*CANS))
    assert (result.plan, result.outcome.cause, result.candidates) == (None, FailureCause.AMBIGUOUS, ("watering_can_1",))
    assert result.question.kind is QuestionKind.WHETHER
    assert result.question.options == (
        Option("yes", "bring all cans and watering_can_1 to table_2"),
        Option("no", "bring all cans except watering_can_1 to table_2"),
    )


@pytest.mark.parametrize(("answer", "taken"), [("yes", {"cola_can_1", "watering_can_1"}), ("no", {"cola_can_1"})])
def test_each_answer_leads_to_a_plan_without_a_doubt(plan, world, answer, taken):
    question = plan("bring all cans to table_2", world(*CANS)).question
    (instruction,) = (o.instruction for o in question.options if o.name == answer)
    result = plan(instruction, world(*CANS))
    assert moved(result) == taken
    assert result.account.exact


def test_with_nobody_to_ask_it_is_left_and_told(plan, world):
    result = plan("bring all cans to table_2", world(*CANS), asks=False)
    assert moved(result) == {"cola_can_1"}
    assert doubted(result) == {"watering_can_1": (ClaimReason.NAME, False)}


@pytest.mark.parametrize("asks", [True, False])
def test_what_may_be_excluded_is_left_and_told(plan, world, asks):
    result = plan("bring everything except the cans from table_1 to table_2", world(*CANS), asks=asks)
    assert moved(result) == {"apple_1"}
    assert doubted(result) == {"watering_can_1": (ClaimReason.NAME, False)}


def unknown(graph, name="frobnicator"):
    node = Node(f"{name}_1", name, NodeKind.OBJECT, size=(0.06, 0.06, 0.1))
    return graph.changed(put=[node], add=[Relation(node.id, RelationType.ON, "table_1")])


def test_a_label_that_nobody_describes_may_belong_to_a_wide_class_and_to_no_narrow_one(plan, world):
    graph = unknown(world("apple_1 on table_1", "banana_1 on table_1"))
    wide = plan("bring all the fruit to table_2", graph, asks=False)
    narrow = plan("bring all the bananas to table_2", graph, asks=False)
    assert doubted(wide) == {"frobnicator_1": (ClaimReason.LIKENESS, False)}
    assert doubted(narrow) == {}


def test_looks_before_a_name_leave_no_doubt(plan, world):
    graph = unknown(world("plate_1 on table_1"), "dirty_plate")
    result = plan("bring all plates to table_2", graph)
    assert moved(result) == {"plate_1", "dirty_plate_1"}
    assert result.account.exact


def test_a_goal_that_is_pursued_already_is_not_asked_about_again(plan, world):

    goal = goal_to_json(plan("bring all cans to table_2", world(*CANS), asks=False).plan.goal)
    assert plan("bring all cans to table_2", world(*CANS), goal=goal).plan is not None


def test_what_may_be_among_the_excepted_by_what_it_means_is_asked_before_it_is_taken(world):
    plan = assemble(Choices(), environ={}).plan  # with WordNet, which takes test tubes for glassware, perhaps
    graph = world("test_tube_1 on table_1", "apple_1 on table_1")
    result = plan(PlanningTask("bring everything except the glassware to table_2", graph))
    assert (result.plan, result.outcome.cause, result.candidates) == (None, FailureCause.AMBIGUOUS, ("test_tube_1",))
    told = plan(PlanningTask("bring everything except the test tube to table_2", graph))
    assert moved(told) == {"apple_1"}
    assert told.account.exact
