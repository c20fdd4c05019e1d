# SPDX-License-Identifier: Apache-2.0
"""Scenes of the ContextMatters data set (3D scene graphs of Gibson homes with inserted objects) as scene graphs.

The files know rooms and objects in rooms, in words: class, description, affordances. What they leave open is decided
here, and told: what stays where it is, what lies in what, and what is known to be dirty, red or made of steel.

Source: Musumeci et al., "Context Matters! Relaxing Goals with LLMs for Feasible 3D Scene Planning" (section IV-B).
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from makedo_core.files.importers.described_words import attributes_of
from makedo_core.files.importers.foreign_file import as_id, assembled, read_json, validated
from makedo_core.graph.scene_graph import AGENT_ID, GraphError, Node, NodeKind, Relation, RelationType, SceneGraph
from makedo_core.ontology import Ontology, load_ontology

_LOG = logging.getLogger(__name__)
_CONTAINED = re.compile(r"^(?P<what>.+?)[ _]into[ _]the[ _](?P<where>.+)$")
# Nobody carries what one sits, lies or stands on, nor what is part of the plumbing or cooks.
_FIXED = frozenset({"sit on", "sit at", "lay on", "step on", "flush", "wash", "cook", "heat"})
_AGENT_LABEL = "robot"


class _Room(BaseModel):
    model_config = ConfigDict(extra="forbid")
    id: int
    category: str = Field(min_length=1)
    label: str = Field(min_length=1)
    bbox: list[Any] = []
    objects_in_room: list[int] = []


class _Thing(BaseModel):
    model_config = ConfigDict(extra="forbid", populate_by_name=True)
    id: int
    class_: str = Field(alias="class", min_length=1)
    label: str = Field(min_length=1)
    parent_room: int | None
    description: str = ""
    bbox: list[Any] = []
    action_affordance: list[str] = []


class _Scene(BaseModel):
    model_config = ConfigDict(extra="forbid")
    scene_info: dict[str, int] = {}
    rooms: dict[str, _Room]
    objects: dict[str, _Thing]


@dataclass(frozen=True, slots=True)
class Imported:
    """A scene graph, and what its file left open or contradicted itself in: one sentence each."""

    graph: SceneGraph
    notes: tuple[str, ...]


def import_contextmatters(
    source: Path | str | Mapping[str, Any], agent_room: str, ontology: Ontology | None = None
) -> SceneGraph:
    """The scene graph of a ContextMatters scene; notes on what the file left open go to the log.

    Args:
        source: the scene's JSON file, or what was read from it.
        agent_room: label of the room where the robot starts, e.g. "corridor_4".
        ontology: says which classes are furniture; the household ontology by default.

    Raises:
        GraphError: with file and key, when the file is malformed or names no such room.
    """
    imported = read_contextmatters(source, agent_room, ontology)
    for note in imported.notes:
        _LOG.info("%s", note)
    return imported.graph


def read_contextmatters(
    source: Path | str | Mapping[str, Any], agent_room: str, ontology: Ontology | None = None
) -> Imported:
    """As `import_contextmatters`, with the notes as values."""
    where, scene = _read(source)
    known = ontology or load_ontology()
    rooms = {
        room.id: Node(as_id(room.label, where), as_id(room.category, where), NodeKind.ROOM)
        for room in scene.rooms.values()
    }
    things = {thing.id: _node(thing, known, where) for thing in scene.objects.values()}
    wanted = as_id(agent_room, f"{where}: the start") if agent_room.strip() else ""  # not given: choices follow below
    start = next((room for room in rooms.values() if room.id == wanted), None)
    if start is None:
        choices = ", ".join(room.id for room in rooms.values())
        raise GraphError(f"{where}: the robot is to start in {agent_room!r}, which is no room; there are {choices}")
    agent = Node(AGENT_ID, _AGENT_LABEL, NodeKind.AGENT)
    relations = {Relation(AGENT_ID, RelationType.IN, start.id)}
    notes = [note for thing in scene.objects.values() if (note := _doubtful_kind(thing, things[thing.id], known))]
    for thing in scene.objects.values():
        relation, note = _place(thing, scene.objects.values(), rooms, things, where)
        relations |= {relation} if relation else set()
        notes += [note] if note else []
    graph = assembled((*rooms.values(), *things.values(), agent), relations, Path(where).stem, where)
    return Imported(graph, tuple(f"{where}: {note}" for note in notes))


def _read(source: Path | str | Mapping[str, Any]) -> tuple[str, _Scene]:
    """What the scene is called in messages, and its checked content."""
    where, raw = ("scene", source) if isinstance(source, Mapping) else (str(source), read_json(source))
    scene = validated(_Scene, raw, where)
    for section, items in (("rooms", scene.rooms), ("objects", scene.objects)):
        for key, item in items.items():
            if str(item.id) != key:
                raise GraphError(f"{where}: {section}.{key}.id: {item.id} is filed under {key}; both must agree")
    return where, scene


def _node(thing: _Thing, ontology: Ontology, where: str) -> Node:
    found = _CONTAINED.match(thing.class_)
    label = as_id(found["what"] if found else thing.class_, where)
    kind = NodeKind.ASSET if _stays(thing, label, ontology) else NodeKind.OBJECT
    return Node(as_id(thing.label, where), label, kind, attributes=attributes_of(thing.class_, thing.description))


def _concept(label: str, ontology: Ontology) -> str | None:
    """The described class that a name means, or that its last words mean: "dirty pants" is trousers."""
    words = label.split("_")
    tails = (" ".join(words[start:]) for start in range(len(words)))
    return next((ontology.names[tail] for tail in tails if tail in ontology.names), None)


def _stays(thing: _Thing, label: str, ontology: Ontology) -> bool:
    """Whether it is furniture or a fixed appliance."""
    concept = _concept(label, ontology)
    if concept is not None:
        return ontology.is_a(concept, "furniture")
    return not _FIXED.isdisjoint(thing.action_affordance)


def _doubtful_kind(thing: _Thing, node: Node, ontology: Ontology) -> str:
    """A note on a class of which neither the ontology nor the file says whether it can be carried."""
    if _concept(node.label, ontology) is not None or thing.action_affordance:
        return ""
    return f"{thing.label!r}: nothing is known of its class; taken for something that can be carried"


def _place(
    thing: _Thing, others: Iterable[_Thing], rooms: Mapping[int, Node], things: Mapping[int, Node], where: str
) -> tuple[Relation | None, str]:
    """Where a thing is: inside what its class name says, else in its room; and a note on what is odd about it."""
    node = things[thing.id]
    room = rooms.get(thing.parent_room) if thing.parent_room is not None else None
    at_room = Relation(node.id, RelationType.IN, room.id) if room else None
    found = _CONTAINED.match(thing.class_)
    if found is None:
        note = "" if room else f"{thing.label!r}: its room {thing.parent_room!r} is none of the scene; kept without one"
        return at_room, note
    wanted = as_id(found["where"], where)
    containers = [other for other in others if other is not thing and things[other.id].label == wanted]
    here = [other for other in containers if other.parent_room == thing.parent_room]
    chosen = here if len(here) == 1 else containers
    if len(chosen) != 1:
        return at_room, f"{thing.label!r}: {len(chosen)} things called {wanted!r}; one would be right. Kept in its room"
    inside = Relation(node.id, RelationType.INSIDE, things[chosen[0].id].id)
    if here:
        return inside, ""
    return inside, (
        f"{thing.label!r}: filed under another room than {chosen[0].label!r}; its name was believed, not its room"
    )
