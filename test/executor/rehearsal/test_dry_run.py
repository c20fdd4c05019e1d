# SPDX-License-Identifier: Apache-2.0
"""The dry run before the first motion, and the operator's word: what they say, and that nothing moves meanwhile."""

from __future__ import annotations

import math
import threading
import time
from dataclasses import replace

import pytest

from executor_node.context import SkillContext
from executor_node.instruction.approval import Approval, Precautions
from executor_node.instruction.planning import Rehearse
from executor_node.instruction.recovery import RecoveryLimits
from executor_node.instruction.run import run_instruction
from executor_node.instruction.task import TaskState
from executor_node.rehearsal import dry_run as dry_run_module
from executor_node.rehearsal.dry_run import DryRun
from executor_node.rehearsal.foreseen import ARM_S, Ways
from makedo_core.cancel import Cancelled, CancelToken
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, Relation, RelationType
from makedo_core.known_failure import FailureKind, KnownFailure
from makedo_core.plan import Light, PlannedCall, Relaxation, RelaxationKind
from makedo_core.ports import MotionResult, PlanRequest
from makedo_core.skills import SkillCall
from support.waiting import until

from ..conftest import BRING

ASKED = Precautions(ask_from_light=Light.GREEN, patience_s=90.0, dry_run_s=200.0)


def calls(*lines: str) -> tuple[SkillCall, ...]:
    return tuple(SkillCall(words[0], tuple(words[1:])) for words in (line.split() for line in lines))


def lights(task, *lines: str, limit_s: float = 200.0) -> list[Light]:
    return [p.light for p in dry_run(task, *lines, limit_s=limit_s)]


def dry_run(task, *lines: str, limit_s: float = 200.0) -> tuple[PlannedCall, ...]:
    return DryRun(SkillContext(task.ports, task.memory, task.token), limit_s).run(calls(*lines))


def test_a_plan_that_works_is_green_and_nothing_has_moved_or_changed(make_task, world):
    task = make_task()
    before = (world.graph, world.base, world.at, task.memory.held, dict(task.memory.supposed))
    assert lights(task, *BRING) == [Light.GREEN] * 4
    assert (world.graph, world.base, world.at, task.memory.held, task.memory.supposed) == before
    assert not [line for line in world.log if line.startswith(("drive", "grip", "discover"))]


def test_doors_lamps_and_the_bin_are_tried_out_too(make_task):
    plan = ("go_to fridge_1", "open fridge_1", "discover_objects fridge_1", "close fridge_1", "go_to lamp_1")
    assert lights(make_task(), *plan, "turn_on lamp_1") == [Light.GREEN] * 6
    plan = ("go_to table_1", "pick_up can_1 table_1", "go_to bin_1", "put_inside can_1 bin_1")
    assert lights(make_task(), *plan) == [Light.GREEN] * 4


def test_a_button_is_tried_out_too(make_task, button):
    assert lights(make_task(), f"go_to {button}", f"press {button}") == [Light.GREEN] * 2


def test_what_is_out_of_the_arms_reach_is_red_and_says_why(make_task, world, words):
    world.unreachable = lambda target: True
    planned = dry_run(make_task(), *BRING)
    assert [p.light for p in planned] == [Light.GREEN, Light.RED, Light.GREEN, Light.YELLOW]
    words(planned[1].reason)
    words(planned[3].reason)


def test_what_has_not_been_seen_is_yellow(make_task, world, words):
    believed = Node("bottle_1", "bottle", NodeKind.OBJECT, confidence=0.3)
    world.graph = world.graph.changed(put=[believed], add=[Relation("bottle_1", RelationType.ON, "table_1")])
    steps = ("go_to table_1", "pick_up bottle_1 table_1", "go_to table_2", "put_on bottle_1 table_2")
    planned = dry_run(make_task(), *steps)
    assert [p.light for p in planned] == [Light.GREEN, Light.YELLOW] * 2
    words(planned[1].reason, planned[3].reason)


