# SPDX-License-Identifier: Apache-2.0
"""Scene graphs written as GraphML and DOT come back whole from programs that read those."""

from __future__ import annotations

import io
import math
import re
import shutil
import subprocess
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.files.exporters.dot import graph_to_dot
from makedo_core.files.exporters.graphml import graph_to_graphml
from makedo_core.files.persons_word_json import word_from_json
from makedo_core.files.scene_json import graph_from_json, graph_to_json, model_from_json
from makedo_core.graph.asset_model import AssetModel
from makedo_core.graph.scene_graph import (
    AGENT_ID,
    GraphError,
    Node,
    NodeKind,
    Relation,
    RelationType,
    SceneGraph,
    Shape,
    State,
)
from support.graph_values import any_node

HOME = Path(__file__).resolve().parents[3] / "scenes" / "home" / "graph.json"
HOSTILE = [
    '"',
    "\\",
    'a"b',
    "ends in \\",
    '\\"',
    "a\nb",
    "<b>",
    "&lt;",
    "]]>",
    "node",
    "->",
    "é日",
    "a:b",
    "{}",
    "",
    " ",
]
texts = st.one_of(
    st.sampled_from(HOSTILE),
    st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc"), exclude_characters="\ufffe\uffff")),
    st.text("\"\\\n\r\t<>&'; ->{}[]", max_size=6),
)
words = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True)
numbers = st.floats(-1e5, 1e5)
nodes = any_node(texts, words, numbers, AssetModel(), opened=True)


@st.composite
def graphs(draw: st.DrawFn) -> SceneGraph:
    """Any nodes under any names, with several relations between the same two, and placements without circles."""
    listed = draw(st.lists(nodes, max_size=6, unique_by=lambda n: n.id))
    ids = [node.id for node in listed]
    relations = set()
    for index, source in enumerate(ids):
        if index:
            support = draw(st.sampled_from(ids[:index]))
            relations.add(Relation(source, draw(st.sampled_from((RelationType.ON, RelationType.INSIDE))), support))
            loose = st.sampled_from((RelationType.NEXT_TO, RelationType.CONNECTED, RelationType.AT))
            relations |= {Relation(source, type_, support) for type_ in draw(st.sets(loose))}
    scene, revision = draw(texts), draw(st.integers(0, 2**63 - 1))
    return SceneGraph({n.id: n for n in listed}, frozenset(relations), revision, scene, draw(st.floats(0, 1e9)))


def read_graphml(graph: SceneGraph) -> nx.DiGraph:
    return nx.read_graphml(io.BytesIO(graph_to_graphml(graph).encode("ascii")))


def expected_attributes(node: Node) -> dict:
    """What a node is, in the plain values that GraphML has; what is empty or unknown is not there."""
    values = {
        "label": node.label,
        "kind": node.kind.name.lower(),
        "confidence": node.confidence,
        "last_seen": node.last_seen,
        "shape": None if node.shape is Shape.NONE else node.shape.name.lower(),
        "states": " ".join(sorted(node.states)),
        "attributes": " ".join(sorted(node.attributes)),
        "opening": node.opening,
    }
    if node.pose.is_known:
        values |= dict(zip(("x", "y", "z"), node.pose.position, strict=True))
        values |= dict(zip(("qx", "qy", "qz", "qw"), node.pose.orientation, strict=True))
    if any(node.size):
        values |= dict(zip(("size_x", "size_y", "size_z"), node.size, strict=True))
    return {name: value for name, value in values.items() if value not in ("", None)}


@given(graphs())
@pytest.mark.slow
def test_networkx_reads_every_graphml_with_the_same_nodes_attributes_and_edges(graph):
    read = read_graphml(graph)
    assert list(read) == list(graph.nodes)
    for node in graph:
        found = dict(read.nodes[node.id])
        model = found.pop("model", None)
        told = found.pop("told", None)
        assert (word_from_json(told) if told else None) == node.told
        assert found == expected_attributes(node)
        assert (model_from_json(model) if model else None) == node.model
    edges = [(a, values["type"], b) for a, b, values in read.edges(data=True)]
    assert sorted(edges) == sorted((r.source, r.type.name.lower(), r.target) for r in graph.relations)
    about = {name: read.graph[name] for name in ("scene", "revision", "stamp") if name in read.graph}
    assert about == ({"scene": graph.scene} if graph.scene else {}) | {
        "revision": graph.revision,
        "stamp": graph.stamp,
    }


def test_numbers_that_are_none_are_written_as_xml_schema_has_them():
    values = {"a": math.nan, "b": math.inf, "c": -math.inf}
    graph = SceneGraph({i: Node(i, i, NodeKind.OBJECT, last_seen=value) for i, value in values.items()})
    text = graph_to_graphml(graph)
    assert re.findall(r'"node_last_seen">([^<]+)<', text) == ["NaN", "INF", "-INF"]
    assert read_graphml(graph).nodes["c"]["last_seen"] == -math.inf


@pytest.mark.parametrize("character", ["\x00", "\x1b", "\x0c", "\ud800", "\uffff"])
@pytest.mark.parametrize("place", ["id", "label", "scene"])
def test_a_character_that_xml_cannot_hold_is_refused_with_its_place(character, place):
    name = f"a{character}"
    node = Node(name if place == "id" else "a", name if place == "label" else "a", NodeKind.OBJECT)
    graph = SceneGraph({node.id: node}, scene=name if place == "scene" else "")
    with pytest.raises(GraphError, match=rf"(graph|node).*U\+{ord(character):04X}.*cannot be written in XML"):
        graph_to_graphml(graph)


