# SPDX-License-Identifier: Apache-2.0
"""Where to turn the head to see all of an asset: pan and tilt directions that cover its regions."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.geometry import Array, Pose, Vector
from makedo_core.graph.asset_model import Region, RegionKind
from makedo_core.graph.openings import value_of
from makedo_core.graph.scene_graph import Node, State
from makedo_core.sight.coverage import HEADROOM_M, above, region_pose


@dataclass(frozen=True, slots=True)
class HeadGeometry:
    """The head as a pan-tilt unit, or a camera that does not turn.

    Attributes:
        pivot: where pan and tilt axes meet, in the base frame [m].
        pan_limits, tilt_limits: [rad].
        tilt_sign: 1 when a positive tilt looks up, -1 when it looks down.
        field: horizontal and vertical field of view [rad].
        fixed: it does not turn; the limits say nothing then.
    """

    pivot: Vector
    pan_limits: tuple[float, float]
    tilt_limits: tuple[float, float]
    tilt_sign: float
    field: tuple[float, float]
    fixed: bool = False


@dataclass(frozen=True, slots=True)
class HeadPose:
    """Joint values of the head [rad]."""

    pan: float
    tilt: float


AS_IT_IS = HeadPose(0.0, 0.0)  # of a camera that does not turn


@dataclass(frozen=True, slots=True)
class LookPlan:
    """Where to look, or why that is of no use."""

    outcome: Outcome
    looks: tuple[HeadPose, ...] = ()


@dataclass(frozen=True, slots=True)
class LookSettings:
    """How asset views are covered.

    Attributes:
        max_looks: at most so many head poses.
        fill: share of the field of view that a head pose is counted on to cover.
        max_range_m: what is farther from the head is not looked at.
    """

    max_looks: int = 4
    fill: float = 0.9
    max_range_m: float = 3.0


@dataclass(frozen=True, slots=True)
class DiscoverySettings:
    """How thoroughly to look.

    Attributes:
        frames: steady frames to wait for at each head pose.
        patience_s: how long to wait for them [s, wall].
        picture_px: longer side of the pictures that come with the result; 0: none are sent.
    """

    looks: LookSettings = field(default_factory=LookSettings)
    frames: int = 2
    patience_s: float = 15.0
    picture_px: int = 640


def visible_regions(asset: Node) -> tuple[Region, ...]:
    """Regions that can be seen into: all but the insides of a closed asset."""
    if asset.model is None:
        return ()
    closed = asset.model.articulation is not None and State.OPEN not in asset.states
    return tuple(r for r in asset.model.regions if not (closed and r.kind is RegionKind.INSIDE))


def plan_looks(asset: Node, base: Pose, head: HeadGeometry, settings: LookSettings) -> LookPlan:
    """Head poses that cover an asset's visible regions, from the left to the right, near rows first.

    Args:
        asset: node with a model and a pose.
        base: robot's base in the map frame.
        head: geometry and limits.
        settings: how to cover.
    """
    regions = visible_regions(asset)
    if not regions:
        return LookPlan(_nothing_to_see(asset))
    local = about_the_pivot(np.concatenate([_points(asset, region) for region in regions]), base, head)
    near = local[np.linalg.norm(local, axis=1) <= settings.max_range_m]
    if len(near) == 0:
        far = float(np.linalg.norm(local, axis=1).min())
        return LookPlan(
            Outcome(
                FailureCause.NOT_VISIBLE,
                f"{asset.id} is {far:.1f} m from the head, farther than {settings.max_range_m:.1f} m; go nearer",
            )
        )
    if head.fixed:
        return LookPlan(SUCCESS, (AS_IT_IS,))
    angles = directions(near)
    within = within_reach(angles, head)
    if not within.any():
        return LookPlan(
            Outcome(FailureCause.NOT_VISIBLE, f"{asset.id} is outside of what the head can turn to; face it first")
        )
    return LookPlan(SUCCESS, _covering(angles[within], head, settings))


def _nothing_to_see(asset: Node) -> Outcome:
    if asset.model is not None and asset.model.regions:
        how = State.AJAR if State.AJAR in asset.states else State.CLOSED
        return Outcome(FailureCause.NOT_VISIBLE, f"{asset.id} is {how}; what is inside cannot be seen")
    return Outcome(FailureCause.NOT_VISIBLE, f"{asset.id} has no place where objects could rest")


def _points(asset: Node, region: Region) -> Array:
    """Cells of a region and the air that objects on them take, in the map frame, shape (n, 3)."""
    assert asset.model is not None  # only assets with regions come here
    pose = region_pose(asset.pose, asset.model, region, value_of(asset))
    return np.concatenate([above(pose, region, 0.0), above(pose, region, HEADROOM_M)])


def about_the_pivot(points: Array, base: Pose, head: HeadGeometry) -> Array:
    """Map points as seen from where pan and tilt axes meet, in the base frame's directions, shape (n, 3) [m]."""
    matrix = base.inverse().matrix()
    local: Array = points @ matrix[:3, :3].T + matrix[:3, 3] - np.asarray(head.pivot)
    return local


