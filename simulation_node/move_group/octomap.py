# SPDX-License-Identifier: Apache-2.0
"""The tree of an octomap: which cells of space depth images found occupied.

Read is the whole tree as octomap_msgs' fullMapToMsg writes it: of node after node the log-odds of being occupied
(float) and which of its eight children follow (a bit each, x before y before z).
"""

from __future__ import annotations

import struct

from makedo_core.geometry import Pose, Vector
from simulation_node.motion_planning.planning_scene import PlanningSceneError, Primitive, PrimitiveKind

_DEPTH = 16
_NODE = struct.Struct("<fB")


def occupied(data: bytes, resolution_m: float) -> tuple[Primitive, ...]:
    """Every occupied leaf as a box, in the frame of the octomap.

    Raises:
        PlanningSceneError: the tree is damaged.
    """
    if not 1e-4 < resolution_m < 10.0:
        raise PlanningSceneError(f"an octomap with cells of {resolution_m} m")
    cells: list[Primitive] = []
    at = 0

    def node(middle: Vector, depth: int) -> None:
        nonlocal at
        if depth > _DEPTH or at + _NODE.size > len(data):
            raise PlanningSceneError("the octomap ends within a node, or is deeper than one is")
        odds, children = _NODE.unpack_from(data, at)
        at += _NODE.size
        edge = resolution_m * 2 ** (_DEPTH - depth)
        if not children and odds >= 0:
            cells.append(Primitive(PrimitiveKind.BOX, (edge, edge, edge), Pose(middle)))
        for child in range(8):
            if children >> child & 1:
                x, y, z = (m + edge / 4 * (1 if child >> axis & 1 else -1) for axis, m in enumerate(middle))
                node((x, y, z), depth + 1)

    node((0.0, 0.0, 0.0), 0)
    return tuple(cells)
