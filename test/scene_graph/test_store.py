# SPDX-License-Identifier: Apache-2.0
"""A store gives back what was written as far as it is whole, says what is not, and overwrites nothing unread."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.files.scene_json import graph_from_json
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import GraphError, Node, NodeKind, Relation, RelationType, SceneGraph, State
from scene_graph_node.store import generations, store
from scene_graph_node.store.dated import Dated, keep, state_at, times
from scene_graph_node.store.generations import Header, StoreError, journal_path, numbers, recall, snapshot_path
from scene_graph_node.store.journal import decoded, encoded
from scene_graph_node.store.store import Store, StoreSettings

HEADER = Header("home", "f00d", 0.0)


class Clock:
    """A clock that stands still unless it is set."""

    def __init__(self) -> None:
        self.now_s = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now_s


def graph_of(revision: int) -> SceneGraph:
    """A cup that is elsewhere in each revision."""
    table = Node("table_1", "table", NodeKind.ASSET)
    cup = Node("cup_1", "cup", NodeKind.OBJECT, Pose((float(revision), 0.0, 0.7)), confidence=0.9)
    on = Relation("cup_1", RelationType.ON, "table_1")
    return SceneGraph({n.id: n for n in (table, cup)}, frozenset({on}), revision, "home", float(revision))


def opened(folder: Path, **settings) -> Store:
    return Store(folder, HEADER, StoreSettings(**settings), Clock())


def filled(folder: Path, last: int) -> None:
    """Revisions 0 to `last`: the first in the snapshot, the others in the journal."""
    kept = opened(folder)
    for revision in range(last + 1):
        kept.write(graph_of(revision))
    kept.close()


def found(folder: Path) -> SceneGraph:
    remembered = recall(folder, "home").remembered
    assert remembered is not None
    return remembered.graph


@given(st.lists(st.text(alphabet=st.characters(exclude_characters="\n", exclude_categories=["Cs"])), max_size=5))
def test_lines_are_read_back(texts):
    lines = decoded(b"".join(map(encoded, texts)))
    assert (lines.texts, lines.problem) == (tuple(texts), "")


@given(st.lists(st.text(alphabet="ab ", max_size=6), min_size=1, max_size=4), st.binary(max_size=40))
def test_rubbish_after_lines_is_told_and_takes_nothing_with_it(texts, rubbish):
    data = b"".join(map(encoded, texts))
    lines = decoded(data + b"x" + rubbish)
    assert (lines.texts, lines.length) == (tuple(texts), len(data))
    assert f"line {len(texts) + 1} is torn or damaged; {len(rubbish) + 1} bytes are lost" in lines.problem


def test_an_empty_or_missing_folder_remembers_nothing(tmp_path):
    assert recall(tmp_path, "home").remembered is None
    assert recall(tmp_path / "none", "home").remembered is None


def test_what_was_written_is_read_back(tmp_path):
    filled(tmp_path, 5)
    recalled = recall(tmp_path, "home")
    assert recalled.problems == ()
    assert recalled.remembered is not None
    assert recalled.remembered.graph == graph_of(5)
    assert recalled.remembered.header == replace(HEADER, written_s=Clock().now_s)


def test_the_next_start_goes_on_in_a_new_generation_and_keeps_the_one_before(tmp_path):
    for last in (2, 3, 4):
        filled(tmp_path, last)
    assert numbers(tmp_path) == (2, 3)
    assert found(tmp_path) == graph_of(4)


def test_a_journal_that_outgrows_its_snapshot_begins_a_new_generation(tmp_path):
    kept = opened(tmp_path, journal_bytes=1500)
    for revision in range(40):
        kept.write(graph_of(revision))
        assert found(tmp_path) == graph_of(revision)
    kept.close()
    assert numbers(tmp_path)[-1] > 2
    assert len(numbers(tmp_path)) == 2


def test_a_journal_cut_at_any_byte_gives_a_state_that_was_written(tmp_path):
    filled(tmp_path, 4)
    path = journal_path(tmp_path, 1)
    whole = path.read_bytes()
    ends = [i + 1 for i, byte in enumerate(whole) if byte == ord("\n")]
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        recalled = recall(tmp_path, "home")
        assert recalled.remembered is not None
        intact = sum(end <= length for end in ends)
        assert recalled.remembered.graph == graph_of(intact)
        assert bool(recalled.problems) == (length not in (0, *ends))


def test_a_journal_damaged_at_any_byte_gives_a_state_that_was_written_and_says_so(tmp_path):
    filled(tmp_path, 4)
    path = journal_path(tmp_path, 1)
    whole = path.read_bytes()
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x15]) + whole[at + 1 :])
        recalled = recall(tmp_path, "home")
        assert recalled.remembered is not None
        assert recalled.remembered.graph == graph_of(whole[:at].count(b"\n"))
        assert "torn or damaged" in recalled.problems[0]


def test_a_snapshot_damaged_at_any_byte_loses_nothing_that_was_written(tmp_path):
    filled(tmp_path, 2)
    filled(tmp_path, 3)
    path = snapshot_path(tmp_path, 2)
    whole = path.read_bytes()
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x15]) + whole[at + 1 :])
        recalled = recall(tmp_path, "home")
        assert recalled.remembered is not None
        assert recalled.remembered.graph == graph_of(2), "journal 1 leads up to the state that snapshot 2 began with"
        assert "is damaged" in recalled.problems[0]
        assert recalled.damaged == (path,)


def test_a_damaged_snapshot_is_replaced_by_the_one_before_it_and_both_journals(tmp_path):
    kept = opened(tmp_path, journal_bytes=1500)
    for revision in range(40):
        kept.write(graph_of(revision))
    kept.close()
    path = snapshot_path(tmp_path, numbers(tmp_path)[-1])
    path.write_bytes(path.read_bytes()[:-9])
    assert found(tmp_path) == graph_of(39)


def test_damaged_snapshots_are_set_aside_and_never_deleted(tmp_path):
    filled(tmp_path, 2)
    path = snapshot_path(tmp_path, 1)
    path.write_bytes(b"")
    kept = opened(tmp_path)
    assert kept.recalled.remembered is None
    assert "it is empty" in kept.recalled.problems[0]
    kept.write(graph_of(7))
    kept.close()
    assert found(tmp_path) == graph_of(7)
    assert path.with_suffix(".damaged").exists()


def test_a_delta_that_does_not_follow_ends_the_journal_there(tmp_path):
    filled(tmp_path, 3)
    path = journal_path(tmp_path, 1)
    first, _, third = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(first + third)
    recalled = recall(tmp_path, "home")
    assert recalled.remembered is not None
    assert recalled.remembered.graph == graph_of(1)
    assert "line 2 and what follows it is left out" in recalled.problems[0]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": "makedo/scene_graph_store/2"}, "written by a newer Makedo .*/2, this one knows 1"),
        ({"format": "someone/else"}, "is not a store of scene graphs"),
        ({"scene": "office"}, "is of the scene 'office', the robot is in 'home'"),
    ],
)
def test_a_store_that_is_not_ours_is_refused_and_left_as_it_is(tmp_path, change, said):
    filled(tmp_path, 1)
    path = snapshot_path(tmp_path, 1)
    header, graph = decoded(path.read_bytes()).texts
    path.write_bytes(encoded(json.dumps({**json.loads(header), **change})) + encoded(graph))
    before = {p.name: p.read_bytes() for p in tmp_path.iterdir() if p.is_file()}
    with pytest.raises(StoreError, match=said):
        opened(tmp_path)
    after = {p.name: p.read_bytes() for p in tmp_path.iterdir() if p.is_file()}
    assert {**after, "lock": b""} == {**before, "lock": b""}


def test_a_folder_in_use_is_refused_with_the_process(tmp_path):
    kept = opened(tmp_path)
    with pytest.raises(StoreError, match=f"in use by another process .id {os.getpid()}."):
        opened(tmp_path)
    kept.close()
    opened(tmp_path).close()


def test_the_folder_of_a_killed_process_is_free(tmp_path):
    code = f"""
