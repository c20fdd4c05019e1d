# SPDX-License-Identifier: Apache-2.0
"""Which nodes may have to do with what is at a point: a coarse and fast choice among very many."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from makedo_core.geometry import Vector
from makedo_core.graph.scene_graph import Node

REACH_M = 2.0  # beyond this and its own extent a node has nothing to do with a point


class Nearby:
    """Places of nodes, seen from above.

    Args:
        nodes: those of unknown pose are never near.
    """

    def __init__(self, nodes: Iterable[Node]) -> None:
        self._ids: list[str] = []
        self._places: list[tuple[float, float, float]] = []
        for node in nodes:
            self.add(node)

    def add(self, node: Node) -> None:
        """Add a node, or another place of one."""
        x, y, _ = node.pose.position
        self._ids.append(node.id)
        self._places.append((x, y, REACH_M + max(node.size)))

    def around(self, *points: Vector) -> list[str]:
        """Ids of nodes that may have to do with one of the points, in the order in which they were added."""
        if not self._places or not points:
            return []
        places = np.array(self._places)
        at = np.array([p[:2] for p in points])
        apart = np.abs(places[:, None, :2] - at[None, :, :]).max(axis=2)
        near = (apart <= places[:, 2:]).any(axis=1)
        return list(dict.fromkeys(self._ids[i] for i in np.flatnonzero(near)))
