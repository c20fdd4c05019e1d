# SPDX-License-Identifier: Apache-2.0
"""The planner as a process of its own, spoken to over ROS."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from planner_process import Client, planner_process, wait_for_graph

from makedo_core.failure import FailureCause
from makedo_core.goals.goal_text import describe
from makedo_core.graph.scene_graph import AGENT_ID, Relation, RelationType
from makedo_core.plan import Plan

pytestmark = pytest.mark.ros


@pytest.fixture
def client(ros_domain_id, home) -> Iterator[Client]:
    """The planner with the home's graph."""
    with planner_process(home) as talking:
        yield talking


def test_the_planner_over_ros(client, home):
    """One process for all of it: starting it takes longer than everything that is asked."""
    from makedo.srv import RelaxGoal, SelectObjects, ValidatePlan
    from makedo_ros.conversions.nouns import graph_to_ros
    from makedo_ros.conversions.plans.plans import plan_from_ros, plan_to_ros

    wait_for_graph(client)
    told = []
    result = client.plan("Bring 4 kid snacks to table_2", lambda m: told.append(m.feedback.stage))
    assert result.outcome.code == FailureCause.SUCCESS
    assert len(result.plan.calls) == 16
    assert result.plan.relaxation_cost == pytest.approx(1.0)
    assert "wine" in result.explanation
    assert json.loads(result.plan.goal)["kind"] == "all_of"
    assert result.plan.goal_text
    assert set(told) <= {"interpreting", "grounding", "relaxing", "searching", "validating"}

    again = client.plan(
        "Bring 4 kid snacks to table_2",
        graph=graph_to_ros(home.changed(remove=["cola_can_1"])),
        goal=result.plan.goal,
        known_failures=["unreachable cola_can_1"],
    )
    assert again.outcome.code == FailureCause.SUCCESS
    assert "cola_can_2" in {a for call in again.plan.calls for a in call.arguments}

    for instruction, cause in (
        ("dance for me", FailureCause.NOT_CAPABLE),
        ("Bring the unicorn to table_2", FailureCause.UNKNOWN_OBJECT),
        ("", FailureCause.INVALID_INSTRUCTION),
    ):
        refused = client.plan(instruction)
        assert refused.outcome.code == cause
        assert not refused.plan.calls
    assert client.plan("bring me a drink").candidates
    assert client.plan("go to the kitchen", known_failures=["odd"]).outcome.code == FailureCause.INVALID_GOAL
    assert client.plan("x", goal="{").outcome.code == FailureCause.INVALID_GOAL
    hurried = client.plan("Bring 4 kid snacks to table_2", time_limit_s=1e-6)
    assert hurried.outcome.code == FailureCause.PLANNING_TIMEOUT

    named = client.plan("open the fridge", strategy="relaxation:proposer=search")
    assert named.outcome.code == FailureCause.SUCCESS
    unknown = client.plan("open the fridge", strategy="magic")
    assert unknown.outcome.code == FailureCause.INVALID_INSTRUCTION
    assert unknown.outcome.message.startswith("there is no strategy 'magic'; there are relaxation")
    unknown = RelaxGoal.Request(instruction="open the fridge", strategy="magic")
    assert "no strategy" in client.wait(client.relax.call_async(unknown)).outcome.message

    relaxed = client.wait(client.relax.call_async(RelaxGoal.Request(instruction="bring a glass to table_2")))
    assert relaxed.outcome.code == FailureCause.SUCCESS
    assert relaxed.plan.relaxations

    request = SelectObjects.Request(instruction="Bring 4 kid snacks to table_2")
    chosen = client.wait(client.select.call_async(request))
    roles = dict(zip(chosen.id, chosen.role, strict=True))
    assert roles["granola_bar_1"] == SelectObjects.Response.WANTED
    assert roles["cola_can_1"] == SelectObjects.Response.SUBSTITUTE
    assert roles["table_2"] == SelectObjects.Response.PLACE
    assert "wine_bottle_1" not in roles and len(roles) < len(home.nodes)
    unknown = client.wait(client.select.call_async(SelectObjects.Request(instruction="bring the florb to table_2")))
    assert unknown.outcome.code == FailureCause.UNKNOWN_OBJECT and not unknown.id

    plan = plan_from_ros(result.plan)
    valid = client.wait(client.validate.call_async(ValidatePlan.Request(plan=result.plan)))
    assert (valid.outcome.code, valid.failing_step) == (FailureCause.SUCCESS, -1)
    broken = plan_to_ros(Plan(plan.instruction, plan.goal, plan.calls[1:], plan.revision), describe(plan.goal))
    invalid = client.wait(client.validate.call_async(ValidatePlan.Request(plan=broken)))
    assert (invalid.outcome.code, invalid.failing_step) == (FailureCause.INVALID_PLAN, 0)
    assert invalid.failing_literals
    broken.goal = "the apple is on table 2"
    told = client.wait(client.validate.call_async(ValidatePlan.Request(plan=broken))).outcome
    assert told.code == FailureCause.INVALID_GOAL
    assert told.message.endswith(
        'a goal looks like {"kind":"holds","literal":{"predicate":"on","terms":["apple_1","table_2"],"negated":false}}'
    )

    assert client.transition(4)  # deactivate
    assert client.plan("go to the kitchen").outcome.code == FailureCause.NOT_ACTIVE


def test_a_contradictory_graph_is_refused(client, home):
    from makedo_ros.conversions.nouns import graph_to_ros

    twice = home
    for held in ("apple_1", "apple_2"):
        twice = twice.with_placement(Relation(held, RelationType.HELD_BY, AGENT_ID))
    result = client.plan("go to the kitchen", graph=graph_to_ros(twice))
    assert result.outcome.code == FailureCause.INVALID_GRAPH

    message = graph_to_ros(home)
    message.label = list(message.label)[:-1]
    result = client.plan("go to the kitchen", graph=message)
    assert result.outcome.code == FailureCause.INVALID_GRAPH
    assert "label" in result.outcome.message


@pytest.mark.slow
def test_a_file_of_words_is_used_and_one_with_a_mistake_refuses_the_configuration_alone(ros_domain_id, home, tmp_path):
    file = tmp_path / "words.yaml"
    file.write_text("verbs: {kinds: {bring: [schlep]}}")
    with planner_process(home, word_files=f"[{file}]") as client:
        wait_for_graph(client)
        assert client.plan("schlep the apple to table_2").outcome.code == FailureCause.SUCCESS
        deactivate, cleanup, configure, activate = 4, 2, 1, 3
        assert client.transition(deactivate)
        assert client.transition(cleanup)
        file.write_text("verbs: {kinds: {brign: [schlep]}}")
        assert not client.transition(configure)
        file.write_text("verbs: {kinds: {bring: [ferry]}}")
        assert client.transition(configure)
        assert client.transition(activate)
        wait_for_graph(client)
        assert client.plan("ferry the apple to table_2").outcome.code == FailureCause.SUCCESS
        assert client.plan("schlep the apple to table_2").outcome.code == FailureCause.NOT_UNDERSTOOD