import os, signal, sys
sys.path.insert(0, {str(Path(__file__).parents[2])!r})
from pathlib import Path
from scene_graph_node.store.generations import Header
from scene_graph_node.store.store import Store
kept = Store(Path({str(tmp_path)!r}), Header("home", "", 0.0))
os.kill(os.getpid(), signal.SIGKILL)
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == -9
    opened(tmp_path).close()


def test_a_full_disk_loses_nothing_once_there_is_room_again(tmp_path, monkeypatch):
    kept = opened(tmp_path)
    kept.write(graph_of(1))

    def half(descriptor: int, data: bytes, real=os.write) -> int:
        return real(descriptor, data[: len(data) // 2])

    with monkeypatch.context() as patch:
        patch.setattr(store.os, "write", half)
        with pytest.raises(OSError, match="No space left"):
            kept.write(graph_of(2))
    assert found(tmp_path) == graph_of(1)
    kept.write(graph_of(3))
    assert found(tmp_path) == graph_of(3)
    kept.write(graph_of(4))
    kept.close()
    assert found(tmp_path) == graph_of(4)


def test_a_snapshot_that_cannot_be_written_leaves_no_files(tmp_path, monkeypatch):
    kept = opened(tmp_path)
    with monkeypatch.context() as patch:

        def full(_: int) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        patch.setattr(generations.os, "fsync", full)
        for _ in range(3):
            with pytest.raises(OSError, match="No space left"):
                kept.write(graph_of(1))
    assert numbers(tmp_path) == ()
    kept.write(graph_of(2))
    assert found(tmp_path) == graph_of(2)
    kept.close()


def test_what_could_not_be_synced_is_written_anew(tmp_path, monkeypatch):
    kept = opened(tmp_path)
    kept.write(graph_of(1))
    with monkeypatch.context() as patch:

        def broken(_: int) -> None:
            raise OSError(errno.EIO, "Input/output error")

        patch.setattr(store.os, "fsync", broken)
        with pytest.raises(OSError, match="Input/output error"):
            kept.sync()
    assert kept.write(graph_of(1))
    assert numbers(tmp_path) == (1, 2)
    kept.close()


def test_a_folder_that_cannot_be_made_is_tried_again_each_time(tmp_path):
    (tmp_path / "file").write_text("in the way")
    folder = tmp_path / "file" / "store"
    kept = opened(folder)
    assert "cannot write to" in kept.problem
    with pytest.raises(OSError, match="Not a directory"):
        kept.write(graph_of(1))
    (tmp_path / "file").unlink()
    kept.write(graph_of(2))
    assert found(folder) == graph_of(2)
    kept.close()


def test_a_folder_that_another_process_filled_meanwhile_is_left_alone(tmp_path):
    (tmp_path / "file").write_text("in the way")
    folder = tmp_path / "file" / "store"
    kept = opened(folder)
    (tmp_path / "file").unlink()
    filled(folder, 3)
    with pytest.raises(StoreError, match="was changed by another process"):
        kept.write(graph_of(1))
    kept.close()
    assert found(folder) == graph_of(3)


def test_a_graph_that_could_not_be_read_back_is_not_written(tmp_path):
    kept = opened(tmp_path)
    kept.write(graph_of(1))
    odd = graph_of(2).changed(put=[replace(graph_of(2)["cup_1"], size=(-1.0, 0.0, 0.0))])
    with pytest.raises(GraphError, match="size"):
        kept.write(odd)
    kept.write(graph_of(4))
    kept.close()
    assert found(tmp_path) == graph_of(4)


# --- dated snapshots


def test_the_first_state_and_the_last_of_each_hour_with_a_change_are_kept(tmp_path):
    clock = Clock()
    clock.now_s = start = 1_700_002_800.0 - 1_700_002_800.0 % 3600
    kept = Store(tmp_path, HEADER, clock=clock)
    for minutes, revision in ((0, 1), (20, 2), (50, 3), (70, 4), (80, 5), (310, 6), (320, 7)):
        clock.now_s = start + 60.0 * minutes
        kept.write(graph_of(revision))
    kept.close()
    assert [(t - start) / 60 for t in times(kept.history)] == [0.0, 50.0, 80.0]
    now = Dated(clock.now_s, graph_of(7))
    for minutes, revision in ((-5, 1), (0, 1), (49, 1), (55, 3), (200, 5), (319, 5), (320, 7), (999, 7)):
        state, problems = state_at(kept.history, start + 60.0 * minutes, now)
        assert (state.graph, problems) == (graph_of(revision), ())


def test_an_hour_in_which_things_were_only_seen_again_keeps_nothing_new(tmp_path):
    clock = Clock()
    kept = Store(tmp_path, HEADER, clock=clock)
    for hours in range(5):
        clock.now_s += 3600.0 * hours
        kept.write(replace(graph_of(1), stamp=float(hours)))
    kept.close()
    assert len(times(kept.history)) == 1


def test_old_dated_snapshots_are_removed(tmp_path):
    for day in range(6):
        keep(tmp_path, Dated(day * 86400.0, graph_of(day)), days=2.5)
    assert times(tmp_path) == (3 * 86400.0, 4 * 86400.0, 5 * 86400.0)


def test_a_damaged_dated_snapshot_is_passed_over_and_told(tmp_path):
    for hour in (1, 2):
        keep(tmp_path, Dated(hour * 3600.0, graph_of(hour)), days=9)
    newest = max(tmp_path.iterdir())
    newest.write_text("{")
    state, problems = state_at(tmp_path, 8000.0, Dated(9000.0, graph_of(9)))
    assert state == Dated(3600.0, graph_of(1))
    assert str(newest) in problems[0]


def test_without_dated_snapshots_the_newest_state_is_all_there_is(tmp_path):
    now = Dated(9000.0, graph_of(9))
    assert state_at(tmp_path / "none", 5.0, now) == (now, ())


def test_dated_snapshots_are_ordinary_graph_files(tmp_path):
    keep(tmp_path, Dated(0.0, graph_of(3).changed(put=[graph_of(3)["table_1"].with_state(State.OPEN)])), days=1)
    (path,) = tmp_path.iterdir()
    assert path.name == "19700101T000000Z.json"
    assert State.OPEN in graph_from_json(path.read_text())["table_1"].states
