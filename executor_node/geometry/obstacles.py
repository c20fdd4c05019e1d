# SPDX-License-Identifier: Apache-2.0
"""What the arm must keep clear of: walls, furniture and objects near the robot, in the frame of its base."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from enum import Enum

from executor_node.geometry.furniture import Furniture, furniture
from makedo_core.geometry import Box, Pose
from makedo_core.graph.asset_model import AssetModel, RegionKind
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, RelationType, SceneGraph, Shape
from makedo_core.ports import Obstacle

UNSEEN_M = 0.25  # as high as most things are


class Clearance(Enum):
    """How much larger than they are things are taken to be, in full extent [m].

    Attributes:
        objects: those that stand around, where perception says.
        furniture: and walls, where the map says.
        held: what is in the hand, which may have shifted between the fingers.
        unseen: whether the arm keeps out of the space above furniture where something is thought to be unseen.
    """

    ROOMY = (0.024, 0.010, 0.014, True)
    """For motions through the open."""
    SEEN = (0.024, 0.010, 0.014, False)
    """The same, where the arm is, or has to get, above furniture at which something is thought to be unseen."""
    BESIDE = (0.024, 0.0, -0.012, False)
    """For putting things down: what they are put on is touched, what stands there is not."""
    TIGHT = (-0.002, 0.0, -0.012, False)
    """For motions at things: what is put down touches what it is put on."""
    SWEEPING = (0.03, 0.06, 0.03, False)
    """For an arm that the base turns: a base that is off by a degree or two takes the hand along."""
    WARY = (0.03, 0.06, 0.03, True)
    """The same beside furniture that nobody has looked over yet."""

    def __init__(self, objects: float, furniture: float, held: float, unseen: bool) -> None:
        self.objects, self.furniture, self.held, self.unseen = objects, furniture, held, unseen


FOR_DRIVES = (Clearance.WARY, Clearance.SWEEPING)  # of the arm on the base, in the same way


def for_motions(graph: SceneGraph) -> tuple[Clearance, ...]:
    """Clearances for motions of the arm, in the order in which they are tried; only the last leaves no room at all."""
    unseen = any(_holds_something_unseen(graph, node.id) for node in graph.of_kind(NodeKind.ASSET))
    return (Clearance.ROOMY, *((Clearance.SEEN,) if unseen else ()), Clearance.TIGHT)


def near_obstacles(
    graph: SceneGraph,
    base: Pose,
    supposed: Mapping[str, float],
    *,
    leave_out: Collection[str] = (),
    leave_out_moving: str | None = None,
    clearance: Clearance = Clearance.TIGHT,
    within_m: float,
) -> tuple[Obstacle, ...]:
    """Walls, furniture and objects around a base pose.

    Args:
        graph: the scene.
        base: where the robot stands (or would stand), map frame.
        supposed: joint values of doors and drawers that are just being moved, by asset.
        leave_out: ids of objects and assets not to keep clear of.
        leave_out_moving: asset whose moving parts are left out (a door that is being opened).
        clearance: how much larger they are made.
        within_m: what is farther away does not matter [m].
    """
    to_base = base.inverse()
    found: list[Obstacle] = []
    for node in graph:
        if node.id in leave_out or not node.pose.is_known:
            continue
        if node.kind is NodeKind.ROOM and node.model is not None:
            found.extend(_wall_obstacles(node, node.model, base, to_base, within_m))
        elif node.kind is NodeKind.ASSET:
            asset = furniture(node, supposed.get(node.id))
            found.extend(_asset_obstacles(asset, base, to_base, node.id == leave_out_moving, within_m))
            if clearance.unseen and _holds_something_unseen(graph, node.id):
                found.extend(_unseen_above(asset, base, to_base, within_m))
        elif node.kind is NodeKind.OBJECT and _is_there(graph, node, base, within_m):
            found.append(_object_obstacle(node, to_base))
    return tuple(_grown(o, clearance.objects if o.name in graph else clearance.furniture) for o in found)


def _grown(obstacle: Obstacle, by: float) -> Obstacle:
    """An obstacle whose full extents are larger by so much [m]."""
    sx, sy, sz = (max(s + by, 0.005) for s in obstacle.size)
    return replace(obstacle, size=(sx, sy, sz))


def _asset_obstacles(
    asset: Furniture, base: Pose, to_base: Pose, skip_moving: bool, within_m: float
) -> Iterator[Obstacle]:
    for name, box, moving in asset.boxes():
        if moving and skip_moving:
            continue
        if box.gap(base.position) < within_m:
            yield Obstacle(f"{asset.node.id}/{name}", Shape.BOX, box.size, to_base @ box.pose)
    articulation = asset.model.articulation
    if articulation is not None and not skip_moving:
        position, bar, _ = asset.handle()
        if math.dist(position[:2], base.position[:2]) < within_m:
            size = tuple(
                articulation.handle.diameter + abs(b) * articulation.handle.length for b in bar
            )
            yield Obstacle(
                f"{asset.node.id}/handle", Shape.BOX, (size[0], size[1], size[2]), to_base @ Pose(position)
            )


def _holds_something_unseen(graph: SceneGraph, asset_id: str) -> bool:
    return any(graph[r.source].is_belief for r in graph.incoming(asset_id) if r.type is RelationType.ON)


def _unseen_above(asset: Furniture, base: Pose, to_base: Pose, within_m: float) -> Iterator[Obstacle]:
    for place in asset.places(RegionKind.ON):
        box = Box(place.pose @ Pose((0.0, 0.0, UNSEEN_M / 2)), (*place.size[:2], UNSEEN_M))
        if box.gap(base.position) < within_m:
            yield Obstacle(f"{asset.node.id}/unseen on {place.name}", Shape.BOX, box.size, to_base @ box.pose)


def _wall_obstacles(
    room: Node, model: AssetModel, base: Pose, to_base: Pose, within_m: float
) -> Iterator[Obstacle]:
    for part in model.parts:
        box = Box(room.pose @ part.pose, part.size)
        if box.gap(base.position) < within_m:
            yield Obstacle(f"{room.id}/{part.name}", Shape.BOX, box.size, to_base @ box.pose)


def _is_there(graph: SceneGraph, node: Node, base: Pose, within_m: float) -> bool:
    placement = graph.placement(node.id)
    if placement is not None and placement.target == AGENT_ID:
        return False
    if node.is_belief or min(node.size) <= 0:
        return False
    return node.box.gap(base.position) < within_m


def _object_obstacle(node: Node, to_base: Pose) -> Obstacle:
    return Obstacle(node.id, node.shape, node.size, to_base @ Pose(node.centre, node.pose.orientation))


def held_obstacle(node: Node, object_in_tool: Pose, clearance: Clearance = Clearance.TIGHT) -> Obstacle:
    """What is in the hand, in the tool frame."""
    pose = object_in_tool @ Pose((0.0, 0.0, node.size[2] / 2))
    return _grown(Obstacle(node.id, node.shape, node.size, pose), clearance.held)
