# SPDX-License-Identifier: Apache-2.0
"""However an instruction ends, everybody is told that it has."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

pytest.importorskip("rclpy")

from executor_node import server
from executor_node.approval import Precautions
from executor_node.recovery import Limits
from executor_node.server import InstructionServer
from executor_node.task import TaskState
from makedo_core.failure import FailureCause


@pytest.fixture
def told():
    """Every status that was published."""
    return []


@pytest.fixture
def execute(monkeypatch, tmp_path, told):
    """Carries out an instruction with a server whose robot is not there, which is a bug; the result's outcome."""
    monkeypatch.setattr(server, "ActionServer", lambda *_, **__: None)
    publishers = {"task_status": SimpleNamespace(publish=told.append)}
    node = SimpleNamespace(
        create_publisher=lambda kind, topic, *_: publishers.get(topic, SimpleNamespace(publish=lambda _: None)),
        get_logger=lambda: SimpleNamespace(error=lambda _: None),
        now_s=lambda: 1.0,
        is_active=True,
    )
    halt = SimpleNamespace(halt=lambda: None, release=lambda: None)
    handle = SimpleNamespace(
        request=SimpleNamespace(instruction="Bring a can", strategy=""),
        is_cancel_requested=False,
        abort=lambda: None,
        publish_feedback=lambda _: None,
    )
    wiring = SimpleNamespace(ports=None)

    def carried_out(runs_dir=tmp_path):
        made = InstructionServer(node, wiring, halt, Limits(), Precautions(), runs_dir, False)
        return made._on_goal(handle).outcome

    return carried_out


def test_a_bug_is_the_last_status_of_its_instruction(execute, told):
    outcome = execute()
    assert outcome.code == FailureCause.INTERNAL_ERROR and "a fault in the executor" in outcome.message
    last = told[-1]
    assert (last.state, last.instruction, last.outcome.code) == (
        TaskState.FINISHED,
        "Bring a can",
        FailureCause.INTERNAL_ERROR,
    )


def test_an_instruction_without_a_run_folder_is_told_to_have_ended(execute, told, tmp_path):
    (tmp_path / "runs").write_text("no folder")
    assert "cannot make a run folder" in execute(tmp_path / "runs").message
    assert told[-1].state == TaskState.FINISHED and "cannot make a run folder" in told[-1].message
