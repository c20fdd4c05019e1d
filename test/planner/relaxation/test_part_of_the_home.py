# SPDX-License-Identifier: Apache-2.0
"""What people carry and the scene graph has as part of the home stays, and that is said; it is never unknown."""

from __future__ import annotations

import pytest

from makedo_core.account import ClaimReason
from makedo_core.failure import FailureCause
from makedo_core.graph.nodes import Node, NodeKind, Relation, RelationType
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Settings


@pytest.fixture
def plan(ontology, world):
    """Plans in a home with a pie on plate 2 and a cupcake on table 2, which are parts of it as the graph has them."""
    graph = world("plate_1 on table_1", "plate_2 on table_1", "cupcake_1 on table_1", "apple_1 on table_1")
    fixed = {"pie_1": "plate_2", "cupcake_2": "table_2"}
    graph = graph.changed(
        put=[Node(i, i.partition("_")[0], NodeKind.ASSET) for i in fixed],
        add=[Relation(i, RelationType.ON, below) for i, below in fixed.items()],
    )
    engine = Engine(ontology, Settings())
    return lambda said: engine.plan(PlanningTask(said, graph))


def put(result):
    return {str(call) for call in result.plan.calls if call.skill.startswith("put")}


def test_of_all_of_a_kind_it_is_told_which_stays(plan):
    result = plan("put all the cupcakes on table_3")
    assert put(result) == {"put_on(cupcake_1, table_3)"}
    (left,) = (c for c in result.account.claims if c.reason is ClaimReason.NOT_CARRIED)
    assert left.subject == "cupcake_2" and not result.account.exact
    assert "Cupcake 2 stays: I know it as part of the home." in result.explanation


def test_of_one_of_a_kind_that_is_carried_nothing_is_told(plan):
    result = plan("put a cupcake on table_3")
    assert put(result) == {"put_on(cupcake_1, table_3)"} and result.account.exact


def test_it_is_not_unknown(plan):
    result = plan("put the pie on table_3")
    told = result.explanation or result.outcome.message
    assert "pie 1 only as part of the home" in told and "know of no pie" not in told


def test_all_of_a_kind_that_is_not_carried_is_refused(plan):
    outcome = plan("put all the pies on table_3").outcome
    assert outcome.cause is FailureCause.NOT_CAPABLE
    assert outcome.message == "I know pie 1 only as part of the home, and I do not carry it."


def test_what_it_rests_on_is_not_picked_up_and_the_reason_is_told(plan):
    result = plan("put both plates on table_3")
    assert put(result) == {"put_on(plate_1, table_3)"}
    assert "pie 1 is on plate 2 and stays there" in result.explanation
    assert "pie 1 is on plate 2 and stays there" in plan("put plate_2 on table_3").explanation
