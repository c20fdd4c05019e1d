# SPDX-License-Identifier: Apache-2.0
"""Apartment graphs of VirtualHome and of the Embodied Agent Interface as scene graphs.

Rooms, things and the character become nodes; walls, ceilings and floors are left out, and what they carry is in its
room. Boxes are turned from Unity's axes (left-handed, y up) into ours (right-handed, z up).

Sources: Puig et al., "VirtualHome: Simulating Household Activities via Programs" (2018); Li et al., "Embodied Agent
Interface: Benchmarking LLMs for Embodied Decision Making" (2024).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from makedo_core.files.importers.contextmatters import Imported
from makedo_core.files.importers.foreign_file import as_id, assembled, read_json, states_and_attributes, validated
from makedo_core.files.importers.resting import settle
from makedo_core.geometry import UNKNOWN_POSE, Pose, Vector
from makedo_core.graph.scene_graph import (
    AGENT_ID,
    GraphError,
    Node,
    NodeKind,
    Relation,
    RelationType,
    validated_pose,
)
from makedo_core.ontology import Ontology, load_ontology

MOMENTS = ("init_graph", "final_graph")
"""Keys of a file with the graphs before and after a program."""
_STRUCTURE = frozenset({"Walls", "Ceiling", "Floor", "Floors"})
_HOLDS = frozenset({"HOLDS_RH", "HOLDS_LH"})
_PLACES: Mapping[str, RelationType] = {"ON": RelationType.ON, "INSIDE": RelationType.INSIDE}
_THINGS = frozenset({NodeKind.ASSET, NodeKind.OBJECT})
_Name = Annotated[str, Field(min_length=1)]
_Metre = Annotated[float, Field(allow_inf_nan=False)]
_Extent = Annotated[float, Field(ge=0.0, lt=100.0, allow_inf_nan=False)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Box(_Strict):
    center: list[_Metre] = Field(min_length=3, max_length=3)
    size: list[_Extent] = Field(min_length=3, max_length=3)


class _Node(_Strict):
    id: int = Field(ge=0)
    class_name: _Name
    category: _Name
    properties: list[str] = []
    states: list[_Name] = []
    prefab_name: str | None = None
    bounding_box: _Box | None = None
    obj_transform: dict[str, Any] | None = None


class _Edge(_Strict):
    from_id: int
    relation_type: Literal["ON", "INSIDE", "CLOSE", "FACING", "BETWEEN", "HOLDS_RH", "HOLDS_LH"]
    to_id: int


class _Graph(_Strict):
    nodes: list[_Node]
    edges: list[_Edge]
    trimmed_nodes: list[Any] = []


def read_virtualhome(
    source: Path | str | Mapping[str, Any],
    agent_room: str = "",
    *,
    moment: str = "init_graph",
    ontology: Ontology | None = None,
) -> Imported:
    """The scene graph of an apartment, and what its file left open or contradicted itself in.

    Args:
        source: the JSON file, or what was read from it.
        agent_room: id or class of the room where the robot starts, e.g. "kitchen_67"; empty: that of the character.
        moment: which graph of a file with two: one of `MOMENTS`.
        ontology: says which classes are furniture; the household ontology by default.

    Raises:
        GraphError: with file and key, when it is malformed, contradicts itself or does not say where the robot is.
    """
    where = "scene" if isinstance(source, Mapping) else str(source)
    raw = source if isinstance(source, Mapping) else read_json(source)
    if isinstance(raw, Mapping) and not raw.keys().isdisjoint(MOMENTS):
        if moment not in raw:
            raise GraphError(f"{where}: there is no graph {moment!r}; there are {', '.join(sorted(raw))}")
        raw, where = raw[moment], f"{where}: {moment}"
    graph = validated(_Graph, raw, where)
    by_number = _by_number(graph, where)
    nodes = _nodes(graph, ontology or load_ontology(), where)
    notes: list[str] = []
    left_out = [node for node in graph.nodes if node.category in _STRUCTURE]
    if left_out:
        notes.append(f"{len(left_out)} walls, ceilings and floors left out; what they carry is in its room")
    _check_ends(graph, by_number, where)
    rooms = _rooms(graph, nodes, notes)
    placements = _placements(graph, nodes, notes)
    relations = set(placements.values())
    for number, node in nodes.items():
        # An object is in the room of the asset below it, an asset in its own whatever it stands on.
        if node.kind is NodeKind.ASSET or (node.kind is NodeKind.OBJECT and node.id not in placements):
            relations |= {Relation(node.id, RelationType.IN, rooms[number])} if number in rooms else set()
            notes += [] if number in rooms else [f"{node.id!r} is in no room; kept without one"]
    start = _start(agent_room, nodes, rooms, where)
    relations |= {Relation(AGENT_ID, RelationType.IN, start), *_doorways(graph, nodes)}
    if all(node.kind is not NodeKind.AGENT for node in nodes.values()):
        nodes[-1] = Node(AGENT_ID, "robot", NodeKind.AGENT)
    scene = "" if isinstance(source, Mapping) else Path(source).stem
    return Imported(assembled(nodes.values(), relations, scene, where), tuple(f"{where}: {note}" for note in notes))


def _by_number(graph: _Graph, where: str) -> dict[int, _Node]:
    result: dict[int, _Node] = {}
    for index, node in enumerate(graph.nodes):
        if node.id in result:
            raise GraphError(f"{where}: nodes.{index}.id: {node.id} is the id of two nodes; ids must be unique")
        result[node.id] = node
    characters = [str(node.id) for node in graph.nodes if node.category == "Characters"]
    if len(characters) > 1:
        raise GraphError(f"{where}: nodes {', '.join(characters)} are characters; only one can be the robot")
    return result


def _check_ends(graph: _Graph, by_number: Mapping[int, _Node], where: str) -> None:
    for index, edge in enumerate(graph.edges):
        for key, number in (("from_id", edge.from_id), ("to_id", edge.to_id)):
            if number not in by_number:
                raise GraphError(f"{where}: edges.{index}.{key}: {number} is the id of no node")
        if edge.from_id == edge.to_id and edge.relation_type in {*_PLACES, *_HOLDS}:
            raise GraphError(f"{where}: edges.{index}.to_id: node {edge.to_id} cannot carry itself; name two nodes")


def _nodes(graph: _Graph, ontology: Ontology, where: str) -> dict[int, Node]:
    """Nodes by their number in the file, without walls, ceilings and floors."""
    held = {edge.to_id for edge in graph.edges if edge.relation_type in _HOLDS}
    result: dict[int, Node] = {}
    for index, item in enumerate(graph.nodes):
        if item.category in _STRUCTURE:
            continue
        key = f"{where}: nodes.{index}"
        label = as_id(item.class_name, f"{key}.class_name")
        kind = _kind(item, label, item.id in held, ontology)
        states, attributes = states_and_attributes(item.states, f"{key}.states")
        pose, size = _upright(item.bounding_box, f"{key}.bounding_box")
        name = AGENT_ID if kind is NodeKind.AGENT else as_id(f"{label}_{item.id}", f"{key}.class_name")
        result[item.id] = Node(name, label, kind, pose, size, states=states, attributes=attributes)
    return result


def _kind(item: _Node, label: str, held: bool, ontology: Ontology) -> NodeKind:
    """Chairs are GRABBABLE there; what the ontology calls furniture stays where it is unless someone holds it."""
    if item.category in ("Rooms", "Characters"):
        return NodeKind.ROOM if item.category == "Rooms" else NodeKind.AGENT
    head = ontology.head(label)
    furniture = head is not None and ontology.is_a(head, "furniture")
    return NodeKind.OBJECT if held or ("GRABBABLE" in item.properties and not furniture) else NodeKind.ASSET


def _upright(box: _Box | None, where: str) -> tuple[Pose, Vector]:
    """Pose of the centre of the base in the map frame, and extents; exchanging y and z also changes the handedness."""
    if box is None:
        return UNKNOWN_POSE, (0.0, 0.0, 0.0)
    x, up, forward = box.center
    width, height, depth = box.size
    return validated_pose(Pose((x, forward, up - height / 2)), where), (width, depth, height)


def _rooms(graph: _Graph, nodes: Mapping[int, Node], notes: list[str]) -> dict[int, str]:
    """Id of the room of each thing and of the character, by number; the first one listed where there are several."""
    result: dict[int, str] = {}
    for edge in graph.edges:
        source, target = nodes.get(edge.from_id), nodes.get(edge.to_id)
        if source is None or target is None or edge.relation_type not in _PLACES:
            continue
        if target.kind is NodeKind.ROOM and source.kind is not NodeKind.ROOM:
            room = result.setdefault(edge.from_id, target.id)
            if room != target.id:
                notes.append(f"{source.id!r} is in {room!r} and in {target.id!r}; the first was believed")
    return result


def _placements(graph: _Graph, nodes: Mapping[int, Node], notes: list[str]) -> dict[str, Relation]:
    """What each thing rests on or in, or who holds it, by id."""
    in_hand: dict[str, Relation] = {}
    stated: list[Relation] = []
    for edge in graph.edges:
        source, target = nodes.get(edge.from_id), nodes.get(edge.to_id)
        if source is None or target is None:
            continue
        if edge.relation_type in _HOLDS and source.kind is NodeKind.AGENT and target.kind is NodeKind.OBJECT:
            if in_hand and target.id not in in_hand:
                notes.append(f"{target.id!r} is in the second hand of one who has one here; kept in its room")
            else:
                in_hand[target.id] = Relation(target.id, RelationType.HELD_BY, source.id)
        elif edge.relation_type in _PLACES and source.kind in _THINGS and target.kind is NodeKind.AGENT:
            notes.append(f"{source.id!r} is on the character; kept in its room")
        elif edge.relation_type in _PLACES and source.kind in _THINGS and target.kind in _THINGS:
            stated.append(Relation(source.id, _PLACES[edge.relation_type], target.id))
    settled = settle(relation for relation in stated if relation.source not in in_hand)
    notes += settled.notes
    return {**settled.placements, **in_hand}


def _start(agent_room: str, nodes: Mapping[int, Node], rooms: Mapping[int, str], where: str) -> str:
    """Id of the room where the robot is."""
    known = [node for node in nodes.values() if node.kind is NodeKind.ROOM]
    choices = ", ".join(room.id for room in known) or "none"
    if agent_room:
        found = [r for r in known if r.id == agent_room] or [r for r in known if r.label == agent_room]
        if len(found) != 1:
            fault = "means several rooms" if found else "is no room"
            raise GraphError(f"{where}: the robot is to start in {agent_room!r}, which {fault}; there are {choices}")
        return found[0].id
    room = next((rooms.get(number) for number, node in nodes.items() if node.kind is NodeKind.AGENT), None)
    if room is None:
        raise GraphError(f"{where}: no character is in a room; name the room where the robot is: there are {choices}")
    return room


def _doorways(graph: _Graph, nodes: Mapping[int, Node]) -> Iterator[Relation]:
    """Rooms with a door between them are connected, both ways."""
    sides: dict[int, set[str]] = {}
    for edge in graph.edges:
        target = nodes.get(edge.to_id)
        if edge.relation_type == "BETWEEN" and target is not None and target.kind is NodeKind.ROOM:
            sides.setdefault(edge.from_id, set()).add(target.id)
    for rooms in sides.values():
        yield from (Relation(one, RelationType.CONNECTED, other) for one, other in permutations(rooms, 2))
