# SPDX-License-Identifier: Apache-2.0
"""Scene graphs as JSON: what is written is read back, what is wrong is named."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.asset_model import AssetModel, Part, Region, RegionKind
from makedo_core.geometry import UNKNOWN_POSE, Pose
from makedo_core.scene_graph import GraphError, Node, NodeKind, Relation, RelationType, SceneGraph, Shape, State
from makedo_core.scene_json import FORMAT, graph_from_json, graph_to_json, model_from_json, model_to_json

MODEL = AssetModel(
    (Part("top", Pose((0.0, 0.0, 0.7)), (1.0, 0.5, 0.04)),),
    (Region("top", RegionKind.ON, Pose((0.0, 0.0, 0.72)), (1.0, 0.5, 1.0)),),
)
metres = st.floats(-50, 50)
names = st.from_regex(r"[a-z][a-z0-9_]{0,12}", fullmatch=True)
nodes = st.builds(
    Node,
    id=names,
    label=names,
    kind=st.sampled_from(NodeKind),
    pose=st.one_of(st.just(UNKNOWN_POSE), st.builds(Pose, st.tuples(metres, metres, metres))),
    size=st.tuples(*[st.floats(0, 10)] * 3),
    shape=st.sampled_from(Shape),
    confidence=st.floats(0, 1),
    last_seen=st.one_of(st.none(), st.floats(0, 1e9)),
    states=st.frozensets(st.sampled_from(State)),
    attributes=st.frozensets(names, max_size=3),
    model=st.one_of(st.none(), st.just(MODEL)),
)


@given(st.lists(nodes, max_size=6, unique_by=lambda n: n.id), st.integers(0, 10**9))
def test_what_is_written_is_read_back(items, revision):
    relations = frozenset(Relation(items[0].id, RelationType.NEXT_TO, n.id) for n in items[1:])
    graph = SceneGraph({n.id: n for n in items}, relations, revision, "home", 2.5)
    assert graph_from_json(graph_to_json(graph)) == graph


def test_models_are_written_on_one_line_and_read_back():
    text = model_to_json(MODEL)
    assert "\n" not in text
    assert model_from_json(text) == MODEL


def broken(**change) -> str:
    raw = {"format": FORMAT, "nodes": [{"id": "a", "label": "a", "kind": "object", "position": [0, 0, 0]}]}
    raw["nodes"][0].update(change.pop("node", {}))
    raw.update(change)
    return json.dumps(raw)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "top level"),
        ("{", "top level"),
        ("[]", "top level"),
        (broken(format="other/1"), "expected 'makedo/scene_graph/1'"),
        (broken(surprise=1), "surprise"),
        (broken(node={"kind": "ghost"}), "room, asset, object, agent"),
        (broken(node={"id": "Big Name"}), "nodes.0.id"),
        (broken(node={"shape": "blob"}), "none, box, cylinder, sphere"),
        (broken(node={"size": [1, 2, 3000]}), "0 to 100 m"),
        (broken(node={"confidence": 2}), "confidence"),
        (broken(node={"orientation": [0, 0, 0, 5]}), "length 1"),
        (broken(node={"states": ["melted"]}), "states"),
        (broken(relations=[{"source": "a", "type": "on", "target": "b"}]), "'b'"),
        (broken(relations=[{"source": "a", "type": "beside", "target": "a"}]), "next_to"),
    ],
)
def test_a_wrong_file_is_refused_with_the_place(text, message):
    with pytest.raises(GraphError, match=message) as caught:
        graph_from_json(text, "my.json")
    assert "my.json" in str(caught.value)


def test_a_second_node_of_a_name_is_refused():
    raw = json.loads(broken())
    raw["nodes"] *= 2
    with pytest.raises(GraphError, match="two nodes are called 'a'"):
        graph_from_json(json.dumps(raw))


def test_the_home_is_a_valid_graph(pytestconfig):
    graph = graph_from_json((pytestconfig.rootpath / "scenes" / "home" / "graph.json").read_text())
    assert graph_from_json(graph_to_json(graph)) == graph
