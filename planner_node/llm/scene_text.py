# SPDX-License-Identifier: Apache-2.0
"""A scene graph as a few lines of text for a prompt, room by room: by ids and numbers, or in the words of people."""

from __future__ import annotations

from collections import Counter

from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph
from makedo_core.ontology import Ontology
from makedo_llm.templates import one_line

NOWHERE = "elsewhere"


def scene_text(graph: SceneGraph, ontology: Ontology, longest: int = 12_000) -> str:
    """What there is, and which general words fit it.

    Args:
        graph: the scene.
        ontology: for the general words.
        longest: characters; what does not fit is left out from the end, and the text says so.
    """
    lines = [_room_line(graph, room) for room in _rooms(graph)]
    labels = {n.label for n in graph.of_kind(NodeKind.OBJECT)}
    general = sorted({a for label in labels for a in ontology.ancestors(label)} - labels)
    if general:
        lines.append(f"general words: {', '.join(one_line(g.replace('_', ' ')) for g in general)}")
    text = "\n".join(lines)
    if len(text) <= longest:
        return text
    cut = text.rfind(", ", 0, longest)
    return f"{text[: max(cut, 0)]}\n(not everything fits here; other names may be right too)"


def scene_words(graph: SceneGraph, longest: int = 6_000) -> str:
    """What there is in the words that people use for it, room by room, each kind of thing once.

    Args:
        graph: the scene.
        longest: characters; what does not fit is left out from the end.
    """
    lines = []
    for room in _rooms(graph):
        here = [n for n in graph if n.id != room and graph.room_of(n.id) == room]
        furniture = [_spoken(n.id) for n in here if n.kind is NodeKind.ASSET]
        things = sorted({_thing(n) for n in here if n.kind is NodeKind.OBJECT})
        name = NOWHERE if room is None else _spoken(room)
        lines.append(f"{name}: {', '.join(furniture) or 'no furniture'}; {', '.join(things) or 'no things'}")
    return "\n".join(lines)[:longest]


def _spoken(node_id: str) -> str:
    return one_line(node_id.replace("_", " "))


def _rooms(graph: SceneGraph) -> list[str | None]:
    """Ids of rooms, and None where something is in none."""
    rooms: list[str | None] = [room.id for room in graph.of_kind(NodeKind.ROOM)]
    placed = (NodeKind.ASSET, NodeKind.OBJECT)
    return [*rooms, None] if any(n.kind in placed and graph.room_of(n.id) is None for n in graph) else rooms


def _room_line(graph: SceneGraph, room: str | None) -> str:
    here = [n for n in graph if n.id != room and graph.room_of(n.id) == room]
    furniture = [_furniture(n) for n in here if n.kind is NodeKind.ASSET]
    things = Counter(_thing(n) for n in here if n.kind is NodeKind.OBJECT)
    counted = [f"{number} {thing}" for thing, number in sorted(things.items())]
    name = NOWHERE if room is None else one_line(room)
    return f"{name}: furniture: {', '.join(furniture) or 'none'}; things: {', '.join(counted) or 'none'}"


def _furniture(node: Node) -> str:
    more = sorted({*map(str, node.states), *node.attributes})
    return one_line(node.id) + (f" ({one_line(', '.join(more))})" if more else "")


def _thing(node: Node) -> str:
    return one_line(" ".join((*sorted(node.attributes), node.label.replace("_", " "))))
