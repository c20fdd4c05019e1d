# SPDX-License-Identifier: Apache-2.0
"""However an instruction ends, everybody is informed that it has."""

from __future__ import annotations

import os
from contextlib import nullcontext
from errno import ENOSPC
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("rclpy")

from executor_node.instruction.approval import Precautions
from executor_node.instruction.recovery import RecoveryLimits
from executor_node.instruction.task import TaskState
from executor_node.ros import server
from executor_node.ros.lease import NOBODY
from executor_node.ros.operator import safety_inputs
from executor_node.ros.running import recorded_runs
from executor_node.ros.server import InstructionServer
from makedo_core.failure import SUCCESS, FailureCause, MakedoError, Outcome
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.record.trace import read_trace
from makedo_core.replay import folder as run_folder
from makedo_core.replay.bounds import RunsFolder
from makedo_core.robot_config import SafetyConfig


class Watched:
    """A lease that somebody watches, or nobody."""

    def __init__(self, by_nobody: Outcome | None = None) -> None:
        self.did: list[str] = []
        self._answer = by_nobody or SUCCESS

    def take(self, task) -> Outcome:
        self.did.append("take")
        return self._answer

    def give_back(self) -> None:
        self.did.append("give back")


class NoGraph:
    """A scene graph that has not come yet."""

    def newest(self) -> SceneGraph:
        raise MakedoError("there is no scene graph yet")


@pytest.fixture
def told():
    """Every status that was published."""
    return []


@pytest.fixture
def execute(monkeypatch, tmp_path, told):
    """Carries out an instruction with a server whose robot is not there, which is a bug.

    Returns:
        The result, and the server.
    """
    monkeypatch.setattr(server, "ActionServer", lambda *_, **__: None)
    publishers = {"task_status": SimpleNamespace(publish=told.append)}
    node = SimpleNamespace(
        create_publisher=lambda kind, topic, *_: publishers.get(topic, SimpleNamespace(publish=lambda _: None)),
        get_logger=lambda: SimpleNamespace(error=lambda _: None, info=lambda _: None, warning=lambda _: None),
        now_s=lambda: 1.0,
        is_active=True,
            was_active=True,
        report=lambda _: None,
    )
    halt = SimpleNamespace(halt=lambda: None, release=lambda: None)
    heard = []
    handle = SimpleNamespace(
        request=SimpleNamespace(instruction="Bring a can", strategy="", asks=False, choices=[]),
        is_cancel_requested=False,
        abort=lambda: None,
        publish_feedback=heard.append,
    )

    def carried_out(runs_dir=tmp_path, lease=None, monitor=None, **robot):
        camera = SimpleNamespace(take=lambda _: None, finish=lambda: None)
        wiring = SimpleNamespace(ports=None, graph=NoGraph(), camera=camera, **robot)
        inputs = partial(safety_inputs, config=SafetyConfig())
        runs, limits, watched = RunsFolder(runs_dir), RecoveryLimits(), lease or Watched()
        made = InstructionServer(node, wiring, halt, limits, Precautions(), runs, monitor, watched, inputs)
        made.heard = heard
        return made._on_goal(handle), made

    return carried_out


def test_a_bug_is_the_last_status_of_its_instruction(execute, told):
    outcome = execute()[0].outcome
    assert outcome.code == FailureCause.INTERNAL_ERROR and "a fault in the executor" in outcome.message
    last = told[-1]
    assert (last.state, last.instruction, last.outcome.code) == (
        TaskState.FINISHED,
        "Bring a can",
        FailureCause.INTERNAL_ERROR,
    )


@pytest.mark.parametrize(
    "robot", [{}, {"arm": SimpleNamespace(forget=lambda: None)}], ids=["before it runs", "while it runs"]
)
def test_the_run_folder_of_an_instruction_that_a_bug_ended_is_complete_and_told(execute, robot):
    result, made = execute(**robot)
    folder = Path(result.run_folder)
    assert result.run_folder and "a fault in the executor" in (folder / "summary.md").read_text(encoding="utf-8")
    last = read_trace(folder / "trace.jsonl")[-1]
    assert (last["event"], last["cause"]) == ("outcome", "INTERNAL_ERROR")
    assert made.album() is None  # pictures of what comes later do not go there


