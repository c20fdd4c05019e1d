# SPDX-License-Identifier: Apache-2.0
"""Nodes and relations of a scene graph: rooms, assets, objects, the agent, and how two of them relate."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum
from types import MappingProxyType

from makedo_core.enums import StrEnum
from makedo_core.failure import MakedoError
from makedo_core.geometry import UNKNOWN_POSE, Box, Pose, Vector
from makedo_core.graph.asset_model import AssetModel
from makedo_core.graph.persons_word import Matter, PersonsWord

AGENT_ID = "robot"
BELIEF_THRESHOLD = 0.5  # below: a belief, at or above: observed
SURE_OF_LOOKS = 0.65  # below: that a thing looks as is said of it was not seen


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


class Shape(IntEnum):
    """Primitive that fits an object; the numbers are those of msg/SceneGraph.msg."""

    NONE = 0
    BOX = 1
    CYLINDER = 2
    SPHERE = 3


class State(StrEnum):
    """States of a node. Some exclude each other (`EXCLUDED`)."""

    OPEN = "open"  # wide enough to reach in
    AJAR = "ajar"  # neither that nor closed
    CLOSED = "closed"
    LOCKED = "locked"
    ON = "on"
    OFF = "off"
    UPRIGHT = "upright"
    UPSIDE_DOWN = "upside_down"
    FULL = "full"  # of something loose that can be poured
    EMPTY = "empty"


OPENINGS = frozenset({State.OPEN, State.AJAR, State.CLOSED})
"""States of a door or drawer."""
_EITHER_OR = (
    OPENINGS,
    frozenset({State.ON, State.OFF}),
    frozenset({State.UPRIGHT, State.UPSIDE_DOWN}),
    frozenset({State.FULL, State.EMPTY}),
)
EXCLUDED: Mapping[State, frozenset[State]] = MappingProxyType(
    {state: frozenset[State]().union(*(g - {state} for g in _EITHER_OR if state in g)) for state in State}
)
"""The states that a state rules out."""


def contradiction(states: Collection[State]) -> str:
    """Which of some states exclude each other, and what would be right; empty if none do."""
    for state in sorted(states):
        others = sorted(EXCLUDED[state].intersection(states))
        if others:
            return f"it cannot be {state} and {others[0]}; give one of them"
    return ""


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
        opening: how far a door or drawer was seen or felt to be open [rad or m]; None: its states say everything.
        told: what of all this a person said, where that still holds; None: nothing.
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
    opening: float | None = None
    told: PersonsWord | None = None

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

    def is_told(self, matter: Matter) -> bool:
        """Whether a person's word holds on a matter."""
        return self.told is not None and matter in self.told.matters

    def with_state(self, state: State) -> Node:
        """This node with a state set and those that it excludes cleared; what was measured before it opened is void."""
        void = state in OPENINGS and state not in self.states
        opening = None if void else self.opening
        return replace(self, states=(self.states - EXCLUDED[state]) | {state}, opening=opening)


@dataclass(frozen=True, slots=True)
class Relation:
    """A directed edge: source `type` target, e.g. cola_can_1 ON table_1."""

    source: str
    type: RelationType
    target: str

    def __str__(self) -> str:
        return f"{self.source} {self.type.name.lower()} {self.target}"
