# SPDX-License-Identifier: Apache-2.0
"""From the events of a run to what is to be remembered of each skill call, live and from the folder."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.record.past_runs import read_run, read_runs
from makedo_core.record.skill_outcome import EventTime, RunLog
from makedo_core.skills import SkillCall

BEGAN = datetime(2026, 1, 2, 3, 4, 5, tzinfo=timezone.utc)
GO = SkillCall("go_to", ("table_1",))
SLIPPED = Outcome(FailureCause.GRASP_FAILED, "it slipped")


def test_a_call_begins_where_the_event_before_it_ended():
    log = RunLog("run", "Go", BEGAN, EventTime(0.0, 10.0, 3))
    log.planned(EventTime(2.0, 12.0, 4))
    first = log.step_done(GO, SUCCESS, EventTime(5.0, 20.0, 6), picture="a.png")
    assert (first.began, first.ended) == (BEGAN + timedelta(seconds=2), BEGAN + timedelta(seconds=5))
    assert (first.began_s, first.ended_s, first.revision_before, first.revision_after) == (12.0, 20.0, 4, 6)
    second = log.step_done(GO, SUCCESS, EventTime(6.0, 21.0, 7))
    assert (second.began_s, second.revision_before, second.number) == (20.0, 6, 2)


def test_a_local_time_is_told_in_utc():
    there = timezone(timedelta(hours=2))
    log = RunLog("run", "Go", BEGAN.astimezone(there), EventTime(0.0, 0.0))
    done = log.step_done(GO, SUCCESS, EventTime(1.0, 1.0))
    assert done.began == BEGAN
    assert done.began.tzinfo is timezone.utc


@given(st.lists(st.sampled_from(["plan", "done", "failed"])))
def test_steps_count_successes_and_attempts_count_failures_since_the_newest_plan(events):
    log = RunLog("run", "Go", BEGAN, EventTime(0.0, 0.0))
    step, attempt, numbers = 1, 1, []
    for at, event in enumerate(events, start=1):
        if event == "plan":
            log.planned(EventTime(at, at))
            step, attempt = 1, 1
            continue
        done = log.step_done(GO, SUCCESS if event == "done" else SLIPPED, EventTime(at, at))
        assert (done.step, done.attempt) == (step, attempt)
        step, attempt = (step + 1, 1) if event == "done" else (step, attempt + 1)
        numbers.append(done.number)
    assert numbers == list(range(1, len(numbers) + 1))


def written(folder: Path, *events: dict[str, object]) -> Path:
    folder.mkdir(parents=True)
    stamped = [{"time_s": 10.0 + i, "wall_s": float(i), **event} for i, event in enumerate(events)]
    (folder / "trace.jsonl").write_text("".join(json.dumps(e) + "\n" for e in stamped))
    return folder


BEGIN = {"event": "instruction", "text": "Bring it", "began": BEGAN.isoformat(), "revision": 3}
STEP = {"event": "step", "call": "pick_up(can_1, table_1)", "cause": "GRASP_FAILED", "message": "it slipped"}


def test_a_run_is_read_from_its_folder(tmp_path):
    later = {**STEP, "cause": "SUCCESS", "message": "", "revision": 5, "picture": "picked_can_1_head.png"}
    events = (BEGIN, {"event": "planned"}, {"event": "motion"}, {**STEP, "then": "retry"}, later)
    failed, done = read_run(written(tmp_path / "20260102-030405-bring-it", *events))
    assert failed.call == SkillCall("pick_up", ("can_1", "table_1"))
    assert failed.outcome == SLIPPED
    assert (failed.run, failed.instruction, failed.then) == ("20260102-030405-bring-it", "Bring it", "retry")
    assert (failed.began, failed.ended) == (BEGAN + timedelta(seconds=1), BEGAN + timedelta(seconds=3))
    assert (done.step, done.attempt, done.revision_after) == (1, 2, 5)
    assert done.picture == str(tmp_path / "20260102-030405-bring-it" / "picked_can_1_head.png")


def test_a_run_that_does_not_say_when_it_began_began_at_its_name_local_time(tmp_path):
    old = {"event": "instruction", "text": "Bring it"}
    (done,) = read_run(written(tmp_path / "20260102-030405", old, {**STEP, "call": "wait()"}))
    assert done.began == datetime(2026, 1, 2, 3, 4, 5).astimezone()
    assert (done.revision_before, done.picture, done.call.arguments) == (0, "", ())


@pytest.mark.parametrize(
    ("name", "events", "said"),
    [
        ("20260102-030405-a", (BEGIN, {**STEP, "call": "jump"}), r":2: .*call is 'jump'; expected skill\(argument"),
        ("20260102-030405-a", (BEGIN, {**STEP, "cause": "BAD_LUCK"}), ":2: .*no 'BAD_LUCK'"),
        ("20260102-030405-a", (BEGIN, {"event": "step"}), ":2: .*no 'cause'"),
        ("20260102-030405-a", ({**BEGIN, "began": "2026-01-02T03:04:05"},), ":1: .*lacks a time zone"),
        ("20260102-030405-a", ({**BEGIN, "wall_s": None},), ":1: not an event of a run"),
        ("bring-it", ({"event": "instruction", "text": "Bring it"},), "nothing tells when it began"),
        ("20260102-030405-a", (STEP,), "no event 'instruction'"),
    ],
)
def test_what_is_no_trace_of_a_run_is_told_with_the_line(tmp_path, name, events, said):
    with pytest.raises(ValueError, match=said):
        read_run(written(tmp_path / name, *events))


def test_many_runs_are_read_in_order_and_a_broken_one_is_told(tmp_path):
    for day in (2, 1):
        written(tmp_path / f"2026010{day}-030405-a", BEGIN, STEP)
    written(tmp_path / "20260103-030405-a", {"event": "step"})
    (tmp_path / "other").mkdir()
    past = read_runs(tmp_path)
    assert [o.run for o in past.outcomes] == ["20260101-030405-a", "20260102-030405-a"]
    assert len(past.problems) == 1
    assert "20260103-030405-a" in past.problems[0]
    assert read_runs(tmp_path / "20260101-030405-a").outcomes == past.outcomes[:1]


def test_a_folder_without_runs_and_no_folder_are_told_apart(tmp_path):
    with pytest.raises(ValueError, match="no run in it"):
        read_runs(tmp_path)
    with pytest.raises(FileNotFoundError):
        read_runs(tmp_path / "nowhere")


def test_a_trace_that_ends_in_mid_line_counts_up_to_there(tmp_path):
    folder = written(tmp_path / "20260102-030405-a", BEGIN, STEP, STEP)
    trace = folder / "trace.jsonl"
    trace.write_text(trace.read_text()[:-10])
    assert len(read_run(folder)) == 1
