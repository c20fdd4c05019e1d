# SPDX-License-Identifier: Apache-2.0
"""A run folder is read back as a time line, whatever state it is in."""

from __future__ import annotations

import json
import shutil

import pytest

from makedo_core.failure import FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.record.past_runs import read_run, read_runs
from makedo_core.record.tree_view import BehaviourProgress
from makedo_core.replay.comparing import compare, comparison_text
from makedo_core.replay.reading import RunError, read_past_run
from makedo_core.replay.recording import WHOLE
from makedo_core.replay.telling import Window, heading, moment_text, step_window, story
from makedo_core.replay.timeline import PlanarPose, RunState
from support.past_runs import Robot, a_run, end, home, recording, step


def test_what_was_recorded_is_read_back(tmp_path):
    run = read_past_run(a_run(tmp_path))
    assert (run.title, run.robot, run.kind, run.state) == (
        "Bring the apple to table_2",
        "tiago_sim",
        "instruction",
        RunState.SEALED,
    )
    assert run.outcome == Outcome() and run.damage == ()
    assert [k.graph for k in run.graphs] == [home(), home(4.0, 2, "table_2")]
    assert [m.base for m in run.motion] == [PlanarPose(0.0, 0.0, 0.0), PlanarPose(1.0, 0.5, 0.5)]
    assert [dict(m.joints) for m in run.motion] == [{"arm_1": 0.0, "torso": 0.1}, {"arm_1": 0.7, "torso": 0.1}]
    assert run.steps == read_run(run.folder) and [s.call.skill for s in run.steps] == ["pick_up", "put_on"]
    assert [p.text("file") for p in run.pictures] == ["start_head.png"]
    assert [n.progress for n in run.trees[-1].nodes] == [BehaviourProgress.SUCCEEDED] * 2


def test_a_moment_tells_what_was_known_done_and_seen_by_then(tmp_path):
    run = read_past_run(a_run(tmp_path))
    before, after = run.at(-1.0), run.at(run.duration_s)
    assert (before.motion, before.known, before.tree, before.status, before.picture, before.done) == (
        None,
        None,
        None,
        None,
        None,
        (),
    )
    assert after.known.graph.revision == 2 and after.motion.base.x == 1.0 and len(after.done) == 2
    assert after.picture.text("file") == "start_head.png" and after.status.text("message") == "planning"
    text = moment_text(run, after)
    assert "apple_1 was moved" in text and "arm_1 0.700" in text and "✓ root" in text


def test_what_hardly_moves_is_not_written_anew_and_what_is_lost_is(tmp_path):
    made = recording(tmp_path)
    for base, joints in (
        (Pose.planar(0.0, 0.0), {"arm_1": 0.0}),
        (Pose.planar(0.0005, 0.0), {"arm_1": 0.001}),
        (Pose.planar(0.0005, 0.0), {"arm_1": 0.001, "torso": float("nan")}),
        (None, {}),
        (Pose.planar(0.0, 0.0), {"arm_1": 0.5}),
    ):
        made.moved(base, joints)
    end(made)
    lines = [json.loads(line) for line in (made.folder / "motion.jsonl").read_text().splitlines()]
    assert [{k: v for k, v in line.items() if k in ("base", "joints")} for line in lines] == [
        {"base": [0.0, 0.0, 0.0], "joints": {"arm_1": 0.0}},
        {"base": None},
        {"base": [0.0, 0.0, 0.0], "joints": {"arm_1": 0.5}},
    ]


def test_that_things_were_only_seen_again_is_written_now_and_then(tmp_path):
    made = recording(tmp_path)
    for stamp in (0.0, 1.0, 2.0, 6.0, 7.0):
        made.knows(home(stamp, 1))
    end(made)
    assert [k.graph.stamp for k in read_past_run(made.folder).graphs] == [0.0, 6.0]


