# SPDX-License-Identifier: Apache-2.0
"""The tree of an instruction over a small world: whole plans, cancel, and safe ends."""

from __future__ import annotations

import threading
from itertools import pairwise

import pytest

from executor_node.geometry.furniture import furniture
from executor_node.instruction.behaviours import Act
from executor_node.instruction.run import run_instruction
from executor_node.instruction.task import TaskState
from executor_node.instruction.tree import instruction_tree, plan_tree, view
from makedo_core.failure import FailureCause, Outcome
from makedo_core.graph.scene_graph import RelationType
from makedo_core.known_failure import FailureKind, KnownFailure
from makedo_core.record.tree_view import tree_text

from ..conftest import BRING


def test_a_plan_becomes_one_recovering_sequence_for_each_call(make_task):
    task = make_task(BRING)
    task.adopt(task.ports.planner.plan(_request(task), lambda s: None, task.token))
    tree = plan_tree(task)
    acts = [b for b in tree.iterate() if isinstance(b, Act)]
    assert [str(a.call) for a in acts] == [
        "go_to(table_1)",
        "pick_up(can_1, table_1)",
        "go_to(table_2)",
        "put_on(can_1, table_2)",
    ]
    assert acts[0].upcoming == tuple(a.call for a in acts[1:])
    assert "recover pick_up(can_1, table_1)" in tree_text(view(tree))


def test_a_whole_plan_carries_the_can_to_the_other_table(make_task, world):
    task = make_task(BRING)
    assert run_instruction(task).ok
    placement = world.graph.placement("can_1")
    assert (placement.type, placement.target) == (RelationType.ON, "table_2")
    place = furniture(world.graph["table_2"]).places()[0]
    x, y, z = place.pose.inverse().transform(world.graph["can_1"].pose.position)
    assert abs(x) < place.size[0] / 2 and abs(y) < place.size[1] / 2 and abs(z) < 0.02
    assert task.memory.held is None and task.memory.stowed


@pytest.mark.parametrize("strategy", ["", "relaxation:proposer=llm"])
def test_the_planner_is_asked_for_the_strategy_of_the_instruction(make_task, strategy):
    task = make_task(BRING)
    task.strategy = strategy
    assert run_instruction(task).ok
    assert [request.strategy for request in task.ports.planner.requests] == [strategy]


def test_what_is_held_is_shown_to_the_motion_planner(make_task, world):
    task = make_task(BRING)
    run_instruction(task)
    assert any("holding can_1" in line for line in world.log)


def test_what_was_put_down_is_kept_clear_of_while_the_arm_goes_back(make_task, world):
    run_instruction(make_task(BRING))
    assert "can_1" in world.shown[-1]


def test_a_place_that_cannot_be_driven_to_is_learnt_for_the_next_plan(make_task, world):
    world.blocked = lambda target: target.position[1] > 0.5
    task = make_task(BRING, ("go_to table_2",))
    assert run_instruction(task).ok
    assert task.ports.planner.requests[1].known_failures == (KnownFailure(FailureKind.BLOCKED, "table_1"),)


def test_replanning_is_bounded(make_task, world):
    world.hidden.add("can_1")
    task = make_task(*[BRING] * 10)
    task.ladder.learnt.clear()
    outcome = run_instruction(task)
    assert not outcome.ok
    assert len(task.ports.planner.requests) <= 1 + task.ladder.limits.replans


def test_a_refused_instruction_moves_nothing(make_task, world):
    task = make_task(Outcome(FailureCause.NOT_CAPABLE, "I cannot dance"))
    outcome = run_instruction(task)
    assert outcome.cause is FailureCause.NOT_CAPABLE
    assert not [line for line in world.log if line.startswith(("drive", "grip"))]


def test_a_head_that_is_blocked_is_noted_and_ends_nothing(make_task, world):
    world.look_at = lambda point, token: Outcome(FailureCause.EXECUTION_FAILED, "head_1_joint is off by 0.27")
    task = make_task(BRING)
    run_instruction(task)
    assert "not looked" in task.listener.notes


