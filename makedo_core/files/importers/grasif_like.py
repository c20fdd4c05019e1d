# SPDX-License-Identifier: Apache-2.0
"""Scenes of tasks in the manner of GraSIF (rooms, assets in rooms, objects on or in assets) as scene graphs.

Two kinds of file: a list of tasks with a scene each, named by synsets as in BEHAVIOR ("sack.n.01_1"), and one scene
with rooms and corridors, as the office of SayPlan.

Sources: Onishchenko et al., "LookPlanGraph" (appendix H); Rana et al., "SayPlan" (2023).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from makedo_core.files.importers.contextmatters import Imported
from makedo_core.files.importers.foreign_file import as_id, assembled, read_json, states_and_attributes, validated
from makedo_core.graph.scene_graph import AGENT_ID, GraphError, Node, NodeKind, Relation, RelationType

_SYNSET = re.compile(r"^(?P<word>.+)\.[nvasr]\.\d+(?P<number>_.*)?$")
_NUMBER = re.compile(r"[_-]?\d+$")
_FLAGS: Mapping[tuple[str, bool], str] = {
    ("toggled_on", True): "on",
    ("toggled_on", False): "off",
    ("open", True): "open",
    ("open", False): "closed",
}
_PLACES: Mapping[str, RelationType] = {
    "ontop": RelationType.ON,
    "ontop_of": RelationType.ON,
    "inside": RelationType.INSIDE,
    "inside_of": RelationType.INSIDE,
    "inside_hand": RelationType.HELD_BY,
}
_Name = Annotated[str, Field(min_length=1)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Thing(_Strict):
    name: _Name
    type: str = ""
    states: dict[str, bool] | list[_Name] = []
    affordances: list[str] = []


class _Asset(_Thing):
    room: _Name


class _Object(_Thing):
    relation: Literal["ontop", "ontop_of", "inside", "inside_of", "inside_hand"]
    related_to: _Name


class _Agent(_Strict):
    name: _Name
    location: _Name


class _Scene(_Strict):
    rooms: list[_Name]
    corridors: list[_Name] = []
    adjacency: dict[str, list[_Name]] = {}
    assets: list[_Asset]
    objects: list[_Object]
    agent: _Agent | None = None
    agent_room: _Name | None = None
    id: str = ""
    file: str = ""
    source: str = ""
    goal: Any = None
    goal_predicates: Any = None
    tasks: list[Any] = []
    init_relation_overrides: dict[str, Any] = Field(default_factory=dict, max_length=0)


def read_grasif(source: Path | str | Mapping[str, Any], task: str = "", agent_room: str = "") -> Imported:
    """The scene graph of a task, and what its file left open or contradicted itself in.

    Args:
        source: the JSON file, or one scene that was read from it.
        task: id of the task whose scene it is, for a file with a list of tasks.
        agent_room: name of the room where the robot starts; empty: that which the file says.

    Raises:
        GraphError: with file and key, when the file is malformed or contradicts itself, or there is no such task.
    """
    where = "scene" if isinstance(source, Mapping) else str(source)
    raw = source if isinstance(source, Mapping) else read_json(source)
    if isinstance(raw, list):
        raw, where = _chosen(raw, task, where), f"{where}: {task}"
    elif task:
        raise GraphError(f"{where}: it has one scene and no list of tasks; leave {task!r} out")
    scene = validated(_Scene, raw, where)
    ids = _ids(scene, where)
    rooms = [*scene.rooms, *scene.corridors]
    start = agent_room or scene.agent_room or (scene.agent.location if scene.agent else "")
    if start not in rooms:
        raise GraphError(f"{where}: the robot is to start in {start!r}, which is no room; there are {', '.join(rooms)}")
    nodes = [Node(ids[room], _label(room, "", where), NodeKind.ROOM) for room in rooms]
    nodes += [_node(thing, NodeKind.ASSET, ids, f"{where}: assets.{i}") for i, thing in enumerate(scene.assets)]
    nodes += [_node(thing, NodeKind.OBJECT, ids, f"{where}: objects.{i}") for i, thing in enumerate(scene.objects)]
    nodes.append(Node(AGENT_ID, "robot", NodeKind.AGENT))
    relations = {Relation(AGENT_ID, RelationType.IN, ids[start])}
    for index, asset in enumerate(scene.assets):
        if asset.room not in rooms:
            fault = f"{where}: assets.{index}.room: {asset.room!r} is no room"
            raise GraphError(f"{fault}; there are {', '.join(rooms)}")
        relations.add(Relation(ids[asset.name], RelationType.IN, ids[asset.room]))
    relations |= {_place(item, scene, ids, f"{where}: objects.{i}") for i, item in enumerate(scene.objects)}
    doorways, notes = _doorways(scene, rooms, ids)
    title = scene.id or ("" if isinstance(source, Mapping) else Path(source).stem)
    graph = assembled(nodes, relations | doorways, title, where)
    return Imported(graph, tuple(f"{where}: {note}" for note in notes))


def ids_of(source: Mapping[str, Any]) -> Mapping[str, str]:
    """Node of each name of a scene that `read_grasif` reads, for goals that speak of the same names.

    Raises:
        GraphError: as `read_grasif`.
    """
    return _ids(validated(_Scene, source, "scene"), "scene")


def _chosen(tasks: list[Any], wanted: str, where: str) -> Any:
    """The task of that id, if it comes with a scene."""
    named = {str(task["id"]): task for task in tasks if isinstance(task, Mapping) and "id" in task}
    if wanted not in named:
        near = get_close_matches(wanted, named, n=3) or list(named)[:3]
        asked = f"there is no task {wanted!r}" if wanted else "it has a list of tasks; say which"
        raise GraphError(f"{where}: {asked}; among its {len(named)} are {', '.join(near) or 'none'}")
    task = named[wanted]
    if "graph" in task:
        raise GraphError(f"{where}: {wanted}.graph: the scene is in {task['graph']!r}; read that as virtualhome")
    return task


def _ids(scene: _Scene, where: str) -> dict[str, str]:
    """Id of each name: without the number of the synset, unless two names would then be one."""
    lists = {"rooms": scene.rooms, "corridors": scene.corridors}
    names = {f"{key}.{i}": name for key, listed in lists.items() for i, name in enumerate(listed)}
    names |= {f"assets.{i}.name": thing.name for i, thing in enumerate(scene.assets)}
    names |= {f"objects.{i}.name": thing.name for i, thing in enumerate(scene.objects)}
    first: dict[str, str] = {}
    for key, name in names.items():
        if first.setdefault(name, key) != key:
            raise GraphError(f"{where}: {key}: {name!r} is the name of {first[name]} too; names must be unique")
    short = {name: as_id(_SYNSET.sub(r"\g<word>\g<number>", name), f"{where}: {key}") for key, name in names.items()}
    shared = Counter([*short.values(), AGENT_ID])
    return {
        name: short[name] if shared[short[name]] == 1 else as_id(name, f"{where}: {key}") for key, name in names.items()
    }


def _label(name: str, type_: str, where: str) -> str:
    """Class: the word of the synset, else the name without its number."""
    found = _SYNSET.match(type_ or name)
    return as_id(found["word"] if found else type_ or _NUMBER.sub("", name), where)


def _node(thing: _Thing, kind: NodeKind, ids: Mapping[str, str], where: str) -> Node:
    words = thing.states
    if isinstance(words, dict):
        words = [_FLAGS.get((name, value), name) for name, value in words.items() if value or (name, value) in _FLAGS]
    states, attributes = states_and_attributes(words, f"{where}.states")
    label = _label(thing.name, thing.type, f"{where}.type")
    return Node(ids[thing.name], label, kind, states=states, attributes=attributes)


def _place(item: _Object, scene: _Scene, ids: Mapping[str, str], where: str) -> Relation:
    """Where an object is: on or inside a thing, in a room, or in the agent's hand."""
    type_ = _PLACES[item.relation]
    agent = scene.agent.name if scene.agent else "agent"
    if type_ is RelationType.HELD_BY:
        if item.related_to != agent:
            raise GraphError(f"{where}.related_to: {item.related_to!r} has no hand; {agent!r} has one")
        return Relation(ids[item.name], type_, AGENT_ID)
    if item.related_to not in ids:
        raise GraphError(f"{where}.related_to: {item.related_to!r} is the name of no room, asset or object")
    if item.related_to in scene.rooms or item.related_to in scene.corridors:
        type_ = RelationType.IN
    return Relation(ids[item.name], type_, ids[item.related_to])


def _doorways(scene: _Scene, rooms: list[str], ids: Mapping[str, str]) -> tuple[set[Relation], list[str]]:
    """Rooms that are listed as adjacent, both ways; names of no room are reported."""
    relations: set[Relation] = set()
    notes: list[str] = []
    for room, others in scene.adjacency.items():
        for other in others:
            unknown = next((name for name in (room, other) if name not in rooms), None)
            if unknown is not None:
                notes.append(f"adjacency.{room}: {unknown!r} is no room; the passage to it was left out")
            elif room != other:
                relations.add(Relation(ids[room], RelationType.CONNECTED, ids[other]))
                relations.add(Relation(ids[other], RelationType.CONNECTED, ids[room]))
    return relations, notes
