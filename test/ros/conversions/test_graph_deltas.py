# SPDX-License-Identifier: Apache-2.0
"""Deltas survive the wire, and whoever follows them has the node's graph or knows that it has not."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rclpy.serialization import deserialize_message, serialize_message

from makedo import msg as makedo_msgs
from makedo_core.geometry import UNKNOWN_POSE, Pose
from makedo_core.graph.asset_model import AssetModel, Part
from makedo_core.graph.delta import GraphDelta, Moment, applied, difference, moment_of
from makedo_core.graph.scene_graph import GraphError, Node, NodeKind, Relation, RelationType, SceneGraph, State
from makedo_ros.conversions.graph_deltas import GraphFollower, delta_from_ros, delta_to_ros
from makedo_ros.conversions.nouns import graph_from_ros, graph_to_ros

MODEL = AssetModel((Part("top", Pose((0.0, 0.0, 0.7)), (1.0, 0.5, 0.04)),))


def over_the_wire(message):
    return deserialize_message(serialize_message(message), type(message))


def as_received(graph: SceneGraph) -> SceneGraph:
    return graph_from_ros(over_the_wire(graph_to_ros(graph)))


def delta_as_received(delta: GraphDelta) -> GraphDelta:
    return delta_from_ros(over_the_wire(delta_to_ros(delta)))


def home() -> SceneGraph:
    table = Node("table_1", "table", NodeKind.ASSET, model=MODEL)
    cup = Node("cup_1", "cup", NodeKind.OBJECT, Pose((1.1, 0.2, 0.7)), (0.1, 0.1, 0.1), confidence=0.7, last_seen=0.3)
    return SceneGraph(
        {n.id: n for n in (table, cup)}, frozenset({Relation("cup_1", RelationType.ON, "table_1")}), 1, "home", 0.3
    )


def story() -> list[SceneGraph]:
    """Snapshots with every kind of change."""
    first = home()
    cup = first["cup_1"]
    seen = {**first.nodes, "cup_1": replace(cup, confidence=0.75, last_seen=0.55)}
    second = SceneGraph(seen, first.relations, 1, "home", 0.55)
    third = second.changed(put=[Node("mug_1", "mug", NodeKind.OBJECT, UNKNOWN_POSE)], stamp=0.8)
    fourth = third.with_placement(Relation("mug_1", RelationType.INSIDE, "table_1"))
    fifth = fourth.changed(put=[replace(fourth["mug_1"], pose=Pose((0.1, 0.2, 0.3)), last_seen=None)], remove=["cup_1"])
    return [first, second, third, fourth, fifth.changed(put=[fifth["table_1"].with_state(State.OPEN)], stamp=1.3)]


def deltas(graphs: list[SceneGraph]) -> list[GraphDelta]:
    return [difference(a, b) for a, b in pairwise(graphs)]


def test_a_received_delta_leads_from_received_graph_to_received_graph():
    graphs = story()
    for (before, after), delta in zip(pairwise(graphs), deltas(graphs), strict=True):
        assert applied(as_received(before), delta_as_received(delta)) == as_received(after)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"seen_id": ["a"]}, "seen_confidence has 0 entries, expected 1"),
        ({"add_source": ["a"]}, "add_type has 0 entries, expected 1"),
        ({"remove_source": ["a"], "remove_type": [99], "remove_target": ["b"]}, "remove_type: 99"),
        ({"id": ["a"]}, "label has 0 entries, expected 1"),
    ],
)
def test_a_broken_delta_message_says_what_is_wrong(fields, said):
    message = makedo_msgs.SceneGraphDelta(**fields)
    with pytest.raises(GraphError, match=f"scene graph delta message: {said}"):
        delta_from_ros(message)


def test_whoever_follows_has_the_graph_after_every_delta():
    graphs = story()
    follower = GraphFollower()
    assert follower.wants_graph
    follower.whole(graphs[0])
    for delta, after in zip(deltas(graphs), graphs[1:], strict=True):
        follower.delta(delta)
        assert follower.graph == after
        assert not follower.wants_graph


def test_deltas_that_come_before_the_graph_they_follow_are_kept():
    graphs = story()
    follower = GraphFollower()
    for delta in deltas(graphs):
        follower.delta(delta)
    assert follower.graph is None
    follower.whole(graphs[2])
    assert follower.graph == graphs[-1]


def test_a_missed_delta_is_noticed_and_a_whole_graph_mends_it():
    graphs = story()
    follower = GraphFollower()
    follower.whole(graphs[0])
    follower.delta(deltas(graphs)[1])
    assert follower.wants_graph
    assert "follows revision 1 at 0.550 s, the graph is of revision 1 at 0.300 s" in follower.problem
    assert follower.graph == graphs[0]
    follower.delta(deltas(graphs)[2])
    follower.whole(graphs[2])
    assert not follower.wants_graph
    assert follower.graph == graphs[3]


def test_a_whole_graph_that_comes_late_is_old_news():
    graphs = story()
    follower = GraphFollower()
    follower.whole(graphs[0])
    for delta in deltas(graphs):
        follower.delta(delta)
    follower.whole(graphs[3])
    assert follower.graph == graphs[-1]


def test_a_whole_graph_older_than_the_deltas_is_old_news_also_after_a_gap():
    graphs = story()
    follower = GraphFollower()
    follower.whole(graphs[0])
    for delta in deltas(graphs)[:2]:
        follower.delta(delta)
    follower.delta(deltas(graphs)[3])
    follower.whole(graphs[1])
    assert (follower.graph, follower.wants_graph) == (graphs[2], True)
    follower.whole(graphs[3])
    assert (follower.graph, follower.wants_graph) == (graphs[4], False)


def test_whoever_wants_a_whole_graph_keeps_the_deltas_that_come_meanwhile():
    graphs = story()
    follower = GraphFollower()
    follower.whole(graphs[0])
    follower.lose("too many wait")
    assert (follower.wants_graph, follower.problem) == (True, "too many wait")
    for delta in deltas(graphs):
        follower.delta(delta)
    assert follower.graph == graphs[0]
    follower.whole(graphs[2])
    assert (follower.graph, follower.wants_graph) == (graphs[-1], False)


def test_a_whole_graph_may_overtake_its_delta():
    graphs = story()
    follower = GraphFollower()
    follower.whole(graphs[0])
    follower.whole(graphs[1])
    for delta in deltas(graphs):
        follower.delta(delta)
    assert (follower.graph, follower.wants_graph) == (graphs[-1], False)


def test_a_node_that_begins_anew_with_a_lower_revision_is_followed():
    graphs = story()
    follower = GraphFollower()
    follower.whole(replace(graphs[-1], revision=400))
    anew = [replace(g, stamp=g.stamp + 9.0) for g in graphs]
    follower.delta(deltas(anew)[0])
    assert follower.wants_graph
    follower.whole(anew[1])
    assert follower.graph == anew[1]


def test_a_node_that_begins_anew_as_it_began_before_is_followed():
    graphs = story()
    follower = GraphFollower()
    follower.whole(graphs[0])
    for delta in deltas(graphs):
        follower.delta(delta)
    follower.newest(graphs[0])
    assert follower.graph == graphs[0]
    for delta, after in zip(deltas(graphs), graphs[1:], strict=True):
        follower.delta(delta)
        assert (follower.graph, follower.wants_graph) == (after, False)


def test_a_delta_that_contradicts_the_graph_makes_a_whole_one_wanted():
    graph = home()
    follower = GraphFollower()
    follower.whole(graph)
    follower.delta(GraphDelta(moment_of(graph), Moment(2, 1.0), "home", removed=("nobody_1",)))
    assert follower.wants_graph
    assert "nobody_1" in follower.problem


@given(st.lists(st.sampled_from("dDw"), max_size=30))
def test_whoever_believes_to_be_in_step_has_a_graph_of_the_node(events):
    """d: a delta arrives, D: one is lost, w: the newest whole graph arrives."""
    graphs = [replace(home(), revision=i, stamp=float(i)) for i in range(len(events) + 2)]
    follower = GraphFollower()
    at = 0
    for event in events:
        if event == "w":
            follower.whole(graphs[at])
            continue
        at += 1
        if event == "d":
            follower.delta(difference(graphs[at - 1], graphs[at]))
            assert follower.wants_graph or follower.graph == graphs[at]
    if follower.graph is not None:
        assert follower.graph in graphs
