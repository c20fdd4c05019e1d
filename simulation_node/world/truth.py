# SPDX-License-Identifier: Apache-2.0
"""The true scene graph, for judging a run. No node of the stack may read it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from makedo_core.geometry import Array, Pose, Vector
from makedo_core.graph.asset_model import Region, RegionKind, articulated
from makedo_core.graph.openings import opened_to, state_at
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, Relation, RelationType, SceneGraph, State
from simulation_node.scene.fillings import pieces
from simulation_node.scene.scene import ObjectClass
from simulation_node.world.mistaken import looks_of
from simulation_node.world.world import World

RESTING_M = 0.03  # how far above (or below) a region the base of a resting object may be
LOOSE = "loose"  # begins an attribute of what has loose balls in it: "loose:nuts_cup_1:8" came from that cup
PRESSED = "pressed"  # attribute of a button that was pushed since the start
RAISED = 0.4  # of its diameter: so far above a floor is the middle of a ball that lies on it
UPRIGHT = 0.95  # cosine of the tilt up to which an object counts as upright


def true_graph(world: World, revision: int = 0) -> SceneGraph:
    """Poses, relations and states as physics has them; every object with confidence 1."""
    graph, now = world.scene.graph, world.time
    nodes = {n.id: n for n in graph.of_kind(NodeKind.ROOM)}
    relations = {r for r in graph.relations if r.type is RelationType.CONNECTED}
    for asset in graph.of_kind(NodeKind.ASSET):
        nodes[asset.id] = _asset(world, asset)
        relations |= {r for r in graph.outgoing(asset.id) if r.type is RelationType.IN}
    nodes[AGENT_ID] = replace(graph[AGENT_ID], pose=world.base.pose, last_seen=now)
    for item in world.placed:
        node, kind, body = graph[item.id], world.scene.classes[item.label], world.body_pose(item.id)
        pose, size = upright_box(body, kind)
        nodes[item.id] = replace(
            node,
            pose=pose,
            size=size,
            shape=kind.primitive,
            confidence=1.0,
            last_seen=now,
            attributes=looks_of(world, node.id),
            states=_object_states(body) | _fill_state(world, node.id, kind, pose, size),
        )
    places = _places(world, nodes)
    for item in world.placed:
        relation = _placement(world, nodes, places, item.id)
        if relation is not None:
            relations.add(relation)
    for place in places:
        nodes[place.asset] = _with_loose(world, nodes[place.asset], place)
    for name in (AGENT_ID, *(p.id for p in world.placed)):
        room = room_at(graph, nodes[name].pose.position)
        if room is not None:
            relations.add(Relation(name, RelationType.IN, room))
    return SceneGraph(nodes, frozenset(relations), revision, graph.scene, now)


def _asset(world: World, node: Node) -> Node:
    assert node.model is not None
    if node.model.articulation is not None:
        moves = node.model.articulation
        value = world.joint(moves.joint)
        node = opened_to(node.with_state(state_at(moves, value)), value)
    for lamp in world.lamps:
        if lamp.asset == node.id:
            node = node.with_state(State.ON if lamp.is_on else State.OFF)
    if any(b.asset == node.id and b.pushes for b in world.buttons):
        node = replace(node, attributes=node.attributes | {PRESSED})
    if node.model is not None and node.model.turning is not None:
        pose = world.body_pose(node.id)
        node = replace(node, pose=pose, states=node.states - {State.UPRIGHT, State.UPSIDE_DOWN})
        if abs(_up(pose)) > UPRIGHT:
            node = node.with_state(State.UPRIGHT if _up(pose) > 0 else State.UPSIDE_DOWN)
    return replace(node, last_seen=world.time)


def _fill_state(world: World, name: str, kind: ObjectClass, pose: Pose, size: Vector) -> frozenset[State]:
    """Whether any of what it was filled with is still within its upright box; nothing of what was never filled."""
    balls = [world.body_pose(ball).position for ball in pieces(name, kind)]
    if not balls:
        return frozenset()
    into = pose.inverse()
    inside = (into.transform(ball) for ball in balls)
    full = any(abs(x) <= size[0] / 2 and abs(y) <= size[1] / 2 and 0.0 <= z <= size[2] for x, y, z in inside)
    return frozenset({State.FULL if full else State.EMPTY})


def _with_loose(world: World, asset: Node, place: _Place) -> Node:
    """An asset with how many loose balls lie in its region, on its floor and not beside it, by what they came from."""
    found = []
    for item in world.placed if place.region.kind is RegionKind.INSIDE else ():
        kind = world.scene.classes[item.label]
        balls = [world.body_pose(ball).position for ball in pieces(item.id, kind)]
        lowest = RAISED * kind.filling.diameter if kind.filling is not None else 0.0
        count = sum(place.holds(ball) and place.height(ball) >= lowest for ball in balls)
        if count:
            found.append(f"{LOOSE}:{item.id}:{count}")
    return replace(asset, attributes=asset.attributes | frozenset(found)) if found else asset


def _object_states(pose: Pose) -> frozenset[State]:
    return frozenset({State.UPSIDE_DOWN}) if _up(pose) < -UPRIGHT else frozenset()


def _up(pose: Pose) -> float:
    """Cosine of the tilt."""
    return float(pose.matrix()[2, 2])


def upright_box(pose: Pose, kind: ObjectClass) -> tuple[Pose, Vector]:
    """Pose of the base's middle and size of the upright box around a body, however it lies."""
    rotation = pose.matrix()[:3, :3]
    half = np.array(kind.size) / 2
    if kind.shape == "sphere" or abs(rotation[2, 2]) > UPRIGHT:
        x, y, z = pose.position
        return Pose.planar(x, y, pose.yaw, z - half[2]), kind.size
    flat = rotation[:, int(np.argmax(np.abs(rotation[2])) + 1) % 3]  # an axis that lies, for the heading
    yaw = math.atan2(flat[1], flat[0])
    turned = Pose.planar(0, 0, -yaw).matrix()[:3, :3] @ rotation
    extents = 2 * np.abs(turned) @ half
    if kind.shape == "cylinder":
        axis = np.abs(turned[:, 2])
        extents = 2 * (axis * half[2] + np.sqrt(np.maximum(0.0, 1 - axis**2)) * half[0])
    x, y, z = pose.position
    size = (float(extents[0]), float(extents[1]), float(extents[2]))
    return Pose.planar(x, y, yaw, z - size[2] / 2), size


