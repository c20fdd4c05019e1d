# SPDX-License-Identifier: Apache-2.0
"""Masks for boxes: what in a box stands out from the surfaces around it, by the depth image.

For detectors that say where a thing is and not which pixels are its own. A plane seen by a pinhole camera has an
inverse depth that is affine in the pixel's row and column, so no intrinsics are needed. A box in which nothing
stands out holds nothing, whatever a model says.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from makedo_core.geometry import Array
from perception_node.camera import DepthImage
from perception_node.detectors.detector import Mask


@dataclass(frozen=True, slots=True)
class PixelBox:
    """A box in an image: first and last column and row, which may lie between pixels [px]."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class BoxMaskSettings:
    """How a thing is distinguished from what is around it.

    Attributes:
        around: width of the ring around the box, as a share of the box's size; at least 8 px.
        margin_m: readings within this of a surface belong to it; grows with the depth by `margin_share`.
        margin_share: share of the depth [1].
        step_m: neighbouring readings farther apart than this belong to different things.
        surfaces: at most so many planes are looked for.
        least_surface: share of the ring's readings that makes a plane.
        least_filled: share of the box that the thing must fill.
        trials: planes that are tried for each surface.
        samples: readings of the ring that are looked at.
    """

    around: float = 0.35
    margin_m: float = 0.006
    margin_share: float = 0.004
    step_m: float = 0.025
    surfaces: int = 3
    least_surface: float = 0.15
    least_filled: float = 0.08
    trials: int = 60
    samples: int = 1500


def whole_box(shape: tuple[int, ...], box: PixelBox) -> Mask:
    """All pixels of a box, as far as they are in an image of a shape (h, w)."""
    mask: Mask = np.zeros(shape[:2], bool)
    rows, columns = (
        slice(max(0, round(low)), max(0, round(high))) for low, high in ((box.top, box.bottom), (box.left, box.right))
    )
    mask[rows, columns] = True
    return mask


def mask_in_box(depth: DepthImage, box: PixelBox, settings: BoxMaskSettings) -> Mask | None:
    """Pixels of the thing in a box, shape (h, w); None when nothing stands out.

    Args:
        depth: whole image, shape (h, w) [m]; 0: no reading.
        box: where the thing is said to be; what lies outside of the image is cut off.
        settings: how to distinguish them.
    """
    height, width = depth.shape
    inner = _window(box, height, width)
    if inner is None:
        return None
    pad_x = max(8.0, settings.around * (box.right - box.left))
    pad_y = max(8.0, settings.around * (box.bottom - box.top))
    wide = PixelBox(box.left - pad_x, box.top - pad_y, box.right + pad_x, box.bottom + pad_y)
    outer = _window(wide, height, width)
    assert outer is not None  # it contains the inner one
    rows, columns = inner
    planes = _surfaces(depth, inner, outer, settings)
    reading = depth[rows, columns]
    standing_out = reading > 0
    v, u = np.mgrid[rows, columns]
    nearer = np.zeros(reading.shape, bool) if planes else standing_out.copy()
    for plane in planes:
        expected = _plane_depth(plane, u, v)
        margin = settings.margin_m + settings.margin_share * reading
        standing_out &= np.abs(reading - expected) > margin
        nearer |= reading < expected - margin
    chosen = _central_component(reading, standing_out & nearer, settings.step_m)
    if np.count_nonzero(chosen) < settings.least_filled * chosen.size:
        return None
    mask = np.zeros(depth.shape, bool)
    mask[rows, columns] = chosen
    return mask


def _window(box: PixelBox, height: int, width: int) -> tuple[slice, slice] | None:
    """Rows and columns of a box within the image; None when they are none."""
    left, right = max(0, int(np.floor(box.left))), min(width, int(np.ceil(box.right)))
    top, bottom = max(0, int(np.floor(box.top))), min(height, int(np.ceil(box.bottom)))
    return (slice(top, bottom), slice(left, right)) if left < right and top < bottom else None


