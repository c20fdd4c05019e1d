# SPDX-License-Identifier: Apache-2.0
"""The newest scene graph, of messages that come late, twice, or after the clock began anew."""

from __future__ import annotations

import contextlib
from types import SimpleNamespace

import pytest

pytest.importorskip("rclpy")

from rclpy.serialization import serialize_message

from executor_node.robot.clients import CLOCK_RESET_S, GraphClient, NoGraphError
from makedo_core.failure import FailureCause
from makedo_core.graph.delta import difference
from makedo_core.graph.scene_graph import SceneGraph
from makedo_ros.conversions.graph_deltas import delta_to_ros
from makedo_ros.conversions.nouns import graph_to_ros
from makedo_ros.graph_feed import ALONE_S, GraphFeed


def graph(stamp: float, revision: int) -> SceneGraph:
    return SceneGraph({}, frozenset(), revision, "home", stamp)


@pytest.fixture
def heard():
    """A client, its `feed`, `hear` to let it have a whole graph, and what it `told`."""
    told, clock = [], [0.0]
    node = SimpleNamespace(
        create_client=lambda *_, **__: None, get_logger=lambda: SimpleNamespace(warning=told.append)
    )
    feed = GraphFeed(told.append, lambda: clock[0])
    client = GraphClient(node, feed)

    def hear(stamp: float, revision: int) -> None:
        with contextlib.suppress(NoGraphError):
            client.newest()  # somebody asks all the time
        feed.whole(serialize_message(graph_to_ros(graph(stamp, revision))))
        clock[0] += ALONE_S

    return SimpleNamespace(client=client, feed=feed, hear=hear, told=told)


def test_before_the_first_graph_there_is_none(heard):
    with pytest.raises(NoGraphError) as error:
        heard.client.newest()
    assert error.value.cause is FailureCause.STALE_GRAPH


@pytest.mark.parametrize("late_s", [0.0, 0.1, CLOCK_RESET_S - 0.1])
def test_a_graph_that_comes_late_changes_nothing(heard, late_s):
    heard.hear(100.0, 7)
    heard.hear(100.0 - late_s, 6)
    assert heard.client.newest().revision == 7 and not heard.told


def test_a_graph_of_a_clock_that_began_anew_is_the_newest_and_so_are_those_after_it(heard):
    heard.hear(100.0, 7)
    heard.hear(3.0, 8)
    assert heard.client.newest().revision == 8
    assert heard.told == ["the scene graph's clock began anew, 97 s back"]
    heard.hear(3.5, 9)
    assert heard.client.newest().revision == 9 and len(heard.told) == 1


def test_a_delta_makes_the_newest_graph(heard):
    heard.hear(100.0, 7)
    assert heard.client.newest().revision == 7
    heard.feed.delta(serialize_message(delta_to_ros(difference(graph(100.0, 7), graph(100.2, 8)))))
    assert heard.client.newest() == graph(100.2, 8)
