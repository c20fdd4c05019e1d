# SPDX-License-Identifier: Apache-2.0
"""What an instruction demands of the world at the end, said by classes of things and checked on the facts.

A condition is written by somebody who read the instruction, never by the planner that is measured. It names classes
("every apple"), not ids, and answers with what is wrong, one sentence each; an empty answer means satisfied. A demand
for every one of a class fails where there is none: nobody who asks for all apples means "nothing".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from makedo_core.graph.scene_graph import SceneGraph
from makedo_eval.contextmatters.end_state import AT, INSIDE, ON, EndState, room_at_start


class LocationKind(Enum):
    """How something is to be at a place."""

    INSIDE = "inside"
    ON = "on"
    IN_OR_ON = "in or on"
    IN_ROOM = "in"  # anywhere in a room: on the floor, or in or on what stands there


@dataclass(frozen=True, slots=True)
class Things:
    """All nodes of some classes.

    Attributes:
        labels: classes, any of them.
        room: class of the room where they are at the start; empty: wherever.
    """

    labels: tuple[str, ...]
    room: str = ""

    def of(self, graph: SceneGraph) -> tuple[str, ...]:
        """Ids in the order of the graph."""
        return tuple(
            node.id for node in graph if node.label in self.labels and (not self.room or self._is_there(graph, node.id))
        )

    def _is_there(self, graph: SceneGraph, node_id: str) -> bool:
        room = room_at_start(node_id, graph)
        return room is not None and graph[room].label == self.room

    def __str__(self) -> str:
        names = " or ".join(label.replace("_", " ") for label in self.labels)
        return f"{names} of the {self.room.replace('_', ' ')}" if self.room else names


@dataclass(frozen=True, slots=True)
class Location:
    """In, on or at one of some things; for LocationKind.IN_ROOM the things are rooms."""

    where: LocationKind
    things: Things

    def __str__(self) -> str:
        return f"{self.where.value} one {self.things}"


@dataclass(frozen=True, slots=True)
class Quantified:
    """So many of some things; None: every one, and there must be one."""

    things: Things
    count: int | None = None


class Condition(Protocol):
    """Something that is demanded."""

    def failures(self, end: EndState, graph: SceneGraph) -> tuple[str, ...]:
        """What is wrong; nothing where the demand is met. The graph is the scene at the start."""
        ...

    def missing(self, graph: SceneGraph) -> tuple[str, ...]:
        """What the scene lacks, so that no plan can meet the demand."""
        ...


@dataclass(frozen=True, slots=True)
class Gathered:
    """All groups are at one and the same place, and nothing unwanted is."""

    place: Location
    groups: tuple[Quantified, ...]
    unwanted: Things = Things(())

    def failures(self, end: EndState, graph: SceneGraph) -> tuple[str, ...]:
        """Judged at the place where least is wrong."""
        absent = self.missing(graph)
        if absent:
            return absent
        return min((self._failures_at(p, end, graph) for p in self.place.things.of(graph)), key=len)

    def missing(self, graph: SceneGraph) -> tuple[str, ...]:
        """Places and things that are not there, or too few."""
        lacking = [none_of(self.place.things)] if not self.place.things.of(graph) else []
        for group in self.groups:
            there = len(group.things.of(graph))
            if there < (group.count or 1):
                lacking.append(
                    none_of(group.things) if not there else f"only {there} of {group.count} wanted: {group.things}"
                )
        return tuple(lacking)

    def _failures_at(self, place: str, end: EndState, graph: SceneGraph) -> tuple[str, ...]:
        wrong: list[str] = []
        for group in self.groups:
            ids = group.things.of(graph)
            away = [i for i in ids if not is_at(i, self.place.where, place, end)]
            where = f"{self.place.where.value} {place}"
            if group.count is None:
                wrong += [f"{i} is not {where}" for i in away]
            elif len(ids) - len(away) < group.count:
                wrong.append(f"{len(ids) - len(away)} of {group.count} {group.things} {where}")
        present = [i for i in self.unwanted.of(graph) if is_at(i, self.place.where, place, end)]
        return (*wrong, *(f"{i} does not belong there" for i in present))


@dataclass(frozen=True, slots=True)
class Empty:
    """Nothing is inside any of the things."""

    things: Things

    def failures(self, end: EndState, graph: SceneGraph) -> tuple[str, ...]:
        """One for each content."""
        ids = self.things.of(graph)
        inside = sorted(str(f) for f in end.facts if f.predicate == INSIDE and f.terms[1] in ids)
        return (*self.missing(graph), *(f"{fact}: not empty" for fact in inside))

    def missing(self, graph: SceneGraph) -> tuple[str, ...]:
        """The things themselves."""
        return () if self.things.of(graph) else (none_of(self.things),)


def is_at(thing: str, where: LocationKind, place: str, end: EndState) -> bool:
    """Whether a thing is at a place, at the end. In a room is also what rests on or in something there."""
    if where is LocationKind.IN_ROOM:
        return place in _rooms_of(thing, end, frozenset())
    return (where is not LocationKind.ON and end.holds(INSIDE, thing, place)) or (
        where is not LocationKind.INSIDE and end.holds(ON, thing, place)
    )


def _rooms_of(thing: str, end: EndState, seen: frozenset[str]) -> frozenset[str]:
    """The rooms of a thing. What rests somewhere is where that is, whatever else is said of it."""
    if thing in seen:
        return frozenset()
    supports = {f.terms[1] for f in end.facts if f.predicate in (INSIDE, ON) and f.terms[0] == thing}
    if supports:
        return frozenset().union(*(_rooms_of(s, end, seen | {thing}) for s in supports))
    return frozenset(f.terms[1] for f in end.facts if f.predicate == AT and f.terms[0] == thing)


def none_of(things: Things) -> str:
    """The words for a class that the scene lacks."""
    return f"there is no {things}"


def all_failures(conditions: Iterable[Condition], end: EndState, graph: SceneGraph) -> tuple[str, ...]:
    """What is wrong with any of them, each said once."""
    return tuple(dict.fromkeys(f for condition in conditions for f in condition.failures(end, graph)))


def all_missing(conditions: Sequence[Condition], graph: SceneGraph) -> tuple[str, ...]:
    """What the scene lacks for any of them, each said once."""
    return tuple(dict.fromkeys(m for condition in conditions for m in condition.missing(graph)))
