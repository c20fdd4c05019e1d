# SPDX-License-Identifier: Apache-2.0
"""A paused instruction: what moves is interrupted, nothing begins meanwhile, and it ends well all the same."""

from __future__ import annotations

import threading
import time

import pytest

from executor_node.instruction.hold import TaskHold
from executor_node.instruction.recovery import RecoveryLimits
from executor_node.instruction.run import run_instruction
from executor_node.instruction.safety import NEAR, PERSON, SILENT, UNHEARD, SafetyInputs
from executor_node.instruction.task import TaskState
from makedo_core.cancel import CancelToken
from makedo_core.failure import FailureCause, Outcome
from makedo_core.ports import Discovery, MotionResult, PlanResult
from support.waiting import until

from ..conftest import BRING

MOTIONS = ("drive", "grip")


class Pauser:
    """Pauses a task the first time that something is done, and lets it go on after a moment."""

    def __init__(self, task, world, owner, method, seconds=0.15) -> None:
        self.task, self.world, self.seconds = task, world, seconds
        self.logged: tuple[int, int] | None = None
        self._do = getattr(owner, method)
        setattr(owner, method, self._paused)

    def _paused(self, *arguments, **options):
        if self.logged is None:
            self.logged = (0, 0)
            threading.Thread(target=self._hold, daemon=True).start()
            until(lambda: self.task.hold.paused, "the task pauses")
        return self._do(*arguments, **options)

    def _hold(self) -> None:
        self.task.hold.pause("operator", "coffee")
        time.sleep(0.05)
        before = len(self.world.log)
        time.sleep(self.seconds)
        self.logged = (before, len(self.world.log))
        assert self.task.hold.resume("operator")


@pytest.mark.parametrize("method", ["drive_to", "execute", "look_at", "update", "solve_ik"])
def test_a_pause_at_any_point_is_made_up_for(make_task, world, method):
    task = make_task(BRING, ("go_to table_2", "put_on can_1 table_2"), ("go_to table_2",))
    pauser = Pauser(task, world, world, method)
    assert run_instruction(task).ok, task.failure
    assert world.graph.placement("can_1").target == "table_2"
    assert "halt" in world.log
    before, after = pauser.logged
    assert not [line for line in world.log[before:after] if line.startswith(MOTIONS)]


def test_a_skill_that_was_paused_is_told_and_begun_anew(make_task, world):
    task = make_task(("go_to table_1",))
    Pauser(task, world, world, "drive_to")
    drive = world.drive_to
    world.drive_to = lambda target, token: token.outcome if token.cancelled else drive(target, token)
    assert run_instruction(task).ok
    assert task.listener.steps == [
        ("go_to(table_1)", FailureCause.PAUSED, "resume"),
        ("go_to(table_1)", FailureCause.SUCCESS, ""),
    ]
    states = [p.state for p in task.listener.states]
    assert TaskState.PAUSED in states
    assert next(p.message for p in task.listener.states if p.state is TaskState.PAUSED) == "coffee"


def test_a_motion_whose_planning_a_pause_ended_is_begun_anew(make_task, world):
    """A halt stops the motion planner too, which knows of no pause."""
    task = make_task(BRING)
    plan, preempted = world.plan, Outcome(FailureCause.CANCELED, "preempted (planning was stopped)")
    paused = []

    def planned(goal, *given, **options):
        if not paused and "pick_up" in str(task.listener.states[-1].current):
            task.hold.pause("supervisor", "the planner is started again")
            paused.append(threading.Timer(0.2, task.hold.resume, ["supervisor"]))
            paused[0].start()
        return MotionResult(preempted) if task.hold.paused else plan(goal, *given, **options)

    world.plan = planned
    assert run_instruction(task).ok, task.failure
    assert (FailureCause.PAUSED, "resume") in [s[1:] for s in task.listener.steps]


def test_pauses_use_up_none_of_the_tries(make_task, world):
    task = make_task(("go_to table_1",))
    drive = world.drive_to
    pauses = iter(range(10))

    def drive_to(target, token):
        if next(pauses, None) is None:
            return drive(target, token)
        task.hold.pause("operator", "again")
        threading.Timer(0.02, task.hold.resume, ["operator"]).start()
        return token.outcome

    world.drive_to = drive_to
    assert run_instruction(task).ok


def test_a_pause_after_a_skill_has_done_its_work_uses_up_no_new_plan(make_task, world):
    """While what was taken is brought close, and while what was put down is looked at."""
    task = make_task(BRING, limits=RecoveryLimits(replans=0))
    pausers = {}
    look, take = world.look_at, world.take

    def paused_once(name: str) -> None:
        if name not in pausers:
            pausers[name] = threading.Timer(0.1, task.hold.resume, ["operator"])
            task.hold.pause("operator", name)
            pausers[name].start()

    def take_picture(name):
        take(name)
        if name == "picked_can_1":
            paused_once("it is in the hand")

    def look_at(point, token):
        if world.graph.placement("can_1").target == "table_2":
            paused_once("it stands there")
        return look(point, token)

    world.take, world.look_at = take_picture, look_at
    assert run_instruction(task).ok, task.failure
    assert len(pausers) == 2 and len(task.ports.planner.requests) == 1
    causes = {cause for _, cause, _ in task.listener.steps}
    assert causes == {FailureCause.SUCCESS, FailureCause.PAUSED}
    assert world.graph.placement("can_1").target == "table_2"


