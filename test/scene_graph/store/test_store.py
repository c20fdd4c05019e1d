# SPDX-License-Identifier: Apache-2.0
"""A store gives back what was written as far as it is whole, says what is not, and overwrites nothing unread."""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from makedo_core.files.scene_json import graph_from_json
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import GraphError, Node, NodeKind, Relation, RelationType, SceneGraph, State
from scene_graph_node.store.database import FILE, GONE_AT_ONCE, StoreError
from scene_graph_node.store.reading import Dated, past_of, recall
from scene_graph_node.store.store import Store, StoreSettings

START_S = 1_700_002_800.0 - 1_700_002_800.0 % 3600
DAY_S = 86400.0


class Clock:
    """A clock that stands still unless it is set."""

    def __init__(self) -> None:
        self.now_s = START_S

    def __call__(self) -> float:
        return self.now_s


def graph_of(revision: int) -> SceneGraph:
    """A cup that is elsewhere in each revision."""
    table = Node("table_1", "table", NodeKind.ASSET)
    cup = Node("cup_1", "cup", NodeKind.OBJECT, Pose((float(revision), 0.0, 0.7)), confidence=0.9)
    on = Relation("cup_1", RelationType.ON, "table_1")
    return SceneGraph({n.id: n for n in (table, cup)}, frozenset({on}), revision, "home", float(revision))


def opened(folder: Path, **settings) -> Store:
    return Store(folder, "home", "f00d", StoreSettings(**settings), Clock())


def filled(folder: Path, last: int, **settings) -> None:
    """Revisions 0 to `last`: the first in a snapshot, the others in deltas."""
    kept = opened(folder, **settings)
    for revision in range(last + 1):
        kept.write(graph_of(revision))
    kept.close()


def found(folder: Path) -> SceneGraph:
    newest = recall(folder, "home").newest
    assert newest is not None
    return newest.graph


def rows(folder: Path, query: str) -> list[tuple]:
    """What a query of the file gives."""
    with closing(sqlite3.connect(f"{(folder / FILE).as_uri()}?mode=ro", uri=True)) as db:
        return db.execute(query).fetchall()


def altered(folder: Path, statement: str, *values: object) -> None:
    """Change the file of a store that nobody uses."""
    with closing(sqlite3.connect(folder / FILE)) as db, db:
        db.execute(statement, values)


def contents(folder: Path) -> dict[str, bytes]:
    """The files of a folder but its lock, which names the last process."""
    return {p.name: p.read_bytes() for p in folder.iterdir() if p.is_file() and p.name != "lock"}


def test_an_empty_or_missing_folder_remembers_nothing(tmp_path):
    assert recall(tmp_path, "home").newest is None
    assert recall(tmp_path / "none", "home").newest is None
    (tmp_path / FILE).touch()
    assert recall(tmp_path, "home", checked=True).newest is None


def test_what_was_written_is_read_back(tmp_path):
    filled(tmp_path, 5)
    recalled = recall(tmp_path, "home", checked=True)
    assert recalled.problems == ()
    assert recalled.newest == Dated(START_S, graph_of(5))
    assert recalled.furniture == "f00d"


def test_what_is_written_is_there_at_once_for_another_connection(tmp_path):
    kept = opened(tmp_path)
    for revision in range(4):
        assert kept.write(current := graph_of(revision))
        assert not kept.write(current), "it is written already"
        assert found(tmp_path) == current
    kept.close()


def test_one_file_is_left_that_can_be_read_where_nothing_can_be_written(tmp_path):
    filled(tmp_path, 3)
    before = contents(tmp_path)
    assert set(before) == {FILE}
    assert found(tmp_path) == graph_of(3)
    assert past_of(tmp_path, 0.0).before.graph == graph_of(0)
    assert contents(tmp_path) == before


def test_a_commit_waits_for_the_disk_so_that_a_power_cut_loses_none(tmp_path):
    kept = opened(tmp_path)
    kept.write(graph_of(1))
    assert kept._db is not None
    assert kept._db.execute("PRAGMA synchronous").fetchone() == (2,), "FULL"
    assert kept._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    kept.close()


