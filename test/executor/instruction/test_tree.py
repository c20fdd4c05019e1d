# SPDX-License-Identifier: Apache-2.0
"""The tree of an instruction over a small world: whole plans, recovery, cancel, and safe ends."""

from __future__ import annotations

import math
import sys
import threading
from dataclasses import replace
from itertools import pairwise

import pytest

from executor_node.context import SkillContext, SkillResult
from executor_node.geometry.furniture import furniture
from executor_node.instruction.behaviours import Act, ConfirmGoal
from executor_node.instruction.recovery import RecoveryLadder, RecoveryLimits, Rung
from executor_node.instruction.run import asked_open, left_open, run_instruction
from executor_node.instruction.task import TaskState
from executor_node.instruction.tree import instruction_tree, plan_tree, view
from executor_node.robot.gripper import PRESS_M
from executor_node.skills import SKILLS, swing
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.goals.goal import AllOf, AtLeast, Holds, InOrder, Not
from makedo_core.graph.openings import opened_to
from makedo_core.graph.scene_graph import AGENT_ID, OPENINGS, Node, NodeKind, Relation, RelationType, Shape, State
from makedo_core.known_failure import FailureKind, KnownFailure
from makedo_core.plan import Plan, Relaxation, RelaxationKind
from makedo_core.ports import Discovery, MotionResult, PlaceSeen
from makedo_core.record.tree_view import tree_text
from makedo_core.skills import Literal, Predicate, SkillCall

BRING = ("go_to table_1", "pick_up can_1 table_1", "go_to table_2", "put_on can_1 table_2")


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


def test_a_bug_in_a_skill_ends_the_task_and_names_itself(make_task, world, words):
    world.drive_to = None
    outcome = run_instruction(make_task(BRING))
    assert outcome.cause is FailureCause.INTERNAL_ERROR
    words(outcome.message)


def test_doors_are_opened_and_closed_from_one_place(make_task, world):
    task = make_task(("go_to fridge_1", "open fridge_1", "close fridge_1"))
    assert run_instruction(task).ok, task.failure
    drives = [i for i, line in enumerate(world.log) if line.startswith("drive")]
    first_grip = next(i for i, line in enumerate(world.log) if line.startswith("grip"))
    assert drives and max(drives) < first_grip
    assert "closed" in world.graph["fridge_1"].states


@pytest.mark.parametrize("skill", ["open", "close"])
def test_a_door_that_is_ajar_is_felt_for_and_moved(make_task, world, skill):
    world.graph = world.graph.changed(put=[world.graph["fridge_1"].with_state(State.AJAR)])
    world.doors["fridge_1"] = 0.31
    task = make_task(("go_to fridge_1", f"{skill} fridge_1"))
    assert run_instruction(task).ok, task.failure
    assert [s[1:] for s in task.listener.steps if skill in s[0]] == [(FailureCause.GRASP_FAILED, "retry"), (0, "")]
    assert world.graph["fridge_1"].states & OPENINGS == {State.OPEN if skill == "open" else State.CLOSED}


@pytest.mark.parametrize(("felt", "measured"), [(True, True), (False, True), (False, False)])
def test_a_door_that_stuck_halfway_is_taken_again_where_it_was_measured_to_be(make_task, world, felt, measured):
    world.graph = world.graph.changed(put=[world.graph["fridge_1"].with_state(State.AJAR)])
    world.doors["fridge_1"] = 0.7
    task = make_task(("go_to fridge_1",))
    assert run_instruction(task).ok
    if measured:
        world.graph = world.graph.changed(put=[opened_to(world.graph["fridge_1"], 0.7)])
    task.memory.felt |= {"fridge_1"} if felt else set()
    result = swing.open_asset(SkillContext(task.ports, task.memory, task.token, 1), SkillCall("open", ("fridge_1",)))
    assert result.outcome.cause is (FailureCause.SUCCESS if measured else FailureCause.GRASP_FAILED)
    assert ("fridge_1" in task.memory.felt) == measured
    assert not task.memory.supposed  # the graph knows


