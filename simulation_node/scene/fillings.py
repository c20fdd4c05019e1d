# SPDX-License-Identifier: Apache-2.0
"""Loose contents of a cup: balls that roll, so that pouring is judged by where they end."""

from __future__ import annotations

import math
from collections.abc import Iterator

import mujoco

from makedo_core.geometry import Vector
from simulation_node.robots.robot import EVERY_CLASS, OBJECT_CLASS
from simulation_node.scene.placement import Placed
from simulation_node.scene.scene import ObjectClass, Shell

DRAWN_GROUP = 2
GAP = 1.15  # times their diameter are balls apart at the start: they settle


def piece(object_id: str, i: int) -> str:
    """Name of the body of a ball."""
    return f"{object_id}/loose_{i}"


def pieces(object_id: str, kind: ObjectClass) -> tuple[str, ...]:
    """Names of the bodies of all balls that an object was filled with."""
    return () if kind.filling is None else tuple(piece(object_id, i) for i in range(kind.filling.count))


def first_positions(shell: Shell, count: int, diameter: float) -> Iterator[Vector]:
    """Middles of the balls at the start, in layers of a ring each, from the middle of the shell's base [m]."""
    ring = shell.wall[0][0] - shell.thickness - GAP * diameter / 2
    in_layer = max(1, int(math.pi / math.asin(min(1.0, GAP * diameter / (2 * ring)))))
    for i in range(count):
        layer, place = divmod(i, in_layer)
        angle = 2 * math.pi * (place + layer / 2) / in_layer
        height = shell.thickness + GAP * diameter * (layer + 0.5)
        yield ring * math.cos(angle), ring * math.sin(angle), height


def add_filling(spec: mujoco.MjSpec, placed: Placed, kind: ObjectClass) -> None:
    """Add the balls that are in an object at the start; each is a body of its own."""
    filling, shell = kind.filling, kind.shell
    if filling is None or shell is None:
        return
    for i, position in enumerate(first_positions(shell, filling.count, filling.diameter)):
        name = piece(placed.id, i)
        body = spec.worldbody.add_body(name=name, pos=placed.pose.transform(position))
        body.add_freejoint(name=name)
        body.add_geom(
            name=name,
            type=mujoco.mjtGeom.mjGEOM_SPHERE,
            size=[filling.diameter / 2, 0.0, 0.0],
            mass=filling.mass,
            contype=OBJECT_CLASS,
            conaffinity=EVERY_CLASS,
            condim=6,
            friction=[0.5, 0.005, 0.001],  # nuts slide and roll, and come to rest
            solref=[0.01, 1],
            solimp=[0.95, 0.99, 0.001, 0.5, 2],
            group=DRAWN_GROUP,
            rgba=[*filling.colour, 1.0],
        )