def test_an_asset_without_room_around_it_is_red(make_task, world, words):
    walls = [replace(world.graph[i], size=(30.0, 30.0, 2.0)) for i in ("shelf_1",) if i in world.graph]
    rooms = [replace(n, size=(0.5, 0.5, 0.1)) for n in world.graph.of_kind(NodeKind.ROOM)]
    world.graph = world.graph.changed(put=[*walls, *rooms])
    (planned,) = dry_run(make_task(), "go_to table_1")
    assert planned.light is Light.RED
    words(planned.reason)


def test_what_is_in_the_hand_already_can_be_put_down(make_task, holding):
    task = make_task()
    holding(task, "can_1")
    assert lights(task, "go_to table_2", "put_on can_1 table_2") == [Light.GREEN] * 2
    assert task.memory.held is not None


NO_WAY = Outcome(FailureCause.NAVIGATION_FAILED, "the kitchen door is shut")
NOBODY = Outcome(FailureCause.COMPONENT_LOST, "asking for a way: nobody serves compute_path_to_pose")
LATE = Outcome(FailureCause.TIMEOUT, "asking for a way: compute_path_to_pose did not answer within 2 s")
NOT_ASKED = Outcome(FailureCause.NOT_CAPABLE, "no way was asked for: the robot's description names no base.plan")


def test_the_navigation_is_asked_for_each_way_from_where_the_base_would_be(make_task, world):
    assert lights(make_task(), *BRING) == [Light.GREEN] * 4
    (first, start), (second, there) = world.asked
    assert start == world.base and there == first
    assert first.distance(world.graph["table_1"].pose) < first.distance(world.graph["table_2"].pose)
    assert second.distance(world.graph["table_2"].pose) < second.distance(world.graph["table_1"].pose)


def test_a_place_to_which_there_is_no_way_is_red_and_says_why(make_task, world, words):
    world.way = lambda target, start: NO_WAY
    (planned,) = dry_run(make_task(), "go_to table_1")
    assert planned.light is Light.RED
    words(planned.reason)
    assert len({target for target, _ in world.asked}) == 3  # as many places as go_to tries


def test_another_place_to_stand_is_taken_if_there_is_no_way_to_the_best(make_task, world):
    world.way = lambda target, start: NO_WAY if len(world.asked) == 1 else SUCCESS
    dry = DryRun(SkillContext((task := make_task()).ports, task.memory, task.token), 30.0)
    (planned,) = dry.run(calls("go_to table_1"))
    assert planned.light is Light.GREEN
    assert dry.world.here == world.asked[1][0] != world.asked[0][0]


@pytest.mark.parametrize("answer", [NOBODY, LATE], ids=["no server", "late"])
def test_a_navigation_that_does_not_answer_is_yellow_and_asked_once(make_task, world, answer, words):
    world.way = lambda target, start: answer
    planned = dry_run(make_task(), *BRING)
    assert [p.light for p in planned] == [Light.YELLOW, Light.GREEN] * 2
    words(planned[0].reason, planned[2].reason)
    assert len(world.asked) == 1


def test_a_navigation_that_fails_once_is_asked_again(make_task, world, words):
    failed = Outcome(FailureCause.EXECUTION_FAILED, "the navigation could not look for a way: no transform")
    world.way = lambda target, start: failed if len(world.asked) == 1 else SUCCESS
    planned = dry_run(make_task(), *BRING)
    assert [p.light for p in planned] == [Light.YELLOW, Light.GREEN, Light.GREEN, Light.GREEN]
    words(planned[0].reason)


def test_the_same_way_is_asked_for_once(make_task, world):
    ways = Ways(world)
    there, other = Pose.planar(1.0, 0.0, 0.0), Pose.planar(2.0, 0.0, 0.0)
    world.way = lambda target, start: NO_WAY if target == other else SUCCESS
    for _ in range(2):
        assert ways.to("table_1", (there,), Pose())[0].light is Light.GREEN
        assert ways.to("table_1", (other,), Pose())[0].light is Light.RED
    assert world.asked == [(there, Pose()), (other, Pose())]


def test_where_nobody_is_to_be_asked_a_green_light_says_so(make_task, world):
    world.way = lambda target, start: NOT_ASKED
    planned = dry_run(make_task(), *BRING)
    assert [p.light for p in planned] == [Light.GREEN] * 4
    assert [p.reason for p in planned] == [NOT_ASKED.message, "", NOT_ASKED.message, ""]