@pytest.mark.parametrize("far_enough", [True, False])
def test_a_door_that_something_holds_back_is_left_there_and_counts_as_open_if_that_is_far_enough(
    make_task, world, monkeypatch, far_enough
):
    held_back = Outcome(FailureCause.JOINT_STUCK, "the fridge 1 does not move on: something holds it back")
    task = make_task(("go_to fridge_1",))
    assert run_instruction(task).ok
    carry_out = world.execute

    def execute(motion, token):
        closed, before = world.width < 0.08, world.at
        told = carry_out(motion, token)
        if not closed:
            return told
        monkeypatch.setattr(world, "execute", carry_out)
        world.at = world.at if far_enough else before
        return held_back

    monkeypatch.setattr(world, "execute", execute)
    context = SkillContext(task.ports, task.memory, task.token, note=task.listener.note)
    result = swing.open_asset(context, SkillCall("open", ("fridge_1",)))
    assert result.outcome == (SUCCESS if far_enough else held_back)
    assert (State.OPEN in world.graph["fridge_1"].states) is far_enough


def test_what_could_not_be_tried_again_is_told_with_why_it_failed(make_task, world, monkeypatch):
    """The arm was held back, and the base stands elsewhere since."""
    nothing = Outcome(FailureCause.UNSOLVABLE_PROVEN, "there is no other way")
    task = make_task(("go_to fridge_1", "open fridge_1"), nothing)
    stuck = Outcome(FailureCause.JOINT_STUCK, "the fridge 1 does not move on")

    def held_back(context, call):
        world.base = Pose.planar(0.0, 0.0)
        world.graph = world.graph.changed(drop=[Relation(AGENT_ID, RelationType.AT, "fridge_1")])
        return SkillResult(stuck)

    monkeypatch.setattr("executor_node.instruction.behaviours.SKILLS", {**SKILLS, "open": held_back})
    message = run_instruction(task).message
    assert message.startswith("the fridge 1 does not move on; it could not be tried again (cannot open fridge 1:")
    assert message.endswith("there is no other way")


@pytest.mark.parametrize("truly_open", [False, True])
def test_what_failed_and_yet_seems_done_is_looked_at_before_it_counts_as_done(
    make_task, world, monkeypatch, truly_open
):
    """The fridge is stuck, and an image shows it open: only a look that shows the same makes it a success."""
    stuck = Outcome(FailureCause.JOINT_STUCK, "the fridge 1 does not move on")
    nothing = Outcome(FailureCause.UNSOLVABLE_PROVEN, "there is no other way")
    task = make_task(("go_to fridge_1", "open fridge_1"), (), nothing)
    goal = Holds(Literal(Predicate.OPEN, ("fridge_1",)))
    scripted = task.ports.planner.plan

    def planned(request, stage, token):
        result = scripted(request, stage, token)
        return result if result.plan is None else replace(result, plan=replace(result.plan, goal=goal))

    def seen(state):
        world.graph = world.graph.changed(put=[world.graph["fridge_1"].with_state(state)])

    def held_back(context, call):
        seen(State.OPEN)
        return SkillResult(stuck)

    def looked(asset_id, token):
        world.log.append(f"discover {asset_id}")
        seen(State.OPEN if truly_open else State.CLOSED)
        return Discovery(SUCCESS)

    monkeypatch.setattr(task.ports.planner, "plan", planned)
    monkeypatch.setattr(world, "discover", looked)
    monkeypatch.setattr("executor_node.instruction.behaviours.SKILLS", {**SKILLS, "open": held_back})
    outcome = run_instruction(task)
    assert outcome.cause is (FailureCause.SUCCESS if truly_open else FailureCause.UNSOLVABLE_PROVEN)
    assert "discover fridge_1" in world.log


