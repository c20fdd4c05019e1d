# SPDX-License-Identifier: Apache-2.0
"""A planner that ends meanwhile is asked again; where it has no other plan, what failed is told once."""

from __future__ import annotations

import threading
import time

import pytest

from executor_node.instruction import planning
from executor_node.instruction.hold import WATCHDOG
from executor_node.instruction.planning import without_another
from executor_node.instruction.recovery import RecoveryLimits
from executor_node.instruction.run import run_instruction
from makedo_core.failure import FailureCause, Outcome
from makedo_core.ports import PlanRequest, PlanResult

GO = ("go_to table_1",)
SILENT = "the node planner no longer gives a sign of life; waiting for it"
NOBODY = Outcome(FailureCause.COMPONENT_LOST, "nobody serves plan_instruction; is the node that offers it running?")
ASLEEP = Outcome(FailureCause.NOT_ACTIVE, "the planner is not active")


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Ask again after a moment."""
    monkeypatch.setattr(planning, "ASK_AGAIN_S", 0.01)


def test_a_planner_that_is_started_again_is_asked_until_it_answers(make_task):
    task = make_task(NOBODY, ASLEEP, ASLEEP, GO, limits=RecoveryLimits(planner_s=100.0))
    assert run_instruction(task).ok, task.failure
    assert len(task.ports.planner.requests) == 4
    assert str(NOBODY) in [p.message for p in task.listener.states]


@pytest.mark.parametrize("patience_s", [0.0, 0.2])
def test_it_is_not_asked_without_end(make_task, patience_s):
    task = make_task(*[ASLEEP] * 1000, limits=RecoveryLimits(planner_s=patience_s))
    began = time.monotonic()
    assert run_instruction(task) == ASLEEP
    assert patience_s <= time.monotonic() - began
    assert len(task.ports.planner.requests) < 1000
    assert (len(task.ports.planner.requests) > 1) is (patience_s > 0.0)


def test_who_waits_for_a_planner_can_be_stopped(make_task):
    task = make_task(*[ASLEEP] * 100_000, limits=RecoveryLimits(planner_s=60.0))
    stop = Outcome(FailureCause.STOPPED, "it was stopped")
    threading.Timer(0.2, task.token.cancel, [stop]).start()
    assert run_instruction(task) == stop


def test_what_was_asked_of_a_planner_that_fell_silent_is_asked_again_once_it_is_back(make_task, monkeypatch):
    task = make_task(GO, limits=RecoveryLimits(planner_s=100.0))
    planner, plan, asked = task.ports.planner, task.ports.planner.plan, []

    def silent_at_first(request: PlanRequest, stage, token) -> PlanResult:
        asked.append(task.hold.held_by(WATCHDOG))
        if len(asked) > 1:
            return plan(request, stage, token)
        task.hold.pause(WATCHDOG, SILENT)
        threading.Timer(0.2, task.hold.resume, [WATCHDOG]).start()
        assert token.wait(60.0), "nobody ended the wait"
        return PlanResult(token.outcome)

    monkeypatch.setattr(planner, "plan", silent_at_first)
    assert run_instruction(task).ok, task.failure
    assert asked == ["", ""]  # not while it is started again


def test_a_pause_of_somebody_else_does_not_end_planning(make_task, monkeypatch):
    task = make_task(GO, limits=RecoveryLimits(planner_s=100.0))
    planner, plan = task.ports.planner, task.ports.planner.plan

    def paused_meanwhile(request: PlanRequest, stage, token) -> PlanResult:
        task.hold.pause("operator", "coffee")
        assert not token.wait(0.2)
        task.hold.resume("operator")
        return plan(request, stage, token)

    monkeypatch.setattr(planner, "plan", paused_meanwhile)
    assert run_instruction(task).ok, task.failure
    assert len(planner.requests) == 1


class _Handle:
    """A goal that a planner accepted and never answers."""

    def __init__(self) -> None:
        from rclpy.task import Future

        self.accepted, self.cancelled, self._future = True, False, Future()

    def get_result_async(self):
        return self._future

    def cancel_goal_async(self) -> None:
        self.cancelled = True


def test_a_planner_that_ends_while_it_plans_is_not_waited_for(monkeypatch, home):
    pytest.importorskip("rclpy")
    from executor_node.robot import clients
    from makedo_core.cancel import CancelToken
    from makedo_ros.runtime import clients as calls

    handle, gone = _Handle(), threading.Event()

    class Client:
        def __init__(self, *_, **__) -> None:
            pass

        def server_is_ready(self) -> bool:
            return not gone.is_set()

    monkeypatch.setattr(clients, "ActionClient", Client)
    monkeypatch.setattr(clients, "send_goal", lambda *_, **__: handle)
    monkeypatch.setattr(calls.rclpy, "ok", lambda: True)
    threading.Timer(0.2, gone.set).start()
    request = PlanRequest("Bring a can", home)
    result = clients.PlannerClient(None, 0.0).plan(request, lambda _: None, CancelToken())
    assert result.outcome == Outcome(FailureCause.COMPONENT_LOST, "the planner ended while it planned")
    assert handle.cancelled


STUCK = Outcome(FailureCause.JOINT_STUCK, "fridge 1 does not move on: something holds it back")


@pytest.mark.parametrize(
    ("refused", "learnt", "told"),
    [
        (
            "I cannot do this: opening the fridge; I found no way to open or close fridge 1.",
            1,
            "for opening the fridge.",
        ),
        ("I cannot do this: a fork; it cannot be had as I found no way to take fork 1.", 1, "for a fork."),
        (
            "I cannot do this: a fork; it cannot be had as I found no way to take fork 1.",
            2,
            "for a fork; it cannot be had as I found no way to take fork 1.",
        ),
        ("I cannot do this: two cups; only one of them can be had.", 1, "for two cups; only one of them can be had."),
        (
            "I do not know where the cup is. I looked at table 1.",
            1,
            ": I do not know where the cup is. I looked at table 1.",
        ),
    ],
)
def test_what_has_just_failed_is_told_once_where_there_is_no_other_plan(refused, learnt, told):
    outcome = Outcome(FailureCause.UNSOLVABLE_PROVEN, refused)
    space = "" if told.startswith(":") else " "
    assert without_another(STUCK, outcome, learnt) == f"{STUCK.message}; and there is no other plan{space}{told}"