def _taken_away_while_looked_at(task, world):
    """Once the can was put down, and is about to be looked at, the task is paused, and somebody takes it."""
    look = world.look_at

    def look_at(point, token):
        placement = world.graph.placement("can_1")
        if placement is not None and placement.target == "table_2":
            world.look_at = look
            task.hold.pause("operator", "mine")
            world.graph = world.graph.changed(drop=[placement])
            threading.Timer(0.1, task.hold.resume, ["operator"]).start()
        return look(point, token)

    world.look_at = look_at


def test_what_was_put_down_before_a_pause_is_looked_at_afterwards(make_task, world):
    task = make_task(BRING, ("go_to table_2",))
    _taken_away_while_looked_at(task, world)
    run_instruction(task)
    assert task.listener.steps[3:5] == [
        ("put_on(can_1, table_2)", FailureCause.PAUSED, "resume"),
        ("put_on(can_1, table_2)", FailureCause.EFFECT_NOT_OBSERVED, "look"),
    ]
    assert sum(line.startswith("grip") for line in world.log) <= 4  # it was not put down twice


def test_a_paused_task_can_be_stopped(make_task, world):
    task = make_task(BRING)
    task.hold.pause("operator", "coffee")
    stop = Outcome(FailureCause.STOPPED, "it was stopped")
    threading.Timer(0.2, task.token.cancel, [stop]).start()
    assert run_instruction(task) == stop
    assert not [line for line in world.log if line.startswith(MOTIONS)]


def test_a_look_before_the_next_try_that_a_pause_ended_is_made_up_for(make_task, world):
    task = make_task(BRING, limits=RecoveryLimits(retries=0))
    world.slippery = 1
    discover, looked = world.discover, []

    def paused_once(asset_id, token):
        if not task.listener.states[-1].message.startswith("looking again"):
            return discover(asset_id, token)
        looked.append(asset_id)
        if len(looked) == 1:
            task.hold.pause("operator", "coffee")
            threading.Timer(0.1, task.hold.resume, ["operator"]).start()
            return Discovery(token.outcome)
        return discover(asset_id, token)

    world.discover = paused_once
    assert run_instruction(task).ok, task.failure
    assert task.listener.steps[1:4] == [
        ("pick_up(can_1, table_1)", FailureCause.GRASP_FAILED, "look"),
        ("pick_up(can_1, table_1)", FailureCause.PAUSED, "resume"),
        ("pick_up(can_1, table_1)", FailureCause.SUCCESS, ""),
    ]
    assert looked == ["table_1", "table_1"] and not task.look_first


def test_planning_goes_on_while_paused_and_nothing_moves_then(make_task, world):
    task = make_task(BRING)
    planner, planned = task.ports.planner, threading.Event()
    plan = planner.plan

    def plan_while_paused(request, stage, token) -> PlanResult:
        task.hold.pause("operator", "coffee")
        assert not token.cancelled
        planned.set()
        return plan(request, stage, token)

    planner.plan = plan_while_paused

    def go_on() -> None:
        assert planned.wait(60.0)
        time.sleep(0.2)
        assert not [line for line in world.log if line.startswith(MOTIONS)]
        task.hold.resume("operator")

    thread = threading.Thread(target=go_on)
    thread.start()
    assert run_instruction(task).ok
    thread.join()


def test_what_the_hand_holds_after_a_pause_is_felt_for(make_task, world, holding, words):
    nothing = Outcome(FailureCause.UNSOLVABLE_PROVEN, "the can is gone")
    task = make_task(("go_to table_2", "put_on can_1 table_2"), nothing)
    holding(task, "can_1")
    drive = world.drive_to

    def taken_out_of_the_hand(target, token):
        task.hold.pause("operator", "mine")
        world.width = 0.0
        threading.Timer(0.1, task.hold.resume, ["operator"]).start()
        world.drive_to = drive
        return token.outcome

    world.drive_to = taken_out_of_the_hand
    outcome = run_instruction(task)
    assert outcome.cause is FailureCause.UNSOLVABLE_PROVEN
    words(outcome.message)
    assert world.graph.held() is None


