# SPDX-License-Identifier: Apache-2.0
"""The frozen 3D scene graph: rooms, assets, objects and the agent, with relations, states and poses.

A `SceneGraph` is a snapshot: every change makes a new one with the next revision. Nodes live in a mapping by id;
relations are a frozen set. `scene_json` reads and writes it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cached_property
from types import MappingProxyType

from makedo_core.asset_model import AssetModel
from makedo_core.enums import StrEnum
from makedo_core.failure import MakedoError
from makedo_core.geometry import UNKNOWN_POSE, Box, Pose, Vector

AGENT_ID = "robot"
BELIEF_THRESHOLD = 0.5  # below: a belief, at or above: observed


class GraphError(MakedoError):
    """A scene graph that contradicts itself; the message says where and what would be right."""


class NodeKind(IntEnum):
    """What a node is; the numbers are those of msg/SceneGraph.msg."""

    ROOM = 0
    ASSET = 1
    OBJECT = 2
    AGENT = 3


class RelationType(IntEnum):
    """How two nodes relate; the numbers are those of msg/SceneGraph.msg."""

    IN = 0
    ON = 1
    INSIDE = 2
    NEXT_TO = 3
    HELD_BY = 4
    AT = 5
    CONNECTED = 6


PLACEMENTS = frozenset({RelationType.ON, RelationType.INSIDE, RelationType.HELD_BY})
"""Relations of which an object has at most one: where it rests."""
MOST_STACKED = 20
"""How many things may rest on one another; every question about a support walks down the whole pile."""
MOST_REMOTE_M = 1e5
"""No coordinate is larger than this; squares of much larger ones are no numbers any more."""
_THINGS = frozenset({NodeKind.ASSET, NodeKind.OBJECT})
_ENDS: Mapping[RelationType, tuple[frozenset[NodeKind], frozenset[NodeKind]]] = MappingProxyType(
    {
        RelationType.IN: (_THINGS | {NodeKind.AGENT}, frozenset({NodeKind.ROOM})),
        RelationType.ON: (_THINGS, _THINGS),
        RelationType.INSIDE: (_THINGS, _THINGS),
        RelationType.NEXT_TO: (frozenset(NodeKind), frozenset(NodeKind)),
        RelationType.HELD_BY: (frozenset({NodeKind.OBJECT}), frozenset({NodeKind.AGENT})),
        RelationType.AT: (frozenset({NodeKind.AGENT}), frozenset({NodeKind.ASSET})),
        RelationType.CONNECTED: (frozenset({NodeKind.ROOM}), frozenset({NodeKind.ROOM})),
    }
)
"""Kinds of nodes that a relation leads from and to."""


class Shape(IntEnum):
    """Primitive that fits an object; the numbers are those of msg/SceneGraph.msg."""

    NONE = 0
    BOX = 1
    CYLINDER = 2
    SPHERE = 3


class State(StrEnum):
    """States of a node. Opposites exclude each other (`OPPOSITE`)."""

    OPEN = "open"
    CLOSED = "closed"
    LOCKED = "locked"
    ON = "on"
    OFF = "off"
    UPSIDE_DOWN = "upside_down"


OPPOSITE: Mapping[State, State] = MappingProxyType(
    {State.OPEN: State.CLOSED, State.CLOSED: State.OPEN, State.ON: State.OFF, State.OFF: State.ON}
)


@dataclass(frozen=True, slots=True)
class Node:
    """A room, asset, object or agent.

    Attributes:
        id: unique name, e.g. "cola_can_1"; lower case, digits and underscores.
        label: class in the ontology, e.g. "cola_can".
        kind: room, asset, object or agent.
        pose: of the centre of the base of its upright box in the map frame (asset: origin of its model).
        size: full extents of the upright box in the node's frame [m]; zeros where unknown.
        shape: primitive that fits it.
        confidence: 0..1; below BELIEF_THRESHOLD it is a belief.
        last_seen: time of the newest observation [s]; None: never seen.
        states: what is true of it now.
        attributes: lasting properties, e.g. "red".
        model: geometry of an asset, or the walls of a room; None where unknown and for other kinds.
    """

    id: str
    label: str
    kind: NodeKind
    pose: Pose = UNKNOWN_POSE
    size: Vector = (0.0, 0.0, 0.0)
    shape: Shape = Shape.NONE
    confidence: float = 1.0
    last_seen: float | None = None
    states: frozenset[State] = frozenset()
    attributes: frozenset[str] = frozenset()
    model: AssetModel | None = None

    @property
    def is_belief(self) -> bool:
        """Whether it was assumed rather than seen."""
        return self.confidence < BELIEF_THRESHOLD

    @property
    def centre(self) -> Vector:
        """Centre of the upright box in the map frame [m]."""
        return self.pose.transform((0.0, 0.0, self.size[2] / 2))

    @property
    def box(self) -> Box:
        """The upright box in the map frame."""
        return Box(Pose(self.centre, self.pose.orientation), self.size)

    def with_state(self, state: State) -> Node:
        """This node with a state set and its opposite cleared."""
        return replace(self, states=(self.states - {OPPOSITE.get(state, state)}) | {state})


@dataclass(frozen=True, slots=True)
class Relation:
    """A directed edge: source `type` target, e.g. cola_can_1 ON table_1."""

    source: str
    type: RelationType
    target: str

    def __str__(self) -> str:
        return f"{self.source} {self.type.name.lower()} {self.target}"


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
        self._check()

    def _check(self) -> None:
        for key, node in self.nodes.items():
            if key != node.id:
                raise GraphError(f"node {node.id!r} is filed under {key!r}; use its own id")
        placed: dict[str, Relation] = {}
        rooms: dict[str, Relation] = {}
        for relation in self.relations:
            self._check_ends(relation)
            if relation.type in PLACEMENTS:
                other = placed.setdefault(relation.source, relation)
                if other != relation:
                    first, second = sorted(map(str, (other, relation)))
                    raise GraphError(f"{relation.source!r} has two placements: '{first}' and '{second}'")
            elif relation.type is RelationType.IN:
                other = rooms.setdefault(relation.source, relation)
                if other != relation:
                    first, second = sorted((other.target, relation.target))
                    raise GraphError(f"{relation.source!r} is in two rooms: {first!r} and {second!r}")
        _check_piles(placed)

    def _check_ends(self, relation: Relation) -> None:
        """Both ends are nodes, and two of them."""
        for end in (relation.source, relation.target):
            if end not in self.nodes:
                raise GraphError(f"relation '{relation}' names {end!r}, which is not a node of the graph")
        if relation.source == relation.target and relation.type not in PLACEMENTS:
            raise GraphError(f"relation '{relation}' relates a node to itself; name two")

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
        return tuple(node for node in self if node.kind is kind)

    @cached_property
    def _outgoing(self) -> Mapping[str, tuple[Relation, ...]]:
        return _grouped(self.relations, lambda r: r.source)

    @cached_property
    def _incoming(self) -> Mapping[str, tuple[Relation, ...]]:
        return _grouped(self.relations, lambda r: r.target)

    def outgoing(self, node_id: str) -> tuple[Relation, ...]:
        """Relations whose source is the node."""
        return self._outgoing.get(node_id, ())

    def incoming(self, node_id: str) -> tuple[Relation, ...]:
        """Relations whose target is the node."""
        return self._incoming.get(node_id, ())

    def placement(self, node_id: str) -> Relation | None:
        """Where an object rests: its only ON, INSIDE or HELD_BY relation."""
        return next((r for r in self.outgoing(node_id) if r.type in PLACEMENTS), None)

    def support(self, node_id: str) -> str | None:
        """The asset (or agent) that an object finally rests on, through other objects."""
        relation = self.placement(node_id)
        while relation is not None:
            if self[relation.target].kind is not NodeKind.OBJECT:
                return relation.target
            relation = self.placement(relation.target)
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
        return tuple(sorted(r.source for r in self.incoming(node_id) if r.type in PLACEMENTS))

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
        nodes = dict(self.nodes)
        nodes.update({node.id: node for node in put})
        gone = set(remove)
        for node_id in gone:
            nodes.pop(node_id, None)
        kept = {r for r in self.relations if r.source not in gone and r.target not in gone} - set(drop)
        relations = frozenset(kept | set(add))
        if relations == self.relations and nodes == dict(self.nodes):
            return self
        return SceneGraph(nodes, relations, self.revision + 1, self.scene, self.stamp if stamp is None else stamp)

    def with_placement(self, relation: Relation) -> SceneGraph:
        """The next snapshot with an object resting elsewhere; its old placement and room go."""
        old = [r for r in self.outgoing(relation.source) if r.type in PLACEMENTS or r.type is RelationType.IN]
        return self.changed(drop=[r for r in old if r != relation], add=[relation])


def check_relations(graph: SceneGraph) -> None:
    """What every file must obey, beyond the structure that every snapshot has: relations join what they can join.

    Raises:
        GraphError: on a relation from or to a node of the wrong kind, an agent that holds two things or is at two
            places.
    """
    taken: dict[tuple[str, RelationType], Relation] = {}
    for relation in sorted(graph.relations, key=str):
        ends = (relation.source, relation.target)
        for end, kinds, role in zip(ends, _ENDS[relation.type], ("source", "target"), strict=True):
            kind = graph[end].kind
            if kind not in kinds:
                allowed = " or ".join(k.name.lower() for k in sorted(kinds))
                found = kind.name.lower()
                raise GraphError(f"relation '{relation}': its {role} {end!r} is of kind {found}, expected {allowed}")
        if relation.type in (RelationType.HELD_BY, RelationType.AT):
            agent = relation.target if relation.type is RelationType.HELD_BY else relation.source
            other = taken.setdefault((agent, relation.type), relation)
            if other != relation:
                raise GraphError(f"'{other}' and '{relation}' cannot both be so; {agent!r} can do one of them")


def _check_piles(placed: Mapping[str, Relation]) -> None:
    """Nothing rests on itself, and no pile is absurdly high; in time linear in the placements."""
    height: dict[str, int] = {}
    for start in placed:
        way: dict[str, None] = {}
        at = start
        while at in placed and at not in height:
            if at in way:
                raise GraphError(f"support cycle through {at!r}; nothing can rest on itself")
            way[at] = None
            at = placed[at].target
        for below, node_id in enumerate(reversed(way), start=height.get(at, 0) + 1):
            height[node_id] = below
            if below > MOST_STACKED:
                raise GraphError(f"{node_id!r} rests on a pile of more than {MOST_STACKED} things; none is higher")


def _grouped(
    relations: Iterable[Relation], key: Callable[[Relation], str]
) -> Mapping[str, tuple[Relation, ...]]:
    groups: dict[str, list[Relation]] = {}
    for relation in sorted(relations, key=lambda r: (r.source, r.type, r.target)):
        groups.setdefault(key(relation), []).append(relation)
    return {name: tuple(group) for name, group in groups.items()}


def validated_pose(pose: Pose, where: str) -> Pose:
    """The pose itself, known or wholly unknown.

    Raises:
        GraphError: when only some numbers are finite, the place is not of this world, or the quaternion has no
            direction.
    """
    numbers = (*pose.position, *pose.orientation)
    finite = [math.isfinite(v) for v in numbers]
    if not any(finite):
        return UNKNOWN_POSE
    if not all(finite):
        raise GraphError(f"{where}: pose {numbers} mixes numbers and NaN; give seven finite numbers or none")
    if max(map(abs, pose.position)) > MOST_REMOTE_M:
        raise GraphError(f"{where}: position {pose.position} is not within {MOST_REMOTE_M:g} m of the map's origin")
    if not 0.9 < math.hypot(*pose.orientation) < 1.1:
        raise GraphError(f"{where}: quaternion {pose.orientation} is not of length 1")
    return pose
