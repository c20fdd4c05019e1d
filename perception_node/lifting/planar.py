# SPDX-License-Identifier: Apache-2.0
"""Rectangles and hulls in the plane, by OpenCV."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from makedo_core.geometry import Array


@dataclass(frozen=True, slots=True)
class Rectangle:
    """Smallest rectangle around points: centre, direction of the longer side [rad], extents (length >= width)."""

    centre: tuple[float, float]
    yaw: float
    length: float
    width: float

    @staticmethod
    def around(points: Array) -> Rectangle:
        """Rectangle around planar points, shape (n, 2)."""
        origin = points.mean(axis=0)  # OpenCV computes in float32, which far from zero would lose millimetres
        (cx, cy), (a, b), degrees = cv2.minAreaRect((points - origin).astype(np.float32))
        yaw = math.radians(degrees)
        if a < b:
            a, b, yaw = b, a, yaw + math.pi / 2
        return Rectangle((float(origin[0] + cx), float(origin[1] + cy)), yaw, max(a, 1e-3), max(b, 1e-3))


def longest_edge_yaw(points: Array) -> float | None:
    """Direction of the longest edge of the hull of planar points, shape (n, 2); None for degenerate points."""
    hull = cv2.convexHull((points - points.mean(axis=0)).astype(np.float32))[:, 0]
    if len(hull) < 3:
        return None
    edges = np.roll(hull, -1, axis=0) - hull
    dx, dy = edges[int(np.argmax(np.linalg.norm(edges, axis=1)))]
    return math.atan2(float(dy), float(dx))


def hull_area(points: Array) -> float:
    """Area of the hull of planar points, shape (n, 2)."""
    return float(cv2.contourArea(cv2.convexHull(points.astype(np.float32))))