def test_a_look_that_fails_confirms_nothing(make_task, world, monkeypatch):
    task = make_task((), limits=RecoveryLimits(looks=0, replans=0))
    call = SkillCall("open", ("fridge_1",))
    hidden = Outcome(FailureCause.NOT_VISIBLE, "nothing of fridge 1 is to be seen")
    monkeypatch.setattr(world, "discover", lambda asset_id, token: Discovery(hidden))
    plan = Plan("do it", Holds(Literal(Predicate.OPEN, ("fridge_1",))), (), 0)
    check = ConfirmGoal(task, plan, call)
    assert check.work(task.token).outcome == hidden
    check.finished(SkillResult(hidden))
    assert (task.failure.cause, task.failed_call) == (FailureCause.NOT_VISIBLE, call)


def test_the_graph_knows_how_far_a_door_was_opened(make_task, world):
    task = make_task(("go_to fridge_1", "open fridge_1"))
    assert run_instruction(task).ok, task.failure
    assert 1.2 < world.graph["fridge_1"].opening < 1.9


def test_a_door_that_somebody_pushed_is_taken_where_it_was_seen(make_task, world):
    world.doors["fridge_1"] = 1.05
    world.graph = world.graph.changed(put=[opened_to(world.graph["fridge_1"].with_state(State.OPEN), 1.05)])
    task = make_task(("go_to fridge_1", "close fridge_1"))
    assert run_instruction(task).ok, task.failure
    assert [s[1:] for s in task.listener.steps if "close" in s[0]] == [(0, "")]
    assert world.graph["fridge_1"].opening is None


def test_how_far_a_stuck_door_was_felt_to_be_open_is_told_to_the_graph(make_task, world, monkeypatch):
    articulation = world.graph["fridge_1"].model.articulation
    monkeypatch.setattr(swing, "value_at", lambda *_: 0.7 * articulation.open_at)
    task = make_task(("go_to fridge_1",))
    assert run_instruction(task).ok
    result = swing.open_asset(SkillContext(task.ports, task.memory, task.token), SkillCall("open", ("fridge_1",)))
    assert result.outcome.cause is FailureCause.JOINT_STUCK
    assert world.graph["fridge_1"].states & OPENINGS == {State.AJAR}
    known = furniture(world.graph["fridge_1"])
    assert known.value == pytest.approx(0.7 * articulation.open_at)  # the next try begins there


@pytest.mark.parametrize(("share", "rung"), [(1.01, "retry"), (1.1, "")])
def test_a_door_that_is_felt_to_be_hardly_open_is_pulled_again(make_task, world, monkeypatch, share, rung):
    articulation = world.graph["fridge_1"].model.articulation
    monkeypatch.setattr(swing, "value_at", lambda *_: share * articulation.open_at)
    task = make_task(("go_to fridge_1", "open fridge_1"))
    run_instruction(task)
    assert next(r for call, _, r in task.listener.steps if "open" in call) == rung


def test_a_hand_that_touches_something_after_opening_backs_away_all_the_same(make_task, world, holding):
    task = make_task(("go_to table_2", "put_on can_1 table_2"))
    holding(task, "can_1")
    plan_line = world.plan_line

    def touching(waypoints, start=None, *, avoid_collisions=True):
        if start is None and avoid_collisions and world.width > 0.08:
            return MotionResult(Outcome(FailureCause.UNREACHABLE, "only 0% of the line can be reached"), fraction=0.0)
        return plan_line(waypoints, start, avoid_collisions=avoid_collisions)

    world.plan_line = touching
    before = len(world.tools)
    assert run_instruction(task).ok, task.failure
    assert len(world.tools) > before and "retreat cut short" not in task.listener.notes


def test_a_hand_gets_off_a_handle_in_several_goes_where_none_goes_far_enough(make_task, world):
    task = make_task(("go_to fridge_1", "open fridge_1"))
    plan_line, goes = world.plan_line, []

    def cut_short(waypoints, start=None, **options):
        line = plan_line(waypoints, start, **options)
        if start is None and world.width > 0.08:
            goes.append(line)
            return replace(line, fraction=0.4 if len(goes) < 15 else 1.0)
        return line

    world.plan_line = cut_short
    assert run_instruction(task).ok, task.failure
    assert task.listener.notes.count("retreat cut short") == 2


