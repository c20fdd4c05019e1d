# SPDX-License-Identifier: Apache-2.0
"""What is not where it should be, or hidden, is looked for from elsewhere, over a small world."""

from __future__ import annotations

from dataclasses import replace

import pytest

from executor_node.instruction.recovery import RecoveryLadder, RecoveryLimits, Rung
from executor_node.instruction.run import run_instruction
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType
from makedo_core.known_failure import FailureKind, KnownFailure
from makedo_core.ports import Discovery, PlaceSeen

from ..conftest import BRING, provisional


def test_an_object_that_is_not_there_leads_to_looking_and_another_plan(make_task, world, words):
    world.hidden.add("can_1")
    nothing = Outcome(FailureCause.UNSOLVABLE_PROVEN, "there is no can any more")
    task = make_task(BRING, nothing)
    outcome = run_instruction(task)
    assert outcome.cause is FailureCause.UNSOLVABLE_PROVEN
    words(outcome.message)
    assert "discover table_1" in world.log
    assert "1 pictures discovered_table_1" in world.log
    assert task.ports.planner.requests[1].known_failures == (KnownFailure(FailureKind.MISSING, "can_1"),)


GONE = Outcome(FailureCause.OBJECT_NOT_FOUND, "I do not know where the can is")


def test_what_is_not_where_it_should_be_is_looked_for_elsewhere_before_it_is_given_up(make_task, world):
    world.hidden.add("can_1")
    task = make_task(BRING, GONE, ("go_to table_3", "discover_objects table_3"), GONE)
    task.ladder = RecoveryLadder(RecoveryLimits(search="memory_graph:looks=4"))
    provisional(task, 2)
    assert run_instruction(task).cause is FailureCause.OBJECT_NOT_FOUND
    asked = [(r.strategy, r.goal, r.known_failures) for r in task.ports.planner.requests]
    search, missing = "memory_graph:looks=4", KnownFailure(FailureKind.MISSING, "can_1")
    searched = KnownFailure(FailureKind.SEARCHED, "table_3")
    assert asked[1:] == [("", "{}", (missing,)), (search, "", (missing,)), (search, "", (missing, searched))]
    assert task.ladder.taken[Rung.SEARCH] == 1
    assert "looking for it elsewhere" in [s.message for s in task.listener.states]
    assert "discover table_3" in world.log


@pytest.mark.parametrize(("search", "strategy"), [("", ""), ("memory_graph", "relaxation")])
def test_one_looks_elsewhere_only_if_that_is_wanted_and_no_other_strategy_was(make_task, world, search, strategy):
    world.hidden.add("can_1")
    task = make_task(BRING, GONE)
    task.ladder, task.strategy = RecoveryLadder(RecoveryLimits(search=search)), strategy
    assert run_instruction(task).cause is FailureCause.OBJECT_NOT_FOUND
    assert len(task.ports.planner.requests) == 2


def test_what_nobody_knew_of_at_first_is_asked_for_and_not_looked_for(make_task):
    task = make_task(GONE)
    task.ladder = RecoveryLadder(RecoveryLimits(search="memory_graph"))
    assert run_instruction(task).cause is FailureCause.OBJECT_NOT_FOUND
    assert len(task.ports.planner.requests) == 1


def test_where_something_is_believed_to_stand_unseen_is_looked_over_before_the_arm_works_there(make_task, world):
    bottle = Node("bottle_1", "bottle", NodeKind.OBJECT, confidence=0.3)
    on_table = Relation("bottle_1", RelationType.ON, "table_1")
    world.graph = world.graph.changed(put=[bottle], add=[on_table])
    assert world.graph["bottle_1"].is_belief
    task = make_task(BRING)
    assert run_instruction(task).ok
    discovered = world.log.index("discover table_1")
    assert any("holding can_1" in line for line in world.log[discovered:])
    assert not any("holding can_1" in line for line in world.log[:discovered])


