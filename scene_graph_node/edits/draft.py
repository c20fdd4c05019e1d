# SPDX-License-Identifier: Apache-2.0
"""A change in the making: edits of nodes and relations that become one snapshot with at most one new revision."""

from __future__ import annotations

from dataclasses import replace

from makedo_core.graph.scene_graph import PLACEMENTS, Node, NodeKind, Relation, RelationType, SceneGraph


class Draft:
    """Edits of a snapshot; reads see the edits.

    Args:
        graph: the snapshot to begin with.
    """

    def __init__(self, graph: SceneGraph) -> None:
        self._graph = graph
        self.nodes: dict[str, Node] = dict(graph.nodes)
        self.relations: set[Relation] = set(graph.relations)
        self._placed = {r.source: r for r in self.relations if r.type in PLACEMENTS}
        self._was_placed = dict(self._placed)

    def put(self, node: Node) -> None:
        """Add or replace a node."""
        self.nodes[node.id] = node

    def remove(self, node_id: str) -> None:
        """Remove a node with its relations."""
        self.nodes.pop(node_id, None)
        for relation in [r for r in self.relations if node_id in (r.source, r.target)]:
            self.relations.discard(relation)
            if self._placed.get(relation.source) == relation:
                del self._placed[relation.source]

    def rename(self, node_id: str, name: str) -> None:
        """Give a node another id; its relations stay."""
        self.nodes[name] = replace(self.nodes.pop(node_id), id=name)
        for relation in [r for r in self.relations if node_id in (r.source, r.target)]:
            self.relations.discard(relation)
            source, target = (name if end == node_id else end for end in (relation.source, relation.target))
            self.relations.add(Relation(source, relation.type, target))
        self._placed = {r.source: r for r in self.relations if r.type in PLACEMENTS}

    def placement(self, node_id: str) -> Relation | None:
        """Where an object rests."""
        return self._placed.get(node_id)

    def rests_on(self, node_id: str) -> tuple[str, ...]:
        """Ids of what rests directly on, in or with a node, sorted."""
        return tuple(sorted(r.source for r in self._placed.values() if r.target == node_id))

    def support(self, node_id: str) -> str | None:
        """What finally carries an object, through other objects: an asset or the agent."""
        relation = self._placed.get(node_id)
        while relation is not None and self.nodes[relation.target].kind is NodeKind.OBJECT:
            relation = self._placed.get(relation.target)
        return None if relation is None else relation.target

    def room(self, node_id: str) -> str | None:
        """The room that a node is in by a relation of its own."""
        return next((r.target for r in self.relations if r.source == node_id and r.type is RelationType.IN), None)

    def place(self, node_id: str, placement: Relation | None, room: str | None = None) -> bool:
        """Let an object rest elsewhere: a placement, or the floor of a room, or neither.

        Returns:
            False, with nothing changed, when it would come to rest on itself.
        """
        if placement is not None and self._closes_circle(placement):
            return False
        old = self._placed.pop(node_id, None)
        if old is not None:
            self.relations.discard(old)
        self.only(node_id, RelationType.IN, None if placement is not None else room)
        if placement is not None:
            self._placed[node_id] = placement
            self.relations.add(placement)
        return True

    def only(self, source: str, kind: RelationType, target: str | None) -> None:
        """Give a node exactly one relation of a kind (or none)."""
        self.relations -= {r for r in self.relations if r.source == source and r.type is kind}
        if target is not None:
            self.relations.add(Relation(source, kind, target))

    def moved_objects(self) -> frozenset[str]:
        """Ids of objects that are elsewhere, or known otherwise, than in the snapshot; new ones too."""
        was, placed, was_placed = dict(self._graph.nodes), self._placed, self._was_placed
        touched = (  # most nodes are the very same, so that this is told first
            (node, was.get(i))
            for i, node in self.nodes.items()
            if node is not was.get(i) or placed.get(i) is not was_placed.get(i)
        )
        return frozenset(
            node.id
            for node, old in touched
            if node.kind is NodeKind.OBJECT
            and (placed.get(node.id) != was_placed.get(node.id) or old is None or _stance(node) != _stance(old))
        )

    def commit(self, stamp: float) -> SceneGraph:
        """The next snapshot.

        The revision grows by one if something differs that plans may depend on; being seen again, or more surely,
        does not count.

        Raises:
            GraphError: if the edits contradict each other.
        """
        relations = frozenset(self.relations)
        same = relations == self._graph.relations and self.nodes.keys() == self._graph.nodes.keys()
        if same and stamp == self._graph.stamp and self.nodes == dict(self._graph.nodes):
            return self._graph
        same = same and all(
            node is self._graph[i] or _essence(node) == _essence(self._graph[i]) for i, node in self.nodes.items()
        )
        revision = self._graph.revision + (0 if same else 1)
        return SceneGraph(self.nodes, relations, revision, self._graph.scene, stamp)

    def _closes_circle(self, relation: Relation) -> bool:
        at: Relation | None = relation
        for _ in range(len(self.nodes) + 1):
            if at is None:
                return False
            if at.target == relation.source:
                return True
            at = self.placement(at.target)
        return True


def _stance(node: Node) -> tuple[object, ...]:
    """Where and how large an object is, and whether that is known."""
    return (node.pose if node.pose.is_known else None, node.size, node.is_belief)


def _essence(node: Node) -> Node:
    """A node without what changes with every look (an unknown pose is equal to itself)."""
    pose = node.pose if node.pose.is_known else None
    return replace(node, last_seen=None, confidence=float(node.confidence > 0) + float(node.is_belief), pose=pose)  # type: ignore[arg-type]
