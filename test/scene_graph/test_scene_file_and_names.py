# SPDX-License-Identifier: Apache-2.0
"""The scene that the robot starts with, and names of new nodes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.files.scene_json import graph_to_json
from makedo_core.graph.scene_graph import AGENT_ID, GraphError, NodeKind
from scene_graph_node.fusion.ids import IdAllocator
from scene_graph_node.scene_file import load_scene


def test_the_home_loads_with_beliefs_only(pytestconfig):
    graph = load_scene(pytestconfig.rootpath / "scenes" / "home" / "graph.json")
    assert all(n.is_belief and n.last_seen is None for n in graph.of_kind(NodeKind.OBJECT))
    assert all(n.model is not None for n in graph.of_kind(NodeKind.ASSET))


def test_a_missing_robot_is_added(kit, tmp_path):
    graph = kit.graph_of([kit.table("table_1", 1.0)]).changed(remove=[AGENT_ID])
    path = tmp_path / "graph.json"
    path.write_text(graph_to_json(graph))
    assert AGENT_ID in load_scene(path)


@pytest.mark.parametrize(
    ("content", "message"), [(b"\xff\xfe\x00", "UTF-8"), (b"{", "top level"), (b'{"nodes": []}', "no assets")]
)
def test_a_file_that_is_no_scene_is_refused(tmp_path, content, message):
    path = tmp_path / "graph.json"
    path.write_bytes(content)
    with pytest.raises(GraphError, match=message):
        load_scene(path)


def test_a_missing_file_names_the_parameter(tmp_path):
    with pytest.raises(GraphError, match="scene_file"):
        load_scene(tmp_path / "none.json")


@given(st.lists(st.text(max_size=8), max_size=12))
def test_names_are_valid_and_never_repeat(labels):
    names = IdAllocator(["cup_1"])
    given_names = [names.new(label) for label in labels]
    assert len({*given_names, "cup_1"}) == len(given_names) + 1
    assert all(n[0].isascii() and n[0].islower() and n.replace("_", "").isalnum() for n in given_names)
