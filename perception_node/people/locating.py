# SPDX-License-Identifier: Apache-2.0
"""Where a person stands whom a detector found: mask and depth -> a place in the map, with how sure that is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from makedo_core.geometry import Array, Pose, Vector
from makedo_core.sight.view import Intrinsics
from perception_node.camera import DepthImage
from perception_node.detectors.detector import Detection

LEAST_READINGS = 25
LEAST_SHARE = 0.05  # of the mask
_NEARER = 0.25  # share of the readings that may lie before the person: hands, a table's edge
_SPREAD = (0.10, 0.40)  # between these shares of the readings lies one standard deviation to either side, generously
_DEEP_M = 0.35  # readings so far before or behind that are still the person's
_BROAD_M = 0.6  # nobody's body is wider to one side


@dataclass(frozen=True, slots=True)
class PersonSeen:
    """A person whom one image showed.

    Attributes:
        stamp: the image's own time [s].
        score: 0..1.
        place: middle of what is visible, map frame [m]; None: somewhere in the picture, at a depth that is not known.
        extent_m: how far the visible part reaches from there, level.
        sigma_m: standard deviation of the place, in each direction.
    """

    stamp: float
    score: float
    place: Vector | None
    extent_m: float = 0.0
    sigma_m: float = math.inf

    def distance_m(self, base: Sequence[float]) -> float:
        """Level distance of a point (map frame) to the nearest part that the person may have [m]; 0 if unknown."""
        if self.place is None:
            return 0.0
        return max(0.0, math.dist(self.place[:2], base[:2]) - self.extent_m - 2.0 * self.sigma_m)


def located(detection: Detection, depth: DepthImage, camera: Intrinsics, pose: Pose, stamp: float) -> PersonSeen:
    """Where the person of a detection is; without a place where depth does not tell.

    The mask may hold what stands before and behind the person, as a whole box does: the nearer part counts.

    Args:
        detection: of the class PERSON.
        depth: of the whole image, shape (h, w) [m]; 0: no reading.
        camera: of the depth image.
        pose: of the optical frame in the map frame at `stamp`.
        stamp: the image's own time [s].
    """
    rows, columns = np.nonzero(detection.mask)
    rows, columns = rows + detection.rows.start, columns + detection.columns.start
    z = depth[rows, columns].astype(float)
    measured = np.isfinite(z) & (z > 0.0)
    if np.count_nonzero(measured) < max(LEAST_READINGS, LEAST_SHARE * len(z)):
        return PersonSeen(stamp, detection.score, None)
    z, rows, columns = z[measured], rows[measured], columns[measured]
    at = float(np.quantile(z, _NEARER))
    body = np.abs(z - at) <= _DEEP_M
    points = _in_map(np.stack([columns[body], rows[body], z[body]], axis=1), camera, pose)
    middle = np.median(points, axis=0)
    level = np.linalg.norm(points[:, :2] - middle[:2], axis=1)
    near, far = np.quantile(z, _SPREAD)
    sigma = math.hypot(float(far - near) / 2.0, _of_sensor_m(at))
    place = (float(middle[0]), float(middle[1]), float(middle[2]))
    return PersonSeen(stamp, detection.score, place, min(float(np.quantile(level, 0.95)), _BROAD_M), sigma)


def _in_map(pixels: Array, camera: Intrinsics, pose: Pose) -> Array:
    """Points of pixels (column, row, depth [m]), both shape (n, 3)."""
    u, v, z = pixels.T
    rays = np.stack([(u - camera.cx) / camera.fx * z, (v - camera.cy) / camera.fy * z, z], axis=1)
    matrix = pose.matrix()
    points: Array = rays @ matrix[:3, :3].T + matrix[:3, 3]
    return points


def _of_sensor_m(depth_m: float) -> float:
    """Standard deviation of a depth camera's reading [m], growing with the square of the depth.

    Source: Nguyen, Izadi, Lovell, "Modeling Kinect sensor noise for improved 3D reconstruction and tracking", 2012.
    """
    return 0.0012 + 0.0019 * (depth_m - 0.4) ** 2