def directions(points: Array) -> Array:
    """Pan (left positive) and elevation (up positive) of points about the pivot, shape (n, 2) [rad]."""
    x, y, z = points.T
    return np.stack([np.arctan2(y, x), np.arctan2(z, np.hypot(x, y))], axis=1)


def _tilt_range(head: HeadGeometry) -> tuple[float, float]:
    a, b = (head.tilt_sign * limit for limit in head.tilt_limits)
    return min(a, b), max(a, b)


def within_reach(angles: Array, head: HeadGeometry) -> npt.NDArray[np.bool_]:
    """Which directions some head pose brings well into the picture, shape (n,); a fixed camera's pictures decide."""
    if head.fixed:
        return np.ones(len(angles), bool)
    low, high = _tilt_range(head)
    half_width, half_height = 0.4 * head.field[0], 0.4 * head.field[1]
    pan, elevation = angles.T
    inside = (pan >= head.pan_limits[0] - half_width) & (pan <= head.pan_limits[1] + half_width)
    inside &= (elevation >= low - half_height) & (elevation <= high + half_height)
    reachable: npt.NDArray[np.bool_] = inside
    return reachable


def _covering(angles: Array, head: HeadGeometry, settings: LookSettings) -> tuple[HeadPose, ...]:
    """Centres of a grid over the directions; the coarser, the more head poses it would take."""
    fill = settings.fill
    while True:
        cells = _grid(angles, (head.field[0] * fill, head.field[1] * fill))
        if len(cells) <= settings.max_looks:
            break
        fill *= 1.1
    low, high = _tilt_range(head)
    looks = []
    for row, (pan, elevation) in cells:
        limited = (float(np.clip(pan, *head.pan_limits)), float(np.clip(elevation, low, high)))
        looks.append((row, HeadPose(limited[0], head.tilt_sign * limited[1])))
    # Row by row and back again, so that the head moves little.
    ordered = sorted(looks, key=lambda item: (item[0], item[1].pan if item[0] % 2 else -item[1].pan))
    return tuple(dict.fromkeys(look for _, look in ordered))


def _grid(angles: Array, window: tuple[float, float]) -> list[tuple[int, tuple[float, float]]]:
    """Row and middle of the grid cells that hold directions; each row is as wide as its own directions."""
    cells: list[tuple[int, tuple[float, float]]] = []
    elevation = angles[:, 1]
    for row, (bottom, top) in enumerate(_spans(float(elevation.min()), float(elevation.max()), window[1])):
        inside = angles[(elevation >= bottom - 1e-9) & (elevation <= top + 1e-9)]
        if len(inside) == 0:
            continue
        for left, right in _spans(float(inside[:, 0].min()), float(inside[:, 0].max()), window[0]):
            cells.append((row, ((left + right) / 2, (bottom + top) / 2)))
    return cells


def _spans(low: float, high: float, width: float) -> list[tuple[float, float]]:
    """A range cut into equal spans no wider than `width`."""
    count = max(1, math.ceil((high - low) / width - 1e-9))
    edges = np.linspace(low, high, count + 1)
    return [(float(a), float(b)) for a, b in pairwise(edges)]
