# SPDX-License-Identifier: Apache-2.0
"""Where in a picture the things are that were recognised in it: outlines of their boxes."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import numpy.typing as npt

from makedo_core.sight.observation import Frame, Observation
from makedo_core.sight.view import View

NEAREST_M = 0.05
"""Of what comes nearer to the lens no outline is drawn."""
MOST = 100
_CORNERS = np.array(list(itertools.product((-0.5, 0.5), (-0.5, 0.5), (0.0, 1.0))))  # of a box with the base at z = 0


def outlines_of(frame: Frame) -> list[dict[str, Any]]:
    """Each observation's class, score and outline: corners as shares of the picture's width and height."""
    found = ((o, _outline(frame.view, o)) for o in frame.observations[:MOST])
    return [{"label": o.label, "score": round(o.score, 2), "outline": line} for o, line in found if line is not None]


def _outline(view: View, observation: Observation) -> list[list[float]] | None:
    """The convex outline of a box in the picture; None where it does not lie before the camera."""
    k = view.intrinsics
    matrix = observation.pose.matrix()
    corners = (_CORNERS * np.asarray(observation.size)) @ matrix[:3, :3].T + matrix[:3, 3]
    back = view.pose.inverse().matrix()
    x, y, z = (corners @ back[:3, :3].T + back[:3, 3]).T
    if z.min() < NEAREST_M:
        return None
    u = (k.fx * x / z + k.cx + 0.5) / k.width
    v = (k.fy * y / z + k.cy + 0.5) / k.height
    hull = _hull(np.stack([u, v], axis=1))
    if hull[:, 0].max() < 0 or hull[:, 0].min() > 1 or hull[:, 1].max() < 0 or hull[:, 1].min() > 1:
        return None
    return [[round(float(a), 4), round(float(b), 4)] for a, b in hull]


def _hull(points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Convex hull of points, shape (n, 2), in order around it (Andrew's monotone chain)."""
    ordered = points[np.lexsort((points[:, 1], points[:, 0]))]
    halves = []
    for row in (ordered, ordered[::-1]):
        half: list[npt.NDArray[np.float64]] = []
        for point in row:
            while len(half) > 1 and _turn(half[-2], half[-1], point) <= 0:
                half.pop()
            half.append(point)
        halves += half[:-1]
    return np.array(halves)


def _turn(a: npt.NDArray[np.float64], b: npt.NDArray[np.float64], c: npt.NDArray[np.float64]) -> float:
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
