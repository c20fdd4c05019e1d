# SPDX-License-Identifier: Apache-2.0
"""What of the graph is published when."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

pytest.importorskip("rclpy")

from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph
from scene_graph_node.publishing import QUIET_PERIOD_S, GraphPublisher

pytestmark = pytest.mark.ros


@dataclass
class Topic:
    """A publisher that keeps what it was given."""

    listeners: int = 1
    sent: list[Any] = field(default_factory=list)

    def publish(self, message: Any) -> None:
        self.sent.append(message)

    def get_subscription_count(self) -> int:
        return self.listeners


class Owner:
    """A node that makes such publishers."""

    def __init__(self) -> None:
        self.topics: dict[str, Topic] = {}

    def create_lifecycle_publisher(self, kind: type, name: str, qos: Any) -> Topic:
        return self.topics.setdefault(name, Topic())


@pytest.fixture
def owner() -> Owner:
    return Owner()


def graph_of(revision: int, stamp: float) -> SceneGraph:
    node = Node("table_1", "table", NodeKind.ASSET, Pose((float(revision), 0.0, 0.0)), (1.0, 1.0, 0.7))
    return SceneGraph({node.id: node}, frozenset(), stamp=stamp, revision=revision)


def test_a_change_is_published_at_once_and_the_same_seen_again_now_and_then(owner):
    publisher = GraphPublisher(owner)
    assert publisher.publish(graph_of(1, 1.0), 0.0)
    assert not publisher.publish(graph_of(1, 1.1), 0.1)
    assert publisher.publish(graph_of(2, 1.2), 0.2)
    assert not publisher.publish(graph_of(2, 1.3), 0.2 + QUIET_PERIOD_S / 2)
    assert publisher.publish(graph_of(2, 1.4), 0.2 + QUIET_PERIOD_S)
    assert [m.revision for m in owner.topics["scene_graph"].sent] == [1, 2, 2]
    assert len(owner.topics["scene_graph_delta"].sent) == 2


def test_what_is_older_than_what_was_published_is_not(owner):
    publisher = GraphPublisher(owner)
    publisher.publish(graph_of(2, 2.0), 0.0)
    assert not publisher.publish(graph_of(1, 1.0), 5.0)


def test_markers_are_drawn_once_for_each_graph_and_only_while_somebody_looks(owner):
    publisher = GraphPublisher(owner)
    markers = owner.topics["markers"]
    markers.listeners = 0
    publisher.publish(graph_of(1, 1.0), 0.0)
    publisher.draw()
    assert markers.sent == []
    markers.listeners = 1
    publisher.draw()
    publisher.draw()
    assert len(markers.sent) == 1
    publisher.publish(graph_of(2, 2.0), 1.0)
    publisher.draw()
    assert len(markers.sent) == 2
