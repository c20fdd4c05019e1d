# SPDX-License-Identifier: Apache-2.0
"""The path planner: where a plan says which room to go to, the rooms on the shortest way there come in.

The skill catalogue drives to furniture and leaves the way to the base's own navigation: nothing is added to its calls.

Source: Rana et al., "SayPlan", section on iterative replanning (navigation by Dijkstra's algorithm).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise

from makedo_core.graph.scene_graph import AGENT_ID, NodeKind, RelationType, SceneGraph
from makedo_core.skills import SkillCall
from planner_node.backends.domains.vocabulary import Meaning, Vocabulary
from planner_node.pddl.model import Domain, Operator


@dataclass(frozen=True, slots=True)
class _Move:
    """Which arguments of an operator say where the robot comes from and where it goes."""

    start: int
    end: int


def with_routes(calls: Sequence[SkillCall], graph: SceneGraph, domain: Domain | None) -> tuple[SkillCall, ...]:
    """Calls with each drive to a room as one drive a doorway, from where the robot is by then.

    A drive to where the robot is already is left out; one to a room that no way leads to stays as it is.
    """
    moves = {} if domain is None else dict(_moves(domain))
    here = graph.room_of(AGENT_ID) if AGENT_ID in graph else None
    doorways = _doorways(graph)
    found: list[SkillCall] = []
    for call in calls:
        move = moves.get(call.skill)
        way = shortest(doorways, here, call.arguments[move.end]) if move and _fits(call, move) and here else None
        if way is None or move is None:
            found.append(call)
            continue
        for start, end in pairwise(way):
            arguments = list(call.arguments)
            arguments[move.start], arguments[move.end] = start, end
            found.append(SkillCall(call.skill, tuple(arguments)))
        here = way[-1]
    return tuple(found)


def shortest(doorways: Mapping[str, Mapping[str, float]], start: str, end: str) -> tuple[str, ...] | None:
    """Rooms on the shortest way from one to another, both included; None if none leads there.

    Args:
        doorways: for each room, the rooms beyond its doorways and how far it is to them, at least 0.
        start: room where it begins.
        end: room where it ends.
    """
    queue: list[tuple[float, tuple[str, ...]]] = [(0.0, (start,))]
    done: set[str] = set()
    while queue:
        length, way = heappop(queue)
        room = way[-1]
        if room == end:
            return way
        if room in done:
            continue
        done.add(room)
        for following, far in doorways.get(room, {}).items():
            if following not in done:
                heappush(queue, (length + far, (*way, following)))
    return None


def _doorways(graph: SceneGraph) -> Mapping[str, Mapping[str, float]]:
    """Distances between the middles of connected rooms [m], or doorways where not all are known.

    Where no connections are known, every room is next to every other.
    """
    rooms = {node.id: node for node in graph.of_kind(NodeKind.ROOM)}
    links = {(r.source, r.target) for r in graph.relations if r.type is RelationType.CONNECTED}
    links = {(a, b) for a, b in links if {a, b} <= rooms.keys()} or {(a, b) for a in rooms for b in rooms if a < b}
    measured = all(room.pose.is_known for room in rooms.values())
    found: dict[str, dict[str, float]] = {room: {} for room in rooms}
    for a, b in links:
        found[a][b] = found[b][a] = rooms[a].pose.distance(rooms[b].pose) if measured else 1.0
    return found


def _moves(domain: Domain) -> Iterator[tuple[str, _Move]]:
    """Operators that bring the robot from one room to another."""
    vocabulary = Vocabulary(domain)
    for name, operator in domain.operators.items():
        ends = dict(_places(operator, vocabulary))
        if ends.keys() == {True, False}:
            yield name, _Move(ends[False], ends[True])


def _places(operator: Operator, vocabulary: Vocabulary) -> Iterator[tuple[bool, int]]:
    """Whether the robot is in a room afterwards, and which parameter says in which."""
    types = {v.name: v.type for v in operator.parameters}
    names = list(types)
    for effect in operator.effects:
        literal = effect.literal
        if vocabulary.meanings.get(literal.predicate) is not Meaning.LOCATED or effect.variables:
            continue
        who, where = literal.terms
        if where in types and vocabulary.is_robot(types.get(who, "")):
            yield not literal.negated, names.index(where)


def _fits(call: SkillCall, move: _Move) -> bool:
    return len(call.arguments) > max(move.start, move.end)