def test_nothing_moves_while_nobody_watches_and_the_lease_is_given_back(execute):
    lease = Watched(Outcome(FailureCause.COMPONENT_LOST, NOBODY, "sentry"))
    result, _ = execute(lease=lease, arm=SimpleNamespace(forget=lambda: None))
    assert result.outcome.code == FailureCause.COMPONENT_LOST and result.outcome.message == NOBODY
    assert lease.did == ["take", "give back"]


def test_a_bug_gives_the_lease_back(execute):
    lease = Watched()
    execute(lease=lease, arm=SimpleNamespace(forget=lambda: None))
    assert lease.did == ["take", "give back"]


def test_a_summary_that_cannot_be_made_for_a_bug_takes_nothing_else_with_it(execute, told, monkeypatch):
    def close(*_):
        raise ValueError("a bug")

    monkeypatch.setattr(server.RunRecorder, "close", close)
    result, made = execute()
    assert result.run_folder and made.album() is None
    assert told[-1].state == TaskState.FINISHED


def test_a_run_whose_files_could_not_be_written_says_so_at_once_and_in_its_outcome(execute, monkeypatch):
    def full(*_):
        raise OSError(ENOSPC, os.strerror(ENOSPC))

    monkeypatch.setattr(run_folder.os, "replace", full)
    result, made = execute(arm=SimpleNamespace(forget=lambda: None))
    problem = "the record of this run is incomplete: relaxations.json: No space left on device"
    assert result.outcome.message.endswith(f"; {problem}") and result.outcome.code == FailureCause.INTERNAL_ERROR
    assert made.record_problem.startswith(problem)
    assert [f.status.message for f in made.heard] == [f"{made.record_problem}; going on"]
    assert sorted(p.name for p in Path(result.run_folder).iterdir()) == ["trace.jsonl"]


def test_an_instruction_without_a_run_folder_is_told_to_have_ended(execute, told, tmp_path):
    (tmp_path / "runs").write_text("no folder")
    result, _ = execute(tmp_path / "runs")
    assert "cannot make a run folder" in result.outcome.message and result.run_folder == ""
    assert told[-1].state == TaskState.FINISHED and "cannot make a run folder" in told[-1].message


@pytest.mark.parametrize("stands", [True, False])
def test_whoever_says_stop_stops_what_is_carried_out_and_is_told_whether_it_stands(execute, stands):
    result, made = execute(arm=SimpleNamespace(forget=lambda: None))
    halts, ended = [], []
    made.control.halt = lambda: halts.append("halt")
    made._wiring.body = SimpleNamespace(standstill=lambda since_s, timeout_s: {"base": 0.1} if stands else {})
    made._task = SimpleNamespace(token=SimpleNamespace(cancel=lambda outcome: ended.append(outcome) or True))
    made.on_stop.append(halts.append)
    handle = SimpleNamespace(
        request=SimpleNamespace(instruction="Stop it, please!", strategy="", asks=False, choices=[]),
        is_cancel_requested=False,
        abort=lambda: halts.append("abort"),
        succeed=lambda: halts.append("succeed"),
    )
    result = made._on_goal(handle)
    (why,) = ended
    assert (why.cause, why.message) == (FailureCause.STOPPED, "somebody said 'Stop it, please!'")
    assert "somebody said 'Stop it, please!'" in halts and halts[-1] == ("succeed" if stands else "abort")
    assert result.goal_text == ("everything stands still" if stands else "")
    assert result.outcome.code == (FailureCause.SUCCESS if stands else FailureCause.EXECUTION_FAILED)


class Taken:
    """A server that a person has the robot of, with what its robot reports."""

    def __init__(self, task, world, robot, tmp_path, monkeypatch) -> None:
        monkeypatch.setattr(server, "ActionServer", lambda *_, **__: None)
        self.states: list[int] = []
        self.halts: list[str] = []
        self.monitored: list[str] = []
        status = SimpleNamespace(publish=lambda message: self.states.append(message.state))
        node = SimpleNamespace(
            create_publisher=lambda kind, topic, *_: status if topic == "task_status" else None,
            now_s=lambda: 1.0,
            is_active=True,
            was_active=True,
        )
        arm = SimpleNamespace(forget=lambda: world.log.append("forget the planner's world"))
        wiring = SimpleNamespace(ports=task.ports, arm=arm)
        halt = SimpleNamespace(halt=lambda: self.halts.append("halt"), release=lambda: None)
        monitor = SimpleNamespace(
            start=lambda holder: self.monitored.append("start") or SUCCESS, stop=lambda: self.monitored.append("stop")
        )
        inputs = partial(safety_inputs, config=SafetyConfig())
        limits, precautions, runs = RecoveryLimits(), Precautions(), RunsFolder(tmp_path)
        self.lease = Watched()
        self.server = InstructionServer(node, wiring, halt, limits, precautions, runs, monitor, self.lease, inputs)
        self.server._memory = task.memory
        self.server._task = task
        assert self.server.hand_over("Anna", "").ok
        task.hold.keep_quiet()
        self.server.handed_over()