def test_it_goes_on_only_when_everybody_lets_go():
    parent = CancelToken()
    halts = []
    hold = TaskHold(parent, lambda: halts.append(1))
    first = hold.token
    hold.pause("operator", "coffee")
    hold.pause(PERSON, NEAR)
    assert first.outcome == Outcome(FailureCause.PAUSED, "coffee")
    assert hold.outcome == Outcome(FailureCause.PAUSED, NEAR)
    assert len(halts) == 2
    assert not hold.resume("operator")
    assert hold.paused and hold.token.cancelled
    assert not hold.resume("somebody else")
    assert hold.resume(PERSON)
    assert not hold.paused and not hold.token.cancelled and hold.outcome.ok
    parent.cancel()
    assert hold.token.cancelled


class Wall:
    """A wall clock that a test sets, and what was called."""

    def __init__(self, needed: bool = False) -> None:
        self.now = 100.0
        self.calls: list[str] = []
        self.running = False
        self.inputs = SafetyInputs(
            lambda: self.calls.append("stop"),
            lambda: self.running,
            lambda holder, reason: self.calls.append(f"{holder}: {reason}"),
            lambda holder: self.calls.append(f"{holder} gone"),
            clear_s=1.0,
            silence_s=2.0,
            clock=lambda: self.now,
            needed=needed,
        )

    def hears(self, near: bool, after_s: float = 0.5) -> None:
        self.now += after_s
        self.inputs.on_person(near)


def test_a_detector_that_is_needed_holds_the_robot_until_it_said_for_a_while_that_nobody_is_near(words):
    wall = Wall(needed=True)
    words(wall.inputs.reason)
    for _ in range(50):  # however long nothing comes
        wall.now += 1.0
        wall.inputs.watch()
    assert wall.inputs.reason == UNHEARD
    wall.inputs.tell()  # an instruction begins
    assert wall.calls == [f"{PERSON}: {UNHEARD}"]
    wall.hears(False)
    assert wall.inputs.reason == UNHEARD  # one word is not for long enough
    wall.hears(False)
    wall.hears(False)
    assert wall.inputs.reason == ""
    assert wall.calls[1:] == [f"{PERSON} gone"]
    wall.now += 2.1
    wall.inputs.watch()
    assert wall.inputs.reason == SILENT


def test_a_detector_that_nobody_needs_is_not_waited_for():
    wall = Wall()
    wall.inputs.watch()
    wall.inputs.tell()
    assert (wall.inputs.reason, wall.calls) == ("", [])


def test_a_pressed_button_stops_once_until_it_is_released(words):
    wall = Wall()
    for pressed in (True, True, False, True):
        wall.inputs.on_button(pressed)
    assert wall.calls == ["stop", "stop"]
    words(wall.inputs.reason)
    wall.inputs.on_button(False)
    assert wall.inputs.reason == ""


def test_every_word_of_a_pressed_button_stops_what_runs():
    wall = Wall()
    wall.inputs.on_button(True)
    wall.running = True
    wall.inputs.on_button(True)
    wall.inputs.on_button(False)
    assert wall.calls == ["stop", "stop"]


def test_a_person_holds_the_robot_until_they_have_been_away_for_a_while():
    wall = Wall()
    for near in (False, True, True, False):
        wall.hears(near)
    assert wall.calls == [f"{PERSON}: {NEAR}"]
    assert wall.inputs.reason == NEAR
    wall.hears(False)
    assert len(wall.calls) == 1
    wall.hears(False)
    assert wall.calls[1:] == [f"{PERSON} gone"]
    assert wall.inputs.reason == ""


def test_a_robot_stays_held_while_the_last_word_is_that_a_person_is_near_however_rarely_it_comes():
    wall = Wall()
    for _ in range(4):
        wall.hears(True, 0.3)
        wall.now += 1.2
        wall.inputs.watch()
    assert wall.calls == [f"{PERSON}: {NEAR}"]


def test_a_person_detector_that_falls_silent_after_a_person_came_near_never_lets_the_robot_go_on():
    wall = Wall()
    wall.hears(True)
    for _ in range(30):
        wall.now += 0.1
        wall.inputs.watch()
    assert wall.calls == [f"{PERSON}: {NEAR}", f"{PERSON}: {SILENT}"]


def test_a_person_counts_as_away_from_the_first_word_of_it_and_not_from_the_last_that_they_were_near():
    wall = Wall()
    wall.hears(True)
    wall.hears(False, 1.2)
    assert wall.calls == [f"{PERSON}: {NEAR}"]
    wall.now += 1.1
    wall.inputs.watch()
    assert wall.calls[1:] == [f"{PERSON} gone"]


def test_a_detector_that_falls_silent_holds_the_robot_and_one_never_heard_of_does_not():
    wall = Wall()
    wall.now += 100.0
    wall.inputs.watch()
    assert wall.calls == []
    wall.hears(False)
    wall.now += 2.5
    wall.inputs.watch()
    wall.inputs.watch()
    assert wall.calls == [f"{PERSON}: {SILENT}"]
    wall.hears(False)
    assert wall.inputs.reason == NEAR
    wall.hears(False, 1.1)
    assert wall.calls[1:] == [f"{PERSON} gone"]
