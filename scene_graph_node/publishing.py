# SPDX-License-Identifier: Apache-2.0
"""Publishes the scene graph: whole and latched, as deltas, and as markers."""

from __future__ import annotations

import threading

from rclpy.lifecycle import LifecycleNode, LifecyclePublisher
from visualization_msgs.msg import MarkerArray

from makedo_core.graph.delta import difference, moment_of
from makedo_core.graph.scene_graph import SceneGraph
from makedo_ros.conversions.graph_deltas import delta_to_ros
from makedo_ros.conversions.markers import markers_of
from makedo_ros.conversions.nouns import graph_to_ros
from makedo_ros.runtime.qos import DELTAS, LATCHED

from makedo.msg import SceneGraph as SceneGraphMessage  # isort: skip
from makedo.msg import SceneGraphDelta  # isort: skip

QUIET_PERIOD_S = 1.0  # a graph in which objects were only seen again is published this often


class GraphPublisher:
    """The topics `scene_graph`, `scene_graph_delta` and `markers` of a node."""

    def __init__(self, node: LifecycleNode) -> None:
        self._whole: LifecyclePublisher = node.create_lifecycle_publisher(SceneGraphMessage, "scene_graph", LATCHED)
        self._deltas: LifecyclePublisher = node.create_lifecycle_publisher(
            SceneGraphDelta, "scene_graph_delta", DELTAS
        )
        self._markers: LifecyclePublisher = node.create_lifecycle_publisher(MarkerArray, "markers", LATCHED)
        self._lock = threading.Lock()
        self._published: SceneGraph | None = None
        self._drawn: SceneGraph | None = None
        self._published_at = 0.0

    def forget(self) -> None:
        """Begin anew: the next graph follows none."""
        with self._lock:
            self._published = self._drawn = None

    def publish(self, graph: SceneGraph, now_s: float) -> bool:
        """Publish a snapshot unless it is old or says little new.

        Args:
            graph: the newest snapshot.
            now_s: of a steady clock.

        Returns:
            Whether it was published.
        """
        with self._lock:
            before = self._published
            if before is not None:
                if moment_of(graph) <= moment_of(before):
                    return False  # another thread was faster
                if graph.revision == before.revision and now_s - self._published_at < QUIET_PERIOD_S:
                    return False
            self._published, self._published_at = graph, now_s
            self._whole.publish(graph_to_ros(graph))
            if before is not None:
                self._deltas.publish(delta_to_ros(difference(before, graph)))
            return True

    def draw(self) -> None:
        """Publish markers of what was published, unless they were or nobody looks."""
        with self._lock:
            graph = self._published
            if graph is None or graph is self._drawn or self._markers.get_subscription_count() == 0:
                return
            self._drawn = graph
        self._markers.publish(markers_of(graph))