@dataclass(frozen=True, slots=True)
class _Place:
    """A region where it is now; `into` takes points of the map frame into the region's, shape (4, 4)."""

    asset: str
    region: Region
    into: Array

    def holds(self, point: Vector) -> bool:
        """Whether something whose base is at a point (map frame) rests here."""
        x, y, z = self.into[:3, :3] @ point + self.into[:3, 3]
        width, depth, height = self.region.size
        high = RESTING_M if self.region.kind is RegionKind.ON else height
        return bool(abs(x) <= width / 2 and abs(y) <= depth / 2 and -RESTING_M <= z <= high)

    def height(self, point: Vector) -> float:
        """How far a point (map frame) is above the region's floor [m]."""
        return float(self.into[2, :3] @ point + self.into[2, 3])


def _places(world: World, nodes: dict[str, Node]) -> list[_Place]:
    result: list[_Place] = []
    for asset in world.scene.graph.of_kind(NodeKind.ASSET):
        assert asset.model is not None  # checked by load_scene
        moves = asset.model.articulation
        for region in asset.model.regions:
            pose = region.pose
            if region.moving and moves is not None:
                pose = articulated(pose, moves, world.joint(moves.joint))
            into = np.asarray(np.linalg.inv(nodes[asset.id].pose.matrix() @ pose.matrix()), float)
            result.append(_Place(asset.id, region, into))
    return result


def _placement(world: World, nodes: dict[str, Node], places: list[_Place], name: str) -> Relation | None:
    if world.grip.held == name:
        return Relation(name, RelationType.HELD_BY, AGENT_ID)
    base = nodes[name].pose.position
    for place in places:
        if place.holds(base):
            on = place.region.kind is RegionKind.ON
            return Relation(name, RelationType.ON if on else RelationType.INSIDE, place.asset)
    return _on_object(nodes, world, name)


def _on_object(nodes: dict[str, Node], world: World, name: str) -> Relation | None:
    """On another object: its base is at the other's top, above its box."""
    base = nodes[name].pose.position
    for item in world.placed:
        other = nodes[item.id]
        if item.id == name:
            continue
        if math.dist(other.pose.position, base) > 0.5:
            continue
        x, y, z = other.pose.inverse().transform(base)
        top = other.size[2]
        if abs(x) <= other.size[0] / 2 and abs(y) <= other.size[1] / 2 and abs(z - top) <= RESTING_M:
            return Relation(name, RelationType.ON, item.id)
    return None


def room_at(graph: SceneGraph, point: Vector) -> str | None:
    """The room that holds a point; rooms lie along the axes of the map."""
    for room in graph.of_kind(NodeKind.ROOM):
        dx, dy = point[0] - room.pose.position[0], point[1] - room.pose.position[1]
        if abs(dx) <= room.size[0] / 2 and abs(dy) <= room.size[1] / 2:
            return room.id
    return None
