# SPDX-License-Identifier: Apache-2.0
"""`makedo graph --changes`: reads what the stack keeps, says what happened, writes nothing."""

from __future__ import annotations

import argparse
import json
import sqlite3
import time
from contextlib import closing
from datetime import datetime, timedelta, timezone

import pytest

from makedo_cli.commands.graph import add_parser
from makedo_cli.graphs.graph_changes import store_folder
from makedo_cli.graphs.since import moment
from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph, State
from scene_graph_node.store.database import FILE, StoreError
from scene_graph_node.store.store import Store
from support.words import Words

NOW = datetime(2026, 3, 5, 14, 30, tzinfo=timezone(timedelta(hours=1)))
FRIDGE = Node("fridge_1", "fridge", NodeKind.ASSET, states=frozenset({State.CLOSED}))
CUP = Node("cup_1", "cup", NodeKind.OBJECT)


def makedo_graph(*arguments: object) -> int:
    """Run the subcommand as the command line does."""
    parser = argparse.ArgumentParser()
    add_parser(parser.add_subparsers(required=True))
    args = parser.parse_args(["graph", *map(str, arguments)])
    return args.run(args)


@pytest.fixture
def folder(tmp_path):
    """Three days ago a closed fridge, two days ago open, an hour ago a cup."""
    days = iter((3.0, 2.0, 1 / 24))
    ago = {"s": 0.0}
    kept = Store(tmp_path / "home", "home", "", clock=lambda: time.time() - ago["s"])
    graph = SceneGraph({"fridge_1": FRIDGE}, frozenset(), 1, "home")
    for change in ([], [FRIDGE.with_state(State.OPEN)], [CUP]):
        ago["s"] = next(days) * 86400.0
        graph = graph.changed(put=change)
        kept.write(graph)
    kept.close()
    return tmp_path / "home"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("today", datetime(2026, 3, 5, tzinfo=NOW.tzinfo)),
        ("Yesterday", NOW - timedelta(days=1)),
        ("30m", NOW - timedelta(minutes=30)),
        ("2 h", NOW - timedelta(hours=2)),
        ("1.5d", NOW - timedelta(hours=36)),
        ("1w", NOW - timedelta(weeks=1)),
        ("2026-03-01", datetime(2026, 3, 1, tzinfo=NOW.tzinfo)),
        ("2026-03-01T08:00+00:00", datetime(2026, 3, 1, 8, tzinfo=timezone.utc)),
    ],
)
def test_times_are_read_as_they_are_meant(text, meant):
    assert moment(text, NOW) == meant


@pytest.mark.parametrize("text", ["", "tomorrow", "2026-13-01", "h", "-2h", "999999999999w"])
def test_what_is_no_time_is_refused_with_what_would_be(text, words: Words):
    with pytest.raises(ValueError) as raised:
        moment(text, NOW)
    words(str(raised.value))


def test_a_time_to_come_is_refused(words: Words):
    with pytest.raises(ValueError) as raised:
        moment("2026-03-05T14:31", NOW)
    words(str(raised.value))


@pytest.mark.parametrize(
    ("since", "said"),
    [
        ((), ["cup_1 is new, somewhere"]),
        (("60h",), ["cup_1 is new, somewhere", "fridge_1 was opened"]),
        (("1w",), ["cup_1 is new, somewhere", "fridge_1 was opened"]),
        (("10m",), ["nothing changed"]),
    ],
)
def test_what_changed_since_then_is_told(since, said, folder, capsys):
    assert makedo_graph("--changes", *since, "--store", folder) == 0
    head, *lines = capsys.readouterr().out.splitlines()
    assert head.startswith("home, ")
    assert [line.strip() for line in lines] == said


def test_json_is_for_programs(folder, capsys):
    assert makedo_graph("--changes", "1w", "--store", folder, "--format", "json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["scene"] == "home"
    assert [(c["kind"], c["node_id"], c["states"]) for c in told["changes"]] == [
        ("added", "cup_1", []), ("state", "fridge_1", ["open"]),
    ]  # fmt: skip


def test_reading_changes_nothing_and_waits_for_no_writer(folder, capsys):
    def contents():
        return {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()}

    before = contents()
    assert makedo_graph("--changes", "--store", folder) == 0
    assert contents() == before
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as writer:
        writer.execute("PRAGMA journal_mode = WAL")
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("DELETE FROM snapshots")
        assert makedo_graph("--changes", "--store", folder) == 0
        assert "cup_1 is new" in capsys.readouterr().out


def test_damage_is_told_beside_the_output(folder, capsys, words: Words):
    with closing(sqlite3.connect(folder / FILE)) as db, db:
        db.execute("UPDATE snapshots SET crc32 = 0 WHERE dated AND id < (SELECT max(id) FROM snapshots)")
    assert makedo_graph("--changes", "1w", "--store", folder) == 0
    words(capsys.readouterr().err)


@pytest.mark.parametrize(
    ("output", "said"), [((), "whereabouts unknown"), (("--json",), '"id": "cup_1"'), (("--format", "dot"), "digraph")]
)
def test_what_is_kept_is_shown_without_the_stack(output, said, folder, capsys):
    assert makedo_graph("--store", folder, *output) == 0
    assert said in capsys.readouterr().out


def test_a_damaged_end_is_told_beside_what_is_shown(folder, capsys, words: Words):
    with closing(sqlite3.connect(folder / FILE)) as db, db:
        db.execute("UPDATE deltas SET crc32 = 0")
    assert makedo_graph("--store", folder) == 0
    shown = capsys.readouterr()
    assert "fridge_1" in shown.out
    words(shown.err)


def test_a_folder_without_a_graph_is_refused(tmp_path, folder, words: Words):
    with pytest.raises(StoreError) as raised:
        makedo_graph("--changes", "--store", tmp_path / "none")
    words(str(raised.value))
    (folder / FILE).write_bytes(b"rubbish" * 1000)
    with pytest.raises(StoreError) as raised:
        makedo_graph("--changes", "--store", folder)
    words(str(raised.value))


def test_the_only_store_need_not_be_named(tmp_path, folder, words: Words):
    environment = {"XDG_STATE_HOME": str(tmp_path)}
    with pytest.raises(ValueError) as raised:
        store_folder(None, environment)
    words(str(raised.value))
    folder.rename(tmp_path / "kept")
    (tmp_path / "makedo").mkdir()
    (tmp_path / "kept").rename(tmp_path / "makedo" / "home")
    assert store_folder(None, environment) == tmp_path / "makedo" / "home"
    (tmp_path / "makedo" / "office").mkdir()
    (tmp_path / "makedo" / "office" / FILE).touch()
    with pytest.raises(ValueError) as raised:
        store_folder(None, environment)
    words(str(raised.value))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--store", "x", "--file", "y"), "--store is another source than --file"),
        (("--changes", "--format", "dot"), "--changes prints text, or JSON"),
    ],
)
def test_options_that_mean_nothing_together_are_refused(arguments, said):
    with pytest.raises(ValueError, match=said):
        makedo_graph(*arguments)