def _surfaces(
    depth: DepthImage, inner: tuple[slice, slice], outer: tuple[slice, slice], settings: BoxMaskSettings
) -> list[Array]:
    """Planes of the ring around a box by sample consensus, the largest first; each is (a, b, c) of `_plane_depth`."""
    ring = np.zeros(depth.shape, bool)
    ring[outer] = True
    ring[inner] = False
    v, u = np.nonzero(ring & (depth > 0))
    random = np.random.default_rng(0)  # the same picture gives the same masks
    if len(u) > settings.samples:
        keep = np.sort(random.choice(len(u), settings.samples, replace=False))
        v, u = v[keep], u[keep]
    z = depth[v, u].astype(float)
    points = np.stack([u, v, np.ones(len(u))], axis=1).astype(np.float64)
    least = max(12, int(settings.least_surface * len(u)))
    found: list[Array] = []
    left = np.ones(len(u), bool)
    while len(found) < settings.surfaces and np.count_nonzero(left) >= least:
        plane, inliers = _best_plane(points[left], z[left], settings, random)
        if np.count_nonzero(inliers) < least:
            break
        found.append(plane)
        left[np.flatnonzero(left)[inliers]] = False
    return found


def _best_plane(
    points: Array, z: Array, settings: BoxMaskSettings, random: np.random.Generator
) -> tuple[Array, npt.NDArray[np.bool_]]:
    """The plane with the most readings, fitted to them, and which they are, shape (n,)."""
    margin = settings.margin_m + settings.margin_share * z
    best: Array = np.zeros(3)
    most = np.zeros(len(z), bool)
    for _ in range(settings.trials):
        chosen = random.choice(len(z), 3, replace=False)
        try:
            plane: Array = np.asarray(np.linalg.solve(points[chosen], 1.0 / z[chosen]), np.float64)
        except np.linalg.LinAlgError:  # three pixels in a line
            continue
        inliers = np.abs(z - _depth_at(points, plane)) < margin
        if np.count_nonzero(inliers) > np.count_nonzero(most):
            best, most = plane, inliers
    if np.count_nonzero(most) >= 3:
        best = np.asarray(np.linalg.lstsq(points[most], 1.0 / z[most], rcond=None)[0], np.float64)
        most = np.abs(z - _depth_at(points, best)) < margin
    return best, most


def _plane_depth(plane: Array, u: npt.NDArray[np.intp], v: npt.NDArray[np.intp]) -> Array:
    """Depth of a plane at pixels [m]: 1 / (a u + b v + c); infinite where the plane is not before the camera."""
    return _depth_at(np.stack([u, v, np.ones(u.shape)], axis=-1).astype(np.float64), plane)


def _depth_at(points: Array, plane: Array) -> Array:
    inverse = points @ plane
    depth: Array = np.where(inverse > 1e-6, 1.0 / np.maximum(inverse, 1e-6), np.inf)
    return depth


def _central_component(depth: DepthImage, candidates: Mask, step_m: float) -> Mask:
    """The connected candidates, shape (h, w), that weigh most about the middle; neighbours are near in depth."""
    height, width = candidates.shape
    index = np.arange(height * width).reshape(height, width)
    first, second = [], []
    for here, there in (
        ((slice(None), slice(0, -1)), (slice(None), slice(1, None))),
        ((slice(0, -1), slice(None)), (slice(1, None), slice(None))),
    ):
        joined = candidates[here] & candidates[there] & (np.abs(depth[here] - depth[there]) < step_m)
        first.append(index[here][joined])
        second.append(index[there][joined])
    i, j = np.concatenate(first), np.concatenate(second)
    links = coo_matrix((np.ones(len(i), np.int8), (i, j)), shape=(index.size, index.size))
    _, numbers = connected_components(links, directed=False)
    numbers = numbers.reshape(height, width)
    v, u = np.mgrid[0:height, 0:width]
    away = ((u - (width - 1) / 2) / width) ** 2 + ((v - (height - 1) / 2) / height) ** 2
    weights = np.bincount(numbers.ravel(), (np.exp(-16.0 * away) * candidates).ravel())
    chosen: Mask = candidates & (numbers == int(np.argmax(weights)))
    return chosen