@pytest.fixture
def taken(make_task, world, robot, tmp_path, monkeypatch):
    task = make_task(("go_to table_1",))
    return task, Taken(task, world, robot, tmp_path, monkeypatch)


def test_an_instruction_goes_on_when_the_hand_is_as_it_was(taken, world):
    task, has = taken
    told: list[bool] = []
    assert has.server.take_back(lambda: told.append(has.server.control.handed_over)) == SUCCESS
    assert told == [False] and not task.token.cancelled and not task.hold.handed_over
    assert has.lease.did == ["give back", "take"]  # a person's motions are nobody's to halt
    assert has.monitored == ["stop", "start"] and "forget the planner's world" in world.log


def test_an_instruction_ends_when_the_hand_holds_what_nobody_named(taken, world):
    task, has = taken
    world.width = 0.04
    assert has.server.take_back(lambda: None) == SUCCESS
    assert task.token.outcome.cause is FailureCause.PRECONDITION_FAILED and "take it out" in task.token.outcome.message
    assert task.memory.held is None and not has.server.running


def test_a_robot_that_does_not_tell_how_it_stands_stays_handed_over(taken, world):
    task, has = taken

    def silent():
        raise MakedoError("nobody knows where the robot is")

    world.pose = silent
    assert has.server.take_back(lambda: None).cause is FailureCause.EXECUTION_FAILED
    assert has.server.control.handed_over and task.hold.handed_over


def test_a_robot_whose_motion_nobody_would_watch_stays_handed_over(taken):
    task, has = taken
    has.lease._answer = Outcome(FailureCause.COMPONENT_LOST, NOBODY, "sentry")
    assert has.server.take_back(lambda: None).message == NOBODY
    assert has.server.control.handed_over and task.hold.handed_over


def test_only_a_stop_halts_a_robot_that_a_person_has(taken):
    _, has = taken
    assert has.halts == ["halt"]  # as it was handed over
    has.server.pause("person", "a person is near")
    has.server.cancel(Outcome(FailureCause.CANCELED, "it was cancelled"))
    assert has.halts == ["halt"]
    has.server.stop("it was stopped")
    assert len(has.halts) == 2 and has.server.control.handed_over


def test_a_handed_over_robot_is_handed_over_once(taken):
    _, has = taken
    again = has.server.hand_over("Ben", "")
    assert again.cause is FailureCause.HANDED_OVER and "Anna" in again.message


@pytest.mark.parametrize(
    ("stands", "said"),
    [
        (True, "it was cancelled; drawer 1 was left open"),
        (False, "it was cancelled, but the robot is not known to stand still; drawer 1 was left open"),
    ],
)
def test_what_was_cancelled_says_how_the_robot_stands_and_what_it_leaves(execute, monkeypatch, stands, said):
    def cancelled(task):
        task.token.cancel(Outcome(FailureCause.CANCELED, "it was cancelled"))
        task.left = ("drawer 1 was left open",)
        return task.token.outcome

    watched = SimpleNamespace(start=lambda _: SUCCESS, stop=lambda: None)
    monkeypatch.setattr(recorded_runs, "run_instruction", cancelled)
    monkeypatch.setattr(recorded_runs.RecordedRuns, "_sampled", lambda *_: nullcontext())
    robot = {"arm": SimpleNamespace(forget=lambda: None), "body": SimpleNamespace(standstill=lambda *_: stands)}
    result, _ = execute(monitor=watched, **robot)
    assert (result.outcome.code, result.outcome.message) == (FailureCause.CANCELED, said)
    assert "| left open | Drawer 1 was left open |" in (Path(result.run_folder) / "summary.md").read_text("utf-8")
