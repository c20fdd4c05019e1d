# SPDX-License-Identifier: Apache-2.0
"""The live scene graph in another node, kept in step by deltas; whole graphs are read only when one is needed."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from rclpy.callback_groups import MutuallyExclusiveCallbackGroup
from rclpy.clock import Clock, ClockType
from rclpy.node import Node
from rclpy.serialization import deserialize_message

from makedo.msg import SceneGraph as SceneGraphMessage
from makedo.msg import SceneGraphDelta
from makedo_core.scene_graph import GraphError, SceneGraph
from makedo_ros.conversions import graph_from_ros
from makedo_ros.graph_deltas import GraphFollower, delta_from_ros
from makedo_ros.qos import DELTAS, LATCHED

_ALONE_S = 0.5


class GraphFeed:
    """Follows `scene_graph` and `scene_graph_delta`.

    A graph of a thousand nodes costs many milliseconds to read, a delta of ten nodes a fraction of one: so whole graphs
    stay bytes unless one is wanted, which is at the start and after a gap; then the newest mends it. A whole graph that
    no delta came with is the first of a node that began anew.

    Args:
        node: to subscribe with.
    """

    def __init__(self, node: Node) -> None:
        self._node = node
        self._follower = GraphFollower()
        self._lock = threading.Lock()
        self._unread: bytes | None = None  # the newest whole graph
        self._alone_since: float | None = None  # when it came, if no delta came after it
        one = MutuallyExclusiveCallbackGroup()
        node.create_subscription(
            SceneGraphMessage, "scene_graph", self._on_whole, LATCHED, callback_group=one, raw=True
        )
        node.create_subscription(SceneGraphDelta, "scene_graph_delta", self._on_delta, DELTAS, callback_group=one)
        steady = Clock(clock_type=ClockType.STEADY_TIME)
        node.create_timer(_ALONE_S / 2, self._tick, callback_group=one, clock=steady)

    def newest(self) -> SceneGraph | None:
        """The newest snapshot; None before the first. While one is missing this is the last before the gap."""
        with self._lock:
            return self._follower.graph

    @property
    def in_step(self) -> bool:
        """Whether nothing was missed."""
        return not self._follower.wants_graph

    def _on_whole(self, data: bytes) -> None:
        self._unread, self._alone_since = data, time.monotonic()
        if not self.in_step:
            self._read(self._follower.whole)

    def _on_delta(self, message: SceneGraphDelta) -> None:
        self._alone_since = None
        try:
            delta = delta_from_ros(message)
        except GraphError as error:
            self._node.get_logger().warning(str(error))  # the next one will not follow, which reads a whole graph
            return
        with self._lock:
            was_in_step = self.in_step
            self._follower.delta(delta)
        if was_in_step and not self.in_step:
            self._node.get_logger().info(f"a whole scene graph is needed: {self._follower.problem}")
        if not self.in_step:
            self._read(self._follower.whole)

    def _tick(self) -> None:
        since = self._alone_since
        if since is not None and time.monotonic() - since >= _ALONE_S:
            self._alone_since = None
            self._read(self._follower.newest)

    def _read(self, take: Callable[[SceneGraph], None]) -> None:
        """Take in the newest whole graph, if there is one that was not yet."""
        data, self._unread = self._unread, None
        if data is None:
            return
        try:
            graph = graph_from_ros(deserialize_message(data, SceneGraphMessage))
        except GraphError as error:
            self._node.get_logger().warning(str(error))
            return
        with self._lock:
            take(graph)
