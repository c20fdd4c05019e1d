# SPDX-License-Identifier: Apache-2.0
"""Doors, lamps and buttons over a small world: stuck, half open, left open."""

from __future__ import annotations

import math
import sys
from dataclasses import replace

import pytest

from executor_node.context import SkillContext, SkillResult
from executor_node.geometry.furniture import furniture
from executor_node.instruction.behaviours import ConfirmGoal
from executor_node.instruction.recovery import RecoveryLimits
from executor_node.instruction.run import asked_open, left_open, run_instruction
from executor_node.skills import SKILLS, swing
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.goals.goal import AllOf, AtLeast, Holds, InOrder, Not
from makedo_core.graph.openings import opened_to
from makedo_core.graph.scene_graph import AGENT_ID, OPENINGS, Relation, RelationType, State
from makedo_core.known_failure import FailureKind, KnownFailure
from makedo_core.plan import Plan
from makedo_core.ports import Discovery, MotionResult
from makedo_core.skills import Literal, Predicate, SkillCall


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
    held_back = Outcome(FailureCause.JOINT_STUCK, "fridge 1 does not move on: something holds it back")
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
    stuck = Outcome(FailureCause.JOINT_STUCK, "fridge 1 does not move on")

    def held_back(context, call):
        world.base = Pose.planar(0.0, 0.0)
        world.graph = world.graph.changed(drop=[Relation(AGENT_ID, RelationType.AT, "fridge_1")])
        return SkillResult(stuck)

    monkeypatch.setattr("executor_node.instruction.behaviours.SKILLS", {**SKILLS, "open": held_back})
    message = run_instruction(task).message
    assert message.startswith("fridge 1 does not move on; it could not be tried again (cannot open fridge 1:")
    assert message.endswith("there is no other way")


@pytest.mark.parametrize("truly_open", [False, True])
def test_what_failed_and_yet_seems_done_is_looked_at_before_it_counts_as_done(
    make_task, world, monkeypatch, truly_open
):
    """The fridge is stuck, and an image shows it open: only a look that shows the same makes it a success."""
    stuck = Outcome(FailureCause.JOINT_STUCK, "fridge 1 does not move on")
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


@pytest.mark.parametrize("is_off", [True, False])
def test_nobody_looks_for_things_at_a_lamp_to_see_whether_it_is_off(make_task, world, is_off):
    lamp = world.graph["lamp_1"].with_state(State.OFF if is_off else State.ON)
    world.graph = world.graph.changed(put=[replace(lamp, model=replace(lamp.model, regions=()))])
    task = make_task(())
    plan = Plan("turn it off", Not(Holds(Literal(Predicate.SWITCHED_ON, ("lamp_1",)))), (), 0)
    check = ConfirmGoal(task, plan, SkillCall("turn_off", ("lamp_1",)))
    assert check.work(task.token).outcome.ok is is_off
    assert "discover lamp_1" not in world.log


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
    assert result.outcome == Outcome(FailureCause.NOT_CAPABLE, f"lamp 1 {words}")
    assert not world.log


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