@pytest.mark.parametrize("attribute", ["two words", "", "line\nfeed"])
def test_an_attribute_that_would_be_read_as_two_or_none_is_refused(attribute):
    graph = SceneGraph({"a": Node("a", "a", NodeKind.OBJECT, attributes=frozenset({attribute}))})
    with pytest.raises(GraphError, match=r"node 'a'.*has a space or is empty"):
        graph_to_graphml(graph)


TOKEN = re.compile(r'\s+|(?P<text>"(?:[^"\\]|\\.)*")|(?P<word>[A-Za-z_]+)|(?P<sign>->|[{}\[\]=;])', re.DOTALL)


def tokens(text: str) -> list[str]:
    """Tokens of the DOT language, as far as it is written here; strings without their quotes."""
    result, at = [], 0
    while at < len(text):
        found = TOKEN.match(text, at)
        assert found, f"no token of DOT at {text[at : at + 30]!r}"
        at = found.end()
        if found["text"] is not None:
            result.append("'" + re.sub(r"\\([\\\"])", r"\1", found["text"][1:-1]))
        elif found.lastgroup is not None:
            result.append(found[found.lastgroup])
    return result


def parsed_dot(text: str) -> tuple[str, list[str], list[tuple[str, str, str]]]:
    """Name, ids of nodes and (source, type, target) of edges; fails on what is not the grammar."""
    found = tokens(text)
    assert found[0] == "digraph" and found[2] == "{" and found[-1] == "}"
    statements: list[list[str]] = [[]]
    for token in found[3:-1]:
        if token == ";":
            statements.append([])
        else:
            statements[-1].append(token)
    assert statements.pop() == []
    assert statements.pop(0) == ["rankdir", "=", "LR"]
    names, edges = [], []
    for statement in statements:
        opening = statement.index("[")
        attributes = statement[opening + 1 : -1]
        assert statement[-1] == "]" and attributes[1::3] == ["="] * (len(attributes) // 3)
        ends = statement[:opening]
        assert all(end.startswith("'") for end in ends[::2]) and ends[1::2] in ([], ["->"])
        if len(ends) == 1:
            names.append(ends[0][1:])
        else:
            edges.append((ends[0][1:], attributes[2][1:], ends[2][1:]))
    return found[1][1:], names, edges


@given(graphs())
@pytest.mark.slow
def test_every_dot_text_parses_to_the_same_nodes_and_edges_whatever_their_names(graph):
    name, names, edges = parsed_dot(graph_to_dot(graph))
    assert name == (graph.scene or "scene")
    assert names == list(graph.nodes)
    assert sorted(edges) == sorted((r.source, r.type.name.lower(), r.target) for r in graph.relations)


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not here")
def test_graphviz_reads_hostile_names():
    named = [Node(text, text, NodeKind.OBJECT) for text in HOSTILE]
    graph = SceneGraph({node.id: node for node in named}, scene='a "home" \\')
    done = subprocess.run(["dot", "-Tdot_json"], input=graph_to_dot(graph).encode(), capture_output=True, check=True)
    assert done.stdout.count(b'"_gvid"') >= len(HOSTILE)


@pytest.mark.parametrize("character", ["\x00", "\udfff"])
def test_a_character_that_dot_cannot_hold_is_refused_with_its_place(character):
    node = Node(f"a{character}", "a", NodeKind.OBJECT)
    with pytest.raises(GraphError, match=r"node.*cannot be written in DOT"):
        graph_to_dot(SceneGraph({node.id: node}))
    with pytest.raises(GraphError, match=r"name of the scene.*cannot be written in DOT"):
        graph_to_dot(SceneGraph(scene=character))


def test_a_drawing_tells_kinds_states_and_what_is_only_believed():
    graph = SceneGraph(
        {
            "hall": Node("hall", "hall", NodeKind.ROOM),
            "fridge": Node("fridge", "fridge", NodeKind.ASSET, states=frozenset({State.OPEN})),
            "milk": Node("milk", "milk", NodeKind.OBJECT, confidence=0.2),
            AGENT_ID: Node(AGENT_ID, "robot", NodeKind.AGENT),
        },
        frozenset({Relation("milk", RelationType.INSIDE, "fridge"), Relation("fridge", RelationType.IN, "hall")}),
    )
    lines = graph_to_dot(graph).splitlines()
    assert '  "hall" [label="hall" shape=folder];' in lines
    assert '  "fridge" [label="fridge\\nopen" shape=box];' in lines
    assert '  "milk" [label="milk" shape=ellipse style="dashed"];' in lines
    assert '  "robot" [label="robot" shape=hexagon];' in lines
    assert '  "milk" -> "fridge" [label="inside"];' in lines
    assert '  "fridge" -> "hall" [label="in" style="dashed"];' in lines


def test_a_label_is_drawn_as_it_reads():
    node = Node("&lt;\\N\nx", "a", NodeKind.OBJECT)
    assert 'label="&amp;lt;\\\\N\\nx"' in graph_to_dot(SceneGraph({node.id: node}))


def test_the_shipped_home_is_exported_whole_and_left_as_it_was():
    text = HOME.read_text(encoding="utf-8")
    graph = graph_from_json(text)
    before = graph_to_json(graph)
    read = read_graphml(graph)
    assert set(read) == set(graph.nodes)
    assert read.number_of_edges() == len(graph.relations)
    assert len(parsed_dot(graph_to_dot(graph))[1]) == len(graph)
    assert graph_to_json(graph_from_json(before)) == before
