# SPDX-License-Identifier: Apache-2.0
"""A tiny ray caster: depth and label images of upright primitives on a table, with exact ground truth."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from makedo_core.geometry import Pose, Vector, quaternion_from_rotation
from makedo_core.graph.scene_graph import Shape
from makedo_core.sight.view import Intrinsics
from perception_node.detectors.detector import ImageSet

sys.path.insert(0, str(Path(__file__).parent))  # tiny_network

CAMERA = Intrinsics(554.0, 554.0, 319.5, 239.5, 640, 480)
RED = (190, 40, 35)  # as cans and apples may be


@dataclass(frozen=True)
class Solid:
    """An upright primitive; `pose` is of the centre of its base, `colour` RGB."""

    label: str
    shape: Shape
    size: Vector
    pose: Pose
    colour: tuple[int, int, int] = RED


@dataclass(frozen=True)
class Picture:
    """What the ray caster rendered."""

    images: ImageSet
    camera: Intrinsics
    pose: Pose
    solids: tuple[Solid, ...] = field(default=())


def looking_at(eye: Vector, target: Vector) -> Pose:
    """Optical frame at `eye` with its z axis towards `target` and x level."""
    ahead = np.subtract(target, eye) / math.dist(eye, target)
    right = np.cross(ahead, (0, 0, 1))
    right /= np.linalg.norm(right)
    return Pose(eye, quaternion_from_rotation(np.stack([right, np.cross(ahead, right), ahead], axis=1)))


def _hits(solid: Solid, origin: np.ndarray, rays: np.ndarray) -> np.ndarray:
    """Depth at which each ray enters the primitive; inf where it misses."""
    back = (solid.pose @ Pose((0.0, 0.0, solid.size[2] / 2))).inverse().matrix()
    o, d = back[:3, :3] @ origin + back[:3, 3], rays @ back[:3, :3].T
    d = np.where(np.abs(d) < 1e-12, 1e-12, d)
    half = np.asarray(solid.size) / 2
    with np.errstate(invalid="ignore"):
        if solid.shape is Shape.SPHERE:
            near, far = _roots((d**2).sum(-1), 2 * (d @ o), o @ o - half[0] ** 2)
        elif solid.shape is Shape.CYLINDER:
            flat = d[..., :2]
            near, far = _roots((flat**2).sum(-1), 2 * (flat @ o[:2]), o[:2] @ o[:2] - half[0] ** 2)
            a, b = (-half[2] - o[2]) / d[..., 2], (half[2] - o[2]) / d[..., 2]
            near, far = np.maximum(near, np.minimum(a, b)), np.minimum(far, np.maximum(a, b))
        else:
            a, b = (-half - o) / d, (half - o) / d
            near, far = np.minimum(a, b).max(-1), np.maximum(a, b).min(-1)
        return np.where((near <= far) & (near > 0.01), near, np.inf)


def _roots(a: np.ndarray, b: np.ndarray, c: float) -> tuple[np.ndarray, np.ndarray]:
    root = np.sqrt(b**2 - 4 * a * c)
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


def render_solids(
    solids: Sequence[Solid], eye: Vector, target: Vector, noise_m: float = 0.0, camera: Intrinsics = CAMERA
) -> Picture:
    """Colour, depth and label images (label i + 1 is solid i; a solid of class "" gets label 0)."""
    pose = looking_at(eye, target)
    u, v = np.meshgrid(np.arange(camera.width, dtype=float), np.arange(camera.height, dtype=float))
    rays = np.stack([(u - camera.cx) / camera.fx, (v - camera.cy) / camera.fy, np.ones_like(u)], -1)
    rays = rays @ pose.matrix()[:3, :3].T
    depths = np.stack([_hits(solid, np.asarray(eye, float), rays) for solid in solids])
    nearest = depths.argmin(0)
    depth = depths.min(0)
    numbers = np.array([i + 1 if s.label else 0 for i, s in enumerate(solids)], np.int32)
    labels = np.where(np.isfinite(depth), numbers[nearest], 0).astype(np.int32)
    depth = np.where(np.isfinite(depth), depth, 0.0)
    if noise_m:
        depth = np.where(depth > 0, depth + np.random.default_rng(0).normal(0, noise_m, depth.shape), 0.0)
    classes = {i + 1: s.label for i, s in enumerate(solids) if s.label}
    paint = np.array([s.colour for s in solids], np.uint8)[nearest]
    colour = np.where((depth > 0)[..., None], paint, np.uint8(0))
    images = ImageSet(0.0, depth.astype(np.float32), colour, labels, classes)
    return Picture(images, camera, pose, tuple(solids))


@pytest.fixture
def render() -> Callable[..., Picture]:
    """The ray caster."""
    return render_solids


@pytest.fixture
def solid() -> type[Solid]:
    """Primitive for the ray caster."""
    return Solid


@pytest.fixture
def table() -> Solid:
    """A table top at 0.75 m."""
    return Solid("", Shape.BOX, (1.2, 1.6, 0.04), Pose((1.2, 0.0, 0.71)), (150, 120, 90))
