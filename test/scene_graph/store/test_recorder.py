# SPDX-License-Identifier: Apache-2.0
"""The recorder writes what is newest, in its own thread, and again after the disk refused it."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from pathlib import Path

from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph
from scene_graph_node.store.database import FILE
from scene_graph_node.store.reading import recall
from scene_graph_node.store.recorder import Recorder, RecorderSettings
from scene_graph_node.store.store import Store
from support.waiting import until

SOON = RecorderSettings(period_s=0.01, retry_s=0.01)


def graph_of(revision: int) -> SceneGraph:
    return SceneGraph({"table_1": Node("table_1", "table", NodeKind.ASSET)}, frozenset(), revision, "home")


def kept(folder: Path) -> SceneGraph | None:
    newest = recall(folder).newest
    return None if newest is None else newest.graph


def test_the_newest_graph_is_written_and_what_came_between_is_not(tmp_path):
    recorder = Recorder(Store(tmp_path, "home", ""), RecorderSettings(period_s=60.0))
    recorder.offer(graph_of(1))
    until(lambda: recorder.revision == 1)
    for revision in (2, 3, 4):
        recorder.offer(graph_of(revision))
    recorder.close()
    assert recorder.revision == 4, "closing writes what is left"
    assert kept(tmp_path) == graph_of(4)
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        assert db.execute("SELECT revision FROM deltas").fetchall() == [(4,)]


def test_a_slow_disk_makes_nobody_wait(tmp_path):
    recorder = Recorder(Store(tmp_path, "home", ""), SOON)
    recorder.offer(graph_of(1))
    until(lambda: recorder.revision == 1)
    with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")  # a write of the recorder waits for this one
        for revision in range(2, 50):
            recorder.offer(graph_of(revision))
        assert recorder.revision == 1, "these offers have returned, and nothing is written"
        other.execute("ROLLBACK")
    until(lambda: recorder.revision == 49)
    recorder.close()
    assert kept(tmp_path) == graph_of(49)


def test_after_an_error_the_same_graph_is_tried_again_and_both_are_said(tmp_path, caplog):
    caplog.set_level(logging.INFO)
    (tmp_path / "file").write_text("in the way")
    folder = tmp_path / "file" / "store"
    recorder = Recorder(Store(folder, "home", ""), SOON)
    assert f"cannot write to {folder}: Not a directory" in recorder.problem
    recorder.offer(graph_of(1))
    until(lambda: "the scene graph is not being kept: " in recorder.problem)
    (tmp_path / "file").unlink()
    until(lambda: recorder.revision == 1)
    until(lambda: recorder.problem == "")
    assert "the scene graph is being kept again" in caplog.text
    recorder.close()
    assert kept(folder) == graph_of(1)


def test_a_bug_of_the_store_is_said_with_where_it_is_and_ends_nothing(tmp_path, monkeypatch):
    store = Store(tmp_path, "home", "")
    write = store.write

    def broken(graph):
        raise ZeroDivisionError

    monkeypatch.setattr(store, "write", broken)
    recorder = Recorder(store, SOON)
    recorder.offer(graph_of(1))
    until(lambda: "ZeroDivisionError" in recorder.problem)
    monkeypatch.setattr(store, "write", write)
    until(lambda: recorder.revision == 1)
    until(lambda: recorder.problem == "")
    recorder.close()


def test_with_nothing_to_keep_nothing_is_written(tmp_path):
    Recorder(Store(tmp_path, "home", ""), SOON).close()
    assert kept(tmp_path) is None