def test_what_has_all_been_seen_is_not_looked_over_again(make_task, world):
    assert run_instruction(make_task(BRING)).ok
    assert "discover table_1" not in world.log


def test_a_thing_that_is_hidden_from_here_is_looked_for_from_elsewhere(make_task, world):
    first = []

    def look_at(point, token):
        world.time += 0.5
        first.append(world.base)
        if world.base.distance(first[0]) > 0.25:  # from there nothing is in the way
            node = world.graph["can_1"]
            world.graph = world.graph.changed(put=[replace(node, last_seen=world.time)])
        return SUCCESS

    world.look_at = look_at
    task = make_task(BRING)
    assert run_instruction(task).ok
    assert "looking from elsewhere" in task.listener.notes


def test_where_the_base_does_not_get_to_one_other_view_it_goes_to_the_next(make_task, world):
    first, refused = [], []

    def look_at(point, token):
        world.time += 0.5
        first.append(world.base)
        if world.base.distance(first[0]) > 0.25:
            node = world.graph["can_1"]
            world.graph = world.graph.changed(put=[replace(node, last_seen=world.time)])
        return SUCCESS

    def blocked(target):
        if first and not refused and target.distance(first[0]) > 0.25:
            refused.append(target)
        return any(target.distance(place) < 0.01 for place in refused)

    world.look_at, world.blocked = look_at, blocked
    task = make_task(BRING)
    assert run_instruction(task).ok
    assert refused and "looking from elsewhere" in task.listener.notes


@pytest.mark.parametrize(("share", "causes"), [(0.45, ["SUCCESS"]), (0.95, ["OBJECT_NOT_FOUND", "SUCCESS"])])
def test_where_much_is_hidden_another_view_is_taken_at_once(make_task, world, share, causes):
    bottle = Node("bottle_1", "bottle", NodeKind.OBJECT, confidence=0.3)
    on_table = Relation("bottle_1", RelationType.ON, "table_1")
    can = replace(world.graph["can_1"], last_seen=None)
    world.graph = world.graph.changed(put=[bottle, can], add=[on_table])
    first = []

    def discover(asset_id, token):
        world.log.append(f"discover {asset_id}")
        first.append(world.base)
        if world.base.distance(first[0]) > 0.25:  # from there nothing is in the way
            world.graph = world.graph.changed(put=[replace(can, last_seen=world.time)])
        return Discovery(places=(PlaceSeen("top", share, "much of it hidden behind something nearer"),))

    def look_at(point, token):
        world.time += 0.5
        return SUCCESS

    world.discover, world.look_at = discover, look_at
    task = make_task(BRING)
    run_instruction(task)
    assert [cause.name for call, cause, _ in task.listener.steps if call.startswith("pick_up")] == causes


@pytest.mark.parametrize("hidden", [True, False])
def test_where_the_arm_hides_what_is_unseen_beside_a_thing_it_is_looked_past_before_it_reaches_in(
    make_task, world, hidden
):
    bottle = Node("bottle_1", "bottle", NodeKind.OBJECT, confidence=0.3)
    world.graph = world.graph.changed(put=[bottle], add=[Relation("bottle_1", RelationType.ON, "table_1")])

    yaws = []

    def discover(asset_id, token):
        yaws.append(world.base.yaw)
        facing = abs(yaws[-1] - yaws[0]) < 0.5
        world.graph = world.graph.changed(put=[replace(world.graph["can_1"], last_seen=world.time)])
        world.log.append(f"discover {asset_id}")
        return Discovery(places=(PlaceSeen("top", 0.45 if hidden and facing else 1.0, "the rest is hidden"),))

    world.discover = discover
    task = make_task(BRING)
    assert run_instruction(task).ok
    before = world.log[: next(i for i, line in enumerate(world.log) if line.startswith("grip"))]
    assert ("looking past the arm" in task.listener.notes) is hidden
    assert before.count("discover table_1") > hidden
