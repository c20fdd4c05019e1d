# SPDX-License-Identifier: Apache-2.0
"""However an instruction ends, everybody is informed that it has."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("rclpy")

from executor_node.instruction.approval import Precautions
from executor_node.instruction.recovery import RecoveryLimits
from executor_node.instruction.task import TaskState
from executor_node.ros import server
from executor_node.ros.operator import safety_inputs
from executor_node.ros.server import InstructionServer
from makedo_core.failure import FailureCause, MakedoError
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.record.trace import read_trace
from makedo_core.replay.bounds import RunsFolder
from makedo_core.robot_config import SafetyConfig


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
    )
    halt = SimpleNamespace(halt=lambda: None, release=lambda: None)
    handle = SimpleNamespace(
        request=SimpleNamespace(instruction="Bring a can", strategy="", asks=False),
        is_cancel_requested=False,
        abort=lambda: None,
        publish_feedback=lambda _: None,
    )

    def carried_out(runs_dir=tmp_path, **robot):
        wiring = SimpleNamespace(ports=None, graph=NoGraph(), camera=SimpleNamespace(take=lambda _: None), **robot)
        inputs = partial(safety_inputs, config=SafetyConfig())
        runs = RunsFolder(runs_dir)
        made = InstructionServer(node, wiring, halt, RecoveryLimits(), Precautions(), runs, None, inputs)
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


def test_a_summary_that_cannot_be_made_for_a_bug_takes_nothing_else_with_it(execute, told, monkeypatch):
    def close(*_):
        raise ValueError("a bug")

    monkeypatch.setattr(server.RunRecorder, "close", close)
    result, made = execute()
    assert result.run_folder and made.album() is None
    assert told[-1].state == TaskState.FINISHED


def test_an_instruction_without_a_run_folder_is_told_to_have_ended(execute, told, tmp_path):
    (tmp_path / "runs").write_text("no folder")
    result, _ = execute(tmp_path / "runs")
    assert "cannot make a run folder" in result.outcome.message and result.run_folder == ""
    assert told[-1].state == TaskState.FINISHED and "cannot make a run folder" in told[-1].message
