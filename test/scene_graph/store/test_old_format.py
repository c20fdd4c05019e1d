# SPDX-License-Identifier: Apache-2.0
"""What earlier versions kept is taken over once, the past too, and their files are set aside."""

from __future__ import annotations

import json
import zlib
from pathlib import Path

import pytest

from makedo_core.files.delta_json import delta_to_json
from makedo_core.files.scene_json import graph_to_json
from makedo_core.graph.delta import difference
from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph
from scene_graph_node.store.database import FILE, StoreError
from scene_graph_node.store.old_format import ASIDE, is_old
from scene_graph_node.store.reading import Dated, past_of, recall
from scene_graph_node.store.store import Store

NOW_S = 1_700_000_000.0


def graph_of(revision: int) -> SceneGraph:
    nodes = [Node(f"table_{i}", "table", NodeKind.ASSET) for i in range(revision + 1)]
    return SceneGraph({n.id: n for n in nodes}, frozenset(), revision, "home", float(revision))


def line(text: str) -> bytes:
    body = text.encode()
    return b"%08x %08x %s\n" % (len(body), zlib.crc32(body), body)


@pytest.fixture
def folder(tmp_path) -> Path:
    """Two generations: revisions 0 to 2, and 2 to 4; and the past, of which one file is torn."""
    header = {"format": "makedo/scene_graph_store/1", "scene": "home", "furniture": "f00d", "written_s": NOW_S}
    for number, first in ((1, 0), (2, 2)):
        snapshot = line(json.dumps(header)) + line(graph_to_json(graph_of(first), indent=None))
        (tmp_path / f"{number:08d}.snapshot").write_bytes(snapshot)
        journal = b"".join(
            line(f"{NOW_S + r:.3f} {delta_to_json(difference(graph_of(r - 1), graph_of(r)))}")
            for r in (first + 1, first + 2)
        )
        (tmp_path / f"{number:08d}.journal").write_bytes(journal)
    (tmp_path / "history").mkdir()
    for hour, text in ((19, graph_to_json(graph_of(0))), (20, "{"), (21, graph_to_json(graph_of(1)))):
        (tmp_path / "history" / f"20231114T{hour}0000Z.json").write_text(text)
    return tmp_path


def opened(folder: Path) -> Store:
    return Store(folder, "home", "f00d", clock=lambda: NOW_S + 10.0)


def test_state_and_past_are_taken_over_once_and_the_files_are_set_aside(folder, caplog):
    names = {p.name for p in folder.iterdir() if p.name != "lock"}
    kept = opened(folder)
    assert kept.recalled.newest == Dated(NOW_S + 4.0, graph_of(4))
    assert (kept.recalled.furniture, kept.recalled.problems) == ("f00d", ())
    assert is_old(folder), "nothing is moved before the first write"
    kept.write(graph_of(5))
    kept.close()
    said = f"{folder / FILE} holds what an earlier version kept; its files are in {folder / ASIDE} from now on"
    assert said in caplog.text
    assert {p.name for p in (folder / ASIDE).iterdir()} == names
    assert recall(folder, "home", checked=True).newest == Dated(NOW_S + 10.0, graph_of(5))
    for ago_s, revision in ((86400.0, 0), (7200.0, 0), (3600.0, 1)):
        assert past_of(folder, NOW_S - ago_s).before.graph == graph_of(revision)
    kept = opened(folder)
    assert kept.recalled.newest == Dated(NOW_S + 10.0, graph_of(5))
    kept.close()


def test_a_start_that_was_killed_before_its_first_write_takes_nothing_away(folder):
    (folder / FILE).touch()
    kept = opened(folder)
    assert kept.recalled.newest == Dated(NOW_S + 4.0, graph_of(4))
    kept.close()


def test_a_damaged_snapshot_is_replaced_by_the_one_before_it_and_both_journals(folder):
    path = folder / "00000002.snapshot"
    path.write_bytes(path.read_bytes()[:-9])
    kept = opened(folder)
    assert kept.recalled.newest == Dated(NOW_S + 4.0, graph_of(4))
    assert f"{path} is damaged" in kept.recalled.problems[0]
    kept.close()


@pytest.mark.parametrize(("cut", "revision"), [(1, 4), (20, 3), (400, 2)])
def test_a_torn_journal_gives_what_is_whole(folder, cut, revision):
    path = folder / "00000002.journal"
    path.write_bytes(path.read_bytes()[:-cut])
    kept = opened(folder)
    assert kept.recalled.newest is not None
    assert kept.recalled.newest.graph == graph_of(revision)
    kept.close()


def test_a_store_of_another_scene_is_refused_and_left(folder):
    with pytest.raises(StoreError, match="is of the scene 'home', the robot is in 'office'"):
        Store(folder, "office", "")
    assert is_old(folder)
    assert not (folder / FILE).exists()


def test_files_that_cannot_be_read_are_told_and_set_aside(folder):
    for path in folder.glob("*.snapshot"):
        path.write_bytes(b"")
    kept = opened(folder)
    assert kept.recalled.newest is None
    assert len(kept.recalled.problems) == 2
    kept.write(graph_of(7))
    kept.close()
    assert (folder / ASIDE / "00000002.snapshot").exists()
    assert recall(folder, "home").newest == Dated(NOW_S + 10.0, graph_of(7))
