# SPDX-License-Identifier: Apache-2.0
"""The nodes that matter for an instruction: enough for the same plan, and few."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import AGENT_ID, NodeKind
from planner_node.selection import NodeRole
from planner_node.task import PlanningTask

INSTRUCTIONS = (
    "Bring 4 kid snacks to table_2",
    "bring the fork to table_1",
    "put the book inside the fridge",
    "open the fridge",
    "throw away the banana",
)


@pytest.mark.parametrize("instruction", INSTRUCTIONS)
def test_the_rest_can_be_left_out_without_changing_the_plan(engine, home, instruction):
    roles = dict(engine.select(PlanningTask(instruction, home)).roles)
    kept = {*roles, *(n.id for n in home.of_kind(NodeKind.ROOM))}
    pruned = home.changed(remove=[n.id for n in home if n.id not in kept and n.kind is NodeKind.OBJECT])
    whole, less = engine.plan(PlanningTask(instruction, home)), engine.plan(PlanningTask(instruction, pruned))
    assert less.plan.relaxation_cost == whole.plan.relaxation_cost
    assert less.plan.calls == whole.plan.calls
    assert len(pruned.of_kind(NodeKind.OBJECT)) < len(home.of_kind(NodeKind.OBJECT))


def test_every_node_has_one_role_and_the_most_important_come_first(engine, home):
    roles = engine.select(PlanningTask("Bring 4 kid snacks to table_2", home)).roles
    assert [r for _, r in roles] == sorted(r for _, r in roles)
    assert len(dict(roles)) == len(roles)
    assert dict(roles)[AGENT_ID] is NodeRole.ROBOT
    assert dict(roles)["kitchen"] is NodeRole.ROOM


def test_what_is_not_understood_selects_nothing_and_says_why(engine, home):
    selection = engine.select(PlanningTask("bring me a drink", home))
    assert selection.outcome.cause is FailureCause.AMBIGUOUS
    assert selection.roles == () and selection.candidates


def test_the_roles_are_numbered_as_in_the_message():
    pytest.importorskip("rclpy")
    from makedo.srv import SelectObjects

    assert {r.name: int(r) for r in NodeRole} == {r.name: getattr(SelectObjects.Response, r.name) for r in NodeRole}
