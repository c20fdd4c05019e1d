# SPDX-License-Identifier: Apache-2.0
"""The rooms of a world: those that models or links are named after, or one for everything."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from makedo_core.files.importers.sdf.furnishing import Upright, upright
from makedo_core.files.importers.sdf.naming import Namer
from makedo_core.files.importers.sdf.world.solids import Solid
from makedo_core.files.importers.sdf.world.things import WorldThing
from makedo_core.geometry import UNKNOWN_POSE, Pose, Vector
from makedo_core.graph.asset_model import AssetModel, Part
from makedo_core.graph.scene_graph import Node, NodeKind, Shape

ONLY_ROOM = "room_1"
_LEAST_FLOOR_M = 1.0
_LEAST_WALL_M = 0.5


@dataclass(frozen=True, slots=True)
class WorldRooms:
    """The rooms of a world.

    Attributes:
        nodes: at least one.
        named: whether names of the world speak of them.
    """

    nodes: tuple[Node, ...]
    named: bool

    def around(self, point: Vector) -> tuple[Node, bool]:
        """The room that a point is in, and whether it is within its extent; the nearest one else."""
        if len(self.nodes) == 1:
            return self.nodes[0], True
        known = [room for room in self.nodes if room.pose.is_known]
        if not known:
            return self.nodes[0], False
        nearest = min(known, key=lambda room: (room.box.gap(point), room.size[0] * room.size[1], room.id))
        return nearest, nearest.box.gap(point) < 1e-6


def rooms_of(things: Iterable[WorldThing], walls: Sequence[Solid], namer: Namer) -> WorldRooms:
    """The rooms that a world names, with their walls.

    A model or link that is named after a room ("kitchen_floor", "room_kitchen") says how far it reaches. Without any
    such name all is in one room, which reaches as far as the walls, where these are known.
    """
    found: dict[tuple[str, str], list[Solid]] = {}
    for thing in things:
        own = namer.room(thing.name.rpartition("::")[2])
        if own is not None:
            found.setdefault((own, thing.name), []).extend(thing.solids)
            continue
        for solid in thing.solids:
            linked = namer.room(solid.name)
            if linked is not None:
                found.setdefault((linked, linked), []).append(solid)
    counts: dict[str, int] = {}
    nodes: list[Node] = []
    for (label, _), solids in _merged(found).items():
        counts[label] = counts.get(label, 0) + 1
        several = sum(key[0] == label for key in _merged(found)) > 1
        nodes.append(_room(f"{label}_{counts[label]}" if several else label, label, solids))
    if not nodes:
        return WorldRooms((_with_walls(_room(ONLY_ROOM, "room", walls), walls),), named=False)
    rooms = WorldRooms(tuple(nodes), named=True)
    shared: dict[str, list[Solid]] = {node.id: [] for node in nodes}
    for wall in walls:
        shared[rooms.around(wall.box.pose.position)[0].id].append(wall)
    return WorldRooms(tuple(_with_walls(node, shared[node.id]) for node in nodes), named=True)


def _merged(found: dict[tuple[str, str], list[Solid]]) -> dict[tuple[str, str], list[Solid]]:
    """One room for a floor and the walls of one name: "kitchen_floor" and "kitchen_walls"; floors make rooms."""
    result: dict[tuple[str, str], list[Solid]] = {}
    for (label, name), solids in found.items():
        same = next((key for key in result if key[0] == label and not _is_floor(result[key], solids)), None)
        result.setdefault(same or (label, name), []).extend(solids)
    return result


def _is_floor(first: Sequence[Solid], second: Sequence[Solid]) -> bool:
    """Whether both have a floor of their own, so that they are two rooms."""
    return all(
        any(s.box.size[2] < 0.3 and min(s.box.size[:2]) >= _LEAST_FLOOR_M for s in part) for part in (first, second)
    )


def _room(name: str, label: str, solids: Sequence[Solid]) -> Node:
    if not solids:
        return Node(name, label, NodeKind.ROOM, UNKNOWN_POSE)
    box = upright(solids, solids[0].box.pose.yaw if len(solids) == 1 else 0.0)
    if min(box.size[:2]) < _LEAST_FLOOR_M:
        return Node(name, label, NodeKind.ROOM, UNKNOWN_POSE)
    x, y, z = box.pose.position
    level = z + box.size[2] if box.size[2] < 0.3 else z
    return Node(name, label, NodeKind.ROOM, Pose((x, y, level), box.pose.orientation), (*box.size[:2], _height(box)))


def _height(box: Upright) -> float:
    """Height of a room: that of what it is named after, if that is more than a floor."""
    return box.size[2] if box.size[2] >= 1.0 else 2.4


def _with_walls(room: Node, walls: Sequence[Solid]) -> Node:
    """A room with its walls as parts; without a known extent it has none."""
    if not walls or not room.pose.is_known:
        return room
    here = room.pose.inverse()
    tall = [wall for wall in walls if wall.box.size[2] >= _LEAST_WALL_M and wall.shape is not Shape.NONE]
    parts = tuple(Part(f"wall_{n}", here @ wall.box.pose, wall.box.size) for n, wall in enumerate(tall, start=1))
    return replace(room, model=AssetModel(parts)) if parts else room
