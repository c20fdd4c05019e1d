# SPDX-License-Identifier: Apache-2.0
"""What a depth camera saw from where: rays against boxes, and which places it looked at.

A `View` is a small depth image with its camera pose. It answers the two questions of negative evidence: is a box
that should be there hidden, there or gone, and which points of the world were seen.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from makedo_core.geometry import Array, Box, Pose, Vector

NEAREST_M = 0.05  # nothing nearer than this in front of the lens is ever imaged

Window = tuple[slice, slice]
"""Rows and columns of an image."""
_SIGNS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)] + [[0, 0, 0]], float)


@dataclass(frozen=True, slots=True)
class Intrinsics:
    """Pinhole camera: focal lengths and principal point [px], image size [px]. Optical frame: x right, y down, z ahead.

    Pixel (column u, row v) has its centre at the integers.
    """

    fx: float
    fy: float
    cx: float
    cy: float
    width: int
    height: int

    def reduced(self, factor: int) -> Intrinsics:
        """Camera of the image made of every factor-th row and column, beginning at `factor // 2`."""
        start = factor // 2
        return Intrinsics(
            self.fx / factor,
            self.fy / factor,
            (self.cx - start) / factor,
            (self.cy - start) / factor,
            len(range(start, self.width, factor)),
            len(range(start, self.height, factor)),
        )


def reduced_image(image: npt.NDArray[np.generic], factor: int) -> npt.NDArray[np.generic]:
    """Every factor-th row and column of an image, shape (h, w, ...), to go with `Intrinsics.reduced`."""
    return np.ascontiguousarray(image[factor // 2 :: factor, factor // 2 :: factor])


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the rays that would hit a box found.

    Attributes:
        rays: rays that hit the box and have a depth reading.
        occluded: of these, those stopped before the box.
        matched: those stopped at the box or within it.
        beyond: those that went through where the box should be.
        inside_image: share of the box's corners and centre that project into the image, 0..1.
    """

    rays: int
    occluded: int
    matched: int
    beyond: int
    inside_image: float

    @property
    def open_share(self) -> float:
        """Share of the rays that nothing in front of the box stopped, 0..1."""
        return (self.matched + self.beyond) / self.rays if self.rays else 0.0

    @property
    def empty_share(self) -> float:
        """Share of the rays that went through, among those that nothing stopped before, 0..1."""
        unhindered = self.matched + self.beyond
        return self.beyond / unhindered if unhindered else 0.0


