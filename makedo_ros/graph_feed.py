# SPDX-License-Identifier: Apache-2.0
"""The live scene graph in another node, kept in step by deltas; whole graphs are read only when one is needed."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable

from rclpy.node import Node
from rclpy.serialization import deserialize_message

from makedo.msg import SceneGraph as SceneGraphMessage
from makedo.msg import SceneGraphDelta
from makedo_core.graph.delta import Moment, moment_of
from makedo_core.graph.scene_graph import GraphError, SceneGraph
from makedo_ros.conversions.graph_deltas import GraphFollower, delta_from_ros
from makedo_ros.conversions.nouns import graph_from_ros, time_from_ros
from makedo_ros.runtime.qos import DELTAS, LATCHED
from makedo_ros.runtime.streams import streams_of

ALONE_S = 0.5  # a whole graph's delta has arrived this long after it, if there is one [s]


class GraphFeed:
    """The newest scene graph, out of serialized messages of `scene_graph` and `scene_graph_delta`.

    A graph of a thousand nodes costs many milliseconds to read, a delta of ten nodes a fraction of that. So messages
    stay bytes until somebody asks for the graph: then the deltas are applied, and a whole graph is read only at the
    start, after a gap, and instead of a long backlog. A whole graph that no delta came after for ALONE_S is of a node
    that began anew, or of one that publishes no deltas: it is read, too. Safe for threads; `whole` and `delta` return
    at once.

    Args:
        tell: gets why a message cannot be used.
        clock: monotonic [s].
    """

    BACKLOG = 12
    """So many deltas cost about as much as a whole graph; of more, the oldest are dropped."""

    def __init__(self, tell: Callable[[str], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._tell, self._clock = tell, clock
        self._follower = GraphFollower()
        self._lock = threading.Lock()  # of the follower; the deques below need none
        self._whole: deque[bytes] = deque(maxlen=1)
        self._deltas: deque[bytes] = deque(maxlen=self.BACKLOG)
        self._alone_since: float | None = None  # when the first whole graph came that no delta has come after
        self._came = threading.Event()

    def whole(self, data: bytes) -> None:
        """A message of `scene_graph` came."""
        self._whole.append(data)
        if self._alone_since is None:
            self._alone_since = self._clock()
        self._came.set()

    def delta(self, data: bytes) -> None:
        """A message of `scene_graph_delta` came."""
        self._alone_since = None
        self._deltas.append(data)
        self._came.set()

    def wait(self, timeout_s: float) -> None:
        """Wait until a message comes that the newest snapshot, as it was last asked for, does not contain."""
        self._came.wait(timeout_s)

    def newest(self) -> SceneGraph | None:
        """The newest snapshot; None before the first. While one is missing this is the last before the gap."""
        with self._lock:
            self._catch_up()
            return self._follower.graph

    @property
    def in_step(self) -> bool:
        """Whether nothing was missed."""
        with self._lock:
            self._catch_up()
            return not self._follower.wants_graph

    def _catch_up(self) -> None:
        self._came.clear()
        if self._whole and len(self._deltas) == self.BACKLOG:
            self._follower.lose(f"{self.BACKLOG} or more deltas wait")
        while self._deltas:
            try:
                self._follower.delta(delta_from_ros(deserialize_message(self._deltas.popleft(), SceneGraphDelta)))
            except GraphError as error:
                self._tell(str(error))  # the next one will not follow, which reads a whole graph
        since = self._alone_since
        if self._follower.wants_graph:
            self._read(self._follower.whole)
        elif since is not None and self._clock() - since >= ALONE_S:
            self._read(self._follower.newest)

    def _read(self, take: Callable[[SceneGraph], None]) -> None:
        """Take in the newest whole graph, if there is one that was not yet and that is another than the one at hand."""
        if not self._whole:
            return
        message = deserialize_message(self._whole.pop(), SceneGraphMessage)
        known = self._follower.graph
        moment = Moment(int(message.revision), time_from_ros(message.header.stamp))
        if known is not None and not self._follower.wants_graph and moment == moment_of(known):
            return
        try:
            graph = graph_from_ros(message)
        except GraphError as error:
            self._tell(str(error))
            return
        take(graph)


def follow_graph(node: Node, tell: Callable[[str], None]) -> GraphFeed:
    """A feed of the scene graph that a node hears; its messages are taken by the thread of the node's streams.

    Args:
        node: whose topics these are.
        tell: gets why a message cannot be used.
    """
    feed, streams = GraphFeed(tell), streams_of(node)
    streams.subscribe(SceneGraphMessage, "scene_graph", feed.whole, LATCHED, raw=True)
    streams.subscribe(SceneGraphDelta, "scene_graph_delta", feed.delta, DELTAS, raw=True)
    return feed
