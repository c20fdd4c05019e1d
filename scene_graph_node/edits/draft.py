# SPDX-License-Identifier: Apache-2.0
"""A change in the making: edits of nodes and relations that become one snapshot with at most one new revision."""

from __future__ import annotations

from dataclasses import replace

from makedo_core.graph.scene_graph import PLACEMENTS, Node, NodeKind, Relation, RelationType, SceneGraph


class Draft:
    """Edits of a snapshot; reads see the edits. What was not edited is not looked at again.

    Args:
        graph: the snapshot to begin with.
    """

    def __init__(self, graph: SceneGraph) -> None:
        self._graph = graph
        self.nodes: dict[str, Node] = dict(graph.nodes)  # to be read; `put`, `remove` and `rename` edit it
        self._edited: set[str] = set()  # ids of nodes that were put, removed or renamed
        self._added: set[Relation] = set()  # since the snapshot
        self._dropped: set[Relation] = set()  # of the snapshot
        self._placed = dict(graph.placements)
        self._replaced: set[str] = set()  # ids of what was placed, or no longer is

    def put(self, node: Node) -> None:
        """Add or replace a node."""
        self.nodes[node.id] = node
        self._edited.add(node.id)

    def remove(self, node_id: str) -> None:
        """Remove a node with its relations."""
        self.nodes.pop(node_id, None)
        self._edited.add(node_id)
        for relation in self.relations_of(node_id):
            self.unrelate(relation)

    def rename(self, node_id: str, name: str) -> None:
        """Give a node another id; its relations stay."""
        self.nodes[name] = replace(self.nodes.pop(node_id), id=name)
        self._edited |= {node_id, name}
        old = self.relations_of(node_id)
        for relation in old:
            self.unrelate(relation)
        for relation in old:
            source, target = (name if end == node_id else end for end in (relation.source, relation.target))
            self.relate(Relation(source, relation.type, target))

    def relate(self, relation: Relation) -> None:
        """Add a relation, beside those that there are."""
        if relation in self._graph.relations:
            self._dropped.discard(relation)
        else:
            self._added.add(relation)
        if relation.type in PLACEMENTS:
            self._placed[relation.source] = relation
            self._replaced.add(relation.source)

    def unrelate(self, relation: Relation) -> None:
        """Drop a relation, if it is there."""
        self._added.discard(relation)
        if relation in self._graph.relations:
            self._dropped.add(relation)
        if self._placed.get(relation.source) == relation:
            del self._placed[relation.source]
            self._replaced.add(relation.source)

    def relations_of(self, node_id: str) -> frozenset[Relation]:
        """All relations from and to a node."""
        before = (*self._graph.outgoing(node_id), *self._graph.incoming(node_id))
        kept = frozenset(r for r in before if r not in self._dropped)
        return kept | {r for r in self._added if node_id in (r.source, r.target)}

    def related(self, source: str, kind: RelationType) -> tuple[str, ...]:
        """Ids of what a node has a relation of a kind to, sorted."""
        return tuple(sorted(r.target for r in self.relations_of(source) if r.source == source and r.type is kind))

    def placement(self, node_id: str) -> Relation | None:
        """Where an object rests."""
        return self._placed.get(node_id)

    def held(self) -> frozenset[str]:
        """Ids of what an agent holds."""
        return frozenset(i for i, r in self._placed.items() if r.type is RelationType.HELD_BY)

    def rests_on(self, node_id: str) -> tuple[str, ...]:
        """Ids of what rests directly on, in or with a node, sorted."""
        candidates = {*self._graph.contents(node_id), *self._replaced}
        return tuple(sorted(i for i in candidates if (r := self._placed.get(i)) is not None and r.target == node_id))

    def support(self, node_id: str) -> str | None:
        """What finally carries an object, through other objects: an asset or the agent."""
        relation = self._placed.get(node_id)
        while relation is not None and self.nodes[relation.target].kind is NodeKind.OBJECT:
            relation = self._placed.get(relation.target)
        return None if relation is None else relation.target

    def room(self, node_id: str) -> str | None:
        """The room that a node is in by a relation of its own."""
        return next(iter(self.related(node_id, RelationType.IN)), None)

    def place(self, node_id: str, placement: Relation | None, room: str | None = None) -> bool:
        """Let an object rest elsewhere: a placement, or the floor of a room, or neither.

        Returns:
            False, with nothing changed, when it would come to rest on itself.
        """
        if placement is not None and self._closes_circle(placement):
            return False
        old = self._placed.get(node_id)
        if old is not None:
            self.unrelate(old)
        self.only(node_id, RelationType.IN, None if placement is not None else room)
        if placement is not None:
            self.relate(placement)
        return True

    def only(self, source: str, kind: RelationType, target: str | None) -> None:
        """Give a node exactly one relation of a kind (or none)."""
        for other in self.related(source, kind):
            if other != target:
                self.unrelate(Relation(source, kind, other))
        if target is not None:
            self.relate(Relation(source, kind, target))

    def moved_objects(self) -> frozenset[str]:
        """Ids of objects that are elsewhere, or known otherwise, than in the snapshot; new ones too."""
        touched = (self.nodes[i] for i in self._edited | self._replaced if i in self.nodes)
        return frozenset(node.id for node in touched if node.kind is NodeKind.OBJECT and self._is_moved(node))

    def _is_moved(self, node: Node) -> bool:
        old = self._graph.nodes.get(node.id)
        is_placed_anew = self._placed.get(node.id) != self._graph.placement(node.id)
        return is_placed_anew or old is None or _stance(node) != _stance(old)

    def commit(self, stamp: float) -> SceneGraph:
        """The next snapshot.

        The revision grows by one if something differs that plans may depend on; being seen again, or more surely,
        does not count.

        Raises:
            GraphError: if the edits contradict each other.
        """
        before = self._graph.nodes
        removed = [i for i in self._edited if i in before and i not in self.nodes]
        put = [i for i in self._edited if i in self.nodes and (i not in before or before[i] != self.nodes[i])]
        same = not (self._added or self._dropped or removed)
        if same and not put and stamp == self._graph.stamp:
            return self._graph
        same = same and all(i in before and _essence(self.nodes[i]) == _essence(before[i]) for i in put)
        revision = self._graph.revision + (0 if same else 1)
        return self._graph.followed_by(
            dict(self.nodes), removed, self._dropped, self._added, revision, self._graph.scene, stamp
        )

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
    sure = 2.0 * (node.confidence > 0) + node.is_belief
    return replace(node, last_seen=None, confidence=sure, pose=pose)  # type: ignore[arg-type]
