# SPDX-License-Identifier: Apache-2.0
"""Plans that only look, and what is learnt on the way, over a small world."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from executor_node.instruction.run import run_instruction
from makedo_core.failure import FailureCause, Outcome
from makedo_core.goals.goal import Holds
from makedo_core.graph.scene_graph import Relation, RelationType
from makedo_core.known_failure import FailureKind, KnownFailure
from makedo_core.plan import Relaxation, RelaxationKind
from makedo_core.ports import Discovery, PlaceSeen
from makedo_core.skills import Literal, Predicate

from ..conftest import BRING, provisional

LOOK = ("go_to table_2", "discover_objects table_2")
NO_PLAN = Outcome(FailureCause.UNSOLVABLE_PROVEN, "there is no other can")


def test_after_a_provisional_plan_one_plans_again_for_the_instruction_with_where_was_looked(make_task, world):
    task = make_task(LOOK, BRING)
    provisional(task, 0)
    assert run_instruction(task).ok
    first, second = task.ports.planner.requests
    assert first.known_failures == () and second.known_failures == (KnownFailure(FailureKind.SEARCHED, "table_2"),)
    assert second.goal == ""
    assert world.graph.support("can_1") == "table_2"


def test_a_plan_that_is_not_provisional_is_the_end(make_task):
    task = make_task(LOOK, BRING)
    assert run_instruction(task).ok
    assert len(task.ports.planner.requests) == 1


def test_a_provisional_plan_that_looks_nowhere_anew_is_the_end(make_task):
    task = make_task(LOOK, LOOK, BRING)
    provisional(task, 0, 1)
    assert run_instruction(task).ok
    assert len(task.ports.planner.requests) == 2


def about_the_can(task) -> None:
    """Let the scripted plans be for the can on the second table."""
    plan = task.ports.planner.plan

    def planned(request, stage, token):
        result = plan(request, stage, token)
        goal = Holds(Literal(Predicate.ON, ("can_1", "table_2")))
        return replace(result, plan=replace(result.plan, goal=goal)) if result.plan is not None else result

    task.ports.planner.plan = planned


def believe_in_the_can(world, place: str) -> None:
    """Nobody saw the can there."""
    known = replace(world.graph["can_1"], confidence=0.3, last_seen=None)
    world.graph = world.graph.changed(put=[known]).with_placement(Relation("can_1", RelationType.ON, place))
    world.hidden.add("can_1")


def test_what_was_thought_to_be_in_a_place_and_not_seen_there_is_missing(make_task, world):
    task = make_task(LOOK, NO_PLAN)
    provisional(task, 0)
    about_the_can(task)
    believe_in_the_can(world, "table_2")
    assert not run_instruction(task).ok
    known = (KnownFailure(FailureKind.SEARCHED, "table_2"), KnownFailure(FailureKind.MISSING, "can_1"))
    assert task.ports.planner.requests[1].known_failures == known


def test_what_is_thought_to_be_elsewhere_is_not_missing_for_a_look(make_task, world):
    task = make_task(LOOK, NO_PLAN)
    provisional(task, 0)
    about_the_can(task)
    believe_in_the_can(world, "table_1")
    assert not run_instruction(task).ok
    assert task.ports.planner.requests[1].known_failures == (KnownFailure(FailureKind.SEARCHED, "table_2"),)


def test_what_was_seen_while_looking_is_not_missing_any_more(make_task, world):
    task = make_task(LOOK, BRING)
    provisional(task, 0)
    task.ladder.learnt[:] = [KnownFailure(FailureKind.MISSING, "can_1"), KnownFailure(FailureKind.MISSING, "cup_1")]
    discover = world.discover

    def seen(asset_id, token):
        world.graph = world.graph.changed(put=[replace(world.graph["can_1"], last_seen=world.time)])
        return discover(asset_id, token)

    world.discover = seen
    assert run_instruction(task).ok
    known = (KnownFailure(FailureKind.MISSING, "cup_1"), KnownFailure(FailureKind.SEARCHED, "table_2"))
    assert task.ports.planner.requests[1].known_failures == known


def test_a_failed_look_is_no_place_that_was_searched(make_task, world):
    world.discover = lambda asset_id, token: Discovery(Outcome(FailureCause.NOT_VISIBLE, "nothing to be seen"))
    task = make_task(LOOK, Outcome(FailureCause.OBJECT_NOT_FOUND, "no can"))
    provisional(task, 0)
    assert not run_instruction(task).ok
    assert KnownFailure(FailureKind.SEARCHED, "table_2") not in task.ladder.learnt


@pytest.mark.parametrize(("share", "looks"), [(0.4, 2), (0.95, 1)])
def test_furniture_that_was_much_hidden_is_looked_at_from_elsewhere_too(make_task, world, share, looks):
    seen_from = []

    def discover(asset_id, token):
        seen_from.append(world.base)
        return Discovery(places=(PlaceSeen("top", share, "hidden behind something nearer"),))

    world.discover = discover
    assert run_instruction(make_task(LOOK)).ok
    assert len(seen_from) == looks
    assert all(a.distance(b) > 0.25 for a, b in pairwise(seen_from))


def test_a_failed_look_is_not_repeated_from_elsewhere(make_task, world):
    world.discover = lambda asset_id, token: Discovery(
        Outcome(FailureCause.CANCELED, "no"), places=(PlaceSeen("top", 0.1, "hidden"),)
    )
    task = make_task(LOOK)
    assert not run_instruction(task).ok
    assert "looking from elsewhere" not in task.listener.notes


@pytest.mark.parametrize("still_there", [True, False])
def test_what_was_put_down_and_is_not_seen_is_looked_for(make_task, world, monkeypatch, still_there):
    look, looked = world.discover, []

    def discover(asset_id, token):
        if "can_1" in [r.source for r in world.graph.incoming("table_2")]:
            looked.append(asset_id)
            if not still_there:
                world.graph = world.graph.with_placement(Relation("can_1", RelationType.ON, "table_1"))
        return look(asset_id, token)

    monkeypatch.setattr(world, "discover", discover)
    monkeypatch.setattr(world, "wait_until", lambda *_: None)  # nothing is seen
    task = make_task(BRING)
    run_instruction(task)
    assert looked[-1] == "table_2"
    causes = [cause for call, cause, _ in task.listener.steps if call.startswith("put_on")]
    assert (causes[0] is FailureCause.EFFECT_NOT_OBSERVED) != still_there


def relaxed(task) -> None:
    """Let the scripted plans make do with something else."""
    change = Relaxation(RelaxationKind.SUBSTITUTE, "the mug", "the can", ("it is not there",), 1.0)
    scripted = task.ports.planner.plan

    def plan(request, stage, token):
        result = scripted(request, stage, token)
        return replace(result, plan=replace(result.plan, relaxations=(change,)))

    task.ports.planner.plan = plan


@pytest.fixture
def seen_on_the_way(world, monkeypatch):
    """The robot sees an object as it drives."""

    def say(object_id: str) -> None:
        drive = world.drive_to

        def drive_to(target, token):
            outcome = drive(target, token)
            world.graph = world.graph.changed(put=[replace(world.graph[object_id], last_seen=world.time + 1.0)])
            return outcome

        monkeypatch.setattr(world, "drive_to", drive_to)

    return say


MISSED = KnownFailure(FailureKind.MISSING, "cup_1")


def _missing_cup(world) -> None:
    world.graph = world.graph.changed(put=[replace(world.graph["can_1"], id="cup_1", label="cup", last_seen=None)])


def test_what_turns_up_is_planned_for_before_its_substitute_is_taken(make_task, world, seen_on_the_way):
    _missing_cup(world)
    seen_on_the_way("cup_1")
    task = make_task(BRING, ("go_to table_2",))
    relaxed(task)
    task.ladder.learnt.append(MISSED)
    assert run_instruction(task).ok
    _, again = task.ports.planner.requests
    assert again.goal == "" and MISSED not in again.known_failures
    assert not any("pick_up" in call for call, _, _ in task.listener.steps)
    assert any("turned up" in progress.message for progress in task.listener.states)


@pytest.mark.parametrize("why_not", ["nothing was relaxed", "it is something else", "its substitute is in the hand"])
def test_otherwise_the_plan_is_kept(make_task, world, holding, seen_on_the_way, why_not):
    _missing_cup(world)
    seen_on_the_way("can_1" if why_not == "it is something else" else "cup_1")
    calls = ("go_to table_2", "put_on can_1 table_2") if "hand" in why_not else BRING
    task = make_task(calls)
    if "hand" in why_not:
        holding(task, "can_1")
    if why_not != "nothing was relaxed":
        relaxed(task)
    task.ladder.learnt.append(MISSED)
    assert run_instruction(task).ok
    assert MISSED in task.ladder.learnt
