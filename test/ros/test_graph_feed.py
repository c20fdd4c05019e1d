# SPDX-License-Identifier: Apache-2.0
"""Whoever follows the live graph has the newest one, or is behind for a moment, whatever is lost or late."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("rclpy")

from rclpy.serialization import serialize_message

from makedo import msg as makedo_msgs
from makedo_core.geometry import Pose
from makedo_core.graph.delta import GraphDelta, difference
from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph
from makedo_ros.conversions.graph_deltas import delta_to_ros
from makedo_ros.conversions.nouns import graph_to_ros
from makedo_ros.graph_feed import ALONE_S, GraphFeed


def story(length: int = 6, first: int = 1, begun: float = 0.0, x: float = 0.0) -> list[SceneGraph]:
    """Snapshots of a cup that goes along a line, from revision `first` on."""
    cup = Node("cup_1", "cup", NodeKind.OBJECT, size=(0.125, 0.125, 0.125), confidence=0.75)
    return [
        SceneGraph(
            {"cup_1": replace(cup, pose=Pose((x + i, 0.0, 0.5)))}, frozenset(), first + i, "home", begun + 0.25 * i
        )
        for i in range(length)
    ]


def deltas(graphs: list[SceneGraph]) -> list[GraphDelta]:
    return [difference(a, b) for a, b in pairwise(graphs)]


class Heard:
    """A feed with a clock of its own, what it told, and how often it looked at a whole graph."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.told: list[str] = []
        self.feed = GraphFeed(self.told.append, lambda: self.now_s)

    def whole(self, graph: SceneGraph) -> None:
        self.feed.whole(serialize_message(graph_to_ros(graph)))

    def delta(self, delta: GraphDelta) -> None:
        self.feed.delta(serialize_message(delta_to_ros(delta)))

    def published(self, before: SceneGraph, after: SceneGraph) -> None:
        """As the node publishes it."""
        self.whole(after)
        self.delta(difference(before, after))


@pytest.fixture
def heard() -> Heard:
    return Heard()


def test_there_is_no_graph_before_the_first_whole_one(heard):
    graphs = story()
    assert heard.feed.newest() is None
    heard.delta(deltas(graphs)[0])
    assert heard.feed.newest() is None and not heard.feed.in_step


def test_every_delta_leads_to_the_next_graph_and_no_whole_one_is_read(heard):
    graphs = story()
    heard.whole(graphs[0])
    assert heard.feed.newest() == graphs[0]
    for before, after in pairwise(graphs):
        heard.feed.whole(b"not a graph")  # would raise if it was read
        heard.delta(difference(before, after))
        assert heard.feed.newest() == after and heard.feed.in_step


def test_deltas_that_come_before_the_first_whole_graph_are_applied_to_it(heard):
    graphs = story()
    for delta in deltas(graphs)[:4]:
        heard.delta(delta)
    heard.whole(graphs[2])
    assert heard.feed.newest() == graphs[4] and heard.feed.in_step


def test_after_a_lost_delta_the_newest_whole_graph_is_read(heard):
    graphs = story()
    heard.whole(graphs[0])
    assert heard.feed.newest() == graphs[0]
    heard.delta(deltas(graphs)[1])  # the first was lost
    assert heard.feed.newest() == graphs[0] and not heard.feed.in_step
    heard.whole(graphs[2])
    assert heard.feed.newest() == graphs[2] and heard.feed.in_step
    heard.published(*graphs[2:4])
    assert heard.feed.newest() == graphs[3]


def test_a_delta_of_a_wrong_base_revision_changes_nothing_until_a_whole_graph_comes(heard):
    graphs = story()
    heard.whole(graphs[0])
    assert heard.feed.newest() == graphs[0]
    heard.delta(replace(deltas(graphs)[0], base=replace(deltas(graphs)[0].base, revision=40)))
    assert heard.feed.newest() == graphs[0] and not heard.feed.in_step
    heard.whole(graphs[1])
    assert heard.feed.newest() == graphs[1] and heard.feed.in_step


def test_a_whole_graph_older_than_what_the_deltas_said_is_not_taken_after_a_gap_either(heard):
    graphs = story()
    heard.whole(graphs[0])
    for delta in deltas(graphs)[:3]:
        heard.delta(delta)
    assert heard.feed.newest() == graphs[3]
    heard.delta(deltas(graphs)[4])  # the one before was lost
    heard.whole(graphs[2])
    assert heard.feed.newest() == graphs[3] and not heard.feed.in_step
    heard.whole(graphs[5])
    assert heard.feed.newest() == graphs[5] and heard.feed.in_step


def test_a_node_that_begins_anew_is_followed_from_its_first_delta_on(heard):
    old, new = story(first=400), story(first=1, begun=200.0, x=50.0)
    heard.whole(old[0])
    heard.published(*old[:2])
    assert heard.feed.newest() == old[1]
    heard.whole(new[0])
    assert heard.feed.newest() == old[1]  # its delta may be on its way
    heard.published(*new[:2])
    assert heard.feed.newest() == new[1] and heard.feed.in_step


