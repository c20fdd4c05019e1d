# SPDX-License-Identifier: Apache-2.0
"""The folder of runs stays within its bounds; what is pinned or in progress stays."""

from __future__ import annotations

import shutil
from datetime import datetime, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.replay.bounds import RunBounds, RunsFolder, StoredRun, beyond, pin, prune, stored_runs
from support.past_runs import a_run, recording

NOW_S = datetime(2026, 2, 1, tzinfo=timezone.utc).timestamp()


@pytest.fixture
def runs(tmp_path):
    """Four runs of a day each, oldest first."""
    made = a_run(tmp_path / "made")
    folders = [tmp_path / f"2026010{day}-120000-bring" for day in (1, 2, 3, 4)]
    for folder in folders:
        shutil.copytree(made, folder)
    shutil.rmtree(tmp_path / "made")
    return folders


def names(parent: Path) -> list[str]:
    return sorted(p.name[:8] for p in parent.iterdir())


def test_the_oldest_go_first(tmp_path, runs):
    done = prune(tmp_path, RunBounds(number=2), NOW_S)
    assert list(done.removed) == runs[:2] and done.problems == ()
    assert names(tmp_path) == ["20260103", "20260104"]


def test_size_and_age_are_bounds_too(tmp_path, runs):
    size = stored_runs(tmp_path)[0].size
    assert len(prune(tmp_path, RunBounds(total_bytes=3 * size), NOW_S).removed) == 1
    age_s = NOW_S - datetime(2026, 1, 3, 18).timestamp()
    assert len(prune(tmp_path, RunBounds(age_s=age_s), NOW_S).removed) == 2 and names(tmp_path) == ["20260104"]


def test_what_is_pinned_or_in_progress_stays_and_counts(tmp_path, runs):
    pin(runs[0], True)
    going = recording(tmp_path)  # of 2026-01-02
    done = prune(tmp_path, RunBounds(number=1), NOW_S)
    assert runs[0].exists() and going.folder.exists() and len(list(tmp_path.iterdir())) == 2
    assert len(done.removed) == 3
    going.writer.close()
    pin(runs[0], False)
    assert len(prune(tmp_path, RunBounds(number=1), NOW_S).removed) == 1


def test_what_pins_take_beyond_the_bound_is_told(tmp_path, runs):
    for run in runs:
        pin(run, True)
    done = prune(tmp_path, RunBounds(total_bytes=1), NOW_S)
    assert done.removed == () and "what is pinned or in progress takes" in done.problems[0]


def test_only_runs_are_removed(tmp_path, runs):
    (tmp_path / "notes").mkdir()
    (tmp_path / "20260101-000000-mine").mkdir()  # without a trace
    (tmp_path / "20260101-000001-link").symlink_to(runs[3])
    (tmp_path / "demo.log").write_text("x")
    prune(tmp_path, RunBounds(number=1), NOW_S)
    left = ["20260101-000000-mine", "20260101-000001-link", runs[3].name, "demo.log", "notes"]
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted(left)


def test_looking_removes_nothing(tmp_path, runs):
    assert list(prune(tmp_path, RunBounds(number=1), NOW_S, only_look=True).removed) == runs[:3]
    assert all(run.exists() for run in runs)


def test_what_cannot_be_removed_is_told_and_the_others_go(tmp_path, runs, monkeypatch):
    rename = Path.rename

    def refused(path, target):
        if path == runs[0]:
            raise PermissionError(13, "Permission denied")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", refused)
    done = prune(tmp_path, RunBounds(number=2), NOW_S)
    assert done.removed == (runs[1],)
    assert done.problems == (f"the run {runs[0].name} cannot be removed: Permission denied",)


def test_what_a_killed_pruning_left_is_swept_and_no_folder_is_no_trouble(tmp_path, runs):
    runs[0].rename(tmp_path / f".pruned-{runs[0].name}")
    assert prune(tmp_path, RunBounds(number=4), NOW_S).removed == ()
    assert not list(tmp_path.glob(".pruned-*"))
    assert prune(tmp_path / "gone", RunBounds(number=1)).problems == ()
    assert RunsFolder(tmp_path).prune(pytest.fail) is None  # without a bound there is nothing to do


@given(
    st.lists(st.tuples(st.integers(0, 100), st.integers(0, 50), st.booleans()), max_size=12),
    st.integers(0, 200),
    st.integers(0, 8),
)
def test_no_more_goes_than_must_and_what_stays_is_within_the_bounds(rows, total, number):
    runs = [StoredRun(Path(f"{i}"), float(t), size, kept) for i, (t, size, kept) in enumerate(rows)]
    gone = beyond(runs, RunBounds(total, number), 0.0)
    left = [run for run in runs if run not in gone]
    assert not any(run.is_kept for run in gone)
    if any(not run.is_kept for run in left):
        assert (not number or len(left) <= number) and (not total or sum(r.size for r in left) <= total)
    if gone:  # without the last that went, a bound would be broken
        more = [*left, gone[-1]]
        assert (number and len(more) > number) or (total and sum(r.size for r in more) > total)
