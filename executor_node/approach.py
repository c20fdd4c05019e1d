# SPDX-License-Identifier: Apache-2.0
"""Stops on the way to a place to stand: where the base may turn without the arm sweeping over what stands around.

A navigation turns the base on the spot, where it sets out and where it arrives, and knows nothing of the arm ahead of
it. Before something tall (a shelf, a wall, an open door) that pushes it, or what is in the hand, against it. So the
robot backs off first, and comes up straight from where there is room.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

from executor_node.base_pose import Ground, ground
from executor_node.context import SkillContext
from executor_node.furniture import furniture
from executor_node.reach import Reasons
from executor_node.stowing import has_room
from executor_node.surroundings import floor
from makedo_core.geometry import Pose, wrap_angle
from makedo_core.scene_graph import NodeKind, SceneGraph

ARM_LOW_M = 0.9  # the stowed arm sweeps over what is lower
ELBOW_M = 0.50  # how far the stowed arm reaches out, at least
SPARE_M = 0.04
DISTANCES_M = (0.35, 0.5, 0.65)
BEARINGS = (0.0, -15.0, 15.0, -30.0, 30.0, -45.0, 45.0, -60.0, 60.0)  # of the last leg to the heading at its end [deg]
NEAR_M = 0.1  # a smaller way than this is no drive
TURN_STEP_RAD = 0.4  # between the headings of a turn that are looked at


def ways_round(context: SkillContext, target: Pose) -> tuple[Pose, ...]:
    """Poses (map frame) to stop at on the way to a pose; none where the arm has room anyway."""
    here, graph = context.ports.base.pose(), context.ports.graph.newest()
    if here.distance(target) < NEAR_M:
        return ()
    tall, reach = _tall(context, graph), swept_radius(context, graph)
    stops: list[Pose] = []
    if not _can_turn(tall, here, reach):
        stops += itertools.islice(_backing_off(context, graph, tall, here, reach), 1)
    if not _can_turn(tall, target, reach):
        stops += itertools.islice(_coming_up(context, graph, tall, target, reach, stops[-1] if stops else here), 1)
    context.note("stop over", places=[[round(v, 2) for v in (*p.position[:2], p.yaw)] for p in stops])
    return tuple(stops)


def swept_radius(context: SkillContext, graph: SceneGraph) -> float:
    """How far the stowed arm, and what it holds, reach from the middle of the base [m]."""
    tool, held = context.ports.arm.tool(), context.memory.held
    points = [tool.transform((context.ports.config.gripper.tip_m, 0.0, 0.0))]
    if held is not None and held.object_id in graph:
        half = [s / 2 for s in graph[held.object_id].size]
        corners = itertools.product((-half[0], half[0]), (-half[1], half[1]), (0.0, 2 * half[2]))
        points += [(tool @ held.in_tool).transform(corner) for corner in corners]
    return max(ELBOW_M, *(math.hypot(x, y) for x, y, _ in points)) + SPARE_M


def _tall(context: SkillContext, graph: SceneGraph) -> Ground:
    """What the stowed arm could touch: walls, and the parts of furniture that are as high as it is."""
    boxes = [
        box
        for node in graph.of_kind(NodeKind.ASSET)
        for _, box, _ in furniture(node, context.memory.joint_values.get(node.id)).boxes()
        if box.pose.position[2] + box.size[2] / 2 > ARM_LOW_M
    ]
    return ground(graph, boxes)


def _can_turn(tall: Ground, pose: Pose, reach: float) -> bool:
    return tall.is_free(pose.position[0], pose.position[1], reach)


def _backing_off(
    context: SkillContext, graph: SceneGraph, tall: Ground, here: Pose, reach: float
) -> Iterator[Pose]:
    """Poses straight behind, near ones first."""
    free, radius = floor(context, graph), context.ports.config.base.radius_m
    for distance in DISTANCES_M:
        pose = here @ Pose((-distance, 0.0, 0.0))
        if free.is_free(pose.position[0], pose.position[1], radius) and _can_turn(tall, pose, reach):
            yield pose


def _coming_up(
    context: SkillContext, graph: SceneGraph, tall: Ground, target: Pose, reach: float, before: Pose
) -> Iterator[Pose]:
    """Poses from which a straight leg leads to the target, and the arm touches nothing on it; straight ones first."""
    free, radius = floor(context, graph), context.ports.config.base.radius_m
    x, y, _ = target.position
    for bearing, distance in itertools.product(BEARINGS, DISTANCES_M):
        heading = target.yaw + math.radians(bearing)
        start = Pose.planar(x - distance * math.cos(heading), y - distance * math.sin(heading), heading)
        if not free.is_free(start.position[0], start.position[1], radius) or not _can_turn(tall, start, reach):
            continue
        if _leg_is_clear(context, before, start, target):
            yield start


def _leg_is_clear(context: SkillContext, before: Pose, start: Pose, target: Pose) -> bool:
    """Whether the stowed arm touches nothing along a straight leg, on the turn at its end, and on that before it.

    Which way the base comes to the start is up to the navigation; straight from where it was is the best guess.
    """
    (x0, y0, _), (x1, y1, _) = start.position, target.position
    coming = math.atan2(y0 - before.position[1], x0 - before.position[0])
    leg = [Pose.planar(x0 + share * (x1 - x0), y0 + share * (y1 - y0), start.yaw) for share in (0.5, 1.0)]
    poses = [*leg, *_turn(target, start.yaw, target.yaw), *_turn(start, coming, start.yaw)]
    return all(has_room(context, pose, Reasons()) for pose in poses)


def _turn(place: Pose, begin: float, end: float) -> tuple[Pose, ...]:
    """Poses of a turn on the spot from one heading to another [rad], without the last one."""
    way = wrap_angle(end - begin)
    count = math.ceil(abs(way) / TURN_STEP_RAD - 1e-9)
    return tuple(Pose.planar(*place.position[:2], begin + way * i / count) for i in range(count))
