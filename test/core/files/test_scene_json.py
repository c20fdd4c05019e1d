# SPDX-License-Identifier: Apache-2.0
"""Scene graphs as JSON: what is written is read back, what is wrong is named."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.files.scene_json import FORMAT, graph_from_json, graph_to_json, model_from_json, model_to_json
from makedo_core.geometry import Pose
from makedo_core.graph.asset_model import AssetModel, Part, Region, RegionKind
from makedo_core.graph.scene_graph import (
    MOST_STACKED,
    GraphError,
    Node,
    NodeKind,
    Relation,
    RelationType,
    SceneGraph,
)
from support.graph_values import any_node

MODEL = AssetModel(
    (Part("top", Pose((0.0, 0.0, 0.7)), (1.0, 0.5, 0.04)),),
    (Region("top", RegionKind.ON, Pose((0.0, 0.0, 0.72)), (1.0, 0.5, 1.0)),),
)
metres = st.floats(-50, 50)
names = st.from_regex(r"[a-z][a-z0-9_]{0,12}", fullmatch=True)
nodes = any_node(names, names, metres, MODEL, consistent=True)


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


def thing(node_id: str, kind: str = "object", **more) -> dict:
    return {"id": node_id, "label": "thing", "kind": kind, **more}


def link(source: str, kind: str, target: str) -> dict:
    return {"source": source, "type": kind, "target": target}


def home(*relations: dict, extra=()) -> str:
    """A room, two pieces of furniture, the robot and three things, related in some way."""
    nodes = [thing("kitchen", "room"), thing("hall", "room"), thing("table", "asset"), thing("shelf", "asset")]
    nodes += [thing("robot", "agent"), thing("a"), thing("b"), thing("c"), *extra]
    return json.dumps({"format": FORMAT, "nodes": nodes, "relations": relations})


def modelled(**model) -> str:
    return broken(node={"kind": "asset", "model": model})


PART = {"name": "top", "pose": {"position": [0, 0, 1]}, "size": [1, 1, 1]}
HANDLE = {"position": [0, 0, 1], "direction": [0, 0, 1], "length": 0.2, "diameter": 0.02}
DOOR = {"kind": "hinge", "joint": "j", "origin": [0, 0, 0], "axis": [0, 0, 1], "range": [0, 1], "open_at": 0.5}
DOOR |= {"handle": HANDLE}
NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        # no JSON, or JSON of something else
        (" \n\t", "Invalid JSON"),
        ("\x00", "Invalid JSON"),
        (broken() + "\x00", "trailing characters"),
        (broken() + broken(), "trailing characters"),
        (broken()[:-5], "Invalid JSON"),
        ("{'nodes': []}", "Invalid JSON"),
        ('{"nodes": []} // none', "Invalid JSON"),
        ('{"nodes": [],}', "Invalid JSON"),
        ("\ufeff\ufeff" + broken(), "Invalid JSON"),
        ('{"nodes": [], "scene": "\ud800"}', "unicode"),
        ('{"nodes": [], "scene": "\\ud800"}', "Invalid JSON"),
        ('{"nodes": ' + "[" * 100_000 + "]" * 100_000 + "}", "recursion limit"),
        ('{"nodes": [{"model":' * 100_000, "recursion limit"),
        ('{"nodes": [], "stamp": 1' + "0" * 5000 + "}", "number out of range"),
        ("null", "top level"),
        ("42", "top level"),
        ('"nodes"', "top level"),
        ("{}", "nodes: Field required"),
        # wrong types
        ('{"nodes": {}}', "nodes: .*valid array"),
        ('{"nodes": [1]}', "nodes.0"),
        ('{"nodes": [null]}', "nodes.0"),
        ('{"nodes": [[]]}', "nodes.0"),
        ('{"nodes": [{}]}', "nodes.0.id"),
        (broken(relations=None), "relations: .*valid array"),
        (broken(relations=[["a", "on", "b"]]), "relations.0"),
        (broken(relations=[{"source": "a"}]), "relations.0.type"),
        (broken(scene=7), "scene: .*valid string"),
        (broken(revision="1"), "revision: .*valid integer"),
        (broken(revision=1.5), "revision"),
        (broken(revision=-1), "revision: .*greater than or equal to 0"),
        (broken(revision=10**30), "revision"),
        (broken(revision=True), "revision"),
        (broken(stamp=NAN), "stamp: .*finite"),
        (broken(stamp="now"), "stamp"),
        (broken(node={"id": 1}), "nodes.0.id: .*valid string"),
        (broken(node={"kind": 2}), "nodes.0.kind"),
        (broken(node={"opening": "wide"}), "nodes.0.opening: .*valid number"),
        (broken(node={"opening": NAN}), "nodes.0.opening: .*finite"),
        (broken(node={"opening": 0.5}), "opening is 0.5, but nothing of its model opens"),
        (broken(node={"opening": 1.2, "model": {"articulation": DOOR}}), "opening is 1.2; its joint goes from 0 to 1"),
        (broken(node={"confidence": "0.5"}), "nodes.0.confidence: .*valid number"),
        (broken(node={"confidence": True}), "nodes.0.confidence"),
        (broken(node={"position": "0 0 0"}), "nodes.0.position"),
        (broken(node={"position": [0, 0]}), "nodes.0.position"),
        (broken(node={"position": [0, 0, 0, 0]}), "nodes.0.position"),
        (broken(node={"position": ["0", 0, 0]}), "nodes.0.position.0"),
        (broken(node={"position": [None, 0, 0]}), "nodes.0.position.0"),
        (broken(node={"states": "open"}), "nodes.0.states"),
        (broken(node={"attributes": {"red": True}}), "nodes.0.attributes"),
        (broken(node={"model": []}), "nodes.0.model"),
        (broken(node={"shade": 1}), "nodes.0.shade: Extra"),
        # names
        (broken(node={"id": ""}), "nodes.0.id"),
        (broken(node={"id": "a b"}), "nodes.0.id"),
        (broken(node={"id": "a\n"}), "nodes.0.id"),
        (broken(node={"id": "a\x00"}), "nodes.0.id"),
        (broken(node={"id": "?object"}), "nodes.0.id"),
        (broken(node={"id": "\u0430pple"}), "nodes.0.id"),
        (broken(node={"id": "1apple"}), "nodes.0.id"),
        (broken(node={"id": "a" * 100_000}), "nodes.0.id: .*at most 200"),
        (broken(node={"label": ""}), "nodes.0.label"),
        (broken(node={"label": "a" * 100_000}), "nodes.0.label: .*at most 200"),
        (broken(node={"kind": "x" * 100_000}), "nodes.0.kind: .*at most 200"),
        (broken(node={"attributes": ["dark red"]}), "nodes.0.attributes.0"),
        (broken(node={"attributes": ["\x1b[2J"]}), "nodes.0.attributes.0"),
        (broken(node={"attributes": [""]}), "nodes.0.attributes.0"),
        (broken(scene="a\x07"), "scene"),
        # numbers
        (broken(node={"position": [NAN, NAN, NAN]}), "'a': pose .*seven finite numbers"),
        (broken(node={"position": [INF, 0, 0]}), "'a': pose .*seven finite numbers"),
        (broken(node={"position": [1e300, 0, 0]}), "'a': position .*not within 100000 m"),
        (broken(node={"orientation": [0, 0, 0, 0]}), "'a': quaternion .*length 1"),
        (broken(node={"orientation": [NAN, 0, 0, 1]}), "'a': pose"),
        (broken(node={"position": None, "orientation": [0, 0, 0, 0]}), "'a': an orientation without a position"),
        (broken(node={"size": [-1, 1, 1]}), "'a': size .*0 to 100 m"),
        (broken(node={"size": [NAN, 1, 1]}), "'a': size .*0 to 100 m"),
        (broken(node={"confidence": -0.1}), "nodes.0.confidence: .*greater than or equal to 0"),
        (broken(node={"confidence": NAN}), "nodes.0.confidence"),
        (broken(node={"last_seen": INF}), "nodes.0.last_seen: .*finite"),
        # what contradicts itself
        (broken(node={"states": ["open", "closed"]}), "'a': it cannot be closed and open"),
        (broken(node={"states": ["on", "off", "locked"]}), "'a': it cannot be off and on"),
        ('{"nodes": [], "nodes": []}', "the key 'nodes' twice"),
        (broken().replace('"label"', '"id": "z", "label"'), "the key 'id' twice"),
        # relations
        (home(link("a", "on", "ghost")), "'a on ghost' names 'ghost'"),
        (home(link("ghost", "in", "kitchen")), "names 'ghost'"),
        (home(link("a", "under", "table")), "relation of 'a': 'under' is not one of in, on"),
        (home(link("a", "", "table")), "is not one of"),
        (home(link("a", "next_to", "a")), "relates a node to itself"),
        (home(link("a", "in", "a")), "relates a node to itself"),
        (home(link("a", "on", "a")), "support cycle through 'a'"),
        (home(link("a", "on", "b"), link("b", "inside", "a")), "support cycle"),
        (home(link("a", "on", "b"), link("b", "on", "c"), link("c", "inside", "a")), "support cycle"),
        (home(link("table", "on", "shelf"), link("shelf", "on", "table")), "support cycle"),
        (home(link("a", "on", "table"), link("a", "inside", "shelf")), "two placements: 'a inside shelf' and"),
        (home(link("a", "on", "table"), link("a", "held_by", "robot")), "two placements"),
        (home(link("table", "in", "kitchen"), link("table", "in", "hall")), "two rooms: 'hall' and 'kitchen'"),
        (home(link("a", "held_by", "table")), "target 'table' is of kind asset, expected agent"),
        (home(link("a", "held_by", "b")), "target 'b' is of kind object, expected agent"),
        (home(link("table", "held_by", "robot")), "source 'table' is of kind asset, expected object"),
        (home(link("a", "held_by", "robot"), link("b", "held_by", "robot")), "cannot both be so"),
        (home(link("a", "in", "table")), "target 'table' is of kind asset, expected room"),
        (home(link("kitchen", "in", "hall")), "source 'kitchen' is of kind room"),
        (home(link("a", "on", "kitchen")), "target 'kitchen' is of kind room, expected asset or object"),
        (home(link("robot", "on", "table")), "source 'robot' is of kind agent"),
        (home(link("robot", "at", "kitchen")), "target 'kitchen' is of kind room, expected asset"),
        (home(link("a", "at", "table")), "source 'a' is of kind object, expected agent"),
        (home(link("robot", "at", "table"), link("robot", "at", "shelf")), "cannot both be so"),
        (home(link("kitchen", "connected", "a")), "target 'a' is of kind object, expected room"),
        (home(extra=[thing("robot", "agent")]), "two nodes are called 'robot'"),
        # models
        (modelled(junk=1), "nodes.0.model"),
        (modelled(parts=[PART | {"size": [-1, 1, 1]}]), "model: 'top' needs .*0 to 100 m"),
        (modelled(parts=[PART | {"size": [NAN, 1, 1]}]), "model: 'top' needs"),
        (modelled(parts=[PART | {"pose": {"position": [NAN, 0, 0]}}]), "model: 'top': pose"),
        (modelled(parts=[PART | {"pose": {"orientation": [0, 0, 0, 0]}}]), "model: 'top': quaternion"),
        (modelled(regions=[PART | {"kind": "under"}]), "nodes.0.model.regions.0.kind"),
        (modelled(regions=[PART | {"kind": "on", "size": [1, 1, INF]}]), "model: 'top' needs"),
        (modelled(articulation=DOOR | {"axis": [0, 0, 0]}), "model: axis .*a direction"),
        (modelled(articulation=DOOR | {"origin": [NAN, 0, 0]}), "model: origin .*finite"),
        (modelled(articulation=DOOR | {"range": [1, 0]}), "model: range"),
        (modelled(articulation=DOOR | {"range": [0, NAN]}), "model: range"),
        (modelled(articulation=DOOR | {"open_at": INF}), "model: range"),
        (modelled(articulation=DOOR | {"handle": HANDLE | {"direction": [0, 0, 0]}}), "handle direction"),
        (modelled(articulation=DOOR | {"handle": HANDLE | {"length": 1e9}}), "handle length"),
        (modelled(switch={"position": [0, 0, NAN], "direction": [1, 0, 0]}), "switch position"),
        (modelled(switch={"position": [0, 0, 0], "direction": [0, 0, 0]}), "switch direction"),
        (modelled(turning=HANDLE | {"position": [0, 0, 0.1]}), "turning position across"),
        (modelled(turning=HANDLE | {"position": [1, 0, 1], "direction": [0, 0, 0]}), "turning direction"),
        (modelled(switch={"position": [0, 0, 0], "direction": [1, 0, 0], "kind": "lever"}), "switch.kind"),
    ],
)
def test_a_hostile_file_is_refused_with_the_place_and_briefly(text, message):
    with pytest.raises(GraphError, match=message) as caught:
        graph_from_json(text, "my.json")
    assert str(caught.value).startswith("my.json: ")
    assert len(str(caught.value)) < 1000


def test_what_is_read_tolerantly_means_the_same():
    plain = graph_from_json(home(link("a", "on", "table")))
    assert graph_from_json("\ufeff" + home(link("a", "on", "table"))) == plain
    assert graph_from_json(home(link("a", "on", "table"), link("a", "on", "table"))) == plain
    assert graph_from_json(home(link("a", "ON", "table")).replace('"asset"', '"Asset"')) == plain


def test_a_file_of_nothing_is_an_empty_graph():
    assert len(graph_from_json('{"nodes": []}')) == 0


def test_furniture_may_stand_on_furniture_and_a_person_may_be_about():
    graph = graph_from_json(home(link("shelf", "on", "table"), extra=[thing("person", "agent")]))
    assert graph.support("shelf") == "table"
    assert [node.id for node in graph.of_kind(NodeKind.AGENT)] == ["robot", "person"]


@pytest.mark.slow
def test_a_hundred_thousand_things_are_read():
    extra = [thing(f"x{i}") for i in range(100_000)]
    graph = graph_from_json(home(*(link(f"x{i}", "on", "table") for i in range(100_000)), extra=extra))
    assert len(graph.contents("table")) == 100_000


@pytest.mark.parametrize("height", [MOST_STACKED + 1, 20_000])
def test_an_endless_pile_is_refused(height):
    extra = [thing(f"x{i}") for i in range(height)]
    pile = (link(f"x{i}", "on", f"x{i - 1}" if i else "table") for i in range(height))
    with pytest.raises(GraphError, match="more than 20 things"):
        graph_from_json(home(*pile, extra=extra))


def test_a_high_pile_is_read():
    extra = [thing(f"x{i}") for i in range(MOST_STACKED)]
    pile = (link(f"x{i}", "on", f"x{i - 1}" if i else "table") for i in range(MOST_STACKED))
    assert graph_from_json(home(*pile, extra=extra)).support(f"x{MOST_STACKED - 1}") == "table"


@pytest.mark.parametrize(
    ("node", "told"), [(Node("a", "", NodeKind.OBJECT), "label"), (Node("A b", "a", NodeKind.OBJECT), "'A b'")]
)
def test_what_the_format_cannot_say_is_not_written(node, told):
    with pytest.raises(GraphError, match=told):
        graph_to_json(SceneGraph({node.id: node}))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "Invalid JSON"),
        ("[]", "top level"),
        ('{"parts": [{"name": "top"}]}', "parts.0.pose"),
        (json.dumps({"parts": [PART | {"size": [-1, 1, 1]}]}), "'top' needs"),
        (json.dumps({"articulation": DOOR | {"axis": [0, 0, 0]}}), "axis"),
    ],
)
def test_a_hostile_model_is_refused_with_the_place(text, told):
    with pytest.raises(GraphError, match=f"asset model: .*{told}"):
        model_from_json(text)


anything = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.sampled_from(["a", "on"])),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.sampled_from(["id", "label", "kind", "nodes", "relations", "pose", "source"]), inner),
    ),
    max_leaves=12,
)


@given(anything, anything, st.sampled_from(["nodes", "relations", "scene", "stamp", "revision", "format"]))
def test_whatever_a_file_says_it_is_read_or_refused(node_part, part, key):
    raw = json.loads(broken())
    raw["nodes"][0]["size"] = node_part
    raw[key] = part
    for text in (json.dumps(raw), json.dumps(part)):
        try:
            graph = graph_from_json(text, "my.json")
        except GraphError as error:
            assert str(error).startswith("my.json: ")
        else:
            assert graph_from_json(graph_to_json(graph)) == graph
