# SPDX-License-Identifier: Apache-2.0
"""The newest scene graph, of messages that come late, twice, or after the clock began anew."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

pytest.importorskip("rclpy")

from executor_node.clients import CLOCK_RESET_S, GraphClient
from makedo_core.scene_graph import SceneGraph
from makedo_ros.conversions import graph_to_ros


@pytest.fixture
def heard():
    """A client, `hear` to let it have a graph, and what it `told`."""
    callbacks, told = [], []
    node = SimpleNamespace(
        create_subscription=lambda kind, topic, callback, *_, **__: callbacks.append(callback),
        create_client=lambda *_, **__: None,
        get_logger=lambda: SimpleNamespace(warning=told.append),
    )
    client = GraphClient(node)

    def hear(stamp: float, revision: int) -> None:
        callbacks[0](graph_to_ros(SceneGraph((), (), revision, "home", stamp)))

    return SimpleNamespace(client=client, hear=hear, told=told)


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
