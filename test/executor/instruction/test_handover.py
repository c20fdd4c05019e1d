# SPDX-License-Identifier: Apache-2.0
"""A robot that a person has: what was done ends, nothing begins, and afterwards everything is found out anew."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from executor_node.instruction.approval import Precautions
from executor_node.instruction.hold import TaskHold
from executor_node.instruction.recovery import RecoveryLimits
from executor_node.instruction.run import run_instruction
from executor_node.instruction.task import TaskState
from makedo_core.cancel import CancelToken
from makedo_core.conversation.question import OpenQuestion
from makedo_core.failure import FailureCause, Outcome
from makedo_core.geometry import Pose
from support.waiting import until

from ..conftest import BRING

REST = ("go_to table_2", "put_on can_1 table_2")
TO = "handed over to Anna"


class Person:
    """Takes the robot the first time that something is done, does something with it, and gives it back."""

    def __init__(self, task, world, owner, method, does: Callable[[], None] = lambda: None) -> None:
        self.task, self.world, self.does = task, world, does
        self.while_away: list[str] | None = None
        self._thread: threading.Thread | None = None
        self._do = getattr(owner, method)
        setattr(owner, method, self._taken)

    def _taken(self, *arguments, **options):
        if self._thread is None:
            self._thread = threading.Thread(target=self._have, daemon=True)
            self._thread.start()
            until(lambda: self.task.hold.handed_over, "the person has it")
        return self._do(*arguments, **options)

    def _have(self) -> None:
        self.task.hold.hand_over(TO)
        until(lambda: self.task.hold.is_quiet, "nothing is under way any more")
        until(lambda: self.task.listener.states[-1].state is TaskState.HANDED_OVER, "everybody is told")
        before = len(self.world.log)
        requests = len(self.task.ports.planner.requests)
        threading.Event().wait(0.1)
        self.while_away = self.world.log[before:]
        assert len(self.task.ports.planner.requests) == requests
        self.does()
        assert self.task.hold.take_back()


@pytest.mark.parametrize(
    ("method", "then"),
    [("drive_to", BRING), ("execute", BRING), ("look_at", BRING), ("solve_ik", BRING), ("update", BRING[1:])],
)
def test_a_handover_at_any_point_is_followed_by_a_new_plan(make_task, world, method, then):
    world.block = 0.02
    task = make_task(BRING, then, REST)
    person = Person(task, world, world, method)
    assert run_instruction(task).ok, task.failure
    assert person.while_away == []
    assert len(task.ports.planner.requests) >= 2
    assert world.graph.placement("can_1").target == "table_2"


def test_a_skill_that_a_handover_ended_is_told(make_task, world):
    task = make_task(("go_to table_1",), ("go_to table_1",))
    world.block = 0.02
    Person(task, world, world, "drive_to")
    assert run_instruction(task).ok, task.failure
    assert task.listener.steps == [
        ("go_to(table_1)", FailureCause.HANDED_OVER, "replan"),
        ("go_to(table_1)", FailureCause.SUCCESS, ""),
    ]


def test_after_a_handover_the_errand_goes_on_from_where_the_robot_is(make_task, world):
    task = make_task(BRING, BRING)
    where = Pose.planar(0.0, 0.5, 0.0)
    person = Person(task, world, world, "drive_to", lambda: setattr(world, "base", where))
    assert run_instruction(task).ok, task.failure
    assert person.while_away == []
    assert world.graph.placement("can_1").target == "table_2"
    states = [p.state for p in task.listener.states]
    told = states.index(TaskState.HANDED_OVER)
    assert task.listener.states[told].message == TO
    assert states[told + 1] is TaskState.RECOVERING and TaskState.PLANNING in states[told + 1 :]


def test_the_furniture_to_which_a_person_brought_the_robot_is_looked_over_before_there_is_a_plan(make_task, world):
    task = make_task(BRING, BRING[1:])
    seen: list[list[str]] = []
    plan = task.ports.planner.plan

    def plans(*arguments):
        seen.append([line for line in world.log if line.startswith("discover")])
        return plan(*arguments)

    task.ports.planner.plan = plans
    x, y, _ = world.graph["table_1"].centre
    Person(task, world, world, "drive_to", lambda: setattr(world, "base", Pose.planar(x + 0.9, y, 3.14)))
    run_instruction(task)
    assert seen[:2] == [[], ["discover table_1"]]


def test_a_dry_run_ends_and_is_done_again(make_task, world):
    task = make_task(BRING, BRING, precautions=Precautions(dry_run_s=20.0))
    person = Person(task, world, world, "plan_to")
    assert run_instruction(task).ok, task.failure
    assert person.while_away == []
    assert task.rehearsed is task.plan and task.lights


def test_a_plan_that_was_approved_before_is_approved_again(make_task, world):
    task = make_task(BRING, BRING, precautions=Precautions(ask_above_cost=-1.0, patience_s=60.0))
    asked: list[str] = []

    def answers() -> None:
        for _ in range(2):
            until(lambda: task.approval.answer(True, ""), "it asks")
            asked.append(str(task.step))

    thread = threading.Thread(target=answers)
    thread.start()
    Person(task, world, world, "drive_to")
    assert run_instruction(task).ok, task.failure
    thread.join()
    assert len(asked) == 2


def test_an_open_question_is_asked_again(make_task, world):
    question = OpenQuestion("which", "Which table?", "Go to {}", ())
    task = make_task(question, question, ("go_to table_2",), precautions=Precautions(patience_s=60.0))
    task.has_answers = True

    def open_now() -> int:
        return sum(p.state is TaskState.WAITING_FOR_ANSWER for p in task.listener.states)

    def person() -> None:
        until(lambda: open_now() == 1, "it asks")
        task.hold.hand_over(TO)
        until(lambda: task.hold.is_quiet, "nothing is under way any more")
        assert task.answers.answer("table 2", world.graph) is None  # nobody waits for it
        assert task.hold.take_back()
        until(lambda: open_now() == 2, "it asks again")
        until(lambda: task.answers.answer("table 2", world.graph) is not None, "it waits for the answer")

    thread = threading.Thread(target=person)
    thread.start()
    assert run_instruction(task).ok, task.failure
    thread.join()


def test_an_instruction_that_is_stopped_while_a_person_has_the_robot_ends(make_task, world):
    task = make_task(BRING)
    drive = world.drive_to
    stopped = Outcome(FailureCause.STOPPED, "it was stopped")

    def person() -> None:
        task.hold.hand_over(TO)
        until(lambda: task.hold.is_quiet, "nothing is under way any more")
        task.token.cancel(stopped)

    thread = threading.Thread(target=person)

    def drive_to(target, token):
        thread.start()
        token.wait(60.0)
        return token.outcome if token.cancelled else drive(target, token)

    world.drive_to = drive_to
    assert run_instruction(task) == stopped
    thread.join()
    assert not [line for line in world.log if line.startswith(("drive", "grip"))]


def test_a_pause_outlives_a_handover(make_task, world):
    task = make_task(("go_to table_2",), ("go_to table_2",))
    person_done = threading.Event()

    def person() -> None:
        task.hold.pause("operator", "coffee")
        task.hold.hand_over(TO)
        until(lambda: task.hold.is_quiet, "nothing is under way any more")
        assert not task.hold.resume("operator")  # the person has it
        task.hold.pause("operator", "more coffee")
        assert not task.hold.take_back()
        until(lambda: task.listener.states[-1].message == "more coffee", "it is told to be paused")
        assert task.listener.states[-1].state is TaskState.PAUSED
        person_done.set()
        assert task.hold.resume("operator")

    drive = world.drive_to

    def drive_to(target, token):
        if not person_done.is_set():
            threading.Thread(target=person, daemon=True).start()
            token.wait(60.0)
            return token.outcome
        return drive(target, token)

    world.drive_to = drive_to
    assert run_instruction(task).ok, task.failure
    assert person_done.is_set()


def test_handovers_use_up_none_of_the_tries(make_task, world):
    task = make_task(*[("go_to table_1",)] * 6, limits=RecoveryLimits(retries=0, looks=0, replans=0))
    drive = world.drive_to
    left = iter(range(5))

    def person() -> None:
        task.hold.hand_over(TO)
        until(lambda: task.hold.is_quiet, "nothing is under way any more")
        task.hold.take_back()

    def drive_to(target, token):
        if next(left, None) is None:
            return drive(target, token)
        threading.Thread(target=person, daemon=True).start()
        token.wait(60.0)
        return token.outcome

    world.drive_to = drive_to
    assert run_instruction(task).ok, task.failure


def test_the_hold_tells_what_is_cancelled_by_what():
    parent = CancelToken()
    hold = TaskHold(parent, lambda: None)
    moving, thinking = hold.token, hold.thinking
    hold.pause("operator", "coffee")
    assert moving.outcome.cause is FailureCause.PAUSED and not thinking.cancelled
    hold.hand_over(TO)
    assert thinking.outcome == Outcome(FailureCause.HANDED_OVER, TO)
    assert hold.outcome.cause is FailureCause.HANDED_OVER and hold.handed_over and not hold.is_quiet
    hold.keep_quiet()
    assert hold.is_quiet and hold.is_anew() and not hold.is_anew()
    assert not hold.take_back() and hold.resume("operator")
    assert not hold.token.cancelled and not hold.thinking.cancelled
