# SPDX-License-Identifier: Apache-2.0
"""The memory graph: what was seen, what is only remembered, what was looked into; and its text for a model.

A model is shown the places, the room where the robot is with its furniture, what was discovered there and what is
remembered to be there; of other rooms only what was discovered, and furniture that something was done with.

Source: Onishchenko et al., LookPlanGraph, section IV-B and appendix F3.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace

from makedo_core.goals.facts import graph_after, is_gone
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, RelationType, SceneGraph
from makedo_core.known_failure import FailureKind, KnownFailure
from makedo_core.skills import SkillCall
from makedo_llm.templates import one_line
from planner_node.seeking.prospect import looked_into

_RELATIONS = {RelationType.ON: "ontop", RelationType.INSIDE: "inside"}


@dataclass(frozen=True)
class SceneMemory:
    """A memory of a scene. Objects that are beliefs were not seen yet; all others were.

    Attributes:
        graph: what is known.
        failures: what was learnt while moving.
        room: id of the room that is shown; None: nobody knows where the robot is.
        touched: furniture that something was done with.
        past: actions and why, oldest first.
    """

    graph: SceneGraph
    failures: Collection[KnownFailure] = ()
    room: str | None = None
    touched: tuple[str, ...] = ()
    past: tuple[str, ...] = field(default=())

    @staticmethod
    def of(graph: SceneGraph, failures: Collection[KnownFailure] = ()) -> SceneMemory:
        """The memory to begin with: furniture that was looked into counts as touched."""
        room = graph.room_of(AGENT_ID) if AGENT_ID in graph else None
        return SceneMemory(graph, failures, room, tuple(sorted(looked_into(graph, failures))))

    def after(self, calls: Iterable[SkillCall]) -> SceneMemory:
        """The memory after calls that did what they should."""
        graph, touched = self.graph, dict.fromkeys(self.touched)
        for call in calls:
            graph = graph_after(call, graph)
            touched.update(dict.fromkeys(a for a in call.arguments if graph[a].kind is NodeKind.ASSET))
        room = graph.room_of(AGENT_ID) or self.room
        return replace(self, graph=graph, room=room, touched=tuple(touched))

    def noted(self, line: str) -> SceneMemory:
        """With one more action in the past."""
        return replace(self, past=(*self.past, line))

    @property
    def inspected(self) -> frozenset[str]:
        """Furniture that was looked into already."""
        return looked_into(self.graph, self.failures)

    def is_there(self, node: Node) -> bool:
        """Whether an object is known, or at least thought, to be somewhere."""
        missing = {f.node_id for f in self.failures if f.kind is FailureKind.MISSING}
        placed = self.graph.placement(node.id) is not None
        return node.kind is NodeKind.OBJECT and placed and not is_gone(node) and node.id not in missing


def described(memory: SceneMemory) -> str:
    """The part of the memory that a model is shown, in words."""
    graph = memory.graph
    rooms = [n.id for n in graph.of_kind(NodeKind.ROOM)]
    held = graph.held()
    lines = [
        f"Places of the building: {', '.join(rooms) or 'none'}.",
        f"You are in {memory.room or 'an unknown place'} and hold {held or 'nothing'}.",
    ]
    here = [n for n in graph.of_kind(NodeKind.ASSET) if graph.room_of(n.id) == memory.room]
    objects = [n for n in graph.of_kind(NodeKind.OBJECT) if memory.is_there(n) and n.id != held]
    near = [n for n in objects if graph.room_of(n.id) == memory.room]
    inspected = memory.inspected
    lines += _section("Furniture here:", (f"{_said(n)}{_looked(n.id in inspected)}" for n in here))
    lines += _section("Objects that you discovered here:", (_object(n, graph) for n in near if not n.is_belief))
    lines += _section("Objects that you remember here, unconfirmed:", (_object(n, graph) for n in near if n.is_belief))
    far = [graph[i] for i in memory.touched if graph.room_of(i) != memory.room]
    away = [n for n in objects if n not in near and not n.is_belief]
    known = [f"{_said(n)}, in {graph.room_of(n.id)}{_looked(n.id in inspected)}" for n in far]
    known += [f"{_object(n, graph)}, in {graph.room_of(n.id)}" for n in away]
    lines += _section("You also know in other rooms:", known)
    return "\n".join(lines)


def _section(title: str, lines: Iterable[str]) -> Iterator[str]:
    found = list(lines)
    if found:
        yield title
        yield from (f"- {line}" for line in found)


def _said(node: Node) -> str:
    words = sorted((*map(str, node.states), *(one_line(a) for a in node.attributes)))
    return f"{node.id} ({', '.join(words)})" if words else node.id


def _looked(inspected: bool) -> str:
    return ", looked into" if inspected else ""


def _object(node: Node, graph: SceneGraph) -> str:
    relation = graph.placement(node.id)
    assert relation is not None
    return f"{_said(node)} {_RELATIONS.get(relation.type, 'with')} {relation.target}"
