# SPDX-License-Identifier: Apache-2.0
"""What cannot be a thing, for furniture fills the space: a switch that looks like a toy block, a handle like a bar.

Moving parts are left out: the image has yet to show where they are.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable

import numpy as np

from makedo_core.geometry import Array
from makedo_core.graph.scene_graph import Node
from makedo_core.sight.observation import Observation

DEEP_M = 0.01  # inside a part by more than this: measured poses are off by millimetres
MOST = 0.25  # share of a thing that may be so deep inside
STEPS = np.linspace(-0.45, 0.45, 6)  # of a thing's extents, where it is looked at


def is_furniture(observation: Observation, assets: Iterable[Node]) -> bool:
    """Whether too much of what was lifted is inside of solid parts of assets that are known."""
    x, y, z = observation.pose.position
    centre = (x, y, z + observation.size[2] / 2)
    radius = math.hypot(*observation.size) / 2
    points: Array | None = None
    inside = np.zeros(len(STEPS) ** 3, bool)
    for node in assets:
        if node.model is None or node.pose.distance(observation.pose) > radius + math.hypot(*node.size):
            continue
        for part in node.model.parts:
            pose = node.pose @ part.pose
            if part.moving or math.dist(pose.position, centre) > radius + math.hypot(*part.size) / 2:
                continue
            points = _grid(observation) if points is None else points
            local = points @ pose.inverse().matrix()[:3].T
            inside |= (np.abs(local) < np.asarray(part.size) / 2 - DEEP_M).all(axis=1)
    return bool(inside.mean() > MOST)


def _grid(observation: Observation) -> Array:
    """Points throughout a thing's box, map frame, homogeneous, shape (n, 4)."""
    shares = np.array(list(itertools.product(STEPS, STEPS, STEPS)))
    local = np.column_stack((shares, np.ones(len(shares))))
    local[:, :3] = (shares + np.array([0.0, 0.0, 0.5])) * observation.size
    return np.asarray(local @ observation.pose.matrix().T)