def test_deltas_that_outgrow_their_bound_are_followed_by_a_snapshot_and_two_generations_are_kept(tmp_path):
    kept = opened(tmp_path, delta_bytes=1500)
    for revision in range(200):
        kept.write(graph_of(revision))
        assert found(tmp_path) == graph_of(revision)
    kept.close()
    ids = [i for (i,) in rows(tmp_path, "SELECT id FROM snapshots ORDER BY id")]
    assert len(ids) == 3, "the first of all and the two newest"
    ((last_delta,),) = rows(tmp_path, f"SELECT last_delta FROM snapshots WHERE id = {ids[1]}")
    assert rows(tmp_path, "SELECT min(id), max(id) FROM deltas") == [(last_delta + 1, 199)]
    assert (tmp_path / FILE).stat().st_size < 50_000


def test_revision_and_time_can_be_asked_for_in_sql(tmp_path):
    filled(tmp_path, 2)
    assert rows(tmp_path, "SELECT dated, revision, stamp, written_s FROM snapshots") == [(1, 0, 0.0, START_S)]
    assert rows(tmp_path, "SELECT revision, stamp FROM deltas") == [(1, 1.0), (2, 2.0)]
    ((text,),) = rows(tmp_path, "SELECT graph FROM snapshots")
    assert graph_from_json(text) == graph_of(0), "what a graph file holds"


def test_a_stamp_or_a_clock_that_goes_back_changes_no_order(tmp_path):
    clock = Clock()
    kept = Store(tmp_path, "home", "", clock=clock)
    for revision, stamp, now_s in ((1, 500.0, 9000.0), (2, 3.0, 100.0), (3, 2.0, 50.0)):
        clock.now_s = now_s
        kept.write(replace(graph_of(revision), stamp=stamp))
    kept.close()
    recalled = recall(tmp_path, "home", checked=True)
    assert recalled.newest == Dated(50.0, replace(graph_of(3), stamp=2.0))
    assert recalled.problems == ()


def test_what_could_not_be_checkpointed_is_read_from_the_log(tmp_path):
    kept = opened(tmp_path / "live")
    for revision in range(5):
        kept.write(graph_of(revision))
    shutil.copytree(tmp_path / "live", tmp_path / "cut")  # as after a power cut
    kept.close()
    assert (tmp_path / "cut" / f"{FILE}-wal").stat().st_size > 0
    again = opened(tmp_path / "cut")
    assert again.recalled.newest == Dated(START_S, graph_of(4))
    again.write(graph_of(9))
    again.close()
    assert set(contents(tmp_path / "cut")) == {FILE}
    assert found(tmp_path / "cut") == graph_of(9)


def test_a_log_cut_at_any_byte_gives_a_state_that_was_written(tmp_path):
    kept = opened(tmp_path / "live")
    for revision in range(4):
        kept.write(graph_of(revision))
    whole = (tmp_path / "live" / f"{FILE}-wal").read_bytes()
    cut = tmp_path / "cut"
    shutil.copytree(tmp_path / "live", cut)
    kept.close()
    revisions = []
    for length in range(0, len(whole) + 1, 97):
        (cut / f"{FILE}-wal").write_bytes(whole[:length])
        (cut / f"{FILE}-shm").unlink(missing_ok=True)
        recalled = recall(cut, "home", checked=True)
        assert recalled.problems == ()
        revisions.append(-1 if recalled.newest is None else recalled.newest.graph.revision)
        assert recalled.newest is None or recalled.newest.graph == graph_of(revisions[-1])
    assert revisions == sorted(revisions)
    assert set(revisions) >= {-1, 0, 1, 2}


def test_a_log_without_its_file_is_not_taken_for_another(tmp_path):
    kept = opened(tmp_path / "live")
    kept.write(graph_of(1))
    (tmp_path / "new").mkdir()
    shutil.copy(tmp_path / "live" / f"{FILE}-wal", tmp_path / "new")
    kept.close()
    filled(tmp_path / "new", 3)
    assert found(tmp_path / "new") == graph_of(3)
    assert recall(tmp_path / "new", checked=True).problems == ()


def test_a_file_damaged_anywhere_gives_a_state_that_was_written_or_says_what_is_wrong(tmp_path):
    filled(tmp_path, 30, delta_bytes=1500)
    whole = (tmp_path / FILE).read_bytes()
    written = [graph_of(revision) for revision in range(31)]
    random = Random(7)
    outcomes = {"whole": 0, "told": 0, "refused": 0}
    for _ in range(400):
        at = random.randrange(len(whole))
        (tmp_path / FILE).write_bytes(whole[:at] + bytes([whole[at] ^ random.randrange(1, 256)]) + whole[at + 1 :])
        try:
            recalled = recall(tmp_path, "home", checked=True)
        except (StoreError, OSError):
            outcomes["refused"] += 1
            continue
        outcomes["told" if recalled.problems else "whole"] += 1
        assert recalled.newest is None or recalled.newest.graph in written
        if not recalled.problems:
            assert recalled.newest is not None
            assert recalled.newest.graph == written[-1]
    assert outcomes["told"] > 20, outcomes
    assert outcomes["refused"] < 40, outcomes


