# SPDX-License-Identifier: Apache-2.0
"""A world file of Gazebo as a scene graph: rooms, furniture, what lies on it; and what the file leaves open.

Nothing is made up: what cannot be read is named with its reason, and every guess is told.

Source: the SDF specification 1.4 to 1.10, sdformat.org.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from makedo_core.files.importers.foreign_file import as_id, assembled
from makedo_core.files.importers.sdf.furnishing import facing, model_of, upright
from makedo_core.files.importers.sdf.lying import rests, within
from makedo_core.files.importers.sdf.naming import Called, Namer, numbered
from makedo_core.files.importers.sdf.report import OpenPoints
from makedo_core.files.importers.sdf.rooms import WorldRooms, rooms_of
from makedo_core.files.importers.sdf.world.model_tree import read_world
from makedo_core.files.importers.sdf.world.resources import resources
from makedo_core.files.importers.sdf.world.solids import Solid
from makedo_core.files.importers.sdf.world.things import WorldThing, things_of
from makedo_core.geometry import Box, Pose
from makedo_core.graph.scene_graph import (
    AGENT_ID,
    GraphError,
    Node,
    NodeKind,
    Relation,
    RelationType,
    SceneGraph,
    Shape,
)
from makedo_core.ontology import Ontology, load_ontology

BELIEF = 0.3  # confidence of a thing that nobody has seen
CARRIED_M = 0.5  # what is larger is not taken for something to carry, unless its class says so
MOST_LARGE_M = 100.0  # a scene graph holds nothing larger
_BUILDING_M = 5.0  # a mesh so wide both ways of which nothing is known is the building
_BOARD_M = 0.3  # no wall is thicker, and none lower
_WALLS = 3  # so many at least enclose something
_ROBOT_JOINTS = 4  # so many moving joints of what is not known
LOW_M = 0.05  # what is lower lies on the floor, or is in nobody's way
_NEAR_M = 2.0
_OF_THE_BUILDING = ("wall", "floor", "ceiling")


@dataclass(frozen=True, slots=True)
class SdfScene:
    """What was made of a world file.

    Attributes:
        graph: the scene.
        names: of the model behind each node, by its id.
        notes: what the file left open, what was guessed and what was not read: a sentence each.
    """

    graph: SceneGraph
    names: Mapping[str, str]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Item:
    """A thing that becomes a node."""

    thing: WorldThing
    called: Called
    kind: NodeKind
    id: str


def read_sdf(
    path: Path | str,
    models: Iterable[Path] = (),
    *,
    robot_in: str = "",
    map_at: Pose | None = None,
    ontology: Ontology | None = None,
) -> SdfScene:
    """The scene graph of a world file.

    Args:
        path: of the .world or .sdf file.
        models: folders that hold the models which it includes.
        robot_in: id of the room where the robot is; empty: that at the origin of the map.
        map_at: where the origin of the robot's map is in the world; None: where the world's is.
        ontology: has the classes; the household ontology by default.

    Raises:
        GraphError: saying where, what is wrong and what would be right.
    """
    path = Path(path)
    found = resources(models, path)
    world = read_world(path, found)
    findings = OpenPoints(list(world.notes))
    known = ontology or load_ontology()
    namer = Namer(known)
    shift = (map_at or Pose()).inverse()
    all_things, faulty = things_of(world, found, namer.stands_nowhere)
    findings.left_out.update(faulty)
    things = [_moved(thing, shift) for thing in all_things]
    rooms, things = _building(things, namer, findings)
    items = _items(things, rooms, namer, known, findings)
    if not items:
        reasons = "; ".join(findings.sentences()) or "the world is empty"
        raise GraphError(f"{path}: no furniture and no thing could be read: {reasons}")
    nodes = _nodes(items, rooms, known, findings)
    relations = _relations(items, nodes, rooms, known, findings)
    start = _start(robot_in, rooms, str(path))
    agent = Node(AGENT_ID, "robot", NodeKind.AGENT)
    graph = assembled(
        (*rooms.nodes, *nodes.values(), agent),
        {*relations, Relation(AGENT_ID, RelationType.IN, start)},
        path.stem,
        str(path),
    )
    return SdfScene(graph, {item.id: item.thing.name for item in items}, findings.sentences())


def _moved(thing: WorldThing, shift: Pose) -> WorldThing:
    """A thing in the frame of the map, without what is too large for a scene graph."""
    kept = [s for s in thing.solids if max(s.box.size) < MOST_LARGE_M]
    large = (f"a shape of it is {MOST_LARGE_M:g} m large or more",) if len(kept) < len(thing.solids) else ()
    solids = tuple(replace(s, box=Box(shift @ s.box.pose, s.box.size)) for s in kept)
    return replace(thing, pose=shift @ thing.pose, solids=solids, unknown=(*thing.unknown, *large))


def _building(things: Sequence[WorldThing], namer: Namer, findings: OpenPoints) -> tuple[WorldRooms, list[WorldThing]]:
    """The rooms, and what is neither room, wall, floor nor ceiling."""
    rest: list[WorldThing] = []
    walls: list[Solid] = []
    for thing in things:
        concept = namer.called(thing.names).concept
        if concept in _OF_THE_BUILDING or namer.room(thing.name.rpartition("::")[2]) is not None:
            walls += [s for s in thing.solids if concept == "wall" and namer.room(s.name) is None]
            shapeless = concept == "wall" and any(s.shape is Shape.NONE for s in thing.solids)
            if shapeless or (concept == "wall" and not thing.solids):
                reason = (
                    "; ".join(filter(None, (thing.missing, *thing.unknown))) or "only the box around a mesh is known"
                )
                findings.walls[thing.name] = reason
        elif namer.stands_nowhere(thing.names):
            walls += [s for s in thing.solids if namer.called((s.name,)).concept == "wall"]
        elif _encloses(thing, concept):
            walls += thing.solids
        else:
            rest.append(thing)
    solid = [wall for wall in walls if wall.shape is not Shape.NONE]
    rooms = rooms_of(things, solid, namer)
    findings.rooms = rooms
    return rooms, rest


def _encloses(thing: WorldThing, concept: str | None) -> bool:
    """Whether something of which nothing is known is the walls of a building: upright boards, and room between."""
    boards = [s for s in thing.solids if s.shape is not Shape.NONE]
    if concept is not None or not thing.static or len(boards) < _WALLS or len(boards) < len(thing.solids):
        return False
    if not all(min(s.box.size[:2]) <= _BOARD_M < s.box.size[2] for s in boards):
        return False
    return min(upright(boards, thing.pose.yaw).size[:2]) > _BUILDING_M


def _items(
    things: Sequence[WorldThing], rooms: WorldRooms, namer: Namer, ontology: Ontology, findings: OpenPoints
) -> list[_Item]:
    """What becomes a node, with its class, kind and id."""
    kept: list[tuple[WorldThing, Called]] = []
    for thing in things:
        called = namer.called(thing.names)
        reason = _no_node(thing, called, ontology)
        if reason:
            findings.left_out[thing.name] = reason
        else:
            kept.append((thing, called))
    taken = {AGENT_ID, *(room.id for room in rooms.nodes)}
    own = {thing.name: name for thing, called in kept if (name := _own_id(thing.name, called.label))}
    taken |= set(own.values())
    items = []
    for thing, called in kept:
        id_ = own.get(thing.name) or next(numbered(as_id(called.label, thing.name), taken))
        taken.add(id_)
        items.append(_Item(thing, called, _kind(thing, called, ontology), id_))
        findings.classes(id_, thing, called, items[-1].kind, ontology)
    return items


def _own_id(name: str, label: str) -> str:
    """The name of a model, if it is its class and a number."""
    head, _, number = name.rpartition("_")
    return name if head == label and number.isdecimal() and name.isascii() else ""


def _no_node(thing: WorldThing, called: Called, ontology: Ontology) -> str:
    """Why a thing is not part of the scene; empty if it is."""
    if called.concept is not None and ontology.is_a(called.concept, "person"):
        return "it is a person, and people move"
    if called.concept is None and thing.joints >= _ROBOT_JOINTS:
        return f"it has {thing.joints} joints that move, and its class is not known: taken for a robot"
    if not thing.solids and not thing.unknown and not thing.missing:
        return "it has no solid shape"
    wide = [s for s in thing.solids if s.shape is Shape.NONE and min(s.box.size[:2]) > _BUILDING_M]
    if called.concept is None and wide:
        x, y, _ = wide[0].box.size
        return f"its mesh is {x:.0f} by {y:.0f} m wide, and its class is not known: taken for the building"
    return ""


def _kind(thing: WorldThing, called: Called, ontology: Ontology) -> NodeKind:
    """Furniture stays where it is; of what is not known, what moves and is small can be carried."""
    if called.concept is not None:
        return NodeKind.ASSET if ontology.is_a(called.concept, "furniture") else NodeKind.OBJECT
    small = bool(thing.solids) and max(upright(thing.solids, thing.pose.yaw).size) <= CARRIED_M
    return NodeKind.OBJECT if small and not thing.static else NodeKind.ASSET


def _nodes(items: Sequence[_Item], rooms: WorldRooms, ontology: Ontology, findings: OpenPoints) -> dict[str, Node]:
    """Nodes by id; furniture with its parts, its front towards free floor."""
    walls = [Box(room.pose @ part.pose, part.size) for room in rooms.nodes if room.model for part in room.model.parts]
    boxes = {item.id: [s.box for s in item.thing.solids if _rises(s)] for item in items}
    result: dict[str, Node] = {}
    for item in items:
        node = Node(item.id, item.called.label, item.kind, item.thing.pose, attributes=item.called.attributes)
        if item.thing.solids and item.kind is NodeKind.ASSET:
            around = [*walls, *(box for other, found in boxes.items() if other != item.id for box in found)]
            node = _furniture(node, item, around, ontology, findings)
        elif item.thing.solids:
            node = _carried(node, item)
        if item.kind is NodeKind.OBJECT:
            node = replace(node, confidence=BELIEF)
        result[item.id] = node
    return result


def _rises(solid: Solid) -> bool:
    return solid.box.pose.position[2] + solid.box.size[2] / 2 > LOW_M


def _furniture(node: Node, item: _Item, around: Sequence[Box], ontology: Ontology, findings: OpenPoints) -> Node:
    box = upright(item.thing.solids, item.thing.pose.yaw)
    reach = max(box.size) + _NEAR_M
    near = [b for b in around if b.gap(box.pose.position) <= reach]
    box = facing(box, item.thing.solids, near)
    label = item.called.label
    surface, container = ontology.is_a(label, "surface"), ontology.is_a(label, "container")
    worktop = ontology.is_a(label, "worktop")
    model = model_of(item.thing.solids, box, is_surface=surface, is_container=container, is_worktop=worktop)
    if any(s.shape is Shape.NONE for s in item.thing.solids):
        findings.meshes.append(node.id)
    return replace(node, pose=box.pose, size=box.size, model=model)


def _carried(node: Node, item: _Item) -> Node:
    box = upright(item.thing.solids, item.thing.pose.yaw)
    first = item.thing.solids[0]
    stands = abs(first.box.pose.matrix()[2, 2]) > 0.98 or first.shape is Shape.SPHERE
    plain = len(item.thing.solids) == 1 and stands and first.shape is not Shape.NONE
    return replace(node, pose=box.pose, size=box.size, shape=first.shape if plain else Shape.BOX)


def _relations(
    items: Sequence[_Item], nodes: Mapping[str, Node], rooms: WorldRooms, ontology: Ontology, findings: OpenPoints
) -> set[Relation]:
    """Where everything is: on or in what, and in which room."""
    carriers = [node for node in nodes.values() if not ontology.is_a(node.label, "floor_covering")]
    assets = [node for node in carriers if node.kind is NodeKind.ASSET]
    result: set[Relation] = set()
    for item in items:
        node = nodes[item.id]
        others = carriers if node.kind is NodeKind.OBJECT else assets
        placed = rests(node, not item.thing.static, others)
        around = within(node, assets) if placed is None and node.kind is NodeKind.OBJECT else None
        if around is not None and around.id not in findings.meshes and ontology.is_a(around.label, "container"):
            placed = Relation(node.id, RelationType.INSIDE, around.id)
        elif around is not None:
            findings.among[node.id] = around.id
        elif placed is None and node.kind is NodeKind.OBJECT and node.pose.position[2] > LOW_M:
            findings.hanging.append(node.id)
        if placed is not None:
            result.add(placed)
        if placed is None or node.kind is NodeKind.ASSET:
            room, sure = rooms.around(node.centre)
            result.add(Relation(node.id, RelationType.IN, room.id))
            if not sure:
                findings.far[node.id] = room.id
    return result


def _start(robot_in: str, rooms: WorldRooms, where: str) -> str:
    if not robot_in:
        return rooms.around((0.0, 0.0, 0.0))[0].id
    ids = [room.id for room in rooms.nodes]
    if robot_in not in ids:
        raise GraphError(
            f"{where}: the robot is to start in {robot_in!r}, which is no room; there are {', '.join(ids)}"
        )
    return robot_in
