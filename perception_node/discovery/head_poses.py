# SPDX-License-Identifier: Apache-2.0
"""Where to turn the head to see all of an asset: pan and tilt directions that cover its regions."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

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


THING_M = 0.1  # so wide is what stands at the edge of a picture and must be whole in it [m]
STEP = 0.15  # of the field of view lies between the poses that are compared
REST = 0.02  # so small a share of the cells is worth no further picture
EXCHANGES = 3  # rounds in which each pose is exchanged for a better one
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
        max_range_m: what is farther from the head is not looked at.
    """

    max_looks: int = 4
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
    """Head poses that show all that may stand in an asset's visible regions whole, from the left to the right.

    What the edge of every picture cuts is recognised in none.

    Args:
        asset: node with a model and a pose.
        base: robot's base in the map frame.
        head: geometry and limits.
        settings: how to cover.
    """
    regions = visible_regions(asset)
    if not regions:
        return LookPlan(_nothing_to_see(asset))
    points = np.concatenate([_cells(asset, region) for region in regions])
    cells = about_the_pivot(points.reshape(-1, 3), base, head).reshape(-1, 2, 3)
    distances = np.linalg.norm(cells[:, 0], axis=1)
    near = cells[distances <= settings.max_range_m]
    if len(near) == 0:
        far = float(distances.min())
        return LookPlan(
            Outcome(
                FailureCause.NOT_VISIBLE,
                f"{asset.id} is {far:.1f} m from the head, farther than {settings.max_range_m:.1f} m; go nearer",
            )
        )
    if head.fixed:
        return LookPlan(SUCCESS, (AS_IT_IS,))
    within = within_reach(directions(near[:, 0]), head)
    if not within.any():
        return LookPlan(
            Outcome(FailureCause.NOT_VISIBLE, f"{asset.id} is outside of what the head can turn to; face it first")
        )
    return LookPlan(SUCCESS, _covering(near[within], head, settings))


def _nothing_to_see(asset: Node) -> Outcome:
    if asset.model is not None and asset.model.regions:
        how = State.AJAR if State.AJAR in asset.states else State.CLOSED
        return Outcome(FailureCause.NOT_VISIBLE, f"{asset.id} is {how}; what is inside cannot be seen")
    return Outcome(FailureCause.NOT_VISIBLE, f"{asset.id} has no place where objects could rest")


def _cells(asset: Node, region: Region) -> Array:
    """Cells of a region and the top of what may stand on each, in the map frame, shape (n, 2, 3)."""
    assert asset.model is not None  # only assets with regions come here
    pose = region_pose(asset.pose, asset.model, region, value_of(asset))
    return np.stack([above(pose, region, 0.0), above(pose, region, HEADROOM_M)], axis=1)


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


def _covering(cells: Array, head: HeadGeometry, settings: LookSettings) -> tuple[HeadPose, ...]:
    """Few head poses that show the cells whole, in so far as some pose does; from the left to the right.

    One more is taken as long as cells are left, and then each is exchanged for a better one: good, not proven fewest.

    Args:
        cells: the floor of each and the top of what may stand there, about the pivot, shape (n, 2, 3) [m].
        head: geometry and limits.
        settings: how many.
    """
    poses = _candidates(directions(cells.reshape(-1, 3)), head)
    shown = _pictured(cells, poses, head, THING_M / 2)
    if not shown.any():
        shown = _pictured(cells, poses, head, 0.0)  # it stands so near that nothing is whole in any picture
    enough = (1.0 - REST) * shown.any(axis=0).sum()
    chosen: list[int] = []
    while len(chosen) < settings.max_looks and (not chosen or shown[chosen].any(axis=0).sum() < enough):
        chosen = _best(shown, [*chosen, -1])
    looks = {(float(poses[i, 0]), float(poses[i, 1])) for i in chosen}
    return tuple(HeadPose(pan, head.tilt_sign * elevation) for pan, elevation in sorted(looks, reverse=True))


def _best(shown: npt.NDArray[np.bool_], chosen: list[int]) -> list[int]:
    """The choice with each pose in turn, the last first, exchanged for what shows most of what the others do not."""
    for _ in range(EXCHANGES):
        for at in reversed(range(len(chosen))):
            others = shown[[k for i, k in enumerate(chosen) if i != at and k >= 0]].any(axis=0)
            chosen[at] = int((shown & ~others).sum(axis=1).argmax())
    return chosen


def _candidates(angles: Array, head: HeadGeometry) -> Array:
    """Pan and elevation of poses that look at or between directions, within the neck's limits, shape (n, 2) [rad]."""
    limits = (head.pan_limits, _tilt_range(head))
    axes = []
    for values, (low, high), view in zip(angles.T, limits, head.field, strict=True):
        first, last = np.clip([values.min(), values.max()], low, high)
        axes.append(np.linspace(first, last, 1 + math.ceil((last - first) / (view * STEP))))
    return np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 2)


def _pictured(cells: Array, poses: Array, head: HeadGeometry, radius_m: float) -> npt.NDArray[np.bool_]:
    """Which cells the picture of each pose shows, with so much around them [m], shape (poses, cells)."""
    x, y, z = np.moveaxis(cells, -1, 0)
    half_width, half_height = (math.tan(view / 2) for view in head.field)
    pan, elevation = (values[:, None, None] for values in poses.T)
    ahead, aside = np.cos(pan) * x + np.sin(pan) * y, np.cos(pan) * y - np.sin(pan) * x
    depth, up = np.cos(elevation) * ahead + np.sin(elevation) * z, np.cos(elevation) * z - np.sin(elevation) * ahead
    inside = (np.abs(aside) + radius_m <= half_width * depth) & (np.abs(up) + radius_m <= half_height * depth)
    whole: npt.NDArray[np.bool_] = inside.all(axis=2)
    return whole
