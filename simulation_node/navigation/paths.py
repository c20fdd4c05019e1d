# SPDX-License-Identifier: Apache-2.0
"""Ways of the base around furniture: what stands on the floor now, and the path between two poses, or why none."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import numpy as np

from makedo_core.geometry import Box, Pose
from makedo_core.graph.asset_model import articulated
from makedo_core.graph.scene_graph import NodeKind
from simulation_node.navigation.grid import RESOLUTION_M, Grid, Point, build_grid, find_path
from simulation_node.physics.physics import Physics
from simulation_node.scene.home import wall_boxes
from simulation_node.scene.scene import SceneDescription

BASE_RADIUS_M = 0.275
PATH_RADIUS_M = 0.31
HALF_CELL_M = RESOLUTION_M / math.sqrt(2)  # a cell's middle may be so much nearer to an obstacle than the goal in it
ROBOT_HEIGHT_M = 1.25
REVERSE_M = 0.7  # straight back for no more than this
WIDE_M = 0.42  # from the middle of the base to what is around; where there is less, it turns on the spot sooner
BESIDE_M = 0.6  # from an obstacle that was not there before, or from the goal: a nearer base passes by it [m]


class NoWay(Enum):
    """Why there is no path."""

    START_OUTSIDE = "start outside"
    GOAL_OUTSIDE = "goal outside"
    GOAL_OCCUPIED = "goal occupied"
    GOAL_NEAR = "goal too near to something"
    NO_PATH = "no path"


@dataclass(frozen=True, slots=True)
class Floor:
    """What stands in the base's way at one moment.

    Attributes:
        obstacles: names and boxes; the boxes are upright, in the map frame.
        low: x, y of one corner of the home, map frame [m].
        high: x, y of the opposite corner.
        unknown: the one of them that is on no map; None: there is none.
    """

    obstacles: tuple[tuple[str, Box], ...]
    low: Point
    high: Point
    unknown: Box | None = None

    def grid(self) -> Grid:
        """How near the obstacles are, anywhere."""
        return build_grid([box for _, box in self.obstacles], self.low, self.high)


@dataclass(frozen=True, slots=True)
class Route:
    """The way between two poses.

    Attributes:
        grid: that it was looked for on.
        path: corner points from start to goal, map frame [m]; empty where there is no way.
        lacks: why there is none; None: there is one.
        reason: the same in words.
    """

    grid: Grid
    path: tuple[Point, ...] = ()
    lacks: NoWay | None = None
    reason: str = ""


def floor_now(physics: Physics) -> Floor:
    """The floor as it is; to be called where the physics may be read."""
    low, high = physics.scene.bounds
    return Floor(tuple(obstacles(physics)), low, high, physics.blockage.box)


def navigation_grid(physics: Physics) -> Grid:
    """Grid of what stands in the base's way now: walls, furniture as open as it is, objects on the floor."""
    return floor_now(physics).grid()


def find_way(floor: Floor, here: Pose, goal: Pose) -> Route:
    """The way from one pose to another, both in the map frame."""
    grid = floor.grid()
    x, y = goal.position[:2]
    clearance, nearest = min((box.gap(goal.position), name) for name, box in floor.obstacles)
    inside = grid.covers(grid.cell(goal.position))
    if not inside or clearance < BASE_RADIUS_M:
        what = f"{clearance:.2f} m from an obstacle ({nearest})" if inside else "outside the home"
        reason = f"the goal ({x:.2f}, {y:.2f}) is {what}; the base needs {BASE_RADIUS_M:.2f} m"
        near = NoWay.GOAL_OCCUPIED if clearance <= 0.0 else NoWay.GOAL_NEAR
        return Route(grid, lacks=near if inside else NoWay.GOAL_OUTSIDE, reason=reason)
    path = _path(grid, here, goal, floor.unknown)
    if path:
        return Route(grid, path)
    lacks = NoWay.NO_PATH if grid.covers(grid.cell(here.position)) else NoWay.START_OUTSIDE
    return Route(grid, lacks=lacks, reason=f"no way for the base to ({x:.2f}, {y:.2f})")


def furniture(scene: SceneDescription) -> list[tuple[str, Box]]:
    """Names and boxes of what stands in the base's way for good: walls, and furniture with all that opens closed."""
    return [(name, box) for name, box in _standing(scene, lambda _: 0.0) if _in_the_way(box)]


def obstacles(physics: Physics) -> list[tuple[str, Box]]:
    """Names and boxes of what stands in the base's way: walls, furniture, loose objects but the one in the hand.

    The boxes are upright, in the map frame.
    """
    scene = physics.scene
    boxes = _standing(scene, physics.joint)
    if physics.blockage.box is not None:
        boxes.append(("a box in the way", physics.blockage.box))
    for item in physics.placed:
        if item.id != physics.grip.held:
            lies = Box(physics.body_pose(item.id), scene.classes[item.label].size)
            boxes.append((item.id, lies.upright()))  # it may have been tipped over
    return [(name, box) for name, box in boxes if _in_the_way(box)]


def _standing(scene: SceneDescription, joint: Callable[[str], float]) -> list[tuple[str, Box]]:
    """Walls and parts of furniture, which are open as far as `joint` says."""
    boxes = [("a wall", wall.box) for wall in wall_boxes(scene) if not wall.upper]
    for node in scene.graph.of_kind(NodeKind.ASSET):
        if node.model is None:
            continue
        moves = node.model.articulation
        for part in node.model.parts:
            pose = part.pose
            if part.moving and moves is not None:
                pose = articulated(pose, moves, joint(moves.joint))
            boxes.append((f"{node.id}/{part.name}", Box(node.pose @ pose, part.size)))
    return boxes


def _in_the_way(box: Box) -> bool:
    z, half = box.pose.position[2], box.size[2] / 2
    return z - half < ROBOT_HEIGHT_M and z + half > 0.02


def _path(grid: Grid, here: Pose, goal: Pose, unknown: Box | None) -> tuple[Point, ...] | None:
    """Way of the base: a wide one beside what is not on the map, where nobody has asked whether the arm has room.

    That is what Nav2 does with the footprint that it is to be given (docs/real_robot.md).
    """
    start, end = here.position[:2], goal.position[:2]
    radius = min(PATH_RADIUS_M, max(BASE_RADIUS_M - HALF_CELL_M, grid.clearance_at(end)))
    if math.dist(start, end) < REVERSE_M and grid.is_free_line(start, end, BASE_RADIUS_M - 0.03):
        return start, end
    if unknown is None:
        return find_path(grid, start, end, radius)
    room = np.full(grid.clearance.shape, radius)
    room[grid.distances(unknown) < BESIDE_M] = WIDE_M
    room[grid.distances(Box(goal, (0.0, 0.0, 0.0))) < BESIDE_M] = radius  # to work there, it comes close
    return find_path(grid, start, end, room)