def test_no_way_is_not_certain_once_the_plan_has_moved_furniture(make_task, world, words):
    plan = ("go_to fridge_1", "open fridge_1", "go_to table_1")
    world.way = lambda target, start: NO_WAY if target.distance(world.graph["table_1"].pose) < 1.5 else SUCCESS
    planned = dry_run(make_task(), *plan)
    assert [p.light for p in planned] == [Light.GREEN, Light.GREEN, Light.YELLOW]
    words(planned[2].reason)


def test_a_call_that_has_to_drive_elsewhere_asks_for_a_way_too(make_task, world, words):
    world.graph = world.graph.changed(add=[Relation(AGENT_ID, RelationType.AT, "table_1")])
    world.unreachable = lambda target: math.dist(world.base.position[:2], (0.3, -1.1)) > 1.0
    world.way = lambda target, start: NO_WAY
    (planned,) = dry_run(make_task(), "pick_up can_1 table_1")
    assert planned.light is Light.RED
    words(planned.reason)
    assert world.asked


def test_a_call_whose_preconditions_will_not_hold_is_red_and_says_which(make_task, words):
    planned = dry_run(make_task(), "go_to table_1", "put_on can_1 table_1", "go_to fridge_1", "close fridge_1")
    assert [p.light for p in planned] == [Light.GREEN, Light.RED, Light.GREEN, Light.RED]
    words(planned[1].reason)
    words(planned[3].reason)


def test_the_preconditions_are_those_of_the_imagined_world(make_task, words):
    plan = (*BRING, "pick_up can_1 table_2", "pick_up can_1 table_2")
    planned = dry_run(make_task(), *plan)
    assert [p.light for p in planned] == [Light.GREEN] * 5 + [Light.RED]
    words(planned[5].reason)


def test_what_is_no_longer_known_is_red(make_task, words):
    planned = dry_run(make_task(), "go_to table_9", "go_to table_1")
    assert [p.light for p in planned] == [Light.RED, Light.GREEN]
    words(planned[0].reason)


def test_the_arms_first_motion_is_planned_from_how_it_is_carried_and_not_for_long(make_task, world):
    plan, asked = world.plan, []

    def planned(goal, start=None, *, limit_s=None):
        asked.append((start, limit_s))
        return plan(goal, start, limit_s=limit_s)

    world.plan = planned
    assert lights(make_task(), *BRING) == [Light.GREEN] * 4
    short = [start for start, limit_s in asked if limit_s == ARM_S]
    arm = world.config.arm
    assert short[0] == arm.postures["ready"] and short[1] in [c.near for c in arm.carry_slim]


def test_an_arm_that_finds_no_short_way_is_yellow(make_task, world, words):
    refusal = MotionResult(Outcome(FailureCause.MOTION_PLANNING_FAILED, "no path"))
    world.plan = lambda goal, start=None, *, limit_s=None: refusal
    planned = dry_run(make_task(), *BRING[:2])
    assert [p.light for p in planned] == [Light.GREEN, Light.YELLOW]
    words(planned[1].reason)


def test_an_arm_that_will_have_to_be_carried_otherwise_there_is_not_judged(make_task, world):
    touching = MotionResult(Outcome(FailureCause.IN_COLLISION, "the wrist touches a wall"))
    world.plan = lambda goal, start=None, *, limit_s=None: touching
    assert lights(make_task(), *BRING[:2]) == [Light.GREEN] * 2


LITTLE_S = 0.2


def test_neither_way_nor_arm_is_asked_when_the_time_is_over(make_task, world, monkeypatch, words):
    stands = dry_run_module.places_to_stand

    def slow(context, asset_id):
        over_s = time.monotonic() + LITTLE_S  # of what began before
        until(lambda: time.monotonic() > over_s, "the end of the time")
        return stands(context, asset_id)

    monkeypatch.setattr(dry_run_module, "places_to_stand", slow)
    planned = dry_run(make_task(), "go_to table_1", limit_s=LITTLE_S)  # over while the first of them is looked at
    assert planned[0].light is Light.YELLOW
    words(planned[0].reason)
    assert world.asked == []


