# SPDX-License-Identifier: Apache-2.0
"""A node begins with the scene file, or where it was when it ended."""

from __future__ import annotations

from dataclasses import replace

import pytest

from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, Relation, RelationType, SceneGraph, State
from scene_graph_node.store.database import FILE, StoreError
from scene_graph_node.store.reading import recall
from scene_graph_node.store.start import start_from


def scene() -> SceneGraph:
    nodes = [
        Node("fridge_1", "fridge", NodeKind.ASSET, states=frozenset({State.CLOSED})),
        Node(AGENT_ID, "robot", NodeKind.AGENT, Pose()),
        Node("cup_1", "cup", NodeKind.OBJECT, confidence=0.3),
    ]
    return SceneGraph({n.id: n for n in nodes}, frozenset({Relation("cup_1", RelationType.ON, "fridge_1")}), 0, "home")


def ended(folder, graph: SceneGraph) -> None:
    """A node has come to a graph, and ended."""
    start = start_from(scene(), folder, clock=lambda: 1000.0)
    assert start.store is not None
    start.store.write(graph)
    start.store.close()


def test_without_a_folder_it_begins_anew():
    start = start_from(scene(), None)
    assert (start.graph, start.store, start.away_s) == (scene(), None, 0.0)


def test_the_first_time_it_begins_with_the_scene(tmp_path):
    start = start_from(scene(), tmp_path)
    assert start.graph == scene()
    assert start.store is not None
    start.store.close()


def test_it_goes_on_with_what_was_kept_and_knows_how_long_it_was_away(tmp_path):
    ended(tmp_path, scene().changed(put=[scene()["fridge_1"].with_state(State.OPEN)]))
    start = start_from(scene(), tmp_path, clock=lambda: 1250.0)
    assert start.graph["fridge_1"].states == {State.OPEN}
    assert start.away_s == 250.0
    assert start.damage == start.notes == ()
    assert start.store is not None
    start.store.close()


def test_a_changed_scene_file_is_noticed(tmp_path):
    ended(tmp_path, scene())
    other = scene().changed(put=[replace(scene()["fridge_1"], pose=Pose((1.0, 0.0, 0.0)))])
    start = start_from(other, tmp_path)
    assert start.graph["fridge_1"].pose == other["fridge_1"].pose
    assert any("scene file" in note for note in start.notes)
    assert start.store is not None
    start.store.close()


def test_its_first_revision_is_on_the_disk_at_once_so_that_none_comes_again(tmp_path):
    revisions = []
    for _ in range(3):
        start = start_from(scene(), tmp_path)
        revisions.append(start.graph.revision)
        assert start.store is not None
        start.store.close()
    assert revisions == sorted(set(revisions))


def test_damage_is_told(tmp_path):
    ended(tmp_path, scene())
    (tmp_path / FILE).write_bytes(b"rubbish" * 1000)
    start = start_from(scene(), tmp_path)
    assert start.graph == scene()
    assert "it is damaged: file is not a database" in start.damage[0]
    assert start.store is not None
    start.store.close()


def test_a_disk_that_cannot_be_written_to_does_not_keep_it_from_beginning(tmp_path):
    (tmp_path / FILE).symlink_to(tmp_path / "none" / FILE)
    start = start_from(scene(), tmp_path)
    assert start.graph == scene()
    assert start.store is not None
    assert "the scene graph is not being kept: " in start.store.problem
    assert "unable to open database file" in start.store.problem
    start.store.close()


def test_a_folder_that_must_not_be_used_is_refused_and_left_free(tmp_path):
    ended(tmp_path, scene())
    for _ in range(2):
        with pytest.raises(StoreError, match="is of the scene 'home', the robot is in 'office'"):
            start_from(replace(scene(), scene="office"), tmp_path)
    assert recall(tmp_path, "home").newest is not None


def test_a_start_that_fails_leaves_the_folder_to_the_next(tmp_path):
    ended(tmp_path, scene())

    def broken() -> float:
        raise RuntimeError("no clock")

    with pytest.raises(RuntimeError):
        start_from(scene(), tmp_path, clock=broken)
    start = start_from(scene(), tmp_path)
    assert start.store is not None
    start.store.close()
