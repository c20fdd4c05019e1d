# SPDX-License-Identifier: Apache-2.0
"""The geometry of a thing: the upright box around it, its parts, its front, and where other things can rest on it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from makedo_core.files.importers.sdf.world.solids import Solid
from makedo_core.geometry import Array, Box, Pose, Vector
from makedo_core.graph.asset_model import AssetModel, Part, Region, RegionKind
from makedo_core.graph.scene_graph import Shape

OPEN_AIR_M = 1.0  # free height above what nothing is above
_LEAST_SIDE_M = 0.15  # of a place to put things
_LEAST_HEADROOM_M = 0.12
_LEAST_HEIGHT_M = 0.05  # what is lower is a plinth or a mat
_LEVEL = 0.02  # of the axis of a face, from upright
_SEEN_M = 1.5  # free floor before a front beyond this does not matter
_SQUARE = 1e-3  # of the entries of a rotation, from 0 and 1
_STAND_M = 0.6  # of free floor is room enough to stand
_DEPTHS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)  # from front to back, as shares
_TOUCH_M = 0.01


@dataclass(frozen=True, slots=True)
class Upright:
    """The upright box around some solids: its pose is of the middle of its base."""

    pose: Pose
    size: Vector

    @property
    def top(self) -> float:
        """Height of its top in the map [m]."""
        return self.pose.position[2] + self.size[2]

    @property
    def box(self) -> Box:
        """The box by its middle."""
        x, y, z = self.pose.position
        return Box(Pose((x, y, z + self.size[2] / 2), self.pose.orientation), self.size)


def upright(solids: Sequence[Solid], yaw: float) -> Upright:
    """The smallest upright box of a heading around some solids, of which there is at least one."""
    turned = Pose.planar(0.0, 0.0, -yaw)
    corners = np.array([(turned @ solid.box.pose).transform(c) for solid in solids for c in _corners(solid.box.size)])
    low, high = corners.min(axis=0), corners.max(axis=0)
    x, y, z = Pose.planar(0.0, 0.0, yaw).transform((*((low + high) / 2)[:2], low[2]))
    dx, dy, dz = (float(v) for v in high - low)
    return Upright(Pose.planar(x, y, yaw, z), (dx, dy, dz))


def _corners(size: Vector) -> Iterable[Vector]:
    x, y, z = ((-v / 2, v / 2) for v in size)
    return product(x, y, z)


def facing(box: Upright, solids: Sequence[Solid], around: Sequence[Box]) -> Upright:
    """The same box with its x axis towards the side that a person uses it from, as far as shapes tell.

    That side has room to stand before it; then it is open, as a shelf is not at its back; then it has most free floor;
    then it is the longest.

    Args:
        box: as its file turns it.
        solids: what it is made of.
        around: what else stands there.
    """
    boxes = [solid.box for solid in solids if solid.shape is not Shape.NONE]

    def worth(choice: Upright) -> tuple[bool, float, float, float]:
        free = _free_m(choice, around)
        return free >= _STAND_M, round(4 * _openness(choice, boxes)), round(free, 1), round(choice.size[1], 2)

    return max((_turned(box, quarter) for quarter in range(4)), key=worth)


def _openness(box: Upright, solids: Sequence[Box]) -> float:
    """How deep a hand gets from the front before something of the furniture is in the way, as a share of its depth."""
    depth, width, height = box.size
    lines = [(across, up) for across in (-0.3, 0.0, 0.3) for up in (0.15, 0.35, 0.55, 0.75)]
    points = np.array([((0.5 - s) * depth, across * width, up * height) for across, up in lines for s in _DEPTHS])
    matrix = box.pose.matrix()
    points = points @ matrix[:3, :3].T + matrix[:3, 3]
    met = np.zeros(len(points), bool)
    for solid in solids:
        met |= _within(points, solid, _TOUCH_M)
    rows = met.reshape(len(lines), len(_DEPTHS))
    free = np.where(rows.any(axis=1), rows.argmax(axis=1), len(_DEPTHS))
    return float(free.mean()) / len(_DEPTHS)


def _within(points: Array, box: Box, margin_m: float = 0.0) -> Array:
    """Which of some points are in a box, or so near to it; shape (n, 3) -> (n,)."""
    turn = box.pose.matrix()
    local = (points - turn[:3, 3]) @ turn[:3, :3]
    result: Array = np.all(np.abs(local) <= np.asarray(box.size) / 2 + margin_m, axis=1)
    return result


def _turned(box: Upright, quarters: int) -> Upright:
    x, y, z = box.size
    size = (x, y, z) if quarters % 2 == 0 else (y, x, z)
    return Upright(box.pose @ Pose.planar(0.0, 0.0, quarters * math.pi / 2), size)


def _free_m(box: Upright, around: Sequence[Box]) -> float:
    """How far one can step back from the front before something is in the way [m]."""
    depth, width, height = box.size
    at = min(height / 2, 0.4)
    steps = [0.1 * n for n in range(1, round(_SEEN_M / 0.1) + 1)]
    points = np.array([(depth / 2 + step, across * width, at) for step in steps for across in (-0.3, 0.0, 0.3)])
    matrix = box.pose.matrix()
    points = points @ matrix[:3, :3].T + matrix[:3, 3]
    nearest = _SEEN_M
    for other in around:
        inside = _within(points, other).reshape(-1, 3).any(axis=1)
        if inside.any():
            nearest = min(nearest, steps[int(inside.argmax())])
    return nearest


def model_of(
    solids: Sequence[Solid], box: Upright, *, is_surface: bool, is_container: bool, is_worktop: bool
) -> AssetModel:
    """Parts and regions in the frame of a piece of furniture.

    Of a mesh, and of other shapes of which only the box is known, the top is a place for things only where the class is
    a worktop, or a surface that holds nothing inside.
    """
    here = box.pose.inverse()
    parts = tuple(_part(f"part_{n}", here @ s.box.pose, s.box.size) for n, s in enumerate(solids, start=1))
    has_top = is_worktop or (is_surface and not is_container)
    trusted = [p for p, s in zip(parts, solids, strict=True) if has_top or s.shape is not Shape.NONE]
    regions: list[Region] = []
    frames = np.array([part.pose.matrix() for part in parts])
    sizes = np.array([part.size for part in parts])
    for part in trusted:
        place = _place(part, frames, sizes, box.pose.position[2])
        if place is not None:
            pose, size = place
            inside = is_container and not is_surface and pose.position[2] < box.size[2] - 0.02
            kind = RegionKind.INSIDE if inside else RegionKind.ON
            regions.append(Region(f"place_{len(regions) + 1}", kind, pose, size))
    return AssetModel(parts, tuple(regions))


def _part(name: str, pose: Pose, size: Vector) -> Part:
    """A box as a part; along the axes of the furniture where it is turned by right angles only."""
    turn = np.abs(pose.matrix()[:3, :3])
    if np.all((turn < _SQUARE) | (turn > 1 - _SQUARE)):
        x, y, z = (float(v) for v in np.round(turn) @ np.asarray(size))
        return Part(name, Pose(pose.position), (x, y, z))
    if pose.matrix()[2, 2] < 0:
        pose = pose @ Pose(orientation=(1.0, 0.0, 0.0, 0.0))  # a box upside down is the same box
    return Part(name, pose, size)


def _place(part: Part, frames: Array, sizes: Array, base_m: float) -> tuple[Pose, Vector] | None:
    """The free rectangle on a part, and the free height above it; None where nothing can be put.

    Args:
        part: in the frame of the furniture.
        frames: of all parts there, shape (n, 4, 4).
        sizes: of all parts, shape (n, 3) [m].
        base_m: height of that frame in the map [m].
    """
    here = part.pose.matrix()
    if here[2, 2] < 1 - _LEVEL:
        return None
    height = part.size[2] / 2
    top = part.pose.position[2] + height
    high = np.array(part.size[:2]) / 2
    low = -high
    seen = np.linalg.inv(here) @ frames
    spread = np.einsum("nij,nj->ni", np.abs(seen[:, :3, :3]), sizes) / 2
    lowest, highest = seen[:, :3, 3] - spread, seen[:, :3, 3] + spread
    above = highest[:, 2] > height + _TOUCH_M  # never the part itself
    over = np.all((highest[:, :2] > low + _TOUCH_M) & (lowest[:, :2] < high - _TOUCH_M), axis=1)
    headroom = OPEN_AIR_M
    for n in np.flatnonzero(above & over):
        gap = float(lowest[n, 2]) - height
        if gap >= _LEAST_HEADROOM_M:
            headroom = min(headroom, gap)
        elif np.all((highest[n, :2] > low + _TOUCH_M) & (lowest[n, :2] < high - _TOUCH_M)):  # of what is left by now
            low, high = _beside(low, high, lowest[n, :2], highest[n, :2])
    width, depth = (float(v) for v in high - low)
    if min(width, depth) < _LEAST_SIDE_M or base_m + top < _LEAST_HEIGHT_M:
        return None
    x, y = (float(v) for v in (low + high) / 2)
    return part.pose @ Pose((x, y, height)), (width, depth, headroom)


def _beside(low: Array, high: Array, from_: Array, to: Array) -> tuple[Array, Array]:
    """The largest rectangle that is left of one beside another that stands on it."""
    choices = []
    for axis in (0, 1):
        for upper in (True, False):
            lowest, highest = low.copy(), high.copy()
            if upper:
                lowest[axis] = max(low[axis], to[axis])
            else:
                highest[axis] = min(high[axis], from_[axis])
            choices.append((lowest, highest))
    return max(choices, key=lambda c: float(np.prod(np.maximum(c[1] - c[0], 0.0))))
