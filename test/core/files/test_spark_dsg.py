# SPDX-License-Identifier: Apache-2.0
"""Graphs as Spark-DSG files: the library itself reads them where it is installed; a file of record holds them still."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from makedo_core.files.exporters.spark_dsg import graph_to_spark_dsg
from makedo_core.files.scene_json import graph_from_json
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, Relation, RelationType, SceneGraph, State

HOME = Path(__file__).resolve().parents[3] / "scenes" / "home" / "graph.json"
GOLDEN = Path(__file__).with_name("spark_dsg_golden.dsg.json")


def small() -> SceneGraph:
    """Two rooms; a cup on a turned table, a pen somewhere on it, a can in the hand."""
    turned = Pose.planar(1.0, 2.0, 1.5707963267948966)
    nodes = [
        Node("kitchen", "kitchen", NodeKind.ROOM, Pose(), (4.0, 4.0, 2.5)),
        Node("hall", "hall", NodeKind.ROOM),
        Node("table_1", "table", NodeKind.ASSET, turned, (0.8, 1.2, 0.75), states=frozenset({State.CLOSED})),
        Node(AGENT_ID, "robot", NodeKind.AGENT, Pose((0.5, 0.0, 0.0))),
        Node("cup_1", "cup", NodeKind.OBJECT, Pose((1.0, 2.0, 0.75)), (0.1, 0.1, 0.1), confidence=0.9, last_seen=2.5),
        Node("pen_1", "pen", NodeKind.OBJECT, confidence=0.3, attributes=frozenset({"red"})),
        Node("can_1", "can", NodeKind.OBJECT, Pose((0.5, 0.0, 1.0)), (0.07, 0.07, 0.12)),
    ]
    relations = {
        Relation("table_1", RelationType.IN, "kitchen"),
        Relation(AGENT_ID, RelationType.IN, "kitchen"),
        Relation(AGENT_ID, RelationType.AT, "table_1"),
        Relation("cup_1", RelationType.ON, "table_1"),
        Relation("pen_1", RelationType.ON, "table_1"),
        Relation("cup_1", RelationType.NEXT_TO, "pen_1"),
        Relation("pen_1", RelationType.NEXT_TO, "cup_1"),
        Relation("can_1", RelationType.HELD_BY, AGENT_ID),
        Relation("kitchen", RelationType.CONNECTED, "hall"),
    }
    return SceneGraph({n.id: n for n in nodes}, frozenset(relations), 7, "home", 3.0)


def named(text: str) -> dict[str, dict]:
    return {n["attributes"].get("name", "robot"): n for n in json.loads(text)["nodes"]}


def test_the_format_is_as_it_was_when_the_library_read_it():
    assert json.loads(graph_to_spark_dsg(small())) == json.loads(GOLDEN.read_text(encoding="utf-8"))


def test_what_lies_on_something_unknown_where_is_put_there_and_marked():
    nodes = named(graph_to_spark_dsg(small()))
    pen, table = nodes["pen_1"]["attributes"], nodes["table_1"]["attributes"]
    assert pen["position"] == table["position"]
    assert (pen["metadata"]["position_known"], pen["is_predicted"], pen["bounding_box"]["type"]) == (
        False, True, "INVALID",
    )  # fmt: skip


def test_two_nodes_have_one_edge_with_all_their_relations():
    document = json.loads(graph_to_spark_dsg(small()))
    pairs = [frozenset((e["source"], e["target"])) for e in document["edges"]]
    assert len(pairs) == len(set(pairs))
    told = sorted(r for e in document["edges"] for r in e["info"]["metadata"].get("relations", []))
    assert told == sorted(str(r) for r in small().relations if r.type is not RelationType.IN)


def test_an_empty_graph_can_be_written():
    assert json.loads(graph_to_spark_dsg(SceneGraph()))["nodes"] == []


@pytest.mark.parametrize("graph", [small(), graph_from_json(HOME.read_text(encoding="utf-8")), SceneGraph()])
def test_the_library_reads_what_is_written(graph, tmp_path):
    spark_dsg = pytest.importorskip("spark_dsg")
    path = tmp_path / "graph.dsg.json"
    path.write_text(graph_to_spark_dsg(graph), encoding="utf-8")
    read = spark_dsg.DynamicSceneGraph.load(str(path))
    rooms = {n.attributes.name: n for n in read.get_layer(spark_dsg.DsgLayers.ROOMS).nodes}
    things = {n.attributes.name: n for n in read.get_layer(spark_dsg.DsgLayers.OBJECTS).nodes}
    assert set(rooms) == {n.id for n in graph.of_kind(NodeKind.ROOM)}
    assert set(things) == {n.id for n in (*graph.of_kind(NodeKind.ASSET), *graph.of_kind(NodeKind.OBJECT))}
    names = read.get_labelspace(2, 0).labels_to_names if things else {}
    for name, node in things.items():
        assert names[node.attributes.semantic_label] == graph[name].label
        if graph[name].pose.is_known:
            assert tuple(node.attributes.position) == pytest.approx(graph[name].centre)
        room = graph.room_of(name)
        assert node.attributes.metadata.get()["confidence"] == graph[name].confidence
        assert room is None or node.get_parent() == rooms[room].id.value
