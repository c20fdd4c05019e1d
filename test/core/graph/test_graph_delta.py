# SPDX-License-Identifier: Apache-2.0
"""Deltas: the difference of two snapshots turns the first into the second, on the way through JSON too."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.files.delta_json import delta_from_json, delta_to_json
from makedo_core.geometry import UNKNOWN_POSE, Pose
from makedo_core.graph.asset_model import Articulation, AssetModel, Handle, JointKind, Part
from makedo_core.graph.delta import GapError, GraphDelta, Moment, Seen, applied, difference, moment_of
from makedo_core.graph.scene_graph import GraphError, Node, NodeKind, Relation, RelationType, SceneGraph, Shape, State

MODEL = AssetModel((Part("top", Pose((0.0, 0.0, 0.7)), (1.0, 0.5, 0.04)),))
HANDLE = Handle((0.0, 0.0, 0.5), (0.0, 0.0, 1.0), 0.2, 0.02)
HINGE = Articulation(JointKind.HINGE, "door", (0.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, 1.8), 0.8, HANDLE)
DOOR = AssetModel(articulation=HINGE)
IDS = ("a", "b", "c", "d", "e")
poses = st.one_of(
    st.just(UNKNOWN_POSE),
    st.builds(Pose, st.tuples(*[st.floats(-9, 9)] * 3)),
    st.builds(Pose.planar, *[st.floats(-3, 3)] * 3),
)


@st.composite
def graphs(draw) -> SceneGraph:
    """Any graph over a few ids, so that two of them share some nodes."""
    ids = draw(st.lists(st.sampled_from(IDS), unique=True))
    nodes = {
        i: Node(
            i,
            draw(st.sampled_from(("cup", "mug"))),
            draw(st.sampled_from((NodeKind.OBJECT, NodeKind.ASSET))),
            draw(poses),
            shape=draw(st.sampled_from(Shape)),
            confidence=draw(st.sampled_from((0.0, 0.3, 0.9))),
            last_seen=draw(st.sampled_from((None, 1.0, 2.5))),
            states=draw(st.sampled_from((frozenset(), frozenset({State.OPEN})))),
            attributes=draw(st.sampled_from((frozenset(), frozenset({"red"})))),
            model=draw(st.sampled_from((None, MODEL, DOOR))),
        )
        for i in ids
    }
    nodes |= {i: replace(n, opening=draw(st.sampled_from((None, 1.2)))) for i, n in nodes.items() if n.model == DOOR}
    ends = st.sampled_from(sorted(ids)) if ids else st.nothing()
    pairs = draw(st.lists(st.tuples(ends, ends), max_size=5)) if ids else []
    relations = {Relation(s, RelationType.NEXT_TO, t) for s, t in pairs if s != t}
    relations |= {Relation(s, RelationType.ON, t) for s, t in zip(ids[1:], ids, strict=False) if draw(st.booleans())}
    stamp = draw(st.floats(0, 1e9))
    return SceneGraph(nodes, frozenset(relations), draw(st.integers(0, 99)), draw(st.sampled_from(("", "home"))), stamp)


@given(graphs(), graphs())
def test_the_difference_applied_to_the_first_gives_the_second(a, b):
    assert applied(a, difference(a, b)) == b


@given(st.lists(graphs(), min_size=1, max_size=5))
def test_many_deltas_at_once_lead_where_they_do_one_by_one(states):
    deltas = [difference(a, b) for a, b in pairwise(states)]
    assert applied(states[0], *deltas) == states[-1]


@given(graphs(), graphs())
def test_a_delta_survives_json_on_one_line(a, b):
    delta = difference(a, b)
    text = delta_to_json(delta)
    assert "\n" not in text
    assert delta_from_json(text) == delta


@given(graphs())
def test_nothing_differs_from_itself(graph):
    delta = difference(graph, graph)
    assert delta.size == 0
    assert delta.base == delta.to == moment_of(graph)


def home() -> SceneGraph:
    cup = Node("cup_1", "cup", NodeKind.OBJECT, Pose((1.0, 0.0, 0.7)), confidence=0.9, last_seen=1.0)
    table = Node("table_1", "table", NodeKind.ASSET, model=MODEL)
    on = Relation("cup_1", RelationType.ON, "table_1")
    return SceneGraph({n.id: n for n in (table, cup)}, frozenset({on}), 4, "home", 1.0)


def test_what_was_only_seen_again_is_not_written_out():
    before = home()
    nodes = {**before.nodes, "cup_1": replace(before["cup_1"], confidence=0.95, last_seen=2.0)}
    after = SceneGraph(nodes, before.relations, 4, "home", 2.0)
    delta = difference(before, after)
    assert (delta.put, delta.seen) == ((), (Seen("cup_1", 0.95, 2.0),))


def test_a_delta_to_another_snapshot_is_a_gap_that_names_both():
    before = home()
    second = before.changed(put=[before["cup_1"].with_state(State.UPSIDE_DOWN)])
    third = second.changed(remove=["cup_1"])
    with pytest.raises(GapError, match=r"follows revision 5 at 1\.000 s, the graph is of revision 4"):
        applied(before, difference(second, third))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"removed": ("x",)}, "nodes to remove are not in it: x"),
        ({"seen": (Seen("x", 0.5, None),)}, "nodes seen again are not in it: x"),
        ({"dropped": (Relation("x", RelationType.ON, "y"),)}, "relations to drop are not in it: x on y"),
        ({"removed": ("table_1",)}, "names 'table_1', which is not a node"),
    ],
)
def test_a_delta_that_does_not_fit_is_refused(change, said):
    before = home()
    delta = GraphDelta(moment_of(before), Moment(5, 1.0), "home", **change)
    with pytest.raises(GraphError, match=said):
        applied(before, delta)


def broken(**change) -> str:
    raw = json.loads(delta_to_json(difference(home(), home().changed(remove=["cup_1"]))))
    return json.dumps({**raw, **change})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "top level"),
        ("[]", "top level"),
        (broken(format="makedo/scene_graph_delta/2"), "expected 'makedo/scene_graph_delta/1'"),
        (broken(base=[1]), "base"),
        (broken(base=[-1, 0.0]), "base.0"),
        (broken(to=["5", 0.0]), "to.0"),
        (broken(surprise=1), "surprise"),
        (broken(put=[{"id": "a"}]), "nodes.0.label"),
        (broken(seen=[["a", 1.5, None]]), "seen.0.1"),
        (broken(added=[["a", "beside", "b"]]), "'beside' is not one of in, on"),
    ],
)
def test_what_is_wrong_with_the_text_is_told_with_its_place(text, said):
    with pytest.raises(GraphError, match=said):
        delta_from_json(text)


def test_a_delta_that_the_format_cannot_say_is_refused():
    graph = home()
    odd = SceneGraph({"x": Node("x", "", NodeKind.OBJECT)}, frozenset(), 5, "home", 1.0)
    with pytest.raises(GraphError, match="cannot be written as JSON"):
        delta_to_json(difference(graph, odd))
    with pytest.raises(GraphError, match="cannot be written as JSON"):
        delta_to_json(GraphDelta(moment_of(graph), Moment(5, float("nan"))))