def test_a_lost_delta_costs_no_more_than_what_follows_until_the_next_whole_graph(tmp_path):
    made = recording(tmp_path)
    for number in range(WHOLE + 10):
        made.knows(home(float(number), number, f"table_{number % 2 + 1}"))
    end(made)
    path = made.folder / "graph.jsonl"
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:5], "{broken", *lines[6:]]) + "\n")
    run = read_past_run(made.folder)
    assert [k.graph.revision for k in run.graphs] == [0, 1, 2, 3, 4, *range(WHOLE + 1, WHOLE + 10)]
    assert [told.partition(";")[0] for told in run.damage if "jsonl:" in told] == [
        "graph.jsonl:6: is no JSON",
        "graph.jsonl:7: the delta follows revision 5 at 5.000 s, the graph is of revision 4 at 4.000 s",
    ]
    assert run.state is RunState.UNSEALED  # the file has another size than when the run was closed


def test_each_damage_is_told_and_the_rest_is_read(tmp_path):
    folder = a_run(tmp_path)
    (folder / "start_head.png").unlink()
    trace = (folder / "trace.jsonl").read_text().splitlines()
    trace[1] = trace[1][:20]
    trace[2:2] = [
        '{"event": "progress"}',
        "[]",
        '{"time_s": 1, "wall_s": 1}',
        '{"time_s": true, "wall_s": 1, "event": "x"}',
        '{"time_s": 1, "wall_s": NaN, "event": "x"}',
        '{"time_s": 1, "wall_s": 1, "event": "step", "call": "?"}',
        '{"time_s": 1, "wall_s": 1, "event": "tree", "names": ["a"], "depths": [], "progress": "1"}',
    ]
    (folder / "trace.jsonl").write_text("\n".join(trace[:-1]))
    (folder / "motion.jsonl").write_text(
        '{"time_s": 1, "wall_s": 1, "base": [1, 2]}\n{"time_s": 1, "wall_s": 1, "joints": 3}\n'
    )
    run = read_past_run(folder)
    assert run.outcome is None and len(run.steps) == 2 and run.pictures == () and run.motion == ()
    told = "\n".join(run.damage)
    for what in (
        "trace.jsonl:2: is no JSON",
        "trace.jsonl:3: expected an object with time_s and wall_s",
        "trace.jsonl:4: expected an object",
        "trace.jsonl:5: expected an event",
        "trace.jsonl:7: expected an object",
        "trace.jsonl: the event 'step' at 1 s is left out",
        "trace.jsonl: the tree at 1 s is left out",
        "trace.jsonl: nothing tells how the run ended",
        "trace.jsonl: the picture 'start_head.png'",
        "motion.jsonl:1: expected 3 finite numbers",
        "start_head.png is missing",
    ):
        assert what in told, what
    assert "nothing tells how it ended" in heading(run) and "damaged: start_head.png is missing" in heading(run)


def test_a_seal_is_believed_only_if_it_holds(tmp_path):
    folder = a_run(tmp_path)
    (folder / "run.json").write_text('{"format": "another/1"}')
    run = read_past_run(folder)
    assert run.state is RunState.UNSEALED and run.damage == ("run.json: expected the format makedo/run/1",)
    (folder / "run.json").write_text("[" * 100_000)
    assert read_past_run(folder).damage == ("run.json cannot be read",)
    (folder / "run.json").write_text('{"format": "makedo/run/1", "files": {"../../etc/passwd": 3}}')
    assert read_past_run(folder).state is RunState.UNSEALED


def test_what_is_no_run_is_refused(tmp_path):
    with pytest.raises(RunError, match="is no folder"):
        read_past_run(tmp_path / "gone")
    with pytest.raises(RunError, match="has no trace"):
        read_past_run(tmp_path)
    (tmp_path / "trace.jsonl").write_text("\x00\xff nothing")
    with pytest.raises(RunError, match="no event can be read"):
        read_past_run(tmp_path)