def test_a_hand_that_does_not_get_off_a_handle_tries_again_before_anything_else(make_task, world):
    task = make_task(("go_to fridge_1", "open fridge_1"))
    plan_line = world.plan_line

    def cut_short(waypoints, start=None, **options):
        line = plan_line(waypoints, start, **options)
        return replace(line, fraction=0.4) if start is None and world.width > 0.08 else line

    world.plan_line = cut_short
    run_instruction(task)
    assert task.listener.notes.count("retreat cut short") == swing.GOES + 1  # the last go is that of the arm's folding


def test_fingers_that_stand_askew_at_a_door_close_before_the_arm_goes_on(make_task, world):
    task = make_task(("go_to fridge_1", "open fridge_1"))
    plan_line, plan = world.plan_line, world.plan
    touching = MotionResult(Outcome(FailureCause.IN_COLLISION, "fridge_1/door touches gripper_right_finger_link"))
    opened = []

    def cut_short(waypoints, start=None, **options):
        line = plan_line(waypoints, start, **options)
        opened.append(start is None and world.width > 0.08)
        return replace(line, fraction=0.4) if opened[-1] else line

    world.plan_line = cut_short
    world.plan = lambda *given, **options: touching if any(opened) and world.width > 0.06 else plan(*given, **options)
    assert run_instruction(task).ok, task.failure
    assert "grip 0.050" in world.log and "grip 0.000" not in world.log[world.log.index("grip 0.050") :]
    assert task.memory.way_out is None and task.memory.stowed


def test_the_lamp_is_switched_on(make_task, world):
    assert run_instruction(make_task(("go_to lamp_1", "turn_on lamp_1"))).ok
    assert "on" in world.graph["lamp_1"].states


def test_a_button_is_pressed_and_the_arm_comes_back(make_task, world, button):
    task = make_task((f"go_to {button}", f"press {button}"))
    assert run_instruction(task).ok, task.failure
    assert task.memory.stowed and world.graph[button].states == frozenset()


def test_a_hand_that_stops_short_of_pushing_says_by_how_much_and_teaches_the_planner(
    make_task, world, button, monkeypatch, words
):
    monkeypatch.setattr(sys.modules["executor_node.skills.press"], "READING_S", 0.0)
    execute = world.execute

    def stopped(motion, token):
        before = world.tool()
        outcome = execute(motion, token)
        if world.at and before.distance(world.tool()) == pytest.approx(0.092):
            world.tools[world.at] = world.tool() @ Pose((-0.01, 0.0, 0.0))
        return outcome

    world.execute = stopped
    nothing = Outcome(FailureCause.UNSOLVABLE_PROVEN, "there is no other button")
    task = make_task((f"go_to {button}", f"press {button}"), nothing)
    outcome = run_instruction(task)
    assert outcome.cause is FailureCause.UNSOLVABLE_PROVEN
    words(outcome.message)
    assert task.ports.planner.requests[1].known_failures == (KnownFailure(FailureKind.STUCK, button),)


@pytest.mark.parametrize(("skill", "words"), [("turn_on", "has no switch"), ("press", "has no button")])
def test_what_has_the_other_kind_of_switch_is_left_alone(make_task, world, skill, words, request):
    if skill == "turn_on":
        request.getfixturevalue("button")
    task = make_task()
    context = SkillContext(task.ports, task.memory, task.token)
    result = SKILLS[skill](context, SkillCall(skill, ("lamp_1",)))
    assert result.outcome == Outcome(FailureCause.NOT_CAPABLE, f"the lamp 1 {words}")
    assert not world.log


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
    at_the_end = "make sure that what was brought is there"
    idle = [*precautions, *looks, at_the_end]
    assert not_done == [f"· {name}" for name in idle]  # what was ticked and had nothing to do


