# SPDX-License-Identifier: Apache-2.0
"""Lifts detections into the map: mask and depth -> points -> outliers removed -> upright oriented box.

Open3D thins the points and removes statistical outliers; a grid splits them into clusters.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import ndimage

from makedo_core.extensions import unread
from makedo_core.geometry import Array, Pose
from makedo_core.sight.colours import NOT_MEASURED, Colouring
from makedo_core.sight.known_shapes import KnownShape
from makedo_core.sight.observation import Observation
from makedo_core.sight.view import Intrinsics, project
from perception_node.camera import DepthImage
from perception_node.detectors.detector import Detection
from perception_node.lifting.agreement import agreement
from perception_node.lifting.fit import Fit, fit_known, fit_measured, surface_points
from perception_node.lifting.planar import hull_area

with unread("open3d.visualization.draw_plotly"):
    import open3d as o3d

RIM_PX = 2  # either side of a mask's rim, where depths are not mixed
NEARER_M = 0.015
HIDDEN_SHARE = 0.4  # of the upper rim
DOUBTED = 0.5  # at most this agreement of mask and shape: the detection's other classes are tried
SURE = 0.7  # and where the network is less sure than this of its first
OTHER_COLOUR = 0.02  # so likely is a thing of a class that shows none of its colours
CLOSER_M = 0.0008  # a shape that lies closer to the points by so much is e times as likely


@dataclass(frozen=True, slots=True)
class LiftSettings:
    """How masks become boxes.

    Attributes:
        min_depth_m, max_depth_m: readings outside are ignored.
        min_points: fewer readings than this are no observation.
        min_measured: share of a mask that must have usable readings.
        max_points: more are thinned evenly before anything else.
        voxel_m: edge of the grid that evens out the density.
        cluster_m: points farther apart than this belong to different clusters.
        keep_share: clusters smaller than this share of the largest are dropped (a bowl with a cup in it splits).
        min_visibility: an object cut by the image's edge and seen less than this is no observation.
    """

    min_depth_m: float = 0.3
    max_depth_m: float = 3.5
    min_points: int = 25
    min_measured: float = 0.3
    max_points: int = 3000
    voxel_m: float = 0.004
    cluster_m: float = 0.02
    keep_share: float = 0.15
    min_visibility: float = 0.5


def lift(
    detection: Detection,
    depth: DepthImage,
    camera: Intrinsics,
    pose: Pose,
    catalogue: Mapping[str, KnownShape],
    settings: LiftSettings,
    colouring: Colouring = NOT_MEASURED,
) -> Observation | None:
    """Lift one detection; None when too little of it can be measured.

    Args:
        detection: mask and class.
        depth: whole image, shape (h, w) [m].
        camera: of the depth image.
        pose: of the optical frame in the map frame at the image's stamp.
        catalogue: known shapes.
        settings: limits.
        colouring: which colours the mask shows.
    """
    pixels = _measured_pixels(detection, depth, settings)
    points = cleaned(_points(pixels, depth, camera, pose, settings), settings)
    if len(points) < max(3, settings.min_points // 4):
        return None
    if detection.label not in catalogue:
        fit = fit_measured(points)
        return Observation(detection.label, detection.score, fit.pose, fit.size, fit.shape, 1.0, colouring)
    label, score, fit, outline = _judged(detection, points, depth, camera, pose, catalogue, colouring)
    visibility = float(np.clip(detection.area / max(hull_area(outline), 1.0), 0.0, 1.0))
    if visibility < settings.min_visibility and _touches_edge(detection, camera):
        return None
    return Observation(label, score, fit.pose, fit.size, fit.shape, visibility, colouring)


@dataclass(frozen=True, slots=True, eq=False)
class _Tried:
    """A class of a detection: the network's score, how well mask and colours agree with it, its fit and outline."""

    label: str
    score: float
    fits: float
    fit: Fit
    outline: Array


def _judged(
    detection: Detection,
    points: Array,
    depth: DepthImage,
    camera: Intrinsics,
    pose: Pose,
    catalogue: Mapping[str, KnownShape],
    colouring: Colouring,
) -> tuple[str, float, Fit, Array]:
    """The class that scores, shape and colours make likeliest: it, its score, its fit, its outline.

    The other classes of a detection are tried only where the network is unsure of its first, or shape or colours speak
    against it. How close a shape lies to the points decides between classes; a camera's noise is the same for all.
    """
    top_seen = _top_is_seen(detection, depth)
    tried: list[_Tried] = []
    for label, score in ((detection.label, detection.score), *detection.others):
        if label not in catalogue:
            continue
        fit = fit_known(points, catalogue[label], pose.position, top_seen=top_seen)
        outline = project(surface_points(fit), pose, camera)[:, :2]
        fits = agreement(detection, outline, depth) * (1.0 if catalogue[label].may_look(colouring) else OTHER_COLOUR)
        tried.append(_Tried(label, score, fits, fit, outline))
        if len(tried) == 1 and fits > DOUBTED and (score >= SURE or not detection.others):
            return label, score, fit, outline
    closest = min(t.fit.error_m for t in tried)
    weights = [t.score * t.fits * math.exp((closest - t.fit.error_m) / CLOSER_M) for t in tried]
    weight, best = max(zip(weights, tried, strict=True), key=lambda pair: pair[0])
    return best.label, detection.score * best.fits * weight / sum(weights), best.fit, best.outline


