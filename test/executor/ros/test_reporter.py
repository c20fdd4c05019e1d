# SPDX-License-Identifier: Apache-2.0
"""What people and other nodes learn of a task: feedback, topics and the run folder say the same."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

pytest.importorskip("rclpy")

from executor_node.instruction.approval import Precautions
from executor_node.instruction.recovery import RecoveryLimits
from executor_node.instruction.run import run_instruction
from executor_node.record.recorder import RunRecorder
from executor_node.ros.reporter import Reporter
from makedo.msg import TaskStatus
from makedo_core.failure import FailureCause, Outcome

from ..conftest import BRING

NOTHING = Outcome(FailureCause.UNSOLVABLE_PROVEN, "there is no other can")


@pytest.fixture
def told(make_task, world, tmp_path):
    """The reports on an instruction whose grasps slip, and which ends after the operator did not answer."""
    world.slippery = 99
    precautions = Precautions(dry_run_s=200.0, patience_s=0.2)
    task = make_task(BRING, NOTHING, limits=RecoveryLimits(1, 1, 1, ask=True), precautions=precautions)
    heard = SimpleNamespace(status=[], plans=[], outcomes=[], trees=[], feedback=[], pictures=[])
    recorder = RunRecorder(tmp_path, "do it", lambda: world.time, revision=lambda: 1)
    task.listener = Reporter(
        recorder,
        lambda: world.time,
        heard.status.append,
        heard.plans.append,
        heard.outcomes.append,
        heard.trees.append,
        heard.feedback.append,
        heard.pictures.append,
    )
    outcome = run_instruction(task)
    recorder.close(outcome, task.explanation)
    heard.folder, heard.outcome = recorder.folder, outcome
    return heard


def test_status_and_feedback_say_the_same_by_which_rung_it_recovers(told):
    assert [f.status.rung for f in told.feedback] == [s.rung for s in told.status]
    assert [s.rung for s in told.status if s.rung] == ["retry", "look", "replan", "ask", "give up"]
    (question,) = (s for s in told.status if s.rung == "ask")
    assert question.state == TaskStatus.WAITING_FOR_APPROVAL


def test_the_trace_has_every_rung(told):
    lines = (told.folder / "trace.jsonl").read_text(encoding="utf-8").splitlines()
    events = [json.loads(line) for line in lines]
    traced = [e["rung"] for e in events if e["event"] == "progress" and "rung" in e]
    assert traced == [s.rung for s in told.status if s.rung]


def test_the_lights_of_the_dry_run_are_told_and_kept(told):
    lights = json.loads((told.folder / "dry_run.json").read_text(encoding="utf-8"))
    assert len(lights) == len(told.feedback[-1].dry_run) == 4


def test_the_tree_is_published_and_drawn(told):
    last = told.trees[-1]
    assert last.instruction == "do it" and len(last.name) == len(last.depth) == len(last.status) > 4
    assert last.name[0] == "plan again when the plan fails" and last.depth[0] == 0
    svg = (told.folder / "tree.svg").read_text(encoding="utf-8")
    assert svg.startswith("<svg") and "pick_up(can_1, table_1)" in svg


def test_each_skill_call_that_ended_is_told_with_what_followed(told):
    picks = [o for o in told.outcomes if o.call.skill == "pick_up"]
    assert [o.then for o in picks] == ["retry", "look", "replan"]
    assert all(o.outcome.code == FailureCause.GRASP_FAILED for o in picks)
    assert any(name.startswith("failed_pick_up") for name in told.pictures)


def test_the_plan_is_published(told):
    (plan,) = told.plans
    assert [call.skill for call in plan.calls] == ["go_to", "pick_up", "go_to", "put_on"]


def test_the_summary_says_how_it_ended(told):
    summary = (told.folder / "summary.md").read_text(encoding="utf-8")
    assert "the operator was asked: nobody approved it" in summary
