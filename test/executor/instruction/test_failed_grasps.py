# SPDX-License-Identifier: Apache-2.0
"""What slips, falls or is not what it was taken for, over a small world."""

from __future__ import annotations

from dataclasses import replace

import pytest

from executor_node.context import SkillContext
from executor_node.instruction.run import run_instruction
from executor_node.robot.gripper import PRESS_M
from executor_node.skills import SKILLS
from makedo_core.failure import FailureCause, Outcome
from makedo_core.geometry import UNKNOWN_POSE, Pose
from makedo_core.graph.scene_graph import Relation, RelationType, Shape
from makedo_core.known_failure import FailureKind, KnownFailure
from makedo_core.ports import Discovery
from makedo_core.skills import SkillCall

from ..conftest import BRING, cylinder


def test_a_slipped_grasp_is_tried_again_with_another_attempt(make_task, world):
    world.slippery = 1
    task = make_task(BRING)
    assert run_instruction(task).ok
    causes = [(c, rung) for call, c, rung in task.listener.steps if call.startswith("pick_up")]
    assert causes == [(FailureCause.GRASP_FAILED, "retry"), (FailureCause.SUCCESS, "")]


@pytest.mark.parametrize(
    ("width", "same"), [(0.066, True), (0.056, True), (0.05, False), (0.04, False), (0.085, False)]
)
def test_what_is_of_another_width_than_was_seen_is_not_taken(make_task, world, width, same):
    """A toy block that was taken for a can, for one; or two things at once."""
    world.between = width
    task = make_task(BRING, Outcome(FailureCause.UNSOLVABLE_PROVEN, "there is no other can"))
    assert run_instruction(task).ok is same
    causes = [cause for call, cause, _ in task.listener.steps if call.startswith("pick_up")]
    assert causes == ([FailureCause.SUCCESS] if same else [FailureCause.GRASP_FAILED] * 4)
    if not same:
        assert task.memory.held is None and world.width > width - 1e-9  # the hand is open again
        assert task.ports.planner.requests[1].known_failures == (KnownFailure(FailureKind.UNREACHABLE, "can_1"),)


def test_what_was_felt_not_to_be_a_ball_is_not_taken_for_it_again_however_wide_it_is_from_there(make_task, world):
    """A toy block that was taken for an apple is as wide as one from corner to corner."""
    world.graph = world.graph.changed(put=[replace(world.graph["can_1"], shape=Shape.SPHERE, size=(0.066,) * 3)])
    task = make_task(BRING, BRING, Outcome(FailureCause.UNSOLVABLE_PROVEN, "there is no other can"))
    widths = iter((0.045, 0.066, 0.066))
    close = task.ports.gripper.move

    def move(width_m, token):
        world.between = next(widths, None) if width_m == 0.0 else None
        return close(width_m, token)

    task.ports.gripper.move = move
    assert run_instruction(task).cause is FailureCause.UNSOLVABLE_PROVEN
    causes = [(cause, rung) for call, cause, rung in task.listener.steps if call.startswith("pick_up")]
    assert causes[:2] == [(FailureCause.OBJECT_NOT_FOUND, "look"), (FailureCause.OBJECT_NOT_FOUND, "replan")]
    assert task.ports.planner.requests[1].known_failures == (KnownFailure(FailureKind.MISSING, "can_1"),)
    moved = world.graph["can_1"].pose @ Pose((0.3, 0.0, 0.0))
    world.graph = world.graph.changed(put=[replace(world.graph["can_1"], pose=moved)])  # elsewhere it may be one
    context = SkillContext(task.ports, task.memory, task.token)
    assert SKILLS["pick_up"](context, SkillCall("pick_up", ("can_1", "table_1"))).ok