def test_a_damaged_snapshot_is_replaced_by_the_one_before_it_and_the_deltas_between(tmp_path):
    filled(tmp_path, 40, delta_bytes=1500)
    altered(tmp_path, "UPDATE snapshots SET graph = replace(graph, 'cup_1', 'cup_2') WHERE id = ("
                      "SELECT max(id) FROM snapshots)")  # fmt: skip
    recalled = recall(tmp_path, "home")
    assert recalled.newest == Dated(START_S, graph_of(40))
    assert "is damaged: its checksum is wrong" in recalled.problems[0]


@pytest.mark.parametrize("hours", [0.0, 1.0])
def test_the_snapshot_of_the_last_start_can_be_damaged_without_a_loss(tmp_path, hours):
    filled(tmp_path, 3)
    clock = Clock()
    clock.now_s += hours * 3600.0
    kept = Store(tmp_path, "home", "f00d", clock=clock)
    for revision in (1003, 1004):
        kept.write(graph_of(revision))
    kept.close()
    altered(tmp_path, "UPDATE snapshots SET crc32 = 0 WHERE revision = 1003")
    recalled = recall(tmp_path, "home")
    assert recalled.newest == Dated(clock.now_s, graph_of(1004))
    assert len(recalled.problems) == 1


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE deltas SET delta = replace(delta, '2.0', '7.0') WHERE revision = 2", "its checksum is wrong"),
        ("DELETE FROM deltas WHERE revision = 2", "it follows revision 2"),
        ("UPDATE deltas SET written_s = 5 WHERE revision = 2", "its checksum is wrong"),
    ],
)
def test_a_delta_that_is_damaged_or_missing_ends_what_is_read(tmp_path, statement, said):
    filled(tmp_path, 4)
    altered(tmp_path, statement)
    recalled = recall(tmp_path, "home")
    assert recalled.newest == Dated(START_S, graph_of(1))
    assert "the delta after revision 1 at 1.000 s is damaged, and what follows it is left out" in recalled.problems[0]
    assert said in recalled.problems[0]


def test_a_damaged_file_is_set_aside_whole_and_what_can_be_read_of_it_goes_on(tmp_path, caplog):
    filled(tmp_path, 4)
    altered(tmp_path, "DELETE FROM deltas WHERE revision = 4")
    altered(tmp_path, "UPDATE deltas SET crc32 = 0 WHERE revision = 3")
    damaged = (tmp_path / FILE).read_bytes()
    kept = opened(tmp_path)
    assert kept.recalled.newest == Dated(START_S, graph_of(2))
    assert (tmp_path / FILE).read_bytes() == damaged, "it is left as it is until there is something to write"
    kept.write(graph_of(7))
    kept.close()
    assert f"{tmp_path / FILE} was damaged and is now {tmp_path / 'damaged-1.sqlite3'}" in caplog.text
    assert (tmp_path / "damaged-1.sqlite3").read_bytes() == damaged
    assert recall(tmp_path, "home", checked=True).problems == ()
    assert found(tmp_path) == graph_of(7)
    assert rows(tmp_path, "SELECT revision FROM snapshots WHERE dated") == [(0,)], "the past is carried over"


def test_what_is_no_database_is_set_aside_and_never_deleted(tmp_path):
    for number, content in ((1, b"rubbish" * 1000), (2, b"other" * 1000)):
        (tmp_path / FILE).write_bytes(content)
        kept = opened(tmp_path)
        assert kept.recalled.newest is None
        assert kept.recalled.problems == (f"{tmp_path / FILE}: it is damaged: file is not a database",)
        kept.write(graph_of(number))
        kept.close()
        assert (tmp_path / f"damaged-{number}.sqlite3").read_bytes() == content
        assert found(tmp_path) == graph_of(number)


def spoilt(folder: Path, table: str) -> None:
    """Overwrite the page in which a table begins."""
    ((page,),) = rows(folder, f"SELECT rootpage FROM sqlite_master WHERE name = '{table}'")
    with (folder / FILE).open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"rubbish!" * 512)


