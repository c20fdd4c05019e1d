# SPDX-License-Identifier: Apache-2.0
"""Graphs go to and come from files of one folder; everything else is refused with the reason."""

from __future__ import annotations

import errno

import pytest

from makedo_core.files.exporters.formats import FORMATS
from makedo_core.graph.scene_graph import GraphError, Node, NodeKind, SceneGraph
from scene_graph_node.store import graph_files
from scene_graph_node.store.graph_files import FileError, load_graph, save_graph

GRAPH = SceneGraph({"table_1": Node("table_1", "table", NodeKind.ASSET)}, frozenset(), 3, "home")


@pytest.mark.parametrize("form", sorted(FORMATS))
def test_every_format_is_chosen_by_its_ending(form, tmp_path):
    path = save_graph(tmp_path / "new", f"a{FORMATS[form].ending}", GRAPH)
    assert path.read_text(encoding="utf-8") == FORMATS[form].write(GRAPH)


def test_what_is_saved_as_json_is_loaded_equal(tmp_path):
    save_graph(tmp_path, "deep/down/a.json", GRAPH)
    assert load_graph(tmp_path, "deep/down/a.json") == GRAPH


def test_an_older_file_is_replaced(tmp_path):
    save_graph(tmp_path, "a.json", GRAPH)
    save_graph(tmp_path, "a.json", GRAPH.changed(remove=["table_1"]))
    assert len(load_graph(tmp_path, "a.json")) == 0


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("/etc/a.json", "is not the name of a file in"),
        ("../a.json", "is not the name of a file in"),
        ("b/../../a.json", "is not the name of a file in"),
        (".a.json", "is not the name of a file in"),
        ("a\x00.json", "is not the name of a file in"),
        ("link/a.json", "leads out of .* by a link"),
        ("loop/a.json", "cannot|leads out"),
        ("folder.json", "is not a plain file"),
        ("x" * 300 + ".json", "cannot be looked up|cannot"),
    ],
)
def test_names_that_lead_elsewhere_are_refused(file, said, tmp_path):
    folder = tmp_path / "files"
    (folder / "folder.json").mkdir(parents=True)
    (folder / "link").symlink_to(tmp_path)
    (folder / "loop").symlink_to(folder / "loop")
    (tmp_path / "a.json").write_text("{}")
    with pytest.raises(FileError, match=said):
        save_graph(folder, file, GRAPH)
    with pytest.raises(FileError, match=said):
        load_graph(folder, file)
    assert (tmp_path / "a.json").read_text() == "{}"


@pytest.mark.parametrize("file", ["", "a", "a.xml", "json"])
def test_a_name_without_a_known_ending_is_refused_with_those_there_are(file, tmp_path):
    with pytest.raises(FileError, match=r"use one of \.json, \.graphml, \.dot"):
        save_graph(tmp_path, file, GRAPH)


def test_only_our_json_is_read_back(tmp_path):
    path = save_graph(tmp_path, "a.graphml", GRAPH)
    with pytest.raises(FileError, match=r"only \.json files hold all of a graph"):
        load_graph(tmp_path, path.name)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(FileError, match=r"cannot read .*none\.json: No such file"):
        load_graph(tmp_path, "none.json")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xff", "not UTF-8 text: byte 0"),
        (b"{", "Invalid JSON"),
        (b'{"nodes": [{"id": "a", "label": "a", "kind": "asset", "position": [NaN, 0, 0]}]}', "mixes numbers and NaN"),
    ],
)
def test_a_malformed_file_says_where(content, said, tmp_path):
    (tmp_path / "a.json").write_bytes(content)
    with pytest.raises(GraphError, match=said):
        load_graph(tmp_path, "a.json")


def test_a_file_that_is_far_too_large_is_not_read(tmp_path, monkeypatch):
    save_graph(tmp_path, "a.json", GRAPH)
    monkeypatch.setattr(graph_files, "MOST_BYTES", 20)
    with pytest.raises(FileError, match="which no scene graph has"):
        load_graph(tmp_path, "a.json")


def test_a_file_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "b").write_text("in the way")
    with pytest.raises(FileError, match="cannot"):
        save_graph(tmp_path, "b/a.json", GRAPH)


def test_a_disk_that_is_full_leaves_what_was_there_and_no_draft(tmp_path, monkeypatch):
    save_graph(tmp_path, "a.json", GRAPH)

    def full(descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(graph_files.os, "fsync", full)
    with pytest.raises(FileError, match="No space left"):
        save_graph(tmp_path, "a.json", GRAPH.changed(remove=["table_1"]))
    assert load_graph(tmp_path, "a.json") == GRAPH
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]
