# SPDX-License-Identifier: Apache-2.0
"""`makedo runs` and `makedo replay` on run folders, as a user runs them."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from makedo_cli.commands.do import Ended, show
from makedo_core.failure import Outcome
from makedo_core.replay.folder import in_progress
from support.command import makedo
from support.past_runs import a_run, recording


@pytest.fixture
def runs(tmp_path):
    """Two runs; in the second the apple slips."""
    return a_run(tmp_path / "runs"), a_run(tmp_path / "runs", "Bring the apple to table_2 again", slip=True)


def called(runs, *words):
    return makedo(*words, "--runs", str(runs[0].parent))


def test_before_the_first_run_it_is_told_where_runs_would_be(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    for words in (["runs", "list"], ["replay", "last"]):
        done = makedo(*words, at=tmp_path)
        assert done.returncode == 2
        assert f"neither runs here nor {tmp_path / '.makedo' / 'runs'}" in done.stderr


def test_the_list_tells_what_was_asked_and_how_it_ended(runs):
    told = called(runs, "runs", "list").stdout
    assert "again" in told and "done" in told and "complete" in told
    assert called(runs, "runs", "list", "--most", "x").returncode == 2
    assert makedo("runs", "list", "--runs", str(runs[0])).stdout == f"there is no run in {runs[0]}\n"


def test_a_run_is_replayed_whole_in_part_and_at_a_moment(runs):
    whole = called(runs, "replay", "last").stdout
    assert whole.startswith("Bring the apple to table_2 again\n") and "the record is complete" in whole
    assert "it slipped" in whole and "knows: apple_1 was moved" in whole
    assert "it slipped" not in called(runs, "replay", "last", "--to", "-1").stdout
    step = called(runs, "replay", "last", "--step", "1").stdout
    assert "before it: at" in step and "after it: at" in step
    assert "✓ root" in called(runs, "replay", "last", "--at", "100").stdout


def test_two_runs_are_compared(runs):
    told = called(runs, "replay", runs[0].name, "--with", "again").stdout
    assert "they were asked different things" in told and "they part after 0 like steps" in told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("replay", "nothing"), "there is no run 'nothing'"),
        (("replay", "last", "--step", "9"), "has no step 9"),
        (("replay", "last", "--at", "1", "--step", "1"), "give one of"),
        (("replay", "last", "--from", "1", "--with", "last"), "give one of"),
        (("runs", "prune"), "give a bound"),
        (("runs", "export", "2026"), "may be 2 runs"),
        (("runs", "import", "/nowhere.zip"), "no such file"),
    ],
)
def test_what_cannot_be_meant_is_told_in_a_line(runs, words, told):
    ran = called(runs, *words)
    assert ran.returncode == 2 and told in ran.stderr and ran.stderr.count("\n") == 1


def test_a_moment_is_a_number(runs):
    assert called(runs, "replay", "last", "--at", "nan").returncode == 2


def test_a_run_goes_out_and_comes_back_as_one_file(runs, tmp_path):
    for name in ("run.zip", "run.mcap"):
        ran = called(runs, "runs", "export", "again", str(tmp_path / name))
        assert ran.returncode == 0 and (tmp_path / name).stat().st_size > 100
    back = makedo("runs", "import", str(tmp_path / "run.zip"), "--runs", str(tmp_path / "back"))
    assert back.stdout.strip() == str(tmp_path / "back" / runs[1].name)
    assert makedo("runs", "check", "last", "--runs", str(tmp_path / "back")).returncode == 0
    (tmp_path / "back" / runs[1].name / "start_head.png").unlink()
    check = makedo("runs", "check", "last", "--runs", str(tmp_path / "back"))
    assert check.returncode == 4 and "damaged: start_head.png is missing" in check.stdout


def test_a_run_that_is_pinned_or_in_progress_is_not_pruned(runs):
    going = recording(runs[0].parent, "Put the mug away")
    assert "is kept" in called(runs, "runs", "pin", "again").stdout
    look = called(runs, "runs", "prune", "--max-number", "1", "--only-look")
    assert f"would go: {runs[0].name}" in look.stdout and runs[0].exists()
    assert called(runs, "runs", "prune", "--max-number", "1").stdout.startswith(f"removed: {runs[0].name}\n1 runs")
    assert runs[1].exists() and in_progress(going.folder)
    assert called(runs, "runs", "export", "mug").returncode == 2
    assert "may be pruned" in called(runs, "runs", "unpin", "again").stdout
    called(runs, "runs", "prune", "--max-mb", "0.0001")
    assert not runs[1].exists() and going.folder.exists()
    going.writer.close()


def test_what_is_done_with_an_incomplete_record_is_told_to_have_one():
    output = StringIO()
    problem = "the record of this run is incomplete: trace.jsonl: No space left on device"
    ended = Ended(Outcome(message=problem), "the apple on table 2", moved=True)
    assert show(ended, Console(file=output, width=200)) == 0
    assert output.getvalue() == f"done: the apple on table 2\n{problem}\n"


def test_an_answer_is_not_called_done():
    output = StringIO()
    answered = Ended(Outcome(), "I know of nothing on table 2.")
    assert show(answered, Console(file=output, width=200)) == 0
    assert output.getvalue() == "I know of nothing on table 2.\n"