def test_a_node_that_begins_anew_and_then_says_nothing_is_followed_after_a_moment(heard):
    old, new = story(first=400), story(first=1, begun=200.0, x=50.0)
    heard.whole(old[0])
    heard.published(*old[:2])
    assert heard.feed.newest() == old[1]
    heard.whole(new[0])
    heard.now_s += ALONE_S - 0.01
    assert heard.feed.newest() == old[1]
    heard.now_s += 0.01
    assert heard.feed.newest() == new[0] and heard.feed.in_step
    heard.published(*new[:2])
    assert heard.feed.newest() == new[1]


def test_a_node_that_begins_anew_as_it_began_before_is_followed(heard):
    graphs = story()
    heard.whole(graphs[0])
    for before, after in pairwise(graphs):
        heard.published(before, after)
    assert heard.feed.newest() == graphs[-1]
    heard.whole(graphs[0])
    heard.now_s += ALONE_S
    assert heard.feed.newest() == graphs[0]


def test_whole_graphs_of_a_node_that_publishes_no_deltas_are_read_as_they_come(heard):
    for graph in story(20):
        heard.whole(graph)
        heard.now_s += ALONE_S / 4
    assert heard.feed.newest() == story(20)[-1]
    later = story(22)
    for graph in later[20:]:
        heard.whole(graph)
        assert heard.feed.newest() == graph


def test_a_whole_graph_that_comes_after_its_delta_is_not_read_again(heard):
    graphs = story()
    heard.whole(graphs[0])
    assert heard.feed.newest() == graphs[0]
    heard.delta(deltas(graphs)[0])
    heard.whole(graphs[1])
    heard.now_s += ALONE_S
    known = heard.feed.newest()
    assert known == graphs[1] and heard.feed.newest() is known


def test_whoever_asks_seldom_reads_a_whole_graph_instead_of_a_long_backlog(heard):
    graphs = story(GraphFeed.BACKLOG + 9)
    heard.whole(graphs[0])
    assert heard.feed.newest() == graphs[0]
    for before, after in pairwise(graphs):
        heard.published(before, after)
    assert heard.feed.newest() == graphs[-1] and heard.feed.in_step and not heard.told


def test_a_long_backlog_without_a_whole_graph_is_applied(heard):
    graphs = story(GraphFeed.BACKLOG + 1)
    heard.whole(graphs[0])
    assert heard.feed.newest() == graphs[0]
    for delta in deltas(graphs):
        heard.delta(delta)
    assert heard.feed.newest() == graphs[-1] and heard.feed.in_step


def test_a_delta_that_cannot_be_read_is_told_and_mended_by_the_next_whole_graph(heard):
    graphs = story()
    heard.whole(graphs[0])
    heard.feed.delta(serialize_message(makedo_msgs.SceneGraphDelta(seen_id=["cup_1"])))
    assert heard.feed.newest() == graphs[0]
    assert heard.told == ["scene graph delta message: seen_confidence has 0 entries, expected 1"]
    heard.published(*graphs[1:3])
    assert heard.feed.newest() == graphs[2]


def test_a_whole_graph_that_cannot_be_read_is_told_and_the_next_one_is_read(heard):
    graphs = story()
    heard.feed.whole(serialize_message(makedo_msgs.SceneGraph(id=["cup_1"])))
    assert heard.feed.newest() is None
    assert len(heard.told) == 1 and "label has 0 entries, expected 1" in heard.told[0]
    heard.whole(graphs[0])
    assert heard.feed.newest() == graphs[0]


def test_waiting_ends_when_something_comes_that_was_not_looked_at(heard):
    heard.whole(story()[0])
    heard.feed.wait(60.0)
    assert heard.feed.newest() == story()[0]


@given(st.lists(st.sampled_from("pdwlna"), max_size=40))
def test_whatever_is_lost_the_newest_graph_is_known_once_all_is_quiet(events):
    """p: published, d: its delta alone arrives, w: its whole graph alone, l: both are lost, n: begun anew, a: asked."""
    heard, graphs, at = Heard(), story(len(events) + 2), 0
    heard.whole(graphs[0])
    for number, event in enumerate(events):
        if event == "a":
            assert heard.feed.newest() in graphs[: at + 1]
            continue
        if event == "n":
            graphs[at + 1 :] = story(len(graphs) - at - 1, first=1, begun=1000.0 * (number + 1), x=100.0 * (number + 1))
            at += 1
            heard.whole(graphs[at])
            continue
        at += 1
        if event in "pw":
            heard.whole(graphs[at])
        if event in "pd":
            heard.delta(difference(graphs[at - 1], graphs[at]))
    heard.whole(graphs[at])  # the topic is latched and reliable: its last message comes
    heard.now_s += ALONE_S
    assert heard.feed.newest() == graphs[at] and heard.feed.in_step
