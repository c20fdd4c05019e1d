# SPDX-License-Identifier: Apache-2.0
"""Deltas of the scene graph to and from messages, and what keeps a graph in step with them."""

from __future__ import annotations

from array import array
from collections import deque
from typing import Any

from makedo import msg as makedo_msgs
from makedo_core.graph.delta import GraphDelta, Moment, Seen, applied, moment_of
from makedo_core.graph.scene_graph import GraphError, Relation, RelationType, SceneGraph
from makedo_ros.conversions.nouns import (
    MAP_FRAME,
    check_lengths,
    last_seen_from_ros,
    last_seen_to_ros,
    node_arrays,
    nodes_from_arrays,
    stamped,
    time_from_ros,
    time_to_ros,
)

_WHAT = "scene graph delta message"


def delta_to_ros(delta: GraphDelta) -> makedo_msgs.SceneGraphDelta:
    """Delta -> makedo/SceneGraphDelta."""
    message = makedo_msgs.SceneGraphDelta(
        revision=delta.to.revision,
        scene=delta.scene,
        base_revision=delta.base.revision,
        seen_id=[s.id for s in delta.seen],
        seen_confidence=array("f", (s.confidence for s in delta.seen)),
        seen_last=array("d", (last_seen_to_ros(s.last_seen) for s in delta.seen)),
        removed=list(delta.removed),
        **_relation_arrays("add", delta.added),
        **_relation_arrays("remove", delta.dropped),
        **node_arrays(delta.put),
    )
    message.base.frame_id = MAP_FRAME
    message.base.stamp = time_to_ros(delta.base.stamp)
    stamped(message, MAP_FRAME, delta.to.stamp)
    return message


def delta_from_ros(message: makedo_msgs.SceneGraphDelta) -> GraphDelta:
    """makedo/SceneGraphDelta -> delta.

    Raises:
        GraphError: when arrays differ in length, or an enum or a pose is out of range.
    """
    check_lengths(message, _WHAT, len(message.seen_id), ("seen_confidence", "seen_last"))
    return GraphDelta(
        Moment(int(message.base_revision), time_from_ros(message.base.stamp)),
        Moment(int(message.revision), time_from_ros(message.header.stamp)),
        message.scene,
        tuple(nodes_from_arrays(message, _WHAT)),
        tuple(
            Seen(node_id, float(confidence), last_seen_from_ros(float(last)))
            for node_id, confidence, last in zip(
                message.seen_id, message.seen_confidence, message.seen_last, strict=True
            )
        ),
        tuple(message.removed),
        _relations(message, "add"),
        _relations(message, "remove"),
    )


def _relation_arrays(prefix: str, relations: tuple[Relation, ...]) -> dict[str, Any]:
    return {
        f"{prefix}_source": [r.source for r in relations],
        f"{prefix}_type": array("B", (r.type for r in relations)),
        f"{prefix}_target": [r.target for r in relations],
    }


def _relations(message: makedo_msgs.SceneGraphDelta, prefix: str) -> tuple[Relation, ...]:
    sources = getattr(message, f"{prefix}_source")
    check_lengths(message, _WHAT, len(sources), (f"{prefix}_type", f"{prefix}_target"))
    types, targets = getattr(message, f"{prefix}_type"), getattr(message, f"{prefix}_target")
    try:
        return tuple(Relation(s, RelationType(t), o) for s, t, o in zip(sources, types, targets, strict=True))
    except ValueError as error:
        raise GraphError(f"{_WHAT}: {prefix}_type: {error}") from None


class GraphFollower:
    """A graph that is kept in step with the node's: whole graphs and deltas come in, in any order of the two.

    Once in step it needs no whole graphs: see `wants_graph`. Not for several threads at once.
    """

    KEPT = 64  # deltas that may come before the whole graph which the first of them follows

    def __init__(self) -> None:
        self._graph: SceneGraph | None = None
        self._waiting: deque[GraphDelta] = deque(maxlen=self.KEPT)
        self._past: deque[Moment] = deque(maxlen=self.KEPT)  # a revision alone is ambiguous: a new node begins anew
        self.wants_graph = True
        """Whether a whole graph is needed: there was none yet, or a delta was missed or could not be applied."""
        self.problem = ""
        """Why a graph was wanted last."""

    @property
    def graph(self) -> SceneGraph | None:
        """The newest graph that is known whole; None before the first."""
        return self._graph

    def whole(self, graph: SceneGraph) -> None:
        """Take in a whole graph; one that was already passed is old news, also when one is wanted."""
        moment = moment_of(graph)
        at_hand = self._graph is not None and moment == moment_of(self._graph)
        if moment not in self._past or (self.wants_graph and at_hand):
            self.newest(graph)

    def lose(self, problem: str) -> None:
        """Want a whole graph, although nothing was missed."""
        self.wants_graph, self.problem = True, problem

    def newest(self, graph: SceneGraph) -> None:
        """Take in a whole graph that is known to be the newest, be it of a node that began anew."""
        moment = moment_of(graph)
        if self.wants_graph or moment in self._past:
            self._past.clear()
        self._graph, self.wants_graph = graph, False
        self._past.append(moment)
        waiting, self._waiting = self._waiting, deque(maxlen=self.KEPT)
        while waiting and waiting[0].base != moment:
            waiting.popleft()
        for delta in waiting:
            self.delta(delta)

    def delta(self, delta: GraphDelta) -> None:
        """Take in a delta; one that does not follow what is known is kept until a whole graph comes."""
        if self._graph is None or self.wants_graph:
            self._waiting.append(delta)
            return
        if delta.to in self._past:
            return
        try:
            self._graph = applied(self._graph, delta)
        except GraphError as error:
            self.wants_graph, self.problem = True, str(error)
            self._waiting.append(delta)
        else:
            self._past.append(delta.to)