def test_a_run_from_before_runs_were_sealed_is_read_with_the_graph_of_its_beginning(tmp_path):
    folder = a_run(tmp_path)
    for name in ("run.json", "motion.jsonl", "graph.jsonl"):
        (folder / name).unlink()
    from makedo_core.files.scene_json import graph_to_json

    (folder / "graph_before.json").write_text(graph_to_json(home()))
    run = read_past_run(folder)
    assert [k.graph for k in run.graphs] == [home()] and run.motion == () and len(run.steps) == 2
    assert "robot    not recorded" in moment_text(run, run.at(1.0))


def test_the_story_tells_words_plan_steps_ways_and_what_it_came_to_know(tmp_path):
    run = read_past_run(a_run(tmp_path, slip=True))
    told = [line.text for line in story(run)]
    for text in (
        "asked: Bring the apple to table_2",
        "planning: planning",
        "plan of 1 step: the apple on table 2",
        "picture start_head.png",
        "robot at x 0.00 m, y 0.00 m, heading 0 deg",
        "robot at x 1.00 m, y 0.50 m, heading 29 deg, 1.12 m from where it was",
        "knows: apple_1 was moved (1.00 m): it was on table_1, it is on table_2",
        "ended: success",
    ):
        assert text in told, text
    steps = [text for text in told if text.startswith("step ")]
    assert steps[0].startswith("step 1: pick up apple 1 from table 1: failed: it slipped (took")
    assert steps[0].endswith("what followed: retry") and "attempt 2: done" in steps[1]
    assert [line.text for line in story(run, Window(0.0, -1.0))] == []


def test_a_step_that_is_not_there_is_refused(tmp_path):
    run = read_past_run(a_run(tmp_path))
    assert step_window(run, 2).end_s >= step_window(run, 1).end_s
    with pytest.raises(ValueError, match="has no step 3; it has steps 1 to 2"):
        step_window(run, 3)


def test_two_runs_part_where_one_slipped(tmp_path):
    first, second = (read_past_run(a_run(tmp_path, slip=slip)) for slip in (False, True))
    found = compare(first, second)
    assert found.parting == 0 and found.known == ()
    assert [(p.first is None, p.second is None) for p in found.pairs] == [(True, False), (False, False), (False, False)]
    text = comparison_text(found)
    assert "they part after 0 like steps: A has no such step; B did 'pick up apple 1 from table 1': it slipped" in text
    same = compare(first, first)
    assert same.parting is None and "they did the same in all 2 steps" in comparison_text(same)


def test_two_runs_that_knew_different_things_at_their_start_say_so(tmp_path):
    first, second = (read_past_run(a_run(tmp_path, apple_on=place)) for place in ("table_1", "table_2"))
    text = comparison_text(compare(first, second))
    assert "at the start B knew otherwise than A:" in text and "apple_1 was moved" in text


def test_a_recording_outside_an_instruction_is_no_run_of_skills(tmp_path):
    a_run(tmp_path)
    made = recording(tmp_path, "watching")
    made.settle()
    (made.folder / "trace.jsonl").write_text(
        (made.folder / "trace.jsonl").read_text().replace('"event": "instruction"', '"event": "recording"')
    )
    end(made, Outcome(FailureCause.SUCCESS))
    assert read_runs(tmp_path).problems == () and len(read_runs(tmp_path).outcomes) == 2
    assert read_past_run(made.folder).kind == "recording"


def test_a_run_can_be_moved(tmp_path):
    folder = a_run(tmp_path / "a")
    moved = shutil.move(folder, tmp_path / folder.name)
    assert read_past_run(tmp_path / folder.name).state is RunState.SEALED and moved


def test_a_clock_that_stands_still_is_no_trouble(tmp_path):
    made = recording(tmp_path, robot=Robot())
    step(made, "go_to(table_1)")
    end(made)
    assert read_past_run(made.folder).steps[0].began_s == 0.0
