# SPDX-License-Identifier: Apache-2.0
"""The run folder and its summary."""

from __future__ import annotations

import json
import os
from datetime import datetime
from errno import ENOSPC
from pathlib import Path

from executor_node.record.recorder import RunRecorder, slug
from executor_node.robot.pictures import keep_pictures
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.files.scene_json import graph_from_json
from makedo_core.goals.goal import AllOf
from makedo_core.plan import Plan, Relaxation, RelaxationKind
from makedo_core.ports import PlanResult
from makedo_core.record.past_runs import read_run
from makedo_core.record.trace import read_trace
from makedo_core.skills import SkillCall

COLA = Relaxation(RelaxationKind.SUBSTITUTE, "kid snack", "cola can 1", ("only three snacks are within reach",), 1.0)
PLAN = Plan("Bring 4 kid snacks", AllOf(()), (SkillCall("go_to", ("table_1",)),), 3, (COLA,))


def recorded(tmp_path, outcome=SUCCESS):
    times = iter(range(100))
    now = datetime(2026, 1, 2, 3, 4, 5)
    recorder = RunRecorder(tmp_path, "Bring 4 kid snacks", lambda: float(next(times)), lambda: now)
    recorder.planned(PlanResult(SUCCESS, PLAN, "four snacks on table_2", "{}"))
    recorder.step_done(PLAN.calls[0], Outcome(FailureCause.NAVIGATION_FAILED, "no path"), "retry")
    recorder.step_done(PLAN.calls[0], SUCCESS)
    (recorder.folder / "start_head.png").write_bytes(b"png")
    recorder.close(outcome, "A cola can takes the place of the fourth snack.")
    return recorder


def test_the_folder_is_named_by_time_and_instruction(tmp_path):
    assert recorded(tmp_path).folder.name == "20260102-030405-bring-4-kid-snacks"
    assert recorded(tmp_path).folder.name == "20260102-030405-bring-4-kid-snacks-2"


def test_the_summary_says_what_was_changed_each_step_and_shows_pictures(tmp_path):
    text = (recorded(tmp_path).folder / "summary.md").read_text()
    assert text.startswith("# Bring 4 kid snacks\n")
    assert "Cola can 1 instead of kid snack: only three snacks are within reach" in text
    assert "| 1 | go to table 1 |" in text and "no path → retry" in text
    assert "![start head](start_head.png)" in text
    assert "**Done.**" in text


def test_a_failure_is_told_in_plain_words(tmp_path):
    folder = recorded(tmp_path, Outcome(FailureCause.UNREACHABLE, "the mug is out of reach")).folder
    assert "**Not done:** the mug is out of reach." in (folder / "summary.md").read_text()


def test_a_failure_that_is_a_sentence_has_one_full_stop(tmp_path):
    folder = recorded(tmp_path, Outcome(FailureCause.OBJECT_NOT_FOUND, "I do not know where it is.")).folder
    assert "**Not done:** I do not know where it is. It began" in (folder / "summary.md").read_text()


def test_plan_relaxations_and_trace_can_be_read_back(tmp_path, home):
    recorder = recorded(tmp_path)
    plan = json.loads((recorder.folder / "plan.json").read_text())
    assert plan["calls"] == [{"skill": "go_to", "arguments": ["table_1"]}]
    assert json.loads((recorder.folder / "relaxations.json").read_text())[0]["instead"] == "cola can 1"
    events = [e["event"] for e in read_trace(recorder.folder / "trace.jsonl")]
    assert events == ["instruction", "planned", "step", "step", "outcome"]
    recorder.graph("graph_after", home)
    assert graph_from_json((recorder.folder / "graph_after.json").read_text()) == home


