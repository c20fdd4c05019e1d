# SPDX-License-Identifier: Apache-2.0
"""Movable objects as MuJoCo bodies: a primitive or a shell that collides, and what is drawn over it."""

from __future__ import annotations

import colorsys
import math
from collections.abc import Sequence
from itertools import pairwise

import mujoco
import numpy as np

from makedo_core.geometry import Array
from simulation_node.robots.robot import COLLISION_GROUP, EVERY_CLASS, OBJECT_CLASS
from simulation_node.scene.placement import Placed
from simulation_node.scene.scene import Drawing, ObjectClass, Rgb
from simulation_node.scene.shells import add_shell

DRAWN_GROUP = 2
TURNS = 28  # facets of a turned outline
_PRIMITIVES = {
    "box": mujoco.mjtGeom.mjGEOM_BOX,
    "cylinder": mujoco.mjtGeom.mjGEOM_CYLINDER,
    "sphere": mujoco.mjtGeom.mjGEOM_SPHERE,
}
_DRAWN = {"contype": 0, "conaffinity": 0, "group": DRAWN_GROUP, "mass": 0.0}
TINTS: dict[str, Rgb] = {
    "red": (0.80, 0.14, 0.12),
    "green": (0.45, 0.68, 0.20),
    "blue": (0.20, 0.40, 0.75),
    "yellow": (0.96, 0.82, 0.20),
    "white": (0.95, 0.95, 0.93),
}
"""Attributes of graph.json that colour an object: its first drawn piece, and those of the same hue."""
SAME_HUE = 5 / 360  # of the circle of hues
PALE, SAME_GREY = 0.2, 0.05  # saturation of what has no hue to compare, and how near its colours are then, 0..1


def add_object(spec: mujoco.MjSpec, placed: Placed, kind: ObjectClass, attributes: frozenset[str]) -> None:
    """Add a free body named like the object; its frame is the middle of its upright box."""
    half = kind.size[2] / 2
    position = placed.pose.transform((0.0, 0.0, half))
    x, y, z, w = placed.pose.orientation
    body = spec.worldbody.add_body(name=placed.id, pos=position, quat=[w, x, y, z])
    body.add_freejoint(name=placed.id)
    options = {
        "contype": OBJECT_CLASS,
        "conaffinity": EVERY_CLASS,
        "condim": 4 if kind.shape == "box" or kind.shell else 6,  # rolling friction: fruit rests where it is put
        "friction": [1.0, 0.01, 0.002],
        "solref": [0.01, 1],
        "solimp": [0.95, 0.99, 0.001, 0.5, 2],
        "group": COLLISION_GROUP if kind.looks else DRAWN_GROUP,
        "rgba": [0.7, 0.7, 0.7, 1],
    }
    if kind.shell is not None:
        add_shell(body, placed.id, kind.shell, kind.mass, -half, **options)
    else:
        size = _sizes(kind.shape, kind.size)
        body.add_geom(name=placed.id, type=_PRIMITIVES[kind.shape], size=size, mass=kind.mass, **options)
    tint = next((TINTS[a] for a in sorted(attributes) if a in TINTS), None)
    for i, (drawing, colour) in enumerate(zip(kind.looks, painted(kind.looks, tint), strict=True)):
        _draw(spec, body, drawing, -half, f"{placed.label}_{i}", colour)


def painted(looks: Sequence[Drawing], tint: Rgb | None) -> tuple[Rgb, ...]:
    """The colour of each drawn piece of a thing that is of a colour; None: as it is drawn.

    Not the first piece alone: a book's back is of its cover's colour, and a banana is of one from end to end. What is
    of another hue stays so: a label, a stem.
    """
    if tint is None or not looks:
        return tuple(drawing.colour for drawing in looks)
    first = looks[0].colour
    return tuple(
        _shaded(tint, max(drawing.colour) / max(*first, 1e-6)) if _is_of_hue(drawing.colour, first) else drawing.colour
        for drawing in looks
    )


def _is_of_hue(colour: Rgb, other: Rgb) -> bool:
    """Whether two colours are the same but for how light they are."""
    (hue, pale, _), (other_hue, other_pale, _) = (colorsys.rgb_to_hsv(*c) for c in (colour, other))
    if min(pale, other_pale) < PALE:
        return max(abs(a - b) for a, b in zip(colour, other, strict=True)) < SAME_GREY
    return abs(math.remainder(hue - other_hue, 1.0)) < SAME_HUE


def _shaded(colour: Rgb, brightness: float) -> Rgb:
    r, g, b = (min(1.0, v * brightness) for v in colour)
    return r, g, b


def _draw(spec: mujoco.MjSpec, body: mujoco.MjsBody, drawing: Drawing, base: float, mesh: str, colour: Rgb) -> None:
    x, y, z = drawing.at
    options = {"pos": [x, y, z + base], "rgba": [*colour, 1.0], **_DRAWN}
    if drawing.along is not None:
        options["quat"] = _turn_z_to(np.array(drawing.along))
    if drawing.lathe is not None:
        if spec.mesh(mesh) is None:
            vertices, faces = turned(drawing.lathe)
            spec.add_mesh(name=mesh, uservert=vertices.ravel(), userface=faces.ravel())
        body.add_geom(type=mujoco.mjtGeom.mjGEOM_MESH, meshname=mesh, **options)
    elif drawing.sphere is not None:
        body.add_geom(type=mujoco.mjtGeom.mjGEOM_ELLIPSOID, size=[v / 2 for v in drawing.sphere], **options)
    elif drawing.cylinder is not None:
        body.add_geom(type=_PRIMITIVES["cylinder"], size=_sizes("cylinder", drawing.cylinder), **options)
    elif drawing.box is not None:
        body.add_geom(type=_PRIMITIVES["box"], size=_sizes("box", drawing.box), **options)


def _sizes(shape: str, size: tuple[float, float, float]) -> list[float]:
    x, y, z = (v / 2 for v in size)
    return {"box": [x, y, z], "cylinder": [x, z, 0.0], "sphere": [x, 0.0, 0.0]}[shape]


def turned(outline: tuple[tuple[float, float], ...]) -> tuple[Array, np.ndarray]:
    """Vertices, shape (n, 3), and triangles, shape (m, 3), of an outline (radius, height) turned about z.

    The outline runs from the bottom's middle outwards and up, so that triangles face outwards.
    """
    angles = np.arange(TURNS) * 2 * math.pi / TURNS
    vertices: list[tuple[float, float, float]] = []
    rings: list[list[int]] = []
    for radius, height in outline:
        start = len(vertices)
        if radius <= 0:
            vertices.append((0.0, 0.0, height))
            rings.append([start] * TURNS)
        else:
            vertices += [(radius * math.cos(a), radius * math.sin(a), height) for a in angles]
            rings.append(list(range(start, start + TURNS)))
    faces: list[tuple[int, int, int]] = []
    for low, high in pairwise(rings):
        for i in range(TURNS):
            j = (i + 1) % TURNS
            faces += [t for t in ((low[i], low[j], high[j]), (low[i], high[j], high[i])) if len(set(t)) == 3]
    return np.array(vertices), np.array(faces)


def _turn_z_to(direction: Array) -> list[float]:
    quat = np.zeros(4)
    mujoco.mju_quatZ2Vec(quat, direction / np.linalg.norm(direction))
    return [float(v) for v in quat]
