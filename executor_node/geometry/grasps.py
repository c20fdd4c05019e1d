# SPDX-License-Identifier: Apache-2.0
"""Grasp sets from object geometry: upright boxes, cylinders and spheres, seen from where the robot stands.

A grasp is a pose of the tool frame (x approach, y opening, origin between the finger pads) in the map frame.
Side grasps come at several yaws and pitches, top grasps straight down; each keeps palm and fingertips clear of
what the object rests on, and still has enough of the object between the pads.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from makedo_core.geometry import Array, Pose, Vector
from makedo_core.graph.scene_graph import Node, Shape
from makedo_core.robot_config import GripperConfig

CLEARANCE_M = 0.010  # between the gripper and what the object rests on
PALM_ROOM_M = 0.010  # between the palm and the object
OVERLAP_M = 0.012  # of the object that must be between the pads; of a thin one half its height
ROUNDING_M = 1e-5  # a message carries sizes in 32 bits: 0.02 m comes as a little less
YAWS = (0.0, -25.0, 25.0, -50.0, 50.0)
LOW_HEADROOM_PITCHES = (0.0, 15.0, 25.0)
LEVEL = math.radians(20.0)  # with a steeper approach the hand turns beside what it holds, not with it
STEEP = math.radians(50.0)  # with a steeper approach the forearm does not fit under a ceiling


@dataclass(frozen=True, slots=True)
class Grasp:
    """One way to take an object.

    Attributes:
        tool: tool frame in the map frame, fingers around the object.
        width: of the object between the fingers [m].
        pitch: of the approach below the horizontal [rad].
        opening: of the fingers while they come near [m]; None: as wide as they go.
    """

    tool: Pose
    width: float
    pitch: float
    opening: float | None = None

    @property
    def steep(self) -> bool:
        """Whether what is held like this cannot be put where something is above it."""
        return self.pitch > STEEP

    @property
    def level(self) -> bool:
        """Whether what is held like this tilts as the hand turns."""
        return self.pitch < LEVEL

    def backed_off(self, distance: float) -> Pose:
        """The tool moved back against the approach [m]."""
        return self.tool @ Pose((-distance, 0.0, 0.0))


def tool_rotation(yaw: float, pitch: float, roll: float = 0.0) -> Array:
    """Rotation with x along the approach: yaw about the vertical, then `pitch` downwards; shape (3, 3).

    With no roll the fingers open horizontally.
    """
    cy, sy, cp, sp = math.cos(yaw), math.sin(yaw), math.cos(pitch), math.sin(pitch)
    x = np.array([cy * cp, sy * cp, -sp])
    y = np.array([-sy, cy, 0.0])
    rotation = np.column_stack([x, y, np.cross(x, y)])
    if not roll:
        return rotation
    c, s = math.cos(roll), math.sin(roll)
    return np.asarray(rotation @ np.array([[1, 0, 0], [0, c, -s], [0, s, c]]))


def tool_pose(position: Vector, yaw: float, pitch: float, roll: float = 0.0) -> Pose:
    """Tool frame at a point with an approach."""
    matrix = np.eye(4)
    matrix[:3, :3] = tool_rotation(yaw, pitch, roll)
    matrix[:3, 3] = position
    return Pose.from_matrix(matrix)


def grasps(node: Node, facing: float, gripper: GripperConfig, *, headroom: float = math.inf) -> tuple[Grasp, ...]:
    """All grasps of an object, those that suit a robot with heading `facing` [rad] best first.

    Args:
        node: object with known pose, size and shape.
        facing: heading of the robot in the map frame [rad].
        gripper: its measures.
        headroom: free height above the place where the object rests [m]; low ones exclude steep approaches.
    """
    if not node.pose.is_known or min(node.size) <= 0:
        return ()
    pitches = LOW_HEADROOM_PITCHES if headroom < 0.6 else gripper.pitches_deg
    found = [
        grasp
        for pitch in pitches
        for yaw, width, half_depth in _directions(node, facing, math.radians(pitch), gripper)
        if (grasp := _grasp(node, yaw, math.radians(pitch), width, half_depth, gripper)) is not None
    ]
    order = {round(math.radians(p), 6): i for i, p in enumerate(pitches)}
    return tuple(sorted(found, key=lambda g: order[round(g.pitch, 6)] + 2.0 * _turn(g, facing)))


def _turn(grasp: Grasp, facing: float) -> float:
    """How far the wrist must turn away from straight ahead [rad]."""
    y = grasp.tool.matrix()[:3, 1]  # the opening stays horizontal, and a gripper is symmetrical about its approach
    heading = math.atan2(-y[0], y[1])
    if grasp.pitch > math.radians(80):
        return abs(math.remainder(heading - facing, math.pi))
    return abs(math.remainder(heading - facing, 2 * math.pi))


def _directions(
    node: Node, facing: float, pitch: float, gripper: GripperConfig
) -> Iterator[tuple[float, float, float]]:
    """Yaws with the object's width between the fingers and its half depth along the approach."""
    limit = gripper.widest_m
    if node.shape is not Shape.BOX:
        diameter = max(node.size[0], node.size[1])
        if diameter <= limit:
            for yaw in YAWS:
                yield facing + math.radians(yaw), diameter, diameter / 2
        return
    for quarter in range(4):
        yaw = node.pose.yaw + quarter * math.pi / 2
        across, along = (1, 0) if quarter % 2 == 0 else (0, 1)
        if node.size[across] > limit:
            continue
        turn = abs(math.remainder(yaw - facing, 2 * math.pi))
        if turn < math.radians(100) or pitch > math.radians(80):
            yield yaw, node.size[across], node.size[along] / 2