def test_what_the_recorder_remembers_of_a_run_is_what_is_read_from_its_folder(tmp_path):
    recorder = recorded(tmp_path)
    assert read_run(recorder.folder) == tuple(recorder.steps)
    failed, done = recorder.steps
    assert (failed.outcome.cause, failed.then, failed.attempt) == (FailureCause.NAVIGATION_FAILED, "retry", 1)
    assert (done.step, done.attempt, done.run) == (1, 2, "20260102-030405-bring-4-kid-snacks")


def test_a_step_names_the_picture_that_was_ordered_or_the_newest_that_was_taken_meanwhile(tmp_path):
    recorder = RunRecorder(tmp_path, "Go", lambda: 1.0)
    assert recorder.step_done(PLAN.calls[0], SUCCESS).picture == ""
    for name, since_s in (("looked_head.png", 0.1), ("grasped_head.png", 0.2), ("grasped_overview.png", 0.3)):
        path = recorder.folder / name
        path.write_bytes(b"png")
        taken = recorder.steps[-1].ended.timestamp() + since_s
        os.utime(path, (taken, taken))
    ordered = recorder.step_done(PLAN.calls[0], SUCCESS, picture="failed_go_to_2_head.png")
    assert ordered.picture == str(recorder.folder / "failed_go_to_2_head.png")
    recorder.steps.pop()
    assert recorder.step_done(PLAN.calls[0], SUCCESS).picture == str(recorder.folder / "grasped_head.png")


def test_an_outcome_names_the_revisions_of_the_graph_around_it(tmp_path):
    revisions = iter([3, 4, 6])
    recorder = RunRecorder(tmp_path, "Go", lambda: 1.0, revision=lambda: next(revisions))
    first, second = (recorder.step_done(PLAN.calls[0], SUCCESS) for _ in range(2))
    assert (first.revision_before, first.revision_after, second.revision_before) == (3, 4, 4)


def test_slugs_are_file_names_whatever_was_said():
    assert slug("") == "instruction"
    assert slug("../../etc/passwd; rm -rf /") == "etc-passwd-rm-rf"
    assert len(slug("long " * 1000)) <= 40


def test_pictures_of_looking_twice_stand_side_by_side_in_the_summary(tmp_path):
    recorder = recorded(tmp_path)
    keep_pictures(recorder.folder, "discovered_table_1", (b"one", b"two"))
    keep_pictures(recorder.folder, "discovered_table_1", (b"three",))
    assert (recorder.folder / "discovered_table_1_3.jpg").read_bytes() == b"three"
    assert (recorder.folder / "discovered_table_1_1.jpg").read_bytes() == b"one"
    recorder.close(SUCCESS)
    text = (recorder.folder / "summary.md").read_text()
    assert "![discovered table 1 3](discovered_table_1_3.jpg)" in text


def test_a_picture_that_cannot_be_written_is_no_failure(tmp_path, caplog):
    keep_pictures(tmp_path / "gone", "discovered_table_1", (b"one",))
    assert "discovered_table_1_1 left out" in caplog.text


def test_a_disk_that_fills_ends_nothing_and_is_told_once(tmp_path, home, monkeypatch, caplog):
    recorder = RunRecorder(tmp_path, "Go", lambda: 1.0)

    def full(*_, **__):
        raise OSError(ENOSPC, os.strerror(ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_text", full)
        trace, recorder._trace._file = recorder._trace._file, open("/dev/full", "a", encoding="utf-8")
        recorder.note("motion")
        recorder.graph("graph_before", home)
        recorder.planned(PlanResult(SUCCESS, PLAN, "four snacks on table_2", "{}"))
        recorder.rehearsed(())
        assert recorder.step_done(PLAN.calls[0], SUCCESS).outcome.ok
        recorder.close(SUCCESS)
    trace.close()
    assert [e["event"] for e in read_trace(recorder.folder / "trace.jsonl")] == ["instruction"]
    (told,) = caplog.messages
    assert "incomplete: No space left on device" in told and str(recorder.folder) in told
    assert recorder.plans == [PLAN] and len(recorder.steps) == 1
