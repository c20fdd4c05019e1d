# SPDX-License-Identifier: Apache-2.0
"""What an agent knows of a game: a scene graph, made of what it was told and of nothing else."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import replace

from makedo_core.graph.scene_graph import (
    AGENT_ID,
    OPENINGS,
    PLACEMENTS,
    Node,
    NodeKind,
    Relation,
    RelationType,
    SceneGraph,
    State,
)

_ROOM = "room_1"
_NAME = r"([a-z]+ \d+)"
_AROUND = re.compile(r"Looking quickly around you, you see (.+?)\.")
_TASK = re.compile(r"Your task is to: (.+?)\.?\s*$")
_ARRIVED = re.compile(rf"You arrive at {_NAME}\.")
_CLOSED = re.compile(rf"The {_NAME} is closed\.|You close the {_NAME}\.")
_LISTED = re.compile(rf"(?:(?P<open>The) {_NAME} is open\. In it|On the {_NAME}), you see (?P<what>.+?)\.")
_TAKEN = re.compile(rf"You pick up the {_NAME} from the {_NAME}\.")
_PUT = re.compile(rf"You move the {_NAME} to the {_NAME}\.")
_CHANGED = re.compile(rf"You (heat|cool|clean) the {_NAME} using the {_NAME}\.")
_LIT = re.compile(rf"You turn (on|off) the {_NAME}\.")
_MADE = {"heat": "hot", "cool": "cold", "clean": "clean"}
_CONTRARY = {"hot": "cold", "cold": "hot"}


class SeenHome:
    """What was seen of a home, and what the robot did there.

    Attributes:
        graph: the scene graph; names of nodes are those of the game ("apple 1" is apple_1), labels its words.
        task: the sentence that was told.
        looked: places whose things were told.
    """

    def __init__(self, first: str, shut: Collection[str]) -> None:
        """Read what a game begins with.

        Args:
            first: its first observation.
            shut: classes of places that are taken to be shut until they are seen.
        """
        told = _TASK.search(first)
        self.task = told[1] if told else ""
        self.looked: set[str] = set()
        around = _AROUND.search(first)
        places = [_node_id(name) for name in _names(around[1])] if around else []
        nodes = [Node(_ROOM, "room", NodeKind.ROOM), Node(AGENT_ID, AGENT_ID, NodeKind.AGENT)]
        for place in places:
            states = frozenset({State.CLOSED}) if kind_of(place) in shut else frozenset[State]()
            nodes.append(Node(place, kind_of(place), NodeKind.ASSET, states=states))
        within = frozenset(Relation(n.id, RelationType.IN, _ROOM) for n in nodes[1:])
        self.graph = SceneGraph({node.id: node for node in nodes}, within)

    def read(self, text: str) -> bool:
        """Take in what a command brought; False: nothing happened."""
        if (found := _ARRIVED.search(text)) is not None:
            at = [r for r in self.graph.outgoing(AGENT_ID) if r.type is RelationType.AT]
            self.graph = self.graph.changed(drop=at, add=[Relation(AGENT_ID, RelationType.AT, _node_id(found[1]))])
        if (found := _CLOSED.search(text)) is not None:
            self._door(_node_id(found[1] or found[2]), State.CLOSED)
        if (found := _LISTED.search(text)) is not None:
            self._see(_node_id(found[2] or found[3]), _names(found["what"]), found["open"] is not None)
        if (found := _TAKEN.search(text)) is not None:
            self._rests(_node_id(found[1]), RelationType.HELD_BY, AGENT_ID)
        if (found := _PUT.search(text)) is not None:
            self._rests(_node_id(found[1]), RelationType.ON, _node_id(found[2]))
        if (found := _CHANGED.search(text)) is not None:
            node, quality = self.graph[_node_id(found[2])], _MADE[found[1]]
            kept = node.attributes - {_CONTRARY.get(quality, "")}
            self.graph = self.graph.changed(put=[replace(node, attributes=kept | {quality})])
        if (found := _LIT.search(text)) is not None:
            node = self.graph[_node_id(found[2])]
            states = (node.states - {State.ON, State.OFF}) | {State.ON if found[1] == "on" else State.OFF}
            self.graph = self.graph.changed(put=[replace(node, states=states)])
        return not text.startswith("Nothing happens")

    @property
    def here(self) -> str:
        """The place that one stands before; empty: none."""
        return next((r.target for r in self.graph.outgoing(AGENT_ID) if r.type is RelationType.AT), "")

    @property
    def places(self) -> tuple[Node, ...]:
        """All places that were told of."""
        return self.graph.of_kind(NodeKind.ASSET)

    @property
    def things(self) -> tuple[Node, ...]:
        """All things that were seen and are where they were, or in the hand."""
        return self.graph.of_kind(NodeKind.OBJECT)

    def _door(self, place: str, state: State) -> None:
        node = self.graph[place]
        self.graph = self.graph.changed(put=[replace(node, states=(node.states - OPENINGS - {State.CLOSED}) | {state})])

    def _see(self, place: str, names: Iterable[str], is_open: bool) -> None:
        """These things are at a place and no others; what was thought to be there is not any more."""
        seen = [_node_id(name) for name in names]
        if is_open:
            self._door(place, State.OPEN)
        else:
            node = self.graph[place]
            self.graph = self.graph.changed(put=[replace(node, states=node.states - OPENINGS - {State.CLOSED})])
        self.graph = self.graph.changed(remove=set(self.graph.contents(place)) - set(seen))
        for thing in seen:
            self._rests(thing, RelationType.INSIDE if is_open else RelationType.ON, place)
        self.looked.add(place)

    def _rests(self, thing: str, how: RelationType, where: str) -> None:
        if thing not in self.graph:
            self.graph = self.graph.changed(put=[Node(thing, kind_of(thing), NodeKind.OBJECT)])
        old = [r for r in self.graph.outgoing(thing) if r.type in PLACEMENTS]
        self.graph = self.graph.changed(drop=old, add=[Relation(thing, how, where)])


def kind_of(node_id: str) -> str:
    """The game's word for a node: "apple" of apple_1."""
    return node_id.rpartition("_")[0]


def shown(node_id: str) -> str:
    """The game's name of a node: "apple 1" of apple_1."""
    return node_id.replace("_", " ")


def _node_id(name: str) -> str:
    return name.replace(" ", "_")


def _names(listed: str) -> list[str]:
    """The names in "a apple 1, a bread 2, and a cup 1"."""
    return re.findall(rf"\ba {_NAME}", listed)