def _request(task):
    from makedo_core.ports import PlanRequest

    return PlanRequest(task.instruction, task.newest())


def test_a_door_that_stays_open_unasked_is_told(home):
    fridge = home["fridge_1"]
    closed = home.changed(put=[fridge.with_state(State.CLOSED)])
    opened = home.changed(put=[fridge.with_state(State.OPEN)])
    assert left_open(closed, opened, ()) == ("fridge_1",)
    assert left_open(closed, opened, {"big_fridge_1"}) == ("fridge_1",)
    assert left_open(closed, opened, {"fridge_1"}) == ()
    assert left_open(opened, opened, ()) == ()
    ajar = home.changed(put=[fridge.with_state(State.AJAR)])
    assert left_open(closed, ajar, ()) == ("fridge_1",)
    assert left_open(ajar, opened, ()) == ("fridge_1",)
    assert left_open(opened, ajar, ()) == ()


FRIDGE_OPEN = Literal(Predicate.OPEN, ("fridge_1",))


@pytest.mark.parametrize(
    ("goal", "asked"),
    [
        (Holds(FRIDGE_OPEN), {"fridge_1"}),
        (InOrder((Holds(FRIDGE_OPEN), Holds(Literal(Predicate.CLOSED, ("fridge_1",))))), {"fridge_1"}),
        (AtLeast(1, ("fridge_1", "drawer_1"), Literal(Predicate.OPEN, ("?object",))), {"fridge_1", "drawer_1"}),
        (AllOf((Holds(~FRIDGE_OPEN), Not(Holds(FRIDGE_OPEN)))), set()),
        (Holds(Literal(Predicate.CLOSED, ("fridge_1",))), set()),
        (Holds(Literal(Predicate.INSIDE, ("book_1", "fridge_1"))), set()),
    ],
)
def test_what_is_asked_to_be_open_is_read_from_the_goal_of_the_plan(goal, asked):
    assert asked_open(Plan("any words", goal, (), 1)) == asked


def test_no_plan_asks_for_an_open_door():
    assert asked_open(None) == frozenset()


def test_what_seems_to_be_left_open_is_looked_at_once_more_before_it_is_told(make_task, world):
    task = make_task(("go_to fridge_1", "open fridge_1"))
    assert run_instruction(task).ok
    assert "fridge 1 was left open" in task.goal_text


def test_a_door_that_fell_shut_unseen_is_not_told_to_be_open(make_task, world):
    task = make_task(("go_to fridge_1", "open fridge_1"))
    looks = world.look_at

    def look_at(point, token):
        fridge = world.graph["fridge_1"]
        if math.dist(point, fridge.centre) < 1e-6 and State.OPEN in fridge.states:
            world.graph = world.graph.changed(put=[fridge.with_state(State.CLOSED)])
        return looks(point, token)

    world.look_at = look_at
    assert run_instruction(task).ok
    assert "left open" not in task.goal_text


def test_a_cancel_while_a_door_is_looked_at_is_a_cancel(make_task, world):
    task = make_task(("go_to fridge_1", "open fridge_1"))

    def look_at(point, token):
        if State.OPEN in world.graph["fridge_1"].states:
            task.token.cancel(Outcome(FailureCause.CANCELED, "it was cancelled"))
            token.check()
        return SUCCESS

    world.look_at = look_at
    assert run_instruction(task).cause is FailureCause.CANCELED


LOOK = ("go_to table_2", "discover_objects table_2")
NO_PLAN = Outcome(FailureCause.UNSOLVABLE_PROVEN, "there is no other can")


def provisional(task, *numbers: int) -> None:
    """Mark some of the scripted plans as provisional."""
    plan, count = task.ports.planner.plan, iter(range(100))

    def marked(request, stage, token):
        result = plan(request, stage, token)
        if next(count) in numbers and result.plan is not None:
            return replace(result, plan=replace(result.plan, provisional=True))
        return result

    task.ports.planner.plan = marked


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
