# SPDX-License-Identifier: Apache-2.0
"""Several pieces of furniture are cleared one by one; what is said with a possessive or a colour is taken as such."""

from __future__ import annotations

import pytest

from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, SceneGraph
from makedo_eval.sentences.corpus import scene
from planner_node.assembly import Choices, assemble
from planner_node.task import PlanningTask


@pytest.fixture(scope="module")
def plan():
    return assemble(Choices(), environ={}).plan


def _moves(result):
    assert result.plan is not None, result.outcome.message
    return sorted(str(call) for call in result.plan.calls if call.skill.startswith(("put", "go_to")))


@pytest.mark.parametrize(
    ("where", "said", "plainly"),
    [
        ("office", "clear the desks onto the conference table",
         "Put everything from desk 1, desk 2 and desk 3 on the conference table."),
        ("office", "clear desks 1 and 2 onto desk 3", "Put everything from desk 1 and desk 2 on desk 3."),
        ("bedroom", "clear both nightstands onto the bed",
         "Put everything from nightstand 1 and nightstand 2 on the bed."),
        ("dining", "Clear the tables except table 1", "Clear table 2."),
        ("office", "Clear the desks except desk 2 onto the conference table",
         "Put everything from desk 1 and desk 3 on the conference table."),
        ("office", "Clear the desks but not desk 2 onto the conference table",
         "Put everything from desk 1 and desk 3 on the conference table."),
        ("dining", "tidy tables 2 and 3", "Clear table 2."),
        ("living", "go to the kid's room", "Go to the kids room."),
    ],
)  # fmt: skip
def test_each_is_cleared_as_if_said_alone(plan, where, said, plainly):
    told, wanted = plan(PlanningTask(said, scene(where))), plan(PlanningTask(plainly, scene(where)))
    assert [m for m in _moves(told) if m[0] == "p"] == [m for m in _moves(wanted) if m[0] == "p"]
    assert "Nothing is done for" not in told.explanation


def test_all_that_is_cleared_is_said_to_be(plan):
    explanation = plan(PlanningTask("clear both nightstands onto the bed", scene("bedroom"))).explanation
    assert explanation.endswith("This is exactly what was asked for.")


def _cones():
    nodes = [Node("hall", "room", NodeKind.ROOM), Node("table_1", "table", NodeKind.ASSET)]
    nodes += [Node("teacher_desk_1", "desk", NodeKind.ASSET), Node("desk_1", "desk", NodeKind.ASSET)]
    looks = {"cone_1": "orange", "cone_2": "orange", "cone_3": "red"}
    nodes += [Node(i, "cone", NodeKind.OBJECT, attributes=frozenset({look})) for i, look in looks.items()]
    nodes += [Node("robot", "robot", NodeKind.AGENT)]
    placed = [Relation(i, RelationType.ON, "table_1") for i in looks]
    placed += [Relation(n.id, RelationType.IN, "hall") for n in nodes if n.kind in (NodeKind.ASSET, NodeKind.AGENT)]
    return SceneGraph({n.id: n for n in nodes}, frozenset(placed))


def test_a_colour_that_is_also_a_fruit_is_how_a_cone_looks(plan):
    result = plan(PlanningTask("bring the cone that is not orange to desk 1", _cones()))
    assert "put_on(cone_3, desk_1)" in [str(call) for call in result.plan.calls]
    assert result.explanation.endswith("This is exactly what was asked for.")
    asked = plan(PlanningTask("which cones are not orange?", _cones())).explanation
    assert asked.startswith("I know of cone 3.")


def test_the_desk_of_the_teacher_is_called_so(plan):
    result = plan(PlanningTask("put the red cone on the teacher's desk", _cones()))
    assert "put_on(cone_3, teacher_desk_1)" in [str(call) for call in result.plan.calls]
