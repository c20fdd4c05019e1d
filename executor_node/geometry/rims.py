# SPDX-License-Identifier: Apache-2.0
"""Grasps of a dish by its wall: one finger inside, one outside, from above or leaning outwards.

For round dishes that are wider than the fingers open. Of a dish only the upright box is known; that it is hollow is
said of its class (`GripperConfig.by_rim`).
"""

from __future__ import annotations

import math

import numpy as np

from executor_node.geometry.grasps import CLEARANCE_M, OVERLAP_M, Grasp
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Node, Shape
from makedo_core.robot_config import GripperConfig

WALL_M = 0.008  # about as thick as walls are
OPENING_M = 0.040  # of the fingers while they come near: more would push the outer one onto what the dish stands on
DEPTH_M = 0.018  # of the wall that comes between the fingers
AZIMUTHS = 12
TILTS_DEG = (0.0, 15.0, 30.0)
FAR_COST = 0.15  # of the far side of the rim rather than the near one [rad]


def rim_grasps(node: Node, facing: float, gripper: GripperConfig) -> tuple[Grasp, ...]:
    """Grasps all around the rim, those that suit a robot with heading `facing` [rad] best first; () if it has none.

    Args:
        node: with known pose, size and shape; map frame.
        facing: heading of the robot in the map frame [rad].
        gripper: its measures.
    """
    if node.label not in gripper.by_rim or node.shape is not Shape.CYLINDER or not node.pose.is_known:
        return ()
    found: list[tuple[float, Grasp]] = []
    for tilt in map(math.radians, TILTS_DEG):
        depth = _depth(node.size[2], tilt, gripper.finger_m)
        if depth < OVERLAP_M:
            continue
        for k in range(AZIMUTHS):
            azimuth = facing + 2 * math.pi * k / AZIMUTHS
            turn = abs(math.remainder(azimuth - facing - math.pi / 2, math.pi))  # least with the fingers side by side
            cost = turn + tilt / 2 + FAR_COST * math.cos(azimuth - facing)
            found.append((cost, _grasp(node, azimuth, tilt, depth, gripper)))
    return tuple(grasp for _, grasp in sorted(found, key=lambda f: f[0]))


def _depth(height: float, tilt: float, finger_m: float) -> float:
    """How much of the wall of a dish can come between the fingers, the outer one clear of what it stands on [m]."""
    lower = (OPENING_M / 2 + finger_m) * math.sin(tilt)  # the outer finger, which leans
    return min(DEPTH_M, (height - CLEARANCE_M - lower) / math.cos(tilt))


def _grasp(node: Node, azimuth: float, tilt: float, depth: float, gripper: GripperConfig) -> Grasp:
    x, y, base = node.pose.position
    radius = max(node.size[:2]) / 2 - WALL_M / 2
    out = np.array([math.cos(azimuth), math.sin(azimuth), 0.0])
    up = np.array([0.0, 0.0, 1.0])
    approach = -math.sin(tilt) * out - math.cos(tilt) * up
    opening = math.cos(tilt) * out - math.sin(tilt) * up
    matrix = np.eye(4)
    matrix[:3, :3] = np.column_stack([approach, opening, np.cross(approach, opening)])
    matrix[:3, 3] = np.array([x, y, base + node.size[2]]) + radius * out + (depth - gripper.tip_m) * approach
    return Grasp(Pose.from_matrix(matrix), WALL_M, math.pi / 2 - tilt, OPENING_M)
