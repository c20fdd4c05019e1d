# SPDX-License-Identifier: Apache-2.0
"""Fits a known upright primitive to points of its visible side, which removes the bias towards the camera.

Gauss-Newton on the signed distance of the points to the primitive's surface. Points far inside count little (a
bowl is hollow, a mug is open), points outside count fully. Directions that the points leave open stay where the
first guess has them: there the visible side fixes the near edge and the known extent the rest.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from makedo_core.geometry import Array, Pose, Vector
from makedo_core.graph.scene_graph import Shape
from makedo_core.sight.known_shapes import KnownShape
from perception_node.lifting.planar import Rectangle, longest_edge_yaw

ITERATIONS = 10
FEW_POINTS, MANY_POINTS = 100, 350  # for choosing between first guesses, and for the rest
OUTSIDE_M = 0.004  # residuals beyond this count linearly
INSIDE_M = 0.006  # points deeper inside than this hardly count
STEP = np.array([1e-4, 1e-4, 1e-4, 1e-3])  # for the numeric Jacobian [m, m, m, rad]
_AROUND = np.concatenate([np.zeros((1, 4)), np.diag(STEP)])  # a placement, and it shifted along each parameter
LARGEST_STEP = np.array([0.02, 0.02, 0.02, 0.2])
DAMPING = np.array([1e-3, 1e-3, 1e-3, 1e-5])  # holds what the points leave open
LYING_SHARE = 0.75  # lower than this share of its height, and longer than its base: it has fallen over

Distance = Callable[[Array, Vector], Array]
"""Signed distances of points, shape (3, ...), in a primitive's frame, to its surface, shape (...)."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A fitted upright box.

    Attributes:
        pose: of the centre of its base in the map frame, turned about z only.
        size: full extents [m].
        shape: the primitive, in this posture.
        error_m: mean robust distance of the points to the surface.
    """

    pose: Pose
    size: Vector
    shape: Shape
    error_m: float


def fit_known(points: Array, known: KnownShape, eye: Vector, *, top_seen: bool = True) -> Fit:
    """Fit a known shape.

    Args:
        points: of the visible surface in the map frame, shape (n, 3), n >= 3 [m].
        known: primitive and size when upright.
        eye: where the camera was [m].
        top_seen: whether the highest point is the object's own top (the mask does not leave the image there).
    """
    rect = Rectangle.around(points[:, :2])
    if known.shape is Shape.CYLINDER and _has_fallen(points, rect, known.size):
        diameter, _, height = known.size
        known = KnownShape(Shape.BOX, (height, diameter, diameter))
    elif known.shape is Shape.BOX:
        known = KnownShape(Shape.BOX, _posture(points, rect, known.size))
    guesses = _guesses(points, rect, known, eye, top_seen)
    if len(guesses) > 1:
        few = _thinned(points, FEW_POINTS)
        guesses = [min((_refine(few, known, guess, 4) for guess in guesses), key=lambda f: f[1])[0]]
    parameters, error = _refine(_thinned(points, MANY_POINTS), known, guesses[0], ITERATIONS)
    x, y, z, yaw = (float(v) for v in parameters)
    if known.shape is Shape.BOX:
        yaw = _smallest_yaw(yaw, known.size)
    else:
        yaw = 0.0
    return Fit(Pose.planar(x, y, yaw, z - known.size[2] / 2), known.size, known.shape, error)


def fit_measured(points: Array) -> Fit:
    """The smallest upright box around the points, for a class of unknown shape."""
    rect = Rectangle.around(points[:, :2])
    low, high = (float(v) for v in np.percentile(points[:, 2], [1, 99]))
    size = (rect.length, rect.width, max(high - low, 1e-3))
    yaw = _smallest_yaw(rect.yaw, size)
    return Fit(Pose.planar(rect.centre[0], rect.centre[1], yaw, low), size, Shape.BOX, 0.0)


def _has_fallen(points: Array, rect: Rectangle, size: Vector) -> bool:
    diameter, _, height = size
    span = float(np.ptp(points[:, 2]))
    longer = rect.length > diameter + 0.3 * abs(height - diameter)
    return height > 1.3 * diameter and span < LYING_SHARE * height and longer


def _posture(points: Array, rect: Rectangle, size: Vector) -> Vector:
    """Which face a box lies on: the extents reordered so that the last is vertical.

    Upright unless the points contradict it: too low for what is seen of its footprint.
    """
    span = float(np.ptp(points[:, 2]))
    if span > LYING_SHARE * size[2] or rect.length < math.hypot(size[0], size[1]) + 0.01:
        return size
    options = [(size[2], size[1], size[0]), (size[2], size[0], size[1])]
    return min(options, key=lambda s: abs(s[2] - span))


def _guesses(points: Array, rect: Rectangle, known: KnownShape, eye: Vector, top_seen: bool) -> list[Array]:
    """First guesses x, y, z of the centre and yaw, the visible near edges in place."""
    height = known.size[2]
    low, high = (float(v) for v in np.percentile(points[:, 2], [2, 98]))
    z = high - height / 2 if top_seen else low + height / 2
    bearing = math.atan2(rect.centre[1] - eye[1], rect.centre[0] - eye[0])
    if known.shape is not Shape.BOX:
        return _pushed(points, [bearing], known.size, bearing, z)
    yaws = {rect.yaw, rect.yaw + math.pi / 2}
    edge = longest_edge_yaw(points[:, :2])
    if edge is not None:
        yaws |= {edge, edge + math.pi / 2}
    return _pushed(points, sorted(yaws), known.size, bearing, z)


def _pushed(points: Array, yaws: Sequence[float], size: Vector, bearing: float, z: float) -> list[Array]:
    """For each yaw, the primitive whose near edges are where the points' near edges are, along its own axes."""
    axes = np.array([[yaw, yaw + math.pi / 2] for yaw in yaws])  # (k, 2)
    directions = np.stack([np.cos(axes), np.sin(axes)], axis=-1)  # (k, 2, 2): yaw, axis, x and y
    low, high = np.percentile(np.einsum("kad,nd->kan", directions, points[:, :2]), [1, 99], axis=-1)  # (k, 2)
    extent = np.asarray(size[:2])
    share = 0.5 * (1 + np.clip(3 * np.cos(axes - bearing), -1, 1))  # 1: the low edge faces the camera, 0: the high
    middle = share * (low + extent / 2) + (1 - share) * (high - extent / 2)
    middle = np.where(high - low > extent, (low + high) / 2, middle)
    centres = np.einsum("ka,kad->kd", middle, directions)
    return [np.array([x, y, z, yaw]) for (x, y), yaw in zip(centres, yaws, strict=True)]


