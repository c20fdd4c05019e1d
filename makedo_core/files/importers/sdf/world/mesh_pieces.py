# SPDX-License-Identifier: Apache-2.0
"""Meshes that are made of boxes alone: many makers write the collisions of a table or a shelf so, board by board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from makedo_core.geometry import Box, Pose, quaternion_from_rotation

Array = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]
MOST_PIECES = 200  # more are no furniture of boards, and would be slow to plan with
_CORNERS = 8
_SAME = 1e-4  # of the extent of a mesh: points nearer to each other are one
_SQUARE = 1e-3  # of the cosine between two edges of a box


@dataclass(frozen=True, slots=True)
class Mesh:
    """The surface of a mesh.

    Attributes:
        points: shape (n, 3).
        edges: pairs of points that a face connects, shape (m, 2); None: the faces are not known.
    """

    points: Array
    edges: Numbers | None = None

    def scaled(self, scale: Array) -> Mesh:
        """The same mesh, each axis times a factor."""
        return Mesh(self.points * scale, self.edges)


def joined(meshes: Iterable[Mesh]) -> Mesh:
    """Several meshes as one; its faces are known only where those of all are."""
    parts = list(meshes)
    if not parts:
        return Mesh(np.empty((0, 3)))
    starts = np.cumsum([0, *(len(part.points) for part in parts)])
    edges = [part.edges + start for part, start in zip(parts, starts, strict=False) if part.edges is not None]
    known = len(edges) == len(parts)
    return Mesh(np.vstack([part.points for part in parts]), np.vstack(edges) if known else None)


def edges_of(faces: Iterable[Sequence[int]]) -> Numbers:
    """Pairs of neighbours along the rims of faces, shape (m, 2)."""
    pairs = [(a, b) for face in faces for a, b in zip(face, (*face[1:], face[0]), strict=True)]
    return np.array(pairs, np.int64).reshape(-1, 2)


def boxes_of(mesh: Mesh) -> tuple[Box, ...]:
    """The boxes that a mesh is made of, in its frame; empty if it is not made of boxes alone, or of too many."""
    if mesh.edges is None or not len(mesh.edges) or len(mesh.points) > MOST_PIECES * _CORNERS * 6:
        return ()
    extent = float(np.linalg.norm(np.ptp(mesh.points, axis=0)))
    if not extent > 0.0:
        return ()
    corner = _one(mesh.points, _SAME * extent)
    # As the file connects its points; else as they lie, for many files have each corner once for each face.
    for edges in (mesh.edges, corner[mesh.edges]):
        found = [_box(mesh.points[np.unique(corner[piece])], extent) for piece in _pieces(edges)]
        boxes = [box for box in found if box is not None]
        if len(boxes) == len(found) <= MOST_PIECES:
            return tuple(boxes)
    return ()


def _one(points: Array, apart: float) -> Numbers:
    """For each point the number of the first that lies there; shape (n,)."""
    cells = np.round((points - points.min(axis=0)) / apart).astype(np.int64)
    _, first, which = np.unique(cells, axis=0, return_index=True, return_inverse=True)
    result: Numbers = first[which.reshape(-1)]
    return result


def _pieces(edges: Numbers) -> list[Numbers]:
    """Numbers of the points of each piece that edges hold together."""
    above: dict[int, int] = {}

    def top(point: int) -> int:
        while above.setdefault(point, point) != point:
            above[point] = above[above[point]]
            point = above[point]
        return point

    for a, b in edges.tolist():
        above[top(a)] = top(b)
    pieces: dict[int, list[int]] = {}
    for point in above:
        pieces.setdefault(top(point), []).append(point)
    return [np.array(piece, np.int64) for piece in pieces.values()]


def _box(points: Array, extent: float) -> Box | None:
    """The box whose corners some points are; None: they are those of none."""
    if len(points) != _CORNERS:
        return None
    edges = points[1:] - points[0]
    for three in combinations(range(_CORNERS - 1), 3):
        axes = edges[list(three)]
        sizes = np.linalg.norm(axes, axis=1)
        if sizes.min() <= _SAME * extent:
            continue
        turn = axes / sizes[:, None]
        if np.abs(turn @ turn.T - np.eye(3)).max() > _SQUARE:
            continue
        shares = (points - points[0]) @ turn.T / sizes
        if np.abs(shares - np.round(shares)).max() > _SQUARE or len(np.unique(np.round(shares), axis=0)) < _CORNERS:
            continue
        return _upright(points.mean(axis=0), turn, sizes)
    return None


def _upright(middle: Array, turn: Array, sizes: Array) -> Box:
    """A box, with that of its axes along z that is nearest to it, and so on."""
    order = [int(np.abs(turn[:, 2]).argmax())]
    order.insert(0, max((i for i in range(3) if i != order[0]), key=lambda i: float(abs(turn[i, 0]))))
    order.insert(1, 3 - sum(order))
    axes = turn[order] * np.where(np.abs(turn[order]).max(axis=1) == turn[order].max(axis=1), 1.0, -1.0)[:, None]
    if np.linalg.det(axes) < 0.0:
        axes[1] = -axes[1]
    x, y, z = (float(v) for v in middle)
    dx, dy, dz = (float(v) for v in sizes[order])
    return Box(Pose((x, y, z), quaternion_from_rotation(axes.T)), (dx, dy, dz))
