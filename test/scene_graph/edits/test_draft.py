# SPDX-License-Identifier: Apache-2.0
"""A draft tells, while it is edited, what the snapshot that it becomes tells."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import AGENT_ID, GraphError, Node, NodeKind, Relation, RelationType, SceneGraph
from scene_graph_node.edits.draft import Draft

ON, INSIDE, IN, HELD, NEXT = (
    RelationType.ON, RelationType.INSIDE, RelationType.IN, RelationType.HELD_BY, RelationType.NEXT_TO,
)  # fmt: skip
THINGS, FURNITURE, ROOMS = ("a", "b", "c", "d"), ("t", "u"), ("k", "l")
NODES = {
    **{i: Node(i, "thing", NodeKind.OBJECT, Pose()) for i in THINGS},
    **{i: Node(i, "table", NodeKind.ASSET, Pose()) for i in FURNITURE},
    **{i: Node(i, "room", NodeKind.ROOM) for i in ROOMS},
    AGENT_ID: Node(AGENT_ID, "robot", NodeKind.AGENT, Pose()),
}
START = SceneGraph(
    NODES,
    frozenset({Relation("a", ON, "t"), Relation("b", ON, "a"), Relation("c", IN, "k"), Relation("a", NEXT, "c")}),
    1,
    "home",
    1.0,
)
Step = Callable[[Draft], object]
things = st.sampled_from(THINGS)


def placed(thing: str, kind: RelationType, target: str) -> Step:
    return lambda draft: draft.place(thing, Relation(thing, kind, AGENT_ID if kind is HELD else target))


def seen(thing: str, x: float, confidence: float) -> Step:
    return lambda draft: draft.put(replace(NODES[thing], pose=Pose((x, 0.0, 0.0)), confidence=confidence))


def beside(one: str, other: str, is_so: bool) -> Step:
    relation = Relation(one, NEXT, "t" if one == other else other)
    return lambda draft: draft.relate(relation) if is_so else draft.unrelate(relation)


def renamed(thing: str) -> Step:
    return lambda draft: draft.rename(thing, f"{thing}_{thing}") if thing in draft.nodes else None


steps = st.one_of(
    st.builds(placed, things, st.sampled_from((ON, INSIDE, HELD)), st.sampled_from((*THINGS, *FURNITURE))),
    st.builds(
        lambda thing, room: lambda draft: draft.place(thing, None, room), things, st.sampled_from((None, *ROOMS))
    ),
    st.builds(seen, things, st.sampled_from((0.0, 1.0)), st.sampled_from((0.0, 0.4, 0.9))),
    st.builds(beside, things, things, st.booleans()),
    st.builds(lambda thing: lambda draft: draft.remove(thing), things),
    st.builds(renamed, things),
)


@given(st.lists(steps, max_size=8), st.lists(steps, max_size=8))
def test_a_draft_tells_what_the_snapshot_tells_that_it_becomes(first, second):
    graph = START
    for number, some in enumerate((first, second)):
        draft = Draft(graph)
        for step in some:
            try:
                step(draft)
            except KeyError:  # it would rest on what is no longer there
                continue
        nodes, stamp = dict(draft.nodes), float(number + 2)
        try:
            after = draft.commit(stamp)
        except GraphError:
            return
        whole = SceneGraph(nodes, after.relations, after.revision, "home", stamp)
        assert after == whole
        for name in nodes:
            assert draft.relations_of(name) == {*whole.outgoing(name), *whole.incoming(name)}
            assert draft.placement(name) == after.placement(name) == whole.placement(name)
            assert draft.rests_on(name) == after.contents(name) == whole.contents(name)
            assert draft.support(name) == whole.support(name)
            assert draft.room(name) == next(iter(draft.related(name, IN)), None)
            assert (after.outgoing(name), after.incoming(name)) == (whole.outgoing(name), whole.incoming(name))
        assert draft.held() == {r.source for r in whole.relations if r.type is HELD}
        assert (after.revision > graph.revision) == (
            after.relations != graph.relations
            or nodes.keys() != graph.nodes.keys()
            or any(essence(nodes[i]) != essence(graph[i]) for i in nodes)
        )
        moved = {i for i in nodes if nodes[i].kind is NodeKind.OBJECT and stance(after, i) != stance(graph, i)}
        assert draft.moved_objects() == moved
        graph = after


def essence(node: Node) -> tuple[object, ...]:
    """What a plan may depend on."""
    return (node.id, node.label, node.pose if node.pose.is_known else None, node.confidence > 0, node.is_belief)


def stance(graph: SceneGraph, name: str) -> object:
    """Where a thing is, and whether that is believed."""
    if name not in graph:
        return None
    return (graph[name].pose, graph[name].is_belief, graph.placement(name))


def test_what_is_edited_back_is_the_same_snapshot():
    draft = Draft(START)
    draft.place("a", Relation("a", INSIDE, "u"))
    draft.unrelate(Relation("a", NEXT, "c"))
    draft.place("a", Relation("a", ON, "t"))
    draft.relate(Relation("a", NEXT, "c"))
    draft.put(replace(NODES["a"], confidence=0.5))
    draft.put(NODES["a"])
    assert draft.commit(START.stamp) is START


def test_a_snapshot_is_not_edited_after_it_was_made():
    draft = Draft(START)
    draft.place("c", Relation("c", ON, "u"))
    after = draft.commit(2.0)
    draft.place("c", Relation("c", ON, "t"))
    draft.remove("d")
    assert after.placement("c") == Relation("c", ON, "u")
    assert "d" in after
    assert Relation("c", ON, "u") in after.relations
