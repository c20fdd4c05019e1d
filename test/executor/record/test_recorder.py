# SPDX-License-Identifier: Apache-2.0
"""The run folder and its summary."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from datetime import datetime
from errno import ENOSPC

import pytest

from executor_node.record.recorder import RunRecorder
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.files.scene_json import graph_from_json
from makedo_core.goals.goal import AllOf, Holds
from makedo_core.plan import Plan, Relaxation, RelaxationKind
from makedo_core.ports import PlanResult
from makedo_core.record.past_runs import read_run
from makedo_core.record.trace import read_trace
from makedo_core.record.tree_view import BehaviourProgress, TreeNode
from makedo_core.replay import folder as run_folder
from makedo_core.replay.recording import slug
from makedo_core.skills import Literal, Predicate, SkillCall

COLA = Relaxation(RelaxationKind.SUBSTITUTE, "kid snack", "cola can 1", ("only three snacks are within reach",), 1.0)
PLAN = Plan("Bring 4 kid snacks", AllOf(()), (SkillCall("go_to", ("table_1",)),), 3, (COLA,))


def recorded(tmp_path, outcome=SUCCESS):
    times = iter(range(100))
    now = datetime(2026, 1, 2, 3, 4, 5)
    recorder = RunRecorder(tmp_path, "Bring 4 kid snacks", lambda: float(next(times)), lambda: now)
    recorder.planned(PlanResult(SUCCESS, PLAN, "four snacks on table_2", "{}"))
    recorder.step_done(PLAN.calls[0], Outcome(FailureCause.NAVIGATION_FAILED, "no path"), "retry")
    recorder.step_done(PLAN.calls[0], SUCCESS)
    recorder.picture("start_head", b"png")
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
    assert "![start (head camera)](start_head.png)" in text
    assert "**Made do.** The run began at" in text
    assert "before it was carried out:\n\n> A cola can takes the place of the fourth snack.\n" in text


def test_a_step_that_was_held_has_not_failed(tmp_path):
    recorder = RunRecorder(tmp_path, "Go", lambda: 1.0)
    recorder.planned(PlanResult(SUCCESS, PLAN, "", "{}"))
    recorder.step_done(PLAN.calls[0], Outcome(FailureCause.PAUSED, "a person is near"), "resume")
    recorder.step_done(PLAN.calls[0], SUCCESS)
    recorder.close(SUCCESS)
    text = (recorder.folder / "summary.md").read_text()
    assert "What failed" not in text
    told = "## What was interrupted\n\n1. To go to table 1 was interrupted: a person is near. It was gone on with.\n"
    assert told in text
    recorder = RunRecorder(tmp_path, "Go", lambda: 1.0)
    recorder.step_done(PLAN.calls[0], Outcome(FailureCause.PAUSED, "a person is near"), "resume")
    recorder.step_done(PLAN.calls[0], Outcome(FailureCause.NAVIGATION_FAILED, "no path"), "retry")
    recorder.close(SUCCESS)
    text = (recorder.folder / "summary.md").read_text()
    assert "## What failed\n" in text
    assert "\n2. To go to table 1 failed: no path. What followed: retry.\n" in text


def test_the_summary_says_what_nobody_saw(tmp_path):
    recorder = RunRecorder(tmp_path, "Bring the apple", lambda: 1.0)
    recorder.planned(PlanResult(SUCCESS, PLAN, "apple 1 is on table 1", "{}"))
    recorder.close(SUCCESS, doubts=["no image shows where apple 1 came to rest after it was put on table 1"])
    text = (recorder.folder / "summary.md").read_text()
    assert "| in doubt | No image shows where apple 1 came to rest after it was put on table 1 |" in text
    last = json.loads((recorder.folder / "trace.jsonl").read_text().splitlines()[-1])
    assert last["doubts"] == ["no image shows where apple 1 came to rest after it was put on table 1"]


def test_a_failure_is_told_in_plain_words(tmp_path):
    folder = recorded(tmp_path, Outcome(FailureCause.UNREACHABLE, "the mug is out of reach")).folder
    assert "**Not done:** the mug is out of reach." in (folder / "summary.md").read_text()


def test_a_failure_that_is_a_sentence_has_one_full_stop(tmp_path):
    folder = recorded(tmp_path, Outcome(FailureCause.OBJECT_NOT_FOUND, "I do not know where it is.")).folder
    assert "**Not done:** I do not know where it is. The run began" in (folder / "summary.md").read_text()


def test_plan_relaxations_and_trace_can_be_read_back(tmp_path, home):
    recorder = recorded(tmp_path)
    plan = json.loads((recorder.folder / "plan.json").read_text())
    assert plan["calls"] == [{"skill": "go_to", "arguments": ["table_1"]}]
    assert json.loads((recorder.folder / "relaxations.json").read_text())[0]["instead"] == "cola can 1"
    events = [e["event"] for e in read_trace(recorder.folder / "trace.jsonl")]
    assert events == ["instruction", "planned", "step", "step", "picture", "outcome"]
    recorder = RunRecorder(tmp_path, "Go", lambda: 1.0)
    recorder.graph("graph_after", home)
    recorder.close(SUCCESS)
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
    for name in ("looked_head", "grasped_head", "grasped_overview"):
        recorder.picture(name, b"png")
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


def test_no_picture_takes_the_place_of_another(tmp_path):
    recorder = RunRecorder(tmp_path, "Go", lambda: 1.0)
    names = [recorder.picture("discovered_table_1", content, ".jpg") for content in (b"one", b"two", b"three")]
    assert names == ["discovered_table_1.jpg", "discovered_table_1_2.jpg", "discovered_table_1_3.jpg"]
    recorder.close(SUCCESS)
    assert [(recorder.folder / name).read_bytes() for name in names] == [b"one", b"two", b"three"]
    assert "![discovered table 1 3](discovered_table_1_3.jpg)" in (recorder.folder / "summary.md").read_text()
    pictures = [e["file"] for e in read_trace(recorder.folder / "trace.jsonl") if e["event"] == "picture"]
    assert pictures == names


def test_each_plan_keeps_its_tree_as_it_was_last(tmp_path):
    recorder = RunRecorder(tmp_path, "Go", lambda: 1.0)
    for name, ended in (("first", BehaviourProgress.FAILED), ("second", BehaviourProgress.SUCCEEDED)):
        recorder.planned(PlanResult(SUCCESS, PLAN, name, "{}"))
        for progress in (BehaviourProgress.RUNNING, ended):
            recorder.tree((TreeNode(name, 0, progress),))
    recorder.close(SUCCESS)
    first, second = ((recorder.folder / name).read_text() for name in ("tree.svg", "tree_2.svg"))
    assert ">first<" in first and "failed" in first and ">second<" in second and "succeeded" in second
    trace = read_trace(recorder.folder / "trace.jsonl")
    told = [(e["event"], e["progress"]) for e in trace if e["event"] in ("tree", "ticked")]
    assert told == [("tree", "1"), ("ticked", "3"), ("tree", "1"), ("ticked", "2")]


def test_a_run_is_sealed_with_all_its_files_only_if_nothing_is_missing(tmp_path):
    folder = recorded(tmp_path).folder
    seal = json.loads((folder / "run.json").read_text())
    assert seal["outcome"] == {"cause": "SUCCESS", "message": ""} and seal["kind"] == "instruction"
    assert seal["files"] == {p.name: p.stat().st_size for p in folder.iterdir() if p.name != "run.json"}
    assert not run_folder.in_progress(folder)


def test_a_disk_that_fills_ends_nothing_is_told_once_and_leaves_no_empty_file(tmp_path, home, monkeypatch, caplog):
    heard = []
    recorder = RunRecorder(tmp_path, "Go", lambda: 1.0, tell=heard.append)
    recorder.recording.settle()

    def full(*_, **__):
        raise OSError(ENOSPC, os.strerror(ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(run_folder.os, "replace", full)
        recorder.recording.writer._files["trace.jsonl"] = open("/dev/full", "ab", buffering=0)
        recorder.note("motion")
        recorder.graph("graph_before", home)
        recorder.planned(PlanResult(SUCCESS, PLAN, "four snacks on table_2", "{}"))
        recorder.rehearsed(())
        assert recorder.step_done(PLAN.calls[0], SUCCESS).outcome.ok
        recorder.close(SUCCESS)
    assert [e["event"] for e in read_trace(recorder.folder / "trace.jsonl")] == ["instruction"]
    assert sorted(p.name for p in recorder.folder.iterdir()) == ["graph.jsonl", "trace.jsonl"]
    assert caplog.messages == heard
    (told,) = heard
    assert "incomplete: trace.jsonl: No space left on device" in told and str(recorder.folder) in told
    assert recorder.plans == [PLAN] and len(recorder.steps) == 1 and "No space left" in recorder.problem


def test_a_summary_says_on_top_what_was_asked_what_was_got_and_what_is_left_open(tmp_path):
    recorder = RunRecorder(tmp_path, "Bring 4 kid snacks", lambda: 1.0)
    recorder.planned(PlanResult(SUCCESS, PLAN, "four snacks on table_2", "{}"))
    recorder.step_done(PLAN.calls[0], Outcome(FailureCause.NAVIGATION_FAILED, "no path"), "retry")
    recorder.close(Outcome(FailureCause.NAVIGATION_FAILED, "no path"), "", ["the fridge was left open"])
    text = (recorder.folder / "summary.md").read_text()
    top, _, folded = text.partition("<details>")
    assert "| asked | Bring 4 kid snacks |" in top
    assert "| got | the goal was not reached; steps that succeeded: 0; the aim was: four snacks on table_2 |" in top
    assert "| not done | Go to table 1 |" in top and "| left open | The fridge was left open |" in top
    assert "1. To go to table 1 failed: no path. What followed: retry." in top
    assert "| 1 | go to table 1 |" in folded


PUT = SkillCall("put_on", ("apple_1", "table_1"))


def undone(tmp_path, outcome):
    """What a summary says is not done, or not known to be, of a plan that was ended in its second step."""
    recorder = RunRecorder(tmp_path, "Put the apple on table 1", lambda: 1.0)
    calls = (PLAN.calls[0], PUT, SkillCall("close", ("drawer_1",)))
    recorder.planned(PlanResult(SUCCESS, replace(PLAN, calls=calls), "apple 1 is on table 1", "{}"))
    recorder.step_done(calls[0], SUCCESS)
    recorder.step_done(calls[1], outcome)
    recorder.close(outcome, "")
    lines = (recorder.folder / "summary.md").read_text().splitlines()
    rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("| ")]
    return [tuple(row) for row in rows if len(row) == 2 and row[0] not in ("asked", "got")]


ENDED = (FailureCause.CANCELED, FailureCause.STOPPED, FailureCause.COMPONENT_LOST)
NOT_SEEN = (FailureCause.PAUSED, FailureCause.HANDED_OVER, FailureCause.EFFECT_NOT_OBSERVED)


@pytest.mark.parametrize("cause", [*ENDED, *NOT_SEEN])
def test_what_was_under_way_when_an_instruction_was_ended_may_have_been_done(tmp_path, cause):
    told = undone(tmp_path, Outcome(cause, "it was ended"))
    begun = ("begun, and not known to be done", "Put apple 1 on table 1")
    assert told[-2:] == [begun, ("not done", "Close drawer 1")]


def test_a_step_that_failed_is_not_done(tmp_path):
    told = undone(tmp_path, Outcome(FailureCause.UNREACHABLE, "out of reach"))
    assert told[-1] == ("not done", "Put apple 1 on table 1; close drawer 1")


def test_a_summary_of_what_was_done_leaves_nothing_open(tmp_path):
    text = (recorded(tmp_path).folder / "summary.md").read_text()
    assert "| got | four snacks on table_2 |" in text and "| left open | Nothing |" in text


def test_a_summary_of_a_failure_never_says_that_nothing_is_left_open(tmp_path):
    recorder = RunRecorder(tmp_path, "Bring the red mug", lambda: 1.0)
    recorder.planned(PlanResult(SUCCESS, PLAN, "table 1 has been looked at", "{}"))
    for call in PLAN.calls:
        recorder.step_done(call, SUCCESS)
    recorder.close(Outcome(FailureCause.OBJECT_NOT_FOUND, "I do not know where the red mug is"))
    text = (recorder.folder / "summary.md").read_text("utf-8")
    assert "| left open | What was asked for was not reached |" in text and "| left open | Nothing |" not in text


def looking() -> Plan:
    """A plan that only looks at table 1 for what the instruction needs."""
    return replace(PLAN, goal=Holds(Literal(Predicate.EXPLORED, ("table_1",))), provisional=True)


def test_a_summary_of_what_was_only_looked_for_calls_no_look_the_aim(tmp_path):
    recorder = RunRecorder(tmp_path, "Bring the red mug", lambda: 1.0)
    recorder.planned(PlanResult(SUCCESS, looking(), "table 1 has been looked at", "{}"))
    recorder.step_done(PLAN.calls[0], SUCCESS)
    recorder.close(Outcome(FailureCause.OBJECT_NOT_FOUND, "I do not know where the red mug is"))
    text = (recorder.folder / "summary.md").read_text("utf-8")
    got = "| got | the goal was not reached; steps that succeeded: 1, and they only looked for what it needs |"
    assert got in text and "the aim was" not in text


def test_a_summary_keeps_the_aim_of_a_plan_after_which_it_was_looked_elsewhere(tmp_path):
    recorder = RunRecorder(tmp_path, "Bring 4 kid snacks", lambda: 1.0)
    recorder.planned(PlanResult(SUCCESS, PLAN, "four snacks on table_2", "{}"))
    recorder.planned(PlanResult(SUCCESS, looking(), "table 1 has been looked at", "{}"))
    recorder.close(Outcome(FailureCause.OBJECT_NOT_FOUND, "I do not know where the snacks are"))
    assert "the aim was: four snacks on table_2 |" in (recorder.folder / "summary.md").read_text("utf-8")


def test_what_is_asked_to_be_looked_at_is_the_aim(tmp_path):
    recorder = RunRecorder(tmp_path, "Look at table 1", lambda: 1.0)
    asked = replace(looking(), provisional=False)
    recorder.planned(PlanResult(SUCCESS, asked, "table 1 has been looked at", "{}"))
    recorder.close(Outcome(FailureCause.NAVIGATION_FAILED, "no path"))
    assert "the aim was: table 1 has been looked at |" in (recorder.folder / "summary.md").read_text("utf-8")
