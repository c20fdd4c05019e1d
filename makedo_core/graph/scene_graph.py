# SPDX-License-Identifier: Apache-2.0
"""The frozen 3D scene graph: rooms, assets, objects and the agent, with relations, states and poses.

A `SceneGraph` is a snapshot: every change makes a new one with the next revision. Nodes live in a mapping by id;
relations are a frozen set. `scene_json` reads and writes it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from types import MappingProxyType
from typing import Any, TypeVar

from makedo_core.graph.deriving import Filed, grouped, is_plainly_lawful, placed_anew, regrouped
from makedo_core.graph.laws import MOST_REMOTE_M, MOST_STACKED, check_relations, check_structure, validated_pose
from makedo_core.graph.nodes import (
    AGENT_ID,
    BELIEF_THRESHOLD,
    EXCLUDED,
    OPENINGS,
    PLACEMENTS,
    SURE_OF_LOOKS,
    GraphError,
    Node,
    NodeKind,
    Relation,
    RelationType,
    Shape,
    State,
    contradiction,
)

__all__ = [
    "AGENT_ID",
    "BELIEF_THRESHOLD",
    "EXCLUDED",
    "MOST_REMOTE_M",
    "MOST_STACKED",
    "OPENINGS",
    "PLACEMENTS",
    "SURE_OF_LOOKS",
    "GraphError",
    "Node",
    "NodeKind",
    "Relation",
    "RelationType",
    "SceneGraph",
    "Shape",
    "State",
    "check_relations",
    "contradiction",
    "validated_pose",
]

_SOURCE, _TARGET = attrgetter("source"), attrgetter("target")
_T = TypeVar("_T")


@dataclass(frozen=True)
class SceneGraph:
    """A consistent snapshot of the world.

    Raises:
        GraphError: on a relation to an unknown node or of a node to itself, a second placement or room of one node,
            a support cycle, a pile that is higher than any, or a node filed under another id than its own.
    """

    nodes: Mapping[str, Node] = field(default_factory=dict)
    relations: frozenset[Relation] = frozenset()
    revision: int = 0
    scene: str = ""
    stamp: float = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "nodes", MappingProxyType(dict(self.nodes)))
        check_structure(self.nodes, self.relations)

    def __getitem__(self, node_id: str) -> Node:
        return self.nodes[node_id]

    def __contains__(self, node_id: object) -> bool:
        return node_id in self.nodes

    def __iter__(self) -> Iterator[Node]:
        return iter(self.nodes.values())

    def __len__(self) -> int:
        return len(self.nodes)

    def of_kind(self, kind: NodeKind) -> tuple[Node, ...]:
        """All nodes of a kind, in order of insertion."""
        return self._by_kind.get(kind, ())

    def once(self, key: Hashable, make: Callable[[], _T]) -> _T:
        """What follows from this snapshot, made when it is first asked for and kept as long as the snapshot.

        Args:
            key: names what is made, and everything besides the snapshot that it is made from.
            make: makes it; never changed afterwards.
        """
        if key not in self._made:
            self._made[key] = make()
        found: _T = self._made[key]
        return found

    @cached_property
    def _made(self) -> dict[Hashable, Any]:
        return {}

    @cached_property
    def _by_kind(self) -> Mapping[NodeKind, tuple[Node, ...]]:
        groups: dict[NodeKind, list[Node]] = {}
        for node in self:
            groups.setdefault(node.kind, []).append(node)
        return {kind: tuple(group) for kind, group in groups.items()}

    @cached_property
    def placements(self) -> Mapping[str, Relation]:
        """Where things rest: their only ON, INSIDE or HELD_BY relation, by their ids."""
        return MappingProxyType({r.source: r for r in self.relations if r.type in PLACEMENTS})

    @cached_property
    def _outgoing(self) -> Mapping[str, tuple[Relation, ...]]:
        return grouped(self.relations, _SOURCE)

    @cached_property
    def _incoming(self) -> Mapping[str, tuple[Relation, ...]]:
        return grouped(self.relations, _TARGET)

    def outgoing(self, node_id: str) -> tuple[Relation, ...]:
        """Relations whose source is the node."""
        return self._outgoing.get(node_id, ())

    def incoming(self, node_id: str) -> tuple[Relation, ...]:
        """Relations whose target is the node."""
        return self._incoming.get(node_id, ())

    def placement(self, node_id: str) -> Relation | None:
        """Where an object rests: its only ON, INSIDE or HELD_BY relation."""
        return self.placements.get(node_id)

    def support(self, node_id: str) -> str | None:
        """The asset (or agent) that an object finally rests on, through other objects."""
        placements, nodes = self.placements, self.nodes
        relation = placements.get(node_id)
        while relation is not None:
            if nodes[relation.target].kind is not NodeKind.OBJECT:
                return relation.target
            relation = placements.get(relation.target)
        return None

    def room_of(self, node_id: str) -> str | None:
        """The room of a node: its own IN relation, else that of what it rests on."""
        for candidate in (node_id, self.support(node_id)):
            if candidate is None:
                continue
            for relation in self.outgoing(candidate):
                if relation.type is RelationType.IN:
                    return relation.target
        return None

    def contents(self, node_id: str) -> tuple[str, ...]:
        """Ids of what rests directly on, in or with a node, sorted."""
        incoming = self._incoming.get(node_id)
        return tuple(sorted([r.source for r in incoming if r.type in PLACEMENTS])) if incoming else ()

    def held(self, agent_id: str = AGENT_ID) -> str | None:
        """What the agent holds."""
        return next((r.source for r in self.incoming(agent_id) if r.type is RelationType.HELD_BY), None)

    def changed(
        self,
        *,
        put: Iterable[Node] = (),
        remove: Iterable[str] = (),
        add: Iterable[Relation] = (),
        drop: Iterable[Relation] = (),
        stamp: float | None = None,
    ) -> SceneGraph:
        """The next snapshot: nodes put or removed (with their relations), relations added or dropped.

        The revision grows only if something differs, so applying the same change twice is applying it once.
        """
        gone = set(remove)
        fresh = {node.id: node for node in put if node.id not in gone}
        differs = {i: n for i, n in fresh.items() if i not in self.nodes or self.nodes[i] != n}
        removed = [node_id for node_id in gone if node_id in self.nodes]
        wanted = set(add)
        dropped = {r for i in removed for r in (*self.outgoing(i), *self.incoming(i))}.union(drop) - wanted
        dropped &= self.relations
        added = wanted - self.relations
        if not (differs or removed or dropped or added):
            return self
        nodes = dict(self.nodes)
        nodes.update(fresh)
        for node_id in removed:
            del nodes[node_id]
        stamp = self.stamp if stamp is None else stamp
        return self.followed_by(nodes, removed, dropped, added, self.revision + 1, self.scene, stamp)

    def followed_by(
        self,
        nodes: Mapping[str, Node],
        removed: Collection[str],
        dropped: Collection[Relation],
        added: Collection[Relation],
        revision: int,
        scene: str,
        stamp: float,
    ) -> SceneGraph:
        """A snapshot after this one, with its laws looked at and its relations filed as far as they changed.

        Args:
            nodes: all of it, each by its own id; never changed afterwards.
            removed: ids of this one that are none of it.
            dropped: relations of this one that it does not have.
            added: relations that it has besides; none of this one.
            revision: of it.
            scene: of it.
            stamp: of it [s].

        Raises:
            GraphError: as the snapshot itself.
        """
        relations = self.relations
        if dropped or added:
            relations = (relations - frozenset(dropped)) | frozenset(added)
        filed = self._refiled(dropped, added)
        if (added or removed) and (filed is None or not is_plainly_lawful(nodes, added, removed, filed)):
            check_structure(nodes, relations)
        result = object.__new__(SceneGraph)
        result.__dict__.update(nodes=MappingProxyType(nodes), relations=relations, revision=revision)
        result.__dict__.update(scene=scene, stamp=stamp)
        if filed is not None:
            result.__dict__.update(_outgoing=filed.outgoing, _incoming=filed.incoming, placements=filed.placements)
        return result

    def _refiled(self, dropped: Collection[Relation], added: Collection[Relation]) -> Filed | None:
        """The relations as they are filed after a change; None where nobody has asked for any yet."""
        if self.__dict__.keys().isdisjoint(("_outgoing", "_incoming", "placements")):
            return None
        if not dropped and not added:
            return Filed(self._outgoing, self._incoming, self.placements)
        return Filed(
            regrouped(self._outgoing, _SOURCE, dropped, added),
            regrouped(self._incoming, _TARGET, dropped, added),
            placed_anew(self.placements, dropped, added),
        )

    def with_placement(self, relation: Relation) -> SceneGraph:
        """The next snapshot with an object resting elsewhere; its old placement and room go."""
        old = [r for r in self.outgoing(relation.source) if r.type in PLACEMENTS or r.type is RelationType.IN]
        return self.changed(drop=[r for r in old if r != relation], add=[relation])