def test_a_dry_run_that_takes_too_long_is_cut_and_says_so(make_task, words):
    planned = dry_run(make_task(), *BRING, limit_s=-1.0)
    assert [p.light for p in planned] == [Light.YELLOW] * 4
    words(planned[0].reason)


def test_a_dry_run_ends_at_once_when_the_task_ends(make_task):
    task = make_task()
    task.token.cancel(Outcome(FailureCause.STOPPED, "it was stopped"))
    with pytest.raises(Cancelled):
        dry_run(task, *BRING)


def test_the_first_plan_is_tried_out_before_anything_moves_and_the_next_is_not(make_task, world):
    world.slippery = 9
    task = make_task(BRING, ("go_to table_2",), precautions=Precautions(dry_run_s=200.0))
    begun = []
    rehearsed = task.listener.rehearsed
    task.listener.rehearsed = lambda told: (begun.append(list(world.log)), rehearsed(told))
    assert run_instruction(task).ok
    assert len(task.ports.planner.requests) == 2
    assert len(begun) == 1
    assert not [line for line in begun[0] if line.startswith(("drive", "grip"))]
    assert [c.light for c in task.listener.lights] == [Light.GREEN] * 4


@pytest.mark.parametrize("dry_run_s", [0.0, 200.0])
def test_a_plan_that_is_dangerous_in_the_newest_graph_moves_nothing(make_task, world, dry_run_s):
    judged = []

    def danger_of(plan, graph):
        judged.append((plan.calls, graph.revision))
        return "That is dangerous."

    task = make_task(BRING, precautions=Precautions(dry_run_s=dry_run_s, danger_of=danger_of))
    outcome = run_instruction(task)
    assert outcome == Outcome(FailureCause.DANGEROUS, "That is dangerous.")
    assert judged == [(calls(*BRING), world.graph.revision)]
    assert not [line for line in world.log if line.startswith(("drive", "grip", "discover"))]


def test_a_plan_that_only_looks_is_followed_by_one_that_is_tried_out_too(make_task, world):
    task = make_task(("discover_objects table_1",), BRING, precautions=Precautions(dry_run_s=200.0))
    plan = task.ports.planner.plan

    def provisional_first(request, stage, token):
        result = plan(request, stage, token)
        looks = len(task.ports.planner.requests) == 1
        return replace(result, plan=replace(result.plan, provisional=looks))

    task.ports.planner.plan = provisional_first
    tried = []
    task.listener.rehearsed = tried.append
    assert run_instruction(task).ok
    assert [len(lights) for lights in tried] == [1, 4]


def test_the_lights_of_another_plan_ask_for_nothing(make_task, world):
    red = Precautions(dry_run_s=200.0, ask_from_light=Light.RED, patience_s=0.3)
    world.slippery = 9
    task = make_task(BRING, ("go_to table_2",), precautions=red)
    reddened = task.listener.rehearsed

    def redden(lights):
        task.lights = tuple(replace(item, light=Light.RED, reason="no way") for item in lights)
        task.rehearsed = None  # as if they were of an earlier plan
        reddened(lights)

    task.listener.rehearsed = redden
    assert run_instruction(task).ok
    assert TaskState.WAITING_FOR_APPROVAL not in [p.state for p in task.listener.states]


def test_without_a_time_for_it_there_is_no_dry_run(make_task):
    task = make_task(("go_to table_1",))
    assert run_instruction(task).ok
    assert task.lights == ()


def answered(task, approved: bool, reason: str = "") -> threading.Thread:
    """Answer as soon as the task asks."""

    def answer() -> None:
        until(lambda: task.approval.answer(approved, reason), "the task asks")

    thread = threading.Thread(target=answer)
    thread.start()
    return thread


def test_nothing_moves_without_the_operators_word(make_task, world):
    task = make_task(BRING, precautions=replace(ASKED, patience_s=0.3))
    outcome = run_instruction(task)
    assert outcome == Outcome(FailureCause.NOT_APPROVED, "nobody approved it within 0.3 s")
    assert not [line for line in world.log if line.startswith(("drive", "grip"))]
    assert TaskState.WAITING_FOR_APPROVAL in [p.state for p in task.listener.states]