def _grasp(
    node: Node, yaw: float, pitch: float, width: float, half_depth: float, gripper: GripperConfig
) -> Grasp | None:
    """The grasp at a direction, as near to the object's middle as the clearances allow; None if it cannot be."""
    x, y, base = node.pose.position
    height = node.size[2]
    above = max(0.0, CLEARANCE_M + _below(pitch, gripper) - height / 2)  # the object's middle
    back = max(0.0, _towards_palm(half_depth, height / 2, above, pitch, gripper) - (gripper.palm_m - PALM_ROOM_M))
    ahead, above = -back * math.cos(pitch), above + back * math.sin(pitch)
    steep = pitch > math.radians(80)
    lowest_of_pads = above - (gripper.tip_m if steep else gripper.pad_half_m * math.cos(pitch))
    if height / 2 - lowest_of_pads < min(OVERLAP_M, 0.5 * height) - ROUNDING_M:
        return None
    if node.shape is Shape.SPHERE and abs(above) > 0.4 * height:
        return None
    tool = (x + ahead * math.cos(yaw), y + ahead * math.sin(yaw), base + height / 2 + above)
    return Grasp(tool_pose(tool, yaw, pitch), width, pitch)


def _towards_palm(half_depth: float, half_height: float, above: float, pitch: float, gripper: GripperConfig) -> float:
    """How far the object reaches from the tool's origin back to the palm, where the palm is wide enough to meet it [m].

    Seen from the side, the object is a rectangle and the palm the end of a strip along the approach; of the part of
    the rectangle that is in the strip, one corner is nearest to the palm.
    """
    c, s = math.cos(pitch), math.sin(pitch)
    corners = [(i * half_depth, j * half_height - above) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    turned = [(-c * along + s * up, s * along + c * up) for along, up in corners]  # (towards the palm, across)
    reached = [u for u, v in turned if abs(v) <= gripper.palm_half_m]
    for (u0, v0), (u1, v1) in zip(turned, (*turned[1:], turned[0]), strict=True):
        for edge in (-gripper.palm_half_m, gripper.palm_half_m):
            if (v0 - edge) * (v1 - edge) < 0:
                reached.append(u0 + (u1 - u0) * (edge - v0) / (v1 - v0))
    return max(reached, default=-math.inf)


def _below(pitch: float, gripper: GripperConfig) -> float:
    """How far the gripper reaches below the tool's origin at a pitch [m]."""
    s, c = math.sin(pitch), math.cos(pitch)
    tip = gripper.tip_m * s + gripper.pad_half_m * c
    palm = -gripper.palm_m * s + gripper.palm_half_m * c
    return max(tip, palm)


def bar_grasps(
    position: Vector, direction: Vector, inward: Vector, angles_deg: tuple[float, ...] = (0, 20, -20, 40, -40)
) -> tuple[Grasp, ...]:
    """Grasps of a bar handle: approaches turned about the bar, fingers closing across it.

    Args:
        position: middle of the bar, map frame [m].
        direction: unit vector along the bar.
        inward: unit vector from the handle into the furniture.
        angles_deg: turns of the approach about the bar, best first.
    """
    bar = np.asarray(direction, float)
    straight = np.asarray(inward, float)
    straight = straight - bar * float(bar @ straight)
    straight /= np.linalg.norm(straight)
    result = []
    for angle in angles_deg:
        a = math.radians(angle)
        x = straight * math.cos(a) + np.cross(bar, straight) * math.sin(a)
        for sign in (1.0, -1.0):
            y = sign * np.cross(bar, x)
            if abs(bar[2]) > 0.5 and np.cross(x, y)[2] < 0:
                continue  # an upright bar: keep the wrist the right way up
            matrix = np.eye(4)
            matrix[:3, :3] = np.column_stack([x, y, np.cross(x, y)])
            matrix[:3, 3] = position
            result.append(Grasp(Pose.from_matrix(matrix), 0.02, math.asin(-float(x[2]))))
    return tuple(result)
