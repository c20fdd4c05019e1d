# SPDX-License-Identifier: Apache-2.0
"""Geometry of an asset (furniture): the boxes it is made of, where things can rest, and what moves.

All poses are in the asset's frame: origin on the floor below its middle, x towards the side that a person uses
it from, z up. The scene file, the planning scene, the relations and the skills all read this one description.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from makedo_core.enums import StrEnum
from makedo_core.geometry import Pose, Vector, quaternion_from_rotation


class RegionKind(StrEnum):
    """How something rests in a region."""

    ON = "on"
    INSIDE = "inside"
    HAND = "hand"  # the free air where a person takes things, and what the person then has: INSIDE in the graph


class JointKind(StrEnum):
    """How a moving part moves."""

    HINGE = "hinge"
    SLIDE = "slide"


@dataclass(frozen=True, slots=True)
class Part:
    """A solid box. `moving` parts follow the asset's articulation; their pose is the one when closed."""

    name: str
    pose: Pose  # of the box's centre
    size: Vector  # full extents [m]
    moving: bool = False


@dataclass(frozen=True, slots=True)
class Region:
    """A place where things can rest: a horizontal rectangle with free height above it.

    Attributes:
        kind: resting there means ON or INSIDE the asset; a person's hands have what is INSIDE.
        pose: of the middle of the rectangle, at the height that things rest at.
        size: x and y extents of the rectangle and free height above it [m].
        moving: the region follows the articulation (a drawer's tray); pose as when closed.
    """

    name: str
    kind: RegionKind
    pose: Pose
    size: Vector
    moving: bool = False


@dataclass(frozen=True, slots=True)
class Handle:
    """A bar to pull: middle, direction of the bar (unit vector) and its length and diameter [m], when closed."""

    position: Vector
    direction: Vector
    length: float
    diameter: float


@dataclass(frozen=True, slots=True)
class Articulation:
    """What moves: a hinge about `axis` through `origin`, or a slide along `axis`.

    Attributes:
        range: lowest and highest joint value (rad or m); zero is closed.
        open_at: from this value on the asset counts as open.
    """

    kind: JointKind
    joint: str
    origin: Vector
    axis: Vector
    range: tuple[float, float]
    open_at: float
    handle: Handle


class SwitchKind(StrEnum):
    """What a push of a switch leads to."""

    TOGGLE = "toggle"  # what it belongs to goes on, or off again
    BUTTON = "button"  # it springs back; what it sets off is not the asset's own state


@dataclass(frozen=True, slots=True)
class Switch:
    """Something to push: position of its face, the direction to push (unit vector), and what that leads to."""

    position: Vector
    direction: Vector
    kind: SwitchKind = SwitchKind.TOGGLE


@dataclass(frozen=True, slots=True)
class AssetModel:
    """Everything that is known of an asset's geometry.

    Attributes:
        turning: upright bar at half its height, by which an asset that stands loosely is lifted and turned over; None:
            it stays as it is.
    """

    parts: tuple[Part, ...] = ()
    regions: tuple[Region, ...] = ()
    articulation: Articulation | None = None
    switch: Switch | None = None
    turning: Handle | None = None


def turned_over(pose: Pose, height: float, handle: Handle) -> Pose:
    """Pose of an asset after half a turn about the line from its middle to its handle; twice is not at all.

    Args:
        pose: before.
        height: of the asset [m]; the line runs at half of it.
        handle: in the asset's frame.
    """
    x, y, _ = handle.position
    length = math.hypot(x, y)
    return pose @ Pose((0.0, 0.0, height), (x / length, y / length, 0.0, 0.0))


def articulated(pose: Pose, articulation: Articulation, value: float) -> Pose:
    """Pose of a moving part or region, given when closed, at a joint value [rad or m]; in the asset's frame."""
    axis = np.asarray(articulation.axis, float) / math.hypot(*articulation.axis)
    if articulation.kind is JointKind.SLIDE:
        dx, dy, dz = (float(v) for v in axis * value)
        return Pose((dx, dy, dz)) @ pose
    cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    rotation = np.eye(3) + math.sin(value) * cross + (1 - math.cos(value)) * cross @ cross
    turn = Pose((0.0, 0.0, 0.0), quaternion_from_rotation(rotation))
    origin = Pose(articulation.origin)
    return origin @ turn @ origin.inverse() @ pose


def swept_ball(part: Part, articulation: Articulation) -> tuple[Vector, float]:
    """A ball that a moving part never leaves: its centre in the asset's frame and its radius [m]."""
    reach = math.hypot(*part.size) / 2
    if articulation.kind is JointKind.SLIDE:
        low, high = articulation.range
        return articulated(part.pose, articulation, (low + high) / 2).position, reach + (high - low) / 2
    return articulation.origin, math.dist(part.pose.position, articulation.origin) + reach