def test_a_call_whose_preconditions_fail_is_not_carried_out(make_task, world, words):
    task = make_task(("pick_up can_1 table_1",), Outcome(FailureCause.UNSOLVABLE_PROVEN, "no"))
    outcome = run_instruction(task)
    assert outcome.cause is FailureCause.UNSOLVABLE_PROVEN
    words(outcome.message)
    assert not [line for line in world.log if line.startswith("grip")]


def test_cancel_in_mid_motion_ends_within_a_moment(make_task, world):
    world.block = 1000.0  # far longer than a test may take
    task = make_task(BRING)
    threading.Timer(0.3, lambda: task.token.cancel(Outcome(FailureCause.CANCELED, "it was cancelled"))).start()
    assert run_instruction(task).cause is FailureCause.CANCELED
    assert task.listener.states[-1].state is TaskState.STOPPING


def test_a_call_that_a_cancel_interrupts_is_told_as_cancelled(make_task, world):
    task = make_task(BRING)

    def drive_to(target, token):
        task.token.cancel(Outcome(FailureCause.CANCELED, "it was cancelled"))
        return token.outcome

    world.drive_to = drive_to
    assert run_instruction(task).cause is FailureCause.CANCELED
    assert task.listener.steps == [("go_to(table_1)", FailureCause.CANCELED, "")]


@pytest.mark.parametrize(("fails", "cause"), [(False, FailureCause.SUCCESS), (True, FailureCause.NAVIGATION_FAILED)])
def test_a_call_that_ended_before_a_cancel_is_not_told_again(make_task, world, fails, cause):
    task = make_task(("go_to table_1",))
    hear = task.listener.step_done

    def cancel_when_told(call, outcome, rung) -> None:
        hear(call, outcome, rung)
        task.token.cancel(Outcome(FailureCause.CANCELED, "it was cancelled"))

    task.listener.step_done = cancel_when_told
    world.blocked = lambda target: fails
    assert run_instruction(task).cause is FailureCause.CANCELED
    assert [told for _, told, _ in task.listener.steps] == [cause]


def test_a_bug_in_a_skill_ends_the_task_and_names_itself(make_task, world, words):
    world.drive_to = None
    outcome = run_instruction(make_task(BRING))
    assert outcome.cause is FailureCause.INTERNAL_ERROR
    words(outcome.message)


def test_things_are_dropped_into_the_bin_and_put_inside_the_open_fridge(make_task, world, holding):
    task = make_task(("go_to bin_1", "put_inside can_1 bin_1"))
    holding(task, "can_1")
    assert run_instruction(task).ok
    assert world.graph.placement("can_1").type is RelationType.INSIDE


def test_the_tree_is_drawn_before_there_is_a_plan(make_task):
    assert "· plan and follow" in tree_text(view(instruction_tree(make_task())))


def test_the_tree_is_told_at_each_change_and_only_then(make_task, world):
    world.block = 0.2  # s: a motion that ends before the tree looks at it was never seen to run
    task = make_task(BRING)
    assert run_instruction(task).ok
    trees = task.listener.trees
    assert all(a != b for a, b in pairwise(trees))
    running = [[line.strip() for line in tree.splitlines() if "▶ " in line][-1] for tree in trees[:-1]]
    in_order = [name for name in dict.fromkeys(running) if name.startswith("▶ go_to") or name.startswith("▶ put_on")]
    assert in_order == ["▶ go_to(table_1)", "▶ go_to(table_2)", "▶ put_on(can_1, table_2)"]
    assert trees[-1].splitlines()[0] == "✓ plan again when the plan fails"
    not_done = [line.strip() for line in trees[-1].splitlines() if "· " in line]
    precautions = ["ask whether to try once more if need be", "try out without moving", "wait for approval if need be"]
    looks = [f"look again for {call}" for call in task.plan.calls]
    looks.insert(2, f"try out what comes behind {task.plan.calls[1]}")
    at_the_end = "make sure that what was brought is there"
    idle = [*precautions, *looks, at_the_end]
    assert not_done == [f"· {name}" for name in idle]  # what was ticked and had nothing to do


def _request(task):
    from makedo_core.ports import PlanRequest

    return PlanRequest(task.instruction, task.newest())
