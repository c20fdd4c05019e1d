# SPDX-License-Identifier: Apache-2.0
"""What a depth camera saw from where: rays against boxes, and which places it looked at.

A `View` is a small depth image with its camera pose. It answers the two questions of negative evidence: is a box
that should be there hidden, there or gone, and which points of the world were seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from makedo_core.geometry import Array, Box, Pose

NEAREST_M = 0.05  # nothing nearer than this in front of the lens is ever imaged


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

    def project(self, points: Array) -> Array:
        """Map points, shape (n, 3) -> column, row [px] and depth [m], shape (n, 3). Meaningless where depth <= 0."""
        return project(points, self.pose, self.intrinsics)

    def contains(self, points: Array) -> npt.NDArray[np.bool_]:
        """Which map points, shape (n, 3), project into the image, shape (n,)."""
        u, v, z = self.project(points).T
        k = self.intrinsics
        inside: npt.NDArray[np.bool_] = (
            (z > NEAREST_M) & (u >= -0.5) & (u <= k.width - 0.5) & (v >= -0.5) & (v <= k.height - 0.5)
        )
        return inside

    def cast(self, boxes: Iterable[Box]) -> tuple[Array, Array]:
        """Depth at which each ray enters and leaves the first of the boxes that it hits.

        Returns:
            entry and exit depth [m], each of shape (h, w); inf where a ray hits none.
        """
        entry = np.full(self.depth.shape, np.inf)
        leave = np.full(self.depth.shape, np.inf)
        for box in boxes:
            window = self._window(box)
            if window is None:
                continue
            near, far = self._slabs(box, window)
            nearer = near < entry[window]
            entry[window] = np.where(nearer, near, entry[window])
            leave[window] = np.where(nearer, far, leave[window])
        return entry, leave

    def evidence(self, boxes: Iterable[Box], margin_m: float = 0.02) -> Evidence:
        """Compare the depth image with the boxes that should be there.

        Args:
            boxes: solids of one thing, in the map frame.
            margin_m: slack before a ray counts as stopped short or gone through.
        """
        solids = tuple(boxes)
        entry, leave = self.cast(solids)
        hit = np.isfinite(entry) & self.has_reading
        depth, near, far = self.depth[hit], entry[hit], leave[hit]
        occluded = int(np.count_nonzero(depth < near - margin_m))
        beyond = int(np.count_nonzero(depth > far + margin_m))
        rays = int(np.count_nonzero(hit))
        inside = float(np.mean(np.concatenate([self.contains(corners(b)) for b in solids]))) if solids else 0.0
        return Evidence(rays, occluded, rays - occluded - beyond, beyond, inside)

    def _window(self, box: Box) -> tuple[slice, slice] | None:
        """Rows and columns that the box can cover; None when it is out of the image."""
        u, v, z = self.project(corners(box)).T
        k = self.intrinsics
        if np.all(z <= NEAREST_M):
            return None
        if np.any(z <= NEAREST_M):
            return slice(0, k.height), slice(0, k.width)
        rows = slice(max(0, int(np.floor(v.min()))), min(k.height, int(np.ceil(v.max())) + 1))
        columns = slice(max(0, int(np.floor(u.min()))), min(k.width, int(np.ceil(u.max())) + 1))
        if rows.start >= rows.stop or columns.start >= columns.stop:
            return None
        return rows, columns

    def _slabs(self, box: Box, window: tuple[slice, slice]) -> tuple[Array, Array]:
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


def project(points: Array, pose: Pose, intrinsics: Intrinsics) -> Array:
    """Map points, shape (n, 3), into a camera -> column, row [px] and depth [m], shape (n, 3)."""
    matrix = pose.inverse().matrix()
    x, y, z = (np.asarray(points, float) @ matrix[:3, :3].T + matrix[:3, 3]).T
    depth = np.where(np.abs(z) < 1e-9, 1e-9, z)
    k = intrinsics
    return np.stack([k.fx * x / depth + k.cx, k.fy * y / depth + k.cy, z], axis=1)


def corners(box: Box) -> Array:
    """The eight corners of a box, then its centre, in the map frame, shape (9, 3) [m]."""
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)] + [[0, 0, 0]], float)
    matrix = box.pose.matrix()
    result: Array = (signs * np.asarray(box.size) / 2) @ matrix[:3, :3].T + matrix[:3, 3]
    return result