@dataclass(frozen=True)
class View:
    """A depth image taken from a known pose.

    Attributes:
        pose: of the optical frame in the map frame.
        intrinsics: of the depth image.
        depth: shape (height, width), along the optical axis [m]; 0 or NaN: no reading.

    Raises:
        ValueError: if the image's shape is not the intrinsics'.
    """

    pose: Pose
    intrinsics: Intrinsics
    depth: npt.NDArray[np.float32]

    def __post_init__(self) -> None:
        expected = (self.intrinsics.height, self.intrinsics.width)
        if self.depth.shape != expected:
            raise ValueError(f"depth image is {self.depth.shape}, expected {expected} (height, width)")

    @cached_property
    def _directions(self) -> Array:
        """Ray directions in the map frame with unit depth, shape (h, w, 3)."""
        k = self.intrinsics
        u, v = np.meshgrid(np.arange(k.width, dtype=float), np.arange(k.height, dtype=float))
        rays = np.stack([(u - k.cx) / k.fx, (v - k.cy) / k.fy, np.ones_like(u)], axis=-1)
        directions: Array = rays @ self.pose.matrix()[:3, :3].T
        return directions

    @cached_property
    def has_reading(self) -> npt.NDArray[np.bool_]:
        """Where the depth image has a reading, shape (h, w)."""
        return np.isfinite(self.depth) & (self.depth > NEAREST_M)

    @cached_property
    def points(self) -> Array:
        """Every reading as a point in the map frame, shape (n, 3) [m]."""
        seen = self.has_reading
        return np.asarray(self.pose.position) + self._directions[seen] * self.depth[seen][:, None]

    @cached_property
    def _to_camera(self) -> Array:
        """Homogeneous transform optical frame <- map, shape (4, 4)."""
        return self.pose.inverse().matrix()

    def project(self, points: Array) -> Array:
        """Map points, shape (n, 3) -> column, row [px] and depth [m], shape (n, 3). Meaningless where depth <= 0."""
        return _projected(points, self._to_camera, self.intrinsics)

    def contains(self, points: Array) -> npt.NDArray[np.bool_]:
        """Which map points, shape (n, 3), project into the image, shape (n,)."""
        return self._is_inside(self.project(points))

    def may_show(self, centre: Vector, radius_m: float) -> bool:
        """Whether some of a ball in the map frame may be in the image; False is certain."""
        x, y, z = (float(v) for v in self._to_camera[:3, :3] @ np.asarray(centre) + self._to_camera[:3, 3])
        k = self.intrinsics
        edges = (  # of the image: where a ray at unit depth leaves it, and on which side of it outside is
            (x, (-0.5 - k.cx) / k.fx, -1.0),
            (x, (k.width - 0.5 - k.cx) / k.fx, 1.0),
            (y, (-0.5 - k.cy) / k.fy, -1.0),
            (y, (k.height - 0.5 - k.cy) / k.fy, 1.0),
        )
        beyond = (side * (across - edge * z) / math.hypot(1.0, edge) for across, edge, side in edges)
        return max(NEAREST_M - z, *beyond) <= radius_m

    def cast(self, boxes: Iterable[Box]) -> tuple[Array, Array]:
        """Depth at which each ray enters and leaves the first of the boxes that it hits.

        Returns:
            entry and exit depth [m], each of shape (h, w); inf where a ray hits none.
        """
        k = self.intrinsics
        solids = tuple(boxes)
        windows = [self._window(self.project(corners(box))) for box in solids]
        return self._cast(solids, windows, (slice(0, k.height), slice(0, k.width)))

    def evidence(self, boxes: Iterable[Box], margin_m: float = 0.02) -> Evidence:
        """Compare the depth image with the boxes that should be there.

        Args:
            boxes: solids of one thing, in the map frame.
            margin_m: slack before a ray counts as stopped short or gone through.
        """
        solids = tuple(boxes)
        projected = [self.project(corners(box)) for box in solids]
        inside = float(np.mean([self._is_inside(p).mean() for p in projected])) if solids else 0.0
        windows = [self._window(p) for p in projected]
        seen = [w for w in windows if w is not None]
        if not seen:
            return Evidence(0, 0, 0, 0, inside)
        part = _around(seen)
        entry, leave = self._cast(solids, windows, part)
        hit = np.isfinite(entry) & self.has_reading[part]
        depth, near, far = self.depth[part][hit], entry[hit], leave[hit]
        occluded = int(np.count_nonzero(depth < near - margin_m))
        beyond = int(np.count_nonzero(depth > far + margin_m))
        return Evidence(len(depth), occluded, len(depth) - occluded - beyond, beyond, inside)

    def _cast(self, boxes: Iterable[Box], windows: Iterable[Window | None], part: Window) -> tuple[Array, Array]:
        """As `cast`, for a part of the image that all of the boxes' windows lie in."""
        rows, columns = part
        shape = (rows.stop - rows.start, columns.stop - columns.start)
        entry, leave = np.full(shape, np.inf), np.full(shape, np.inf)
        for box, window in zip(boxes, windows, strict=True):
            if window is None:
                continue
            near, far = self._slabs(box, window)
            here = tuple(slice(w.start - p.start, w.stop - p.start) for w, p in zip(window, part, strict=True))
            nearer = near < entry[here]
            entry[here] = np.where(nearer, near, entry[here])
            leave[here] = np.where(nearer, far, leave[here])
        return entry, leave

    def _is_inside(self, projected: Array) -> npt.NDArray[np.bool_]:
        u, v, z = projected.T
        k = self.intrinsics
        inside: npt.NDArray[np.bool_] = (
            (z > NEAREST_M) & (u >= -0.5) & (u <= k.width - 0.5) & (v >= -0.5) & (v <= k.height - 0.5)
        )
        return inside

    def _window(self, projected: Array) -> Window | None:
        """Rows and columns that a box can cover, by its corners; None when it is out of the image."""
        u, v, z = projected.T
        k = self.intrinsics
        if np.all(z <= NEAREST_M):
            return None
        if np.any(z <= NEAREST_M):
            return slice(0, k.height), slice(0, k.width)
        rows = slice(max(0, math.floor(v.min())), min(k.height, math.ceil(v.max()) + 1))
        columns = slice(max(0, math.floor(u.min())), min(k.width, math.ceil(u.max()) + 1))
        if rows.start >= rows.stop or columns.start >= columns.stop:
            return None
        return rows, columns

    def _slabs(self, box: Box, window: Window) -> tuple[Array, Array]:
        """Entry and exit depth of the window's rays by the slab method; inf where they miss."""
        to_box = box.pose.inverse().matrix()
        origin = to_box[:3, :3] @ np.asarray(self.pose.position) + to_box[:3, 3]
        direction = self._directions[window] @ to_box[:3, :3].T
        direction = np.where(np.abs(direction) < 1e-12, 1e-12, direction)
        half = np.asarray(box.size) / 2
        a, b = (-half - origin) / direction, (half - origin) / direction
        near = np.minimum(a, b).max(axis=-1)
        far = np.maximum(a, b).min(axis=-1)
        hit = (near <= far) & (far > NEAREST_M)
        return np.where(hit, np.maximum(near, NEAREST_M), np.inf), np.where(hit, far, np.inf)


def _around(windows: Sequence[Window]) -> Window:
    rows, columns = zip(*windows, strict=True)
    return (
        slice(min(r.start for r in rows), max(r.stop for r in rows)),
        slice(min(c.start for c in columns), max(c.stop for c in columns)),
    )


def project(points: Array, pose: Pose, intrinsics: Intrinsics) -> Array:
    """Map points, shape (n, 3), into a camera -> column, row [px] and depth [m], shape (n, 3)."""
    return _projected(points, pose.inverse().matrix(), intrinsics)


def _projected(points: Array, to_camera: Array, k: Intrinsics) -> Array:
    x, y, z = (np.asarray(points, float) @ to_camera[:3, :3].T + to_camera[:3, 3]).T
    depth = np.where(np.abs(z) < 1e-9, 1e-9, z)
    return np.stack([k.fx * x / depth + k.cx, k.fy * y / depth + k.cy, z], axis=1)


def corners(box: Box) -> Array:
    """The eight corners of a box, then its centre, in the map frame, shape (9, 3) [m]."""
    matrix = box.pose.matrix()
    result: Array = (_SIGNS * np.asarray(box.size) / 2) @ matrix[:3, :3].T + matrix[:3, 3]
    return result
