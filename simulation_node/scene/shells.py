# SPDX-License-Identifier: Apache-2.0
"""Dishes that are hollow: a round floor, and a wall of flat pieces, so that a finger goes in and another outside.

MuJoCo takes every mesh for its convex hull, which would fill a bowl.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import mujoco
import numpy as np

from makedo_core.geometry import Pose, Vector, quaternion_from_rotation
from simulation_node.scene.scene import Shell

SECTORS = 16  # a finger is nowhere wider than the flat of a piece of wall


@dataclass(frozen=True, slots=True)
class Piece:
    """A flat piece of wall: its pose in the frame of the dish (z up from the middle of its base) and full extents [m].

    Its axes: up along the wall, tangential, through the wall.
    """

    pose: Pose
    size: Vector


def wall_pieces(shell: Shell) -> Iterator[Piece]:
    """The pieces that make the wall, ring by ring from the floor up."""
    for (r0, z0), (r1, z1) in pairwise(shell.wall):
        length = math.hypot(r1 - r0, z1 - z0)
        out, up = (r1 - r0) / length, (z1 - z0) / length
        size = (length, 2 * r1 * math.tan(math.pi / SECTORS), shell.thickness)
        for sector in range(SECTORS):
            angle = 2 * math.pi * sector / SECTORS
            radial = np.array([math.cos(angle), math.sin(angle), 0.0])
            along, tangent = out * radial + [0.0, 0.0, up], np.array([-radial[1], radial[0], 0.0])
            rotation = np.column_stack([along, tangent, np.cross(along, tangent)])
            x, y, _ = (float(v) for v in (r0 + r1) / 2 * radial)
            yield Piece(Pose((x, y, (z0 + z1) / 2), quaternion_from_rotation(rotation)), size)


def add_shell(body: mujoco.MjsBody, name: str, shell: Shell, mass: float, base: float, **options: object) -> None:
    """Add what collides of a dish to its body, with its mass spread evenly.

    Args:
        body: of the dish.
        name: of its geoms: the floor's, and with a number those of the wall.
        shell: its measures.
        mass: of all of it [kg].
        base: height of its base in the body's frame [m].
        options: of every geom.
    """
    pieces = tuple(wall_pieces(shell))
    radius = shell.wall[0][0]
    floor = math.pi * radius**2 * shell.thickness
    density = mass / (floor + sum(math.prod(p.size) for p in pieces))
    half = shell.thickness / 2
    body.add_geom(
        name=name, type=mujoco.mjtGeom.mjGEOM_CYLINDER, size=[radius, half, 0.0], pos=[0.0, 0.0, base + half],
        mass=density * floor, **options,
    )  # fmt: skip
    for i, piece in enumerate(pieces):
        x, y, z = piece.pose.position
        qx, qy, qz, qw = piece.pose.orientation
        body.add_geom(
            name=f"{name}/{i}", type=mujoco.mjtGeom.mjGEOM_BOX, size=[v / 2 for v in piece.size],
            pos=[x, y, z + base], quat=[qw, qx, qy, qz], mass=density * math.prod(piece.size), **options,
        )  # fmt: skip