def test_a_no_ends_it_with_the_reason(make_task, world, words):
    task = make_task(BRING, precautions=ASKED)
    thread = answered(task, False, "the baby sleeps")
    outcome = run_instruction(task)
    thread.join()
    assert outcome.cause is FailureCause.NOT_APPROVED
    words(outcome.message)
    assert not [line for line in world.log if line.startswith(("drive", "grip"))]


def test_a_yes_lets_it_go_on_and_the_same_is_not_asked_again(make_task, world):
    world.slippery = 9  # so that it is planned anew
    task = make_task(BRING, ("go_to table_2",), precautions=ASKED)
    thread = answered(task, True)
    assert run_instruction(task).ok
    thread.join()
    assert len(task.ports.planner.requests) == 2
    assert [p.state for p in task.listener.states].count(TaskState.WAITING_FOR_APPROVAL) == 1


def test_a_stop_while_the_operator_is_asked_is_a_stop(make_task):
    task = make_task(BRING, precautions=ASKED)
    stop = Outcome(FailureCause.STOPPED, "it was stopped")
    threading.Timer(0.3, task.token.cancel, [stop]).start()
    assert run_instruction(task) == stop


def test_an_answer_that_nobody_waits_for_is_not_taken():
    approval = Approval()
    assert not approval.answer(True, "")
    assert approval.wait(0.05, CancelToken()).cause is FailureCause.NOT_APPROVED
    assert not approval.answer(True, "")


def plan_with(cost: float):
    from makedo_core.goals.goal import AllOf
    from makedo_core.plan import Plan

    changes = (Relaxation(RelaxationKind.SUBSTITUTE, "the wine", "a cola", ("no wine is in reach",), cost),)
    return Plan("bring", AllOf(()), calls("go_to table_1"), 1, changes if cost else ())


@pytest.mark.parametrize(("cost", "limit", "asks"), [(0.0, 0.0, False), (1.0, 1.0, False), (1.5, 1.0, True)])
def test_making_do_beyond_the_limit_is_asked_about(cost, limit, asks):
    why = Precautions(ask_above_cost=limit).why_ask(plan_with(cost), ())
    assert bool(why) == asks
    if asks:
        assert why == "it would make do: a cola instead of the wine: no wine is in reach (cost 1.50, the limit is 1.00)"


@pytest.mark.parametrize("limit", [None, *Light])
@pytest.mark.parametrize("light", list(Light))
def test_a_light_as_bad_as_the_limit_or_worse_is_asked_about(limit, light):
    planned = PlannedCall(SkillCall("go_to", ("table_1",)), light, "because")
    why = Precautions(ask_from_light=limit).why_ask(plan_with(0.0), (planned,))
    assert bool(why) == (limit is not None and light >= limit)
    if why:
        assert why == f"go to table 1: {light.name.lower()}, because"


def test_how_it_was_found_to_be_done_is_remembered_for_when_it_is_done(make_task):
    task = make_task()
    rehearsal = DryRun(SkillContext(task.ports, task.memory, task.token), 200.0)
    rehearsal.run(calls(*BRING))
    assert not task.memory.grasps and not task.memory.rests
    task.memory.learn(rehearsal.context.memory)
    assert task.memory.grasps.keys() == {"can_1"} and task.memory.rests.keys() == {("can_1", "table_2")}
    assert task.memory.held is None and not task.memory.stands


IMPOSSIBLE = Precautions(dry_run_s=200.0)


def moved(world) -> list[str]:
    return [line for line in world.log if line.startswith(("drive", "grip"))]


@pytest.fixture
def to_the_counter(world) -> tuple[str, ...]:
    """A plan that brings a can onto a counter which is too high for the arm."""
    world.unreachable = lambda target: target.position[2] > 1.0
    return ("go_to table_1", "pick_up can_1 table_1", "go_to counter_1", "put_on can_1 counter_1")


