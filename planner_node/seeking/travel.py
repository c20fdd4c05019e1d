# SPDX-License-Identifier: Apache-2.0
"""How long a robot takes from place to place and for looking there, as far as a scene graph knows it."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, RelationType, SceneGraph, State
from planner_node.proof.prune import position


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast the robot is; about what the simulated TIAGo takes.

    Attributes:
        drive_mps: on straight ways [m/s].
        dock_s: for turning and docking, once a drive [s].
        look_s: for turning the head over furniture [s].
        door_s: for opening what is closed, and closing it again [s].
        room_m: length of a way within a room where poses are not known [m].
        doorway_m: what each doorway adds to such a way [m].
    """

    drive_mps: float = 0.5
    dock_s: float = 4.0
    look_s: float = 8.0
    door_s: float = 40.0
    room_m: float = 2.0
    doorway_m: float = 5.0


class Travel:
    """Ways through one scene. Computes rooms and doorways once."""

    def __init__(self, graph: SceneGraph, pace: Pace | None = None) -> None:
        """Hold the scene; doorways are read at once."""
        self._graph = graph
        self.pace = pace or Pace()
        self._doorways = _doorways_between(graph)

    def length_m(self, start: str, end: str) -> float:
        """Between two nodes: straight where both poses are known, else by the doorways between their rooms [m]."""
        if start == end:
            return 0.0
        here, there = position(self._graph, start), position(self._graph, end)
        if here is not None and there is not None:
            return math.dist(here, there)
        rooms = self._graph.room_of(start), self._graph.room_of(end)
        if rooms[0] == rooms[1]:
            return self.pace.room_m
        apart = self._doorways.get(rooms[0] or "", {}).get(rooms[1] or "", 1)
        return self.pace.room_m + apart * self.pace.doorway_m

    def drive_s(self, start: str, end: str) -> float:
        """Driving from one node to another; nothing where the robot stands already [s]."""
        if start == end or (start == AGENT_ID and _stands_at(self._graph, end)):
            return 0.0
        return self.length_m(start, end) / self.pace.drive_mps + self.pace.dock_s

    def look_s(self, place: str) -> float:
        """Looking at furniture, and into it: what is closed is opened and closed again [s]."""
        return self.pace.look_s + (self.pace.door_s if is_shut(self._graph[place]) else 0.0)

    def between_s(self, places: Sequence[str]) -> tuple[tuple[float, ...], ...]:
        """Driving from each place to each [s]."""
        return tuple(tuple(self.drive_s(a, b) for b in places) for a in places)


def is_shut(place: Node) -> bool:
    """Whether a door hides what is in a place; one that is ajar does, too."""
    return not place.states.isdisjoint({State.CLOSED, State.AJAR})


def _stands_at(graph: SceneGraph, place: str) -> bool:
    return any(r.type is RelationType.AT and r.target == place for r in graph.outgoing(AGENT_ID))


def _doorways_between(graph: SceneGraph) -> dict[str, dict[str, int]]:
    """How many doorways lie between two rooms, as far as they are connected."""
    doors: dict[str, set[str]] = {room.id: set() for room in graph.of_kind(NodeKind.ROOM)}
    for relation in graph.relations:
        if relation.type is RelationType.CONNECTED and {relation.source, relation.target} <= doors.keys():
            doors[relation.source].add(relation.target)
            doors[relation.target].add(relation.source)
    result: dict[str, dict[str, int]] = {}
    for start in doors:
        reached, queue = {start: 0}, deque([start])
        while queue:
            room = queue.popleft()
            for following in sorted(doors[room] - reached.keys()):
                reached[following] = reached[room] + 1
                queue.append(following)
        result[start] = reached
    return result
