# SPDX-License-Identifier: Apache-2.0
"""What differs between two snapshots of the scene graph, as a value that turns the first into the second.

For all snapshots a and b, `applied(a, difference(a, b)) == b`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from makedo_core.graph.scene_graph import GraphError, Node, Relation, SceneGraph


class GapError(GraphError):
    """A delta that does not follow the snapshot at hand: one before it was missed."""


@dataclass(frozen=True, slots=True, order=True)
class Moment:
    """Which snapshot is meant: its revision and its stamp [s]. A node publishes no two different ones with both equal.

    The order is that of time: a revision never falls, and within one the stamp decides which is later.
    """

    revision: int
    stamp: float

    def __str__(self) -> str:
        return f"revision {self.revision} at {self.stamp:.3f} s"


@dataclass(frozen=True, slots=True)
class Seen:
    """A node of which nothing changed but how sure it is and when it was seen, the most frequent change by far."""

    id: str
    confidence: float
    last_seen: float | None


@dataclass(frozen=True, slots=True)
class GraphDelta:
    """One snapshot to another.

    Attributes:
        base, to: the snapshot that this follows, and the one that it leads to.
        scene: name of the scene after it.
        put: nodes that are new or changed, in the order of the later snapshot.
        seen: nodes that were only seen again, or not seen for long.
        removed: ids of nodes that are gone.
        added, dropped: relations that hold from now on, and that do so no longer; sorted.
    """

    base: Moment
    to: Moment
    scene: str = ""
    put: tuple[Node, ...] = ()
    seen: tuple[Seen, ...] = ()
    removed: tuple[str, ...] = ()
    added: tuple[Relation, ...] = ()
    dropped: tuple[Relation, ...] = ()

    @property
    def size(self) -> int:
        """How many nodes and relations it names."""
        return sum(map(len, (self.put, self.seen, self.removed, self.added, self.dropped)))


def moment_of(graph: SceneGraph) -> Moment:
    """Revision and stamp of a snapshot."""
    return Moment(graph.revision, graph.stamp)


def difference(before: SceneGraph, after: SceneGraph) -> GraphDelta:
    """What turns one snapshot into another; nodes that both share cost a comparison of identity."""
    put: list[Node] = []
    seen: list[Seen] = []
    for node in after:
        old = before.nodes.get(node.id)
        if old is node:
            continue
        if old is None:
            put.append(node)
        elif old != node:
            again = Seen(node.id, node.confidence, node.last_seen)
            if _seen_again(old, again) == node:
                seen.append(again)
            else:
                put.append(node)
    same = before.relations is after.relations
    return GraphDelta(
        moment_of(before),
        moment_of(after),
        after.scene,
        tuple(put),
        tuple(seen),
        tuple(sorted(before.nodes.keys() - after.nodes.keys())),
        () if same else sorted_relations(after.relations - before.relations),
        () if same else sorted_relations(before.relations - after.relations),
    )


def applied(graph: SceneGraph, *deltas: GraphDelta) -> SceneGraph:
    """The snapshot that deltas lead to, one after the other; many at once cost little more than one.

    Raises:
        GapError: if a delta follows another snapshot.
        GraphError: if one names nodes or relations that are not there, or they lead to a graph that contradicts itself.
    """
    nodes, at, scene = dict(graph.nodes), moment_of(graph), graph.scene
    dropped, added = set[Relation](), set[Relation]()  # since the graph
    for delta in deltas:
        if delta.base != at:
            raise GapError(f"the delta follows {delta.base}, the graph is of {at}; fetch a whole graph")
        _change(nodes, delta)
        gone = (r for r in delta.dropped if r not in added and (r in dropped or r not in graph.relations))
        _must_be_there("relations to drop", map(str, gone))
        added.difference_update(delta.dropped)
        dropped.update(r for r in delta.dropped if r in graph.relations)
        dropped.difference_update(delta.added)
        added.update(r for r in delta.added if r not in graph.relations)
        at, scene = delta.to, delta.scene
    removed = {i for delta in deltas for i in delta.removed if i in graph and i not in nodes}
    return graph.followed_by(nodes, removed, dropped, added, at.revision, scene, at.stamp)


def sorted_relations(relations: Iterable[Relation]) -> tuple[Relation, ...]:
    """Relations in the order that messages and files have them in."""
    return tuple(sorted(relations, key=lambda r: (r.source, r.type, r.target)))


def _change(nodes: dict[str, Node], delta: GraphDelta) -> None:
    """Make the nodes those after a delta."""
    _must_be_there("nodes to remove", (i for i in delta.removed if i not in nodes))
    for node_id in delta.removed:
        del nodes[node_id]
    _must_be_there("nodes seen again", (s.id for s in delta.seen if s.id not in nodes))
    for again in delta.seen:
        nodes[again.id] = _seen_again(nodes[again.id], again)
    nodes.update({node.id: node for node in delta.put})


def _seen_again(node: Node, again: Seen) -> Node:
    return replace(node, confidence=again.confidence, last_seen=again.last_seen)


def _must_be_there(what: str, missing: Iterable[str]) -> None:
    names = list(missing)
    if names:
        raise GraphError(f"the delta does not fit the graph: {what} are not in it: {', '.join(names)}")