def test_tables_that_are_not_those_that_were_made_are_damage(tmp_path):
    filled(tmp_path, 3)
    altered(tmp_path, "ALTER TABLE deltas RENAME COLUMN stamp TO stomp")
    kept = opened(tmp_path)
    assert kept.recalled.problems == (f"{tmp_path / FILE}: it is damaged: its tables are not those that were made",)
    kept.write(graph_of(4))
    kept.close()
    assert found(tmp_path) == graph_of(4)


def test_a_log_is_set_aside_with_its_damaged_file(tmp_path):
    filled(tmp_path / "live", 3)
    kept = opened(tmp_path / "live")
    assert kept._opened() is not None
    shutil.copytree(tmp_path / "live", tmp_path / "cut")
    kept.close()
    spoilt(tmp_path / "cut", "snapshots")
    log = (tmp_path / "cut" / f"{FILE}-wal").read_bytes()
    kept = opened(tmp_path / "cut")
    assert kept.recalled.newest is None
    kept.write(graph_of(5))
    assert (tmp_path / "cut" / "damaged-1.sqlite3-wal").read_bytes() == log
    kept.close()
    assert found(tmp_path / "cut") == graph_of(5)


def test_damage_that_shows_while_writing_begins_a_new_file(tmp_path):
    kept = opened(tmp_path)
    kept.write(graph_of(1))
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    spoilt(tmp_path, "deltas")
    with pytest.raises(OSError, match="malformed"):
        kept.write(graph_of(2))
    assert kept.write(graph_of(3))
    kept.close()
    assert (tmp_path / "damaged-1.sqlite3").exists()
    assert found(tmp_path) == graph_of(3)


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("PRAGMA user_version = 2", "written by a newer Makedo .version 2, this one knows 1"),
        ("PRAGMA application_id = 7", "is not a store of scene graphs"),
    ],
)
def test_a_store_that_is_not_ours_is_refused_and_left_as_it_is(tmp_path, statement, said):
    filled(tmp_path, 1)
    altered(tmp_path, statement)
    before = contents(tmp_path)
    with pytest.raises(StoreError, match=said):
        opened(tmp_path)
    assert contents(tmp_path) == before


def test_a_store_of_another_scene_is_refused_and_left_as_it_is(tmp_path):
    filled(tmp_path, 1)
    before = contents(tmp_path)
    with pytest.raises(StoreError, match="is of the scene 'home', the robot is in 'office'"):
        Store(tmp_path, "office", "")
    assert contents(tmp_path) == before


def test_a_folder_in_use_is_refused_with_the_process(tmp_path):
    kept = opened(tmp_path)
    with pytest.raises(StoreError, match=f"in use by another process .id {os.getpid()}."):
        opened(tmp_path)
    kept.close()
    opened(tmp_path).close()