@pytest.mark.parametrize(("away", "seen_s", "taken_at_once"), [(0.3, 1.0, False), (0.05, 1.0, True), (0.3, 0.0, True)])
def test_what_is_seen_elsewhere_while_the_hand_reaches_for_it_is_not_what_is_in_its_place(
    make_task, world, away, seen_s, taken_at_once
):
    """Another thing was put in its place; the fingers may be as far apart around that one."""
    task = make_task(BRING)
    moved = []

    def execute(motion, token, move=task.ports.arm.execute):
        if "grasp" in task.listener.notes and not moved:
            can = world.graph["can_1"]
            moved.append(replace(can, pose=can.pose @ Pose((away, 0.0, 0.0)), last_seen=can.last_seen + seen_s))
            world.graph = world.graph.changed(put=moved)
        return move(motion, token)

    task.ports.arm.execute = execute
    assert run_instruction(task).ok
    causes = [(cause, rung) for call, cause, rung in task.listener.steps if call.startswith("pick_up")]
    if taken_at_once:
        assert causes[0][0] is not FailureCause.OBJECT_NOT_FOUND
    else:
        assert causes == [(FailureCause.OBJECT_NOT_FOUND, "look"), (FailureCause.SUCCESS, "")]


def test_after_a_stop_the_next_instruction_works_and_knows_what_is_held(make_task, world, holding):
    task = make_task(("go_to table_2", "put_on can_1 table_2"))
    holding(task, "can_1")
    world.graph = world.graph.changed(drop=world.graph.outgoing("can_1"))  # the effect was not applied any more
    assert run_instruction(task).ok
    assert world.graph.placement("can_1").target == "table_2"


def test_an_empty_hand_that_the_graph_believes_full_is_corrected(make_task, world, holding):
    task = make_task(("go_to table_1",))
    holding(task, "can_1")
    world.width = 0.0
    assert run_instruction(task).ok
    assert world.graph.held() is None and task.memory.held is None


def test_losing_the_object_on_the_way_is_noticed(make_task, world, holding, words):
    task = make_task(("go_to table_2", "put_on can_1 table_2"), Outcome(FailureCause.UNSOLVABLE_PROVEN, "gone"))
    holding(task, "can_1")
    drive = world.drive_to

    def drop_it(target, token):
        world.width = 0.0
        return drive(target, token)

    world.drive_to = drop_it
    outcome = run_instruction(task)
    words(outcome.message)
    assert ("go_to(table_2)", FailureCause.OBJECT_LOST, "replan") in task.listener.steps
    assert world.graph.held() is None  # the planner knows


def test_what_falls_as_it_is_taken_up_is_looked_for_with_an_empty_hand_and_taken_up_again(make_task, world):
    task = make_task(BRING)
    lying, held_then, execute = world.graph["can_1"].pose, [], world.execute

    def drop_it(motion, token):
        lifts = 0.0 < world.width < task.ports.config.gripper.max_width_m
        world.width = 0.0 if lifts and not held_then else world.width
        return execute(motion, token)

    def discover(asset_id, token):
        held_then.append(world.graph.held())
        fallen = replace(world.graph["can_1"], pose=lying, last_seen=world.time)
        world.graph = world.graph.changed(put=[fallen]).with_placement(Relation("can_1", RelationType.ON, asset_id))
        return Discovery()

    world.execute, world.discover = drop_it, discover
    assert run_instruction(task).ok
    assert [s for s in task.listener.steps if s[1] is FailureCause.OBJECT_LOST] == [
        ("pick_up(can_1, table_1)", FailureCause.OBJECT_LOST, "look")
    ]
    assert held_then == [None]
    assert world.graph.placement("can_1").target == "table_2"


