# SPDX-License-Identifier: Apache-2.0
"""What happened between two snapshots of the scene graph, as a person would say it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from makedo_core.enums import StrEnum
from makedo_core.graph.persons_word import Matter
from makedo_core.graph.scene_graph import EXCLUDED, Node, NodeKind, Relation, RelationType, SceneGraph, State
from makedo_core.ontology.words import with_article

MOVED_M = 0.10
"""Things that are still on the same furniture count as moved beyond this [m]; a second look differs by less."""


class ChangeKind(StrEnum):
    """What happened to a node, in the order of the report."""

    ADDED = "added"
    GONE = "gone"
    MOVED = "moved"
    STATE = "state"
    TOLD = "told"


@dataclass(frozen=True, slots=True)
class NodePlace:
    """Where a thing is; all empty where nobody knows.

    Attributes:
        relation: how it rests there: on, inside, held_by or in.
        target: furniture, thing, robot or room.
        room: that this is in; empty where that is not known, or where the target is a room.
    """

    relation: str = ""
    target: str = ""
    room: str = ""

    def __str__(self) -> str:
        if not self.target:
            return "somewhere"
        if self.relation == "held_by":
            return "in the robot's hand"
        where = f"{self.relation} {self.target}"
        return f"{where} ({self.room})" if self.room else where


@dataclass(frozen=True, slots=True)
class NodeChange:
    """One thing that happened.

    Attributes:
        kind: what.
        node_id: to what.
        before, after: where it was and is; None where it was not there yet, or is no longer.
        distance_m: how far it moved; None where a pose is not known.
        states: that are new.
        ended: states that no longer hold and have no opposite that does.
        told: what of it a person said.
        formerly: its id before; empty: the same.
        looks: its attributes and class, if it was said what it is or what it is like.
    """

    kind: ChangeKind
    node_id: str
    before: NodePlace | None = None
    after: NodePlace | None = None
    distance_m: float | None = None
    states: tuple[State, ...] = ()
    ended: tuple[State, ...] = ()
    told: tuple[Matter, ...] = ()
    formerly: str = ""
    looks: str = ""

    def __str__(self) -> str:
        if self.kind is ChangeKind.ADDED:
            return f"{self.node_id} is new, {self.after}"
        if self.kind is ChangeKind.GONE:
            return f"{self.node_id} is gone; it was {self.before}"
        if self.kind is ChangeKind.TOLD:
            return self._as_told()
        if self.kind is ChangeKind.STATE:
            told = [_PHRASES[s] for s in self.states] + [f"is no longer {s.replace('_', ' ')}" for s in self.ended]
            return f"{self.node_id} {' and '.join(told)}"
        far = "" if self.distance_m is None else f" ({self.distance_m:.2f} m)"
        if self.before == self.after:
            return f"{self.node_id} was moved{far}, still {self.after}"
        return f"{self.node_id} was moved{far}: it was {self.before}, it is {self.after}"

    def _as_told(self) -> str:
        said = [f"it is {with_article(self.looks)}"] if self.looks else []
        if Matter.PLACE in self.told:
            said.append(f"it is {self.after}")
        if Matter.GONE in self.told:
            said.append("it is gone")
        former = f", which was {self.formerly}" if self.formerly else ""
        return f"a person said of {self.node_id}{former}: {' and '.join(said)}"


def changes(before: SceneGraph, after: SceneGraph, moved_m: float = MOVED_M) -> tuple[NodeChange, ...]:
    """What happened to furniture and things; by kind, then by id.

    How sure it is of them, and when they were seen, is not told, nor where the robot is.

    Args:
        before: a snapshot.
        after: a later one of the same scene.
        moved_m: smaller motions on the same support are not told [m].
    """
    former = {node.id: _former_id(before, node) for node in after}
    found = [*_came_and_went(before, after, former)]
    for node in after:
        old = before.nodes.get(former[node.id])
        if node.told is not None and (old is None or node.told != old.told):
            found.extend(_was_told(old, node, place_of(after, node.id)))
        if old is not None and _is_there(old) and _is_there(node):
            found.extend(_happened(old, node, place_of(before, old.id), place_of(after, node.id), moved_m))
    order = list(ChangeKind)
    return tuple(sorted(found, key=lambda c: (order.index(c.kind), c.node_id)))


def place_of(graph: SceneGraph, node_id: str) -> NodePlace:
    """Where a node of the graph is."""
    rest = graph.placement(node_id)
    room = graph.room_of(node_id) or ""
    if rest is None:
        return _place(Relation(node_id, RelationType.IN, room), "") if room else NodePlace()
    return _place(rest, room)


def _place(relation: Relation, room: str) -> NodePlace:
    return NodePlace(relation.type.name.lower(), relation.target, room)


def _former_id(before: SceneGraph, node: Node) -> str:
    """What a node was called in an earlier snapshot: a person may have said since that it is of another class."""
    former = () if node.told is None else node.told.formerly
    return next((i for i in (node.id, *reversed(former)) if i in before), node.id)


def _came_and_went(before: SceneGraph, after: SceneGraph, former: Mapping[str, str]) -> Iterator[NodeChange]:
    there = {n.id for n in before if _is_there(n)}
    here = {former[n.id]: n.id for n in after if _is_there(n)}
    for node_id in here.keys() - there:
        yield NodeChange(ChangeKind.ADDED, here[node_id], after=place_of(after, here[node_id]))
    for node_id in there - here.keys():
        yield NodeChange(ChangeKind.GONE, node_id, before=place_of(before, node_id))


def _was_told(old: Node | None, node: Node, place: NodePlace) -> Iterator[NodeChange]:
    """What a person said of a node since, of what still holds."""
    told, known = node.told, None if old is None else old.told
    if told is None or (known is not None and told.said_s == known.said_s):
        return  # nothing new; some of it was seen since
    looks = ""
    if told.matters & {Matter.CLASS, Matter.ATTRIBUTES}:
        looks = " ".join([*sorted(node.attributes), node.label.replace("_", " ")])
    formerly = "" if old is None or old.id == node.id else old.id
    matters = tuple(sorted(told.matters))
    yield NodeChange(ChangeKind.TOLD, node.id, after=place, told=matters, formerly=formerly, looks=looks)


def _happened(old: Node, node: Node, before: NodePlace, after: NodePlace, moved_m: float) -> Iterator[NodeChange]:
    known = old.pose.is_known and node.pose.is_known
    distance_m = old.pose.distance(node.pose) if known else None
    elsewhere = (before.relation, before.target) != (after.relation, after.target)
    if elsewhere or (distance_m is not None and distance_m > moved_m and after.relation != "held_by"):
        yield NodeChange(ChangeKind.MOVED, node.id, before, after, distance_m)
    begun = tuple(sorted(node.states - old.states))
    ended = tuple(sorted(s for s in old.states - node.states if not EXCLUDED[s] & node.states))
    if begun or ended:
        yield NodeChange(ChangeKind.STATE, node.id, before, after, states=begun, ended=ended)


def _is_there(node: Node) -> bool:
    """Furniture and things that are not known to be gone."""
    return node.kind is NodeKind.ASSET or (node.kind is NodeKind.OBJECT and node.confidence > 0.0)


_PHRASES = {
    State.OPEN: "was opened",
    State.AJAR: "was left ajar",
    State.CLOSED: "was closed",
    State.LOCKED: "was locked",
    State.ON: "was switched on",
    State.OFF: "was switched off",
    State.UPRIGHT: "was set upright",
    State.UPSIDE_DOWN: "was turned over",
    State.FULL: "was filled",
    State.EMPTY: "was emptied",
}