def test_the_folder_of_a_killed_process_is_free(tmp_path):
    code = f"""
import os, signal, sys
sys.path.insert(0, {str(Path(__file__).parents[3])!r})
from pathlib import Path
from scene_graph_node.store.store import Store
kept = Store(Path({str(tmp_path)!r}), "home", "")
os.kill(os.getpid(), signal.SIGKILL)
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == -9
    opened(tmp_path).close()


def test_a_full_disk_loses_nothing_once_there_is_room_again(tmp_path, monkeypatch):
    kept = opened(tmp_path)
    kept.write(graph_of(1))
    assert kept._db is not None
    kept._db.execute("PRAGMA max_page_count = 1")  # SQLite takes the number of pages that there are
    large = graph_of(2).changed(put=[Node(f"cup_{i}", "cup", NodeKind.OBJECT) for i in range(2, 500)])
    with pytest.raises(OSError, match="database or disk is full"):
        kept.write(large)
    assert found(tmp_path) == graph_of(1)
    assert kept.write(large), "a new connection, with room"
    kept.write(graph_of(600))
    kept.close()
    assert found(tmp_path) == graph_of(600)
    assert recall(tmp_path, "home", checked=True).problems == ()


def test_a_disk_that_is_full_from_the_start_is_tried_again(tmp_path, monkeypatch):
    kept = opened(tmp_path)
    with monkeypatch.context() as patch:

        def full(file: Path, **options, ) -> sqlite3.Connection:  # fmt: skip
            db = sqlite3.Connection(file, **options)
            db.execute("PRAGMA max_page_count = 1")
            return db

        patch.setattr(sqlite3, "connect", full)
        for _ in range(3):
            with pytest.raises(OSError, match="database or disk is full"):
                kept.write(graph_of(1))
    kept.write(graph_of(2))
    kept.close()
    assert found(tmp_path) == graph_of(2)


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


def test_a_folder_that_could_not_be_written_to_at_the_start_goes_on_with_what_it_knew(tmp_path):
    filled(tmp_path, 3)
    (tmp_path / "lock").unlink()
    (tmp_path / "lock").mkdir()  # cannot be opened to write, as on a disk that is mounted for reading only
    kept = opened(tmp_path)
    assert "cannot write to" in kept.problem
    assert kept.recalled.newest == Dated(START_S, graph_of(3))
    with pytest.raises(OSError, match="Is a directory"):
        kept.write(graph_of(4))
    (tmp_path / "lock").rmdir()
    kept.write(graph_of(5))
    kept.close()
    assert found(tmp_path) == graph_of(5)


def test_a_folder_that_another_process_filled_meanwhile_is_left_alone(tmp_path):
    (tmp_path / "file").write_text("in the way")
    folder = tmp_path / "file" / "store"
    kept = opened(folder)
    (tmp_path / "file").unlink()
    filled(folder, 3)
    for _ in range(2):
        with pytest.raises(StoreError, match="was changed by another process"):
            kept.write(graph_of(1))
    kept.close()
    assert found(folder) == graph_of(3)


def test_a_file_that_is_deleted_while_it_is_kept_is_begun_anew(tmp_path, caplog):
    folder = tmp_path / "store"
    kept = opened(folder)
    kept.write(graph_of(1))
    shutil.rmtree(folder)
    kept.write(graph_of(2))
    kept.close()
    assert "was deleted; beginning it anew" in caplog.text
    assert found(folder) == graph_of(2)


def test_where_there_is_no_shared_memory_a_rollback_journal_is_used_and_said(tmp_path, caplog):
    (tmp_path / f"{FILE}-shm").symlink_to(tmp_path / f"{FILE}-shm")  # cannot be opened, as on a network filesystem
    caplog.set_level(logging.WARNING)
    kept = opened(tmp_path)
    for revision in range(3):
        kept.write(graph_of(revision))
        assert found(tmp_path) == graph_of(revision)
    assert "write-ahead log does not work on this filesystem (unable to open database file)" in caplog.text
    assert not (tmp_path / f"{FILE}-wal").exists()
    kept.close()


def test_a_reader_holds_up_nobody_and_sees_one_moment_while_the_log_is_moved_into_the_file(tmp_path):
    kept = opened(tmp_path, delta_bytes=4000)
    kept.write(graph_of(0))
    with closing(sqlite3.connect(f"{(tmp_path / FILE).as_uri()}?mode=ro", uri=True, isolation_level=None)) as db:
        db.execute("BEGIN")
        before = db.execute("SELECT count(*), max(revision) FROM deltas").fetchone()
        for revision in range(1, 120):
            kept.write(graph_of(revision))
        assert kept._db is not None
        assert kept._db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()[0] == 0
        assert db.execute("SELECT count(*), max(revision) FROM deltas").fetchone() == before == (0, None)
    assert found(tmp_path) == graph_of(119)
    kept.close()
    assert recall(tmp_path, "home", checked=True).problems == ()


def test_a_graph_that_could_not_be_read_back_is_not_written(tmp_path):
    kept = opened(tmp_path)
    kept.write(graph_of(1))
    odd = graph_of(2).changed(put=[replace(graph_of(2)["cup_1"], size=(-1.0, 0.0, 0.0))])
    with pytest.raises(GraphError, match="size"):
        kept.write(odd)
    assert found(tmp_path) == graph_of(1)
    kept.write(graph_of(4))
    kept.close()
    assert found(tmp_path) == graph_of(4)


# --- dated snapshots


def test_the_first_state_and_the_last_of_each_hour_with_a_change_are_kept(tmp_path):
    clock = Clock()
    kept = Store(tmp_path, "home", "", clock=clock)
    for minutes, revision in ((0, 1), (20, 2), (50, 3), (70, 4), (80, 5), (310, 6), (320, 7)):
        clock.now_s = START_S + 60.0 * minutes
        kept.write(graph_of(revision))
    kept.close()
    dated = rows(tmp_path, "SELECT written_s FROM snapshots WHERE dated ORDER BY id")
    assert [(t - START_S) / 60 for (t,) in dated] == [0.0, 50.0, 80.0]
    for minutes, revision in ((-5, 1), (0, 1), (49, 1), (55, 3), (200, 5), (319, 5), (320, 7), (999, 7)):
        past = past_of(tmp_path, START_S + 60.0 * minutes)
        assert (past.before.graph, past.now.graph) == (graph_of(revision), graph_of(7))
        assert past.problems == ()


def test_an_hour_in_which_things_were_only_seen_again_keeps_nothing_new(tmp_path):
    clock = Clock()
    kept = Store(tmp_path, "home", "", clock=clock)
    for hours in range(5):
        clock.now_s += 3600.0 * hours
        kept.write(replace(graph_of(1), stamp=float(hours)))
    kept.close()
    assert rows(tmp_path, "SELECT count(*) FROM snapshots WHERE dated") == [(1,)]


def test_old_dated_snapshots_are_removed_and_the_newest_state_never(tmp_path):
    clock = Clock()
    kept = Store(tmp_path, "home", "", StoreSettings(history_days=2.5), clock)
    for day in range(6):
        clock.now_s = START_S + day * DAY_S
        kept.write(graph_of(day))
    assert rows(tmp_path, "SELECT revision FROM snapshots WHERE dated ORDER BY id") == [(2,), (3,), (4,)]
    clock.now_s += 365 * DAY_S
    kept.write(graph_of(9))
    kept.close()
    assert found(tmp_path) == graph_of(9)


def test_a_clock_that_jumps_ahead_does_not_take_the_past_with_it(tmp_path):
    clock = Clock()
    kept = Store(tmp_path, "home", "", StoreSettings(history_days=2.5), clock)
    for hour in range(41):
        clock.now_s = START_S + hour * 3600.0
        kept.write(graph_of(hour))
    clock.now_s += 3650 * DAY_S
    kept.write(graph_of(50))
    clock.now_s = START_S + 41 * 3600.0
    kept.write(graph_of(51))
    kept.close()
    ((count,),) = rows(tmp_path, "SELECT count(*) FROM snapshots WHERE dated AND revision < 41")
    assert count >= 41 - 2 * GONE_AT_ONCE


def test_a_dated_snapshot_says_which_furniture_it_began_with(tmp_path):
    clock = Clock()
    for day, furniture in enumerate(("old", "new")):
        clock.now_s = START_S + day * DAY_S
        kept = Store(tmp_path, "home", furniture, clock=clock)
        kept.write(graph_of(2 * day))
        kept.write(graph_of(2 * day + 1))
        kept.close()
    assert rows(tmp_path, "SELECT revision, furniture FROM snapshots ORDER BY id") == [
        (0, "old"), (1, "old"), (2, "new"),
    ]  # fmt: skip


def test_a_damaged_dated_snapshot_is_passed_over_and_told(tmp_path):
    clock = Clock()
    kept = Store(tmp_path, "home", "", clock=clock)
    for hour in range(4):
        clock.now_s = START_S + hour * 3600.0
        kept.write(graph_of(hour))
    kept.close()
    altered(tmp_path, "UPDATE snapshots SET graph = '{}' WHERE revision = 1")
    past = past_of(tmp_path, START_S + 1.5 * 3600)
    assert past.before == Dated(START_S, graph_of(0))
    assert "is damaged: its checksum is wrong" in past.problems[0]


def test_the_past_survives_damage_of_the_rest(tmp_path):
    clock = Clock()
    kept = Store(tmp_path, "home", "", clock=clock)
    for hour in range(4):
        clock.now_s = START_S + hour * 3600.0
        kept.write(graph_of(hour))
    kept.close()
    altered(tmp_path, "UPDATE snapshots SET crc32 = 0 WHERE revision = 2")
    kept = Store(tmp_path, "home", "", clock=clock)
    kept.write(graph_of(9))
    kept.close()
    for hours, revision in ((0.5, 0), (1.5, 1), (2.5, 1)):
        assert past_of(tmp_path, START_S + hours * 3600).before.graph == graph_of(revision)


def test_without_dated_snapshots_the_newest_state_is_all_there_is(tmp_path):
    filled(tmp_path, 2)
    altered(tmp_path, "UPDATE snapshots SET dated = 0")
    past = past_of(tmp_path, 0.0)
    assert past.before == past.now == Dated(START_S, graph_of(2))


def test_a_dated_snapshot_is_an_ordinary_graph_file(tmp_path):
    kept = opened(tmp_path)
    kept.write(graph_of(3).changed(put=[graph_of(3)["table_1"].with_state(State.OPEN)]))
    kept.close()
    ((text,),) = rows(tmp_path, "SELECT graph FROM snapshots WHERE dated")
    assert State.OPEN in graph_from_json(text)["table_1"].states