def _thinned(points: Array, count: int) -> Array:
    return points if len(points) <= count else points[np.linspace(0, len(points) - 1, count).astype(int)]


def _refine(points: Array, known: KnownShape, guess: Array, iterations: int) -> tuple[Array, float]:
    """Gauss-Newton from a guess; returns parameters (x, y, z, yaw) and the mean robust distance."""
    distance = _DISTANCES[known.shape]
    free = 4 if known.shape is Shape.BOX else 3
    parameters = guess.copy()
    for _ in range(iterations):
        residual, *shifted = _residuals(points, parameters + _AROUND[: free + 1], known.size, distance)
        weight = _weights(residual)
        jacobian = (np.stack(shifted, axis=1) - residual[:, None]) / STEP[:free]
        normal = (jacobian * weight[:, None]).T @ jacobian / len(points) + np.diag(DAMPING[:free])
        step = -np.linalg.solve(normal, (jacobian * weight[:, None]).T @ residual / len(points))
        step = np.clip(step, -LARGEST_STEP[:free], LARGEST_STEP[:free])
        parameters[:free] += step
        if np.abs(step).max() < 1e-4:
            break
    residual = _residuals(points, parameters[None], known.size, distance)[0]
    weight = _weights(residual)
    return parameters, float(np.mean(np.minimum(np.abs(residual), 0.03) * np.maximum(weight, 0.2)))


def _weights(residual: Array) -> Array:
    """Robust weights: Huber outside, fading with depth inside."""
    outside = np.minimum(1.0, OUTSIDE_M / np.maximum(residual, 1e-9))
    inside = 1.0 / (1.0 + (residual / INSIDE_M) ** 4)
    return np.where(residual > 0, outside, inside)


def _residuals(points: Array, parameters: Array, size: Vector, distance: Distance) -> Array:
    """Signed distances of n points to k placements (x, y, z, yaw) of a primitive, shape (k, n)."""
    x, y, z, yaw = parameters.T[:, :, None]
    c, s = np.cos(yaw), np.sin(yaw)
    dx, dy = points[:, 0] - x, points[:, 1] - y
    return distance(np.stack([c * dx + s * dy, c * dy - s * dx, points[:, 2] - z]), size)


def _box_distance(local: Array, size: Vector) -> Array:
    qx, qy, qz = (np.abs(along) - extent / 2 for along, extent in zip(local, size, strict=True))
    outside = np.sqrt(np.maximum(qx, 0) ** 2 + np.maximum(qy, 0) ** 2 + np.maximum(qz, 0) ** 2)
    signed: Array = outside + np.minimum(np.maximum(np.maximum(qx, qy), qz), 0)
    return signed


def _cylinder_distance(local: Array, size: Vector) -> Array:
    radial = np.hypot(local[0], local[1]) - size[0] / 2
    axial = np.abs(local[2]) - size[2] / 2
    outside = np.hypot(np.maximum(radial, 0), np.maximum(axial, 0))
    signed: Array = outside + np.minimum(np.maximum(radial, axial), 0)
    return signed


def _sphere_distance(local: Array, size: Vector) -> Array:
    signed: Array = np.sqrt(local[0] ** 2 + local[1] ** 2 + local[2] ** 2) - size[0] / 2
    return signed


_DISTANCES: dict[Shape, Distance] = {
    Shape.BOX: _box_distance,
    Shape.CYLINDER: _cylinder_distance,
    Shape.SPHERE: _sphere_distance,
}


def surface_points(fit: Fit) -> Array:
    """Points of a primitive whose projections span its outline, in the map frame, shape (n, 3) [m]."""
    half = np.asarray(fit.size) / 2
    turns = np.linspace(0, 2 * math.pi, 16, endpoint=False)
    if fit.shape is Shape.SPHERE:
        tilts = np.linspace(-math.pi / 2, math.pi / 2, 9)
        unit = [(math.cos(a) * math.cos(t), math.sin(a) * math.cos(t), math.sin(t)) for a in turns for t in tilts]
    elif fit.shape is Shape.CYLINDER:
        unit = [(math.cos(a), math.sin(a), s) for a in turns for s in (-1, 1)]
    else:
        unit = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    matrix = fit.pose.matrix()
    points: Array = (np.array(unit) * half + (0, 0, half[2])) @ matrix[:3, :3].T + matrix[:3, 3]
    return points


def _smallest_yaw(yaw: float, size: Vector) -> float:
    """The equivalent yaw of a box in (-pi/2, pi/2], or in (-pi/4, pi/4] when its base is square."""
    period = math.pi / 2 if abs(size[0] - size[1]) < 1e-3 else math.pi
    return period / 2 - (period / 2 - yaw) % period