@pytest.mark.parametrize("plan_again", [True, False])
def test_fingers_that_stay_apart_after_a_loss_hold_nothing(make_task, world, holding, plan_again):
    """They are told to press on what they hold, and come no nearer once it is gone."""
    plans = [("go_to table_2", "put_on can_1 table_2"), ("go_to table_1",)]
    task = make_task(*plans[: 1 + plan_again], Outcome(FailureCause.UNSOLVABLE_PROVEN, "gone"))
    holding(task, "can_1")
    drive = world.drive_to

    def drop_it(target, token):
        world.width = 0.06 - PRESS_M
        return drive(target, token)

    world.drive_to = drop_it
    assert run_instruction(task).ok == plan_again
    assert ("go_to(table_2)", FailureCause.OBJECT_LOST, "replan") in task.listener.steps
    assert world.graph.held() is None and task.memory.held is None and not task.memory.lost


def test_what_was_lost_on_the_way_is_told_at_the_end_though_another_thing_was_brought(make_task, world, words):
    """Somebody may fall over it."""
    other = cylinder("can_2", -0.65, 2.3, 0.75)
    world.graph = world.graph.changed(put=[other], add=[Relation("can_2", RelationType.ON, "table_1")])
    task = make_task(BRING, ("go_to table_1", "pick_up can_2 table_1", "go_to table_2", "put_on can_2 table_2"))
    drive = world.drive_to

    def drop_it(target, token):
        if world.graph.held() == "can_1":
            world.width = 0.0
            gone = replace(world.graph["can_1"], pose=UNKNOWN_POSE, confidence=0.0)
            world.graph = world.graph.changed(put=[gone], drop=world.graph.outgoing("can_1"))
        return drive(target, token)

    world.drive_to = drop_it
    assert run_instruction(task).ok
    assert task.taken == {"can_1", "can_2"}
    (clause,) = task.left
    words(clause)
    assert clause in task.goal_text


def test_what_was_lost_and_found_again_is_not_told_of(make_task, world, holding):
    task = make_task(("go_to table_2", "put_on can_1 table_2"), ("go_to table_1",))
    holding(task, "can_1")
    drive = world.drive_to

    def drop_it(target, token):
        world.width = 0.0
        return drive(target, token)

    world.drive_to = drop_it  # the graph of the small world goes on knowing where it is
    assert run_instruction(task).ok
    assert task.taken == {"can_1"} and task.left == ()


def test_what_turns_between_the_fingers_is_closed_on_until_it_lies_flat(make_task, world):
    """Else it would be thought to have slipped out as it goes on turning."""
    task = make_task(BRING)
    widths = iter((0.079, 0.072, 0.067))
    close, closed = task.ports.gripper.move, []

    def move(width_m, token):
        if width_m == 0.0:
            world.between = next(widths)
            closed.append(world.between)
        return close(width_m, token)

    task.ports.gripper.move = move
    context = SkillContext(task.ports, task.memory, task.token)
    world.base = Pose.planar(world.graph["can_1"].centre[0] - 0.7, world.graph["can_1"].centre[1])
    assert SKILLS["pick_up"](context, SkillCall("pick_up", ("can_1", "table_1"))).ok
    assert closed == [0.079, 0.072, 0.067] and task.memory.held.width == 0.067


def test_what_is_wider_than_was_seen_is_closed_on_once_more_only(make_task, world):
    task = make_task(BRING)
    world.between = 0.073
    assert run_instruction(task).ok
    assert world.log.count("grip 0.000") == 2


def test_a_hand_that_does_not_close_once_more_has_taken_nothing(make_task, world):
    task = make_task()
    world.between, close, closed = 0.076, task.ports.gripper.move, []

    def move(width_m, token):
        if width_m == 0.0:
            closed.append(width_m)
        return Outcome(FailureCause.EXECUTION_FAILED, "stuck") if len(closed) == 2 else close(width_m, token)

    task.ports.gripper.move = move
    context = SkillContext(task.ports, task.memory, task.token)
    world.base = Pose.planar(world.graph["can_1"].centre[0] - 0.7, world.graph["can_1"].centre[1])
    outcome = SKILLS["pick_up"](context, SkillCall("pick_up", ("can_1", "table_1"))).outcome
    assert outcome == Outcome(FailureCause.EXECUTION_FAILED, "stuck")
    assert task.memory.held is None