def cleaned(points: Array, settings: LiftSettings) -> Array:
    """Points of even density without outliers and stray clusters, shape (m, 3)."""
    if len(points) < settings.min_points:
        return points[:0]
    cloud = o3d.geometry.PointCloud(o3d.utility.Vector3dVector(points)).voxel_down_sample(settings.voxel_m)
    if len(cloud.points) > 30:
        cloud, _ = cloud.remove_statistical_outlier(nb_neighbors=12, std_ratio=2.5)
    thinned = np.asarray(cloud.points)
    labels = _clusters(thinned, settings.cluster_m)
    counts = np.bincount(labels)
    kept: Array = thinned[counts[labels] >= settings.keep_share * counts.max()]
    return kept


def _clusters(points: Array, gap_m: float) -> npt.NDArray[np.intp]:
    """Cluster number of each point, shape (n,): connected cells of a grid, many times faster than DBSCAN."""
    cells = np.floor((points - points.min(axis=0)) / (gap_m / 2)).astype(int)
    grid = np.zeros(cells.max(axis=0) + 1, bool)
    grid[tuple(cells.T)] = True
    numbered, _ = ndimage.label(grid, np.ones((3, 3, 3)))
    labels: npt.NDArray[np.intp] = numbered[tuple(cells.T)]
    return labels


def _measured_pixels(detection: Detection, depth: DepthImage, settings: LiftSettings) -> Array:
    """Rows and columns of usable readings, shape (n, 2); none when most of the object gives no reading.

    The rim is left out of a mask that is thick enough: there depths are mixed with those behind it. A thing too near
    for the camera has readings at its rim alone, and they are not its own.
    """
    window = depth[detection.rows, detection.columns]
    mask, core = detection.mask, ndimage.binary_erosion(detection.mask)
    if np.count_nonzero(core) >= max(settings.min_points, detection.area // 3):
        mask = core
    usable = mask & (window >= settings.min_depth_m) & (window <= settings.max_depth_m)
    if np.count_nonzero(usable) < settings.min_measured * np.count_nonzero(mask):
        usable = np.zeros_like(mask)
    rows, columns = np.nonzero(usable)
    return np.stack([rows + detection.rows.start, columns + detection.columns.start], axis=1)


def _points(pixels: Array, depth: DepthImage, camera: Intrinsics, pose: Pose, settings: LiftSettings) -> Array:
    """Pixels (rows and columns) -> map points, shape (n, 3)."""
    if len(pixels) > settings.max_points:
        pixels = pixels[np.linspace(0, len(pixels) - 1, settings.max_points).astype(int)]
    v, u = pixels[:, 0], pixels[:, 1]
    z = depth[v, u].astype(float)
    local = np.stack([(u - camera.cx) / camera.fx * z, (v - camera.cy) / camera.fy * z, z], axis=1)
    matrix = pose.matrix()
    points: Array = local @ matrix[:3, :3].T + matrix[:3, 3]
    return points


def _touches_edge(detection: Detection, camera: Intrinsics) -> bool:
    rows, columns = detection.rows, detection.columns
    return bool(rows.start <= 0 or columns.start <= 0 or rows.stop >= camera.height or columns.stop >= camera.width)


def _top_is_seen(detection: Detection, depth: DepthImage) -> bool:
    """Whether the mask's upper rim is the object's own: neither the image's edge nor something nearer cuts it."""
    cut_sideways = detection.columns.start <= 0 or detection.columns.stop >= depth.shape[1]
    if detection.rows.start <= 0 or (cut_sideways and detection.rows.stop < depth.shape[0]):
        return False
    window = depth[detection.rows, detection.columns]
    columns = np.flatnonzero((detection.mask & (window > 0)).any(axis=0))
    if len(columns) == 0:
        return True
    first = detection.mask[:, columns].argmax(axis=0)
    own = window[np.minimum(first + RIM_PX, window.shape[0] - 1), columns]
    above = depth[np.maximum(first + detection.rows.start - RIM_PX, 0), columns + detection.columns.start]
    hidden = (above > 0) & (own > 0) & (above < own - NEARER_M)
    return float(hidden.mean()) < HIDDEN_SHARE
