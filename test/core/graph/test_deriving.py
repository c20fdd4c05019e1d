# SPDX-License-Identifier: Apache-2.0
"""A snapshot that is made from another is the one that is made whole, and what no snapshot may be is refused alike."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.geometry import Pose
from makedo_core.graph.delta import GraphDelta, Moment, applied, difference, moment_of
from makedo_core.graph.laws import MOST_STACKED
from makedo_core.graph.scene_graph import (
    AGENT_ID,
    PLACEMENTS,
    GraphError,
    Node,
    NodeKind,
    Relation,
    RelationType,
    SceneGraph,
)

ON, INSIDE, IN, HELD, NEXT = (
    RelationType.ON, RelationType.INSIDE, RelationType.IN, RelationType.HELD_BY, RelationType.NEXT_TO,
)  # fmt: skip
KINDS = {
    **dict.fromkeys("abcdef", NodeKind.OBJECT),
    **dict.fromkeys("tu", NodeKind.ASSET),
    **dict.fromkeys("kl", NodeKind.ROOM),
    AGENT_ID: NodeKind.AGENT,
}
NODES = {i: Node(i, "thing", kind) for i, kind in KINDS.items()}
START = SceneGraph(
    {i: NODES[i] for i in (*"abcdtuk", AGENT_ID)},
    frozenset({Relation("a", ON, "t"), Relation("b", ON, "a"), Relation("t", IN, "k"), Relation("a", NEXT, "c")}),
    1,
    "home",
    1.0,
)
relations = st.builds(
    Relation,
    st.sampled_from(sorted(KINDS)),
    st.sampled_from((ON, INSIDE, IN, HELD, NEXT)),
    st.sampled_from(sorted(KINDS)),
)
nodes = st.builds(
    lambda name, x, confidence: replace(NODES[name], pose=Pose((x, 0.0, 0.0)), confidence=confidence),
    st.sampled_from(sorted(KINDS)),
    st.sampled_from((0.0, 1.0)),
    st.sampled_from((0.4, 1.0)),
)


@dataclass(frozen=True)
class Edit:
    """What `SceneGraph.changed` takes."""

    put: list[Node]
    remove: list[str]
    add: list[Relation]
    drop: list[Relation]
    stamp: float | None
    moves: bool  # what is placed elsewhere rests where it was no longer
    ask: bool  # something is asked before


edits = st.builds(
    Edit,
    st.lists(nodes, max_size=2),
    st.lists(st.sampled_from(sorted(KINDS)), max_size=1),
    st.lists(relations, max_size=3),
    st.lists(relations, max_size=2),
    st.sampled_from((None, 2.0)),
    st.booleans(),
    st.booleans(),
)


def whole(graph: SceneGraph, edit: Edit, drop: list[Relation]) -> SceneGraph:
    """What an edit leads to, with nothing taken over."""
    gone = set(edit.remove)
    kept = {i: n for i, n in {**graph.nodes, **{n.id: n for n in edit.put}}.items() if i not in gone}
    held = {r for r in graph.relations if r.source not in gone and r.target not in gone} - set(drop) | set(edit.add)
    if held == graph.relations and kept == dict(graph.nodes):
        return graph
    stamp = graph.stamp if edit.stamp is None else edit.stamp
    return SceneGraph(kept, frozenset(held), graph.revision + 1, graph.scene, stamp)


def assert_same(found: SceneGraph, expected: SceneGraph) -> None:
    """In all that can be asked."""
    assert found == expected
    assert list(found.nodes) == list(expected.nodes)
    bare = SceneGraph(found.nodes, found.relations)  # files everything anew
    for name in (*KINDS, "nobody"):
        assert found.outgoing(name) == bare.outgoing(name)
        assert found.incoming(name) == bare.incoming(name)
        assert found.placement(name) == bare.placement(name)
        assert found.contents(name) == bare.contents(name)
    assert dict(found.placements) == {r.source: r for r in found.relations if r.type in PLACEMENTS}
    for kind in NodeKind:
        assert found.of_kind(kind) == bare.of_kind(kind)


def drops(graph: SceneGraph, edit: Edit) -> list[Relation]:
    if not edit.moves:
        return edit.drop
    return [*edit.drop, *(p for r in edit.add if r.type in PLACEMENTS and (p := graph.placement(r.source)) is not None)]


@given(st.lists(edits, max_size=8))
def test_a_graph_made_by_changes_is_the_one_that_is_made_whole(story):
    graph = START
    for edit in story:
        if edit.ask:
            graph.outgoing("a")
        drop = drops(graph, edit)
        try:
            expected = whole(graph, edit, drop)
        except GraphError:
            with pytest.raises(GraphError):
                graph.changed(put=edit.put, remove=edit.remove, add=edit.add, drop=drop, stamp=edit.stamp)
            continue
        found = graph.changed(put=edit.put, remove=edit.remove, add=edit.add, drop=drop, stamp=edit.stamp)
        assert (found is graph) == (expected is graph)
        if edit.ask:
            assert_same(found, expected)
        else:
            assert found == expected
        graph = found


@given(st.lists(edits, max_size=6), st.booleans())
def test_a_graph_made_by_deltas_is_the_one_that_is_made_whole(story, ask):
    states = [START]
    for edit in story:
        try:
            states.append(whole(states[-1], edit, drops(states[-1], edit)))
        except GraphError:
            continue
    deltas = [difference(a, b) for a, b in pairwise(states)]
    first = SceneGraph(START.nodes, START.relations, START.revision, START.scene, START.stamp)
    if ask:
        first.incoming("a")
    found = applied(first, *deltas)
    assert found == states[-1]
    assert_same(found, SceneGraph(found.nodes, states[-1].relations, found.revision, found.scene, found.stamp))


def pile(height: int) -> SceneGraph:
    """`height` things on one another, and one beside them."""
    names = [f"box_{n}" for n in range(height)]
    held = {Relation(above, ON, below) for below, above in zip(["t", *names], names, strict=False)}
    nodes = [NODES["t"], *(Node(i, "box", NodeKind.OBJECT) for i in (*names, "top"))]
    return SceneGraph({n.id: n for n in nodes}, frozenset(held))


@pytest.mark.parametrize("ask", (True, False))
@pytest.mark.parametrize(
    ("graph", "change", "said"),
    [
        (START, {"add": [Relation("a", INSIDE, "u")]}, "'a' has two placements: 'a inside u' and 'a on t'"),
        (START, {"add": [Relation("t", IN, "x")]}, "'x', which is not a node of the graph"),
        (START, {"put": [NODES["l"]], "add": [Relation("t", IN, "l")]}, "'t' is in two rooms: 'k' and 'l'"),
        (START, {"add": [Relation("x", ON, "t")]}, "relation 'x on t' names 'x', which is not a node of the graph"),
        (START, {"add": [Relation("c", ON, "c")]}, "support cycle through 'c'; nothing can rest on itself"),
        (START, {"add": [Relation("c", NEXT, "c")]}, "relation 'c next_to c' relates a node to itself; name two"),
        (START, {"add": [Relation("c", ON, "d"), Relation("d", ON, "c")]}, "support cycle through '[cd]'"),
        (
            START,
            {"drop": [Relation("a", ON, "t")], "add": [Relation("a", ON, "b")]},
            "support cycle through '[ab]'",
        ),
        (START, {"remove": ["c"], "add": [Relation("a", NEXT, "c")]}, "names 'c', which is not a node of the graph"),
        (
            pile(MOST_STACKED),
            {"add": [Relation("top", ON, f"box_{MOST_STACKED - 1}")]},
            "a pile of more than 20 things",
        ),
    ],
)
def test_an_unlawful_change_is_refused_in_the_words_of_the_whole_graph(graph, change, said, ask):
    graph = SceneGraph(graph.nodes, graph.relations, 1, "home", 1.0)
    if ask:
        graph.outgoing("a")
    with pytest.raises(GraphError, match=said):
        graph.changed(**change)
    change = {"put": (), "remove": (), "add": (), "drop": (), **change}
    dropped = {*change["drop"], *(r for r in graph.relations if {r.source, r.target} & set(change["remove"]))}
    dropped -= set(change["add"])
    delta = GraphDelta(
        moment_of(graph),
        Moment(2, 1.0),
        "home",
        tuple(change["put"]),
        removed=tuple(change["remove"]),
        added=tuple(change["add"]),
        dropped=tuple(dropped),
    )
    with pytest.raises(GraphError, match=said):
        applied(graph, delta)


@pytest.mark.parametrize("ask", (True, False))
def test_a_pile_may_grow_to_its_limit(ask):
    graph = pile(MOST_STACKED - 1)
    if ask:
        graph.outgoing("t")
    grown = graph.changed(add=[Relation("top", ON, f"box_{MOST_STACKED - 2}")])
    assert grown.support("top") == "t"
    with pytest.raises(GraphError, match="a pile of more than 20 things"):
        grown.changed(put=[NODES["a"]], add=[Relation("a", ON, "top")])


def test_a_derived_graph_does_not_change_the_one_that_it_came_from():
    before = SceneGraph(START.nodes, START.relations, 1, "home", 1.0)
    asked = {name: (before.outgoing(name), before.incoming(name), before.placement(name)) for name in KINDS}
    before.changed(remove=["b"], drop=[Relation("a", ON, "t")], add=[Relation("a", ON, "u")])
    assert asked == {name: (before.outgoing(name), before.incoming(name), before.placement(name)) for name in KINDS}
    assert before == START
