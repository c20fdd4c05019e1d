# SPDX-License-Identifier: Apache-2.0
"""Which parts of an asset's regions a view really showed, on a grid of small cells.

A cell counts as seen when the air just above it is not hidden, or when something that stands on it was seen. Of a cell
at the image's upper edge only the foot of what stands there is seen, which no detector knows a bottle by: the air
above must be in the image too.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from makedo_core.geometry import Array, Pose
from makedo_core.graph.asset_model import AssetModel, Region, articulated
from makedo_core.sight.view import View

CELL_M = 0.05
PROBE_M = 0.03  # height of the air above a cell that must be visible
HEADROOM_M = 0.2  # above a cell that must be in the image, or up to the region's ceiling
SLACK_M = 0.02

Cells = npt.NDArray[np.bool_]


def grid_shape(region: Region) -> tuple[int, int]:
    """Cells of a region along its x and y."""
    return max(1, round(region.size[0] / CELL_M)), max(1, round(region.size[1] / CELL_M))


def cell_centres(region: Region, height: float = 0.0) -> Array:
    """Middles of a region's cells, `height` above it, in the region's frame, shape (nx * ny, 3) [m]."""
    nx, ny = grid_shape(region)
    x = (np.arange(nx) + 0.5) / nx * region.size[0] - region.size[0] / 2
    y = (np.arange(ny) + 0.5) / ny * region.size[1] - region.size[1] / 2
    return np.array([(a, b, height) for a in x for b in y])


def region_pose(asset: Pose, model: AssetModel, region: Region, value: float = 0.0) -> Pose:
    """Pose of a region in the map frame at a joint value; regions that do not move stay."""
    if region.moving and model.articulation is not None:
        return asset @ articulated(region.pose, model.articulation, value)
    return asset @ region.pose


def cells_seen(view: View, pose: Pose, region: Region) -> Cells:
    """Which cells of a region a view showed.

    Args:
        view: a depth image in the map frame.
        pose: of the region in the map frame.
        region: its size counts.

    Returns:
        Shape (nx, ny).
    """
    shape = grid_shape(region)
    tops = view.contains(above(pose, region, HEADROOM_M)).reshape(shape)
    if not tops.any():
        return tops
    seen = _visible(view, above(pose, region, PROBE_M)).reshape(shape)
    back = pose.inverse().matrix()
    local = view.points @ back[:3, :3].T + back[:3, 3]
    x, y = local[:, 0] / region.size[0] + 0.5, local[:, 1] / region.size[1] + 0.5
    within = (x >= 0) & (x < 1) & (y >= 0) & (y < 1)
    within &= (local[:, 2] > -SLACK_M) & (local[:, 2] < region.size[2])
    seen[(x[within] * shape[0]).astype(int), (y[within] * shape[1]).astype(int)] = True
    return seen & tops


def above(pose: Pose, region: Region, height: float) -> Array:
    """Map points `height` above a region's cells, but not above its ceiling, shape (nx * ny, 3)."""
    matrix = pose.matrix()
    points: Array = cell_centres(region, min(height, region.size[2])) @ matrix[:3, :3].T + matrix[:3, 3]
    return points


def _visible(view: View, points: Array) -> Cells:
    """Which map points, shape (n, 3), are in the image with nothing in front of them, shape (n,)."""
    result = view.contains(points)
    u, v, z = view.project(points[result]).T
    k = view.intrinsics
    column = np.clip(np.rint(u).astype(int), 0, k.width - 1)
    row = np.clip(np.rint(v).astype(int), 0, k.height - 1)
    result[result] = view.has_reading[row, column] & (view.depth[row, column] >= z - SLACK_M)
    return result