def test_what_is_found_to_be_impossible_is_planned_for_otherwise_before_a_motion(
    make_task, world, to_the_counter
):
    task = make_task(to_the_counter, ("go_to table_1",), precautions=IMPOSSIBLE)
    moves: list[list[str]] = []
    plan = task.ports.planner.plan
    task.ports.planner.plan = lambda *given: (moves.append(moved(world)), plan(*given))[1]
    assert run_instruction(task).ok
    assert moves == [[], []]
    assert task.ports.planner.requests[1].known_failures == (KnownFailure(FailureKind.FULL_ON, "counter_1"),)


def test_where_there_is_no_other_plan_it_is_not_begun_and_that_is_said(make_task, world, to_the_counter, words):
    refused = Outcome(FailureCause.UNSOLVABLE_PROVEN, "I cannot do this: the can.")
    task = make_task(to_the_counter, refused, precautions=IMPOSSIBLE)
    outcome = run_instruction(task)
    assert (outcome.cause, moved(world), task.begun) == (FailureCause.UNSOLVABLE_PROVEN, [], False)
    words(outcome.message)


def test_an_operator_who_says_to_try_has_it_tried(make_task, world, to_the_counter):
    refused = Outcome(FailureCause.UNSOLVABLE_PROVEN, "I cannot do this: the can.")
    limits = RecoveryLimits(retries=0, looks=0, replans=1, ask=True)
    precautions = replace(IMPOSSIBLE, patience_s=90.0)
    task = make_task(to_the_counter, refused, to_the_counter, refused, precautions=precautions, limits=limits)
    thread = answered(task, True)
    outcome = run_instruction(task)
    thread.join()
    assert not outcome.ok and task.begun and moved(world)


def test_an_operator_who_is_asked_at_a_red_light_decides(make_task, world, to_the_counter):
    task = make_task(to_the_counter, precautions=replace(IMPOSSIBLE, ask_from_light=Light.RED, patience_s=0.3))
    assert run_instruction(task).cause is FailureCause.NOT_APPROVED
    assert (len(task.ports.planner.requests), moved(world)) == (1, [])


def test_a_place_that_will_do_for_another_thing_is_not_given_up(make_task, world, to_the_counter):
    """What does not get onto a table says nothing of another thing that does."""
    put = SkillCall("put_on", ("can_1", "counter_1"))
    found = (put, Outcome(FailureCause.UNREACHABLE, "no motion was found: it is too far"))
    task = make_task(to_the_counter, ("go_to table_1",), precautions=IMPOSSIBLE)
    result = task.ports.planner.plan(PlanRequest("do it", world.graph), lambda _: None, task.token)
    both = replace(result.plan, calls=(*result.plan.calls, SkillCall("put_on", ("can_2", "counter_1"))))
    rehearse = Rehearse("try out", task)
    assert rehearse.impossible(both, [found]).ok
    assert rehearse.impossible(result.plan, [found]).cause is FailureCause.UNREACHABLE
    assert task.ladder.learnt == [KnownFailure(FailureKind.FULL_ON, "counter_1")]


@pytest.mark.parametrize(("light", "is_tried"), [(Light.YELLOW, True), (Light.GREEN, False)])
def test_what_could_not_be_known_is_tried_out_once_the_thing_is_held(make_task, world, to_the_counter, light, is_tried):
    """What had not been seen is in the hand by then: before it is driven to a counter that the arm does not reach."""
    too_high, world.unreachable = world.unreachable, lambda target: False
    task = make_task(to_the_counter, ("go_to table_1",), precautions=IMPOSSIBLE)

    def rehearsed(lights) -> None:
        if len(lights) == len(to_the_counter):
            task.lights = tuple(replace(item, light=light) for item in lights)
            world.unreachable = too_high

    task.listener.rehearsed = rehearsed
    assert run_instruction(task).ok
    assert task.ports.planner.requests[1].known_failures == (KnownFailure(FailureKind.FULL_ON, "counter_1"),)
    begun = [step.partition("(")[0] for step, _, _ in task.listener.steps]
    assert begun[:2] == ["go_to", "pick_up"]
    assert ("put_on" in begun) is not is_tried
