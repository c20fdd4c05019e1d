# SPDX-License-Identifier: Apache-2.0
"""Paths for the base: a grid of distances to the nearest obstacle, and A* on it."""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from makedo_core.geometry import Array, Box

Point = tuple[float, float]
Cell = tuple[int, int]

RESOLUTION_M = 0.05
FAR_M = 2.0  # distances are not told apart beyond
COMFORT_M = 0.75  # closer than this costs extra: an arm sticks out
COMFORT_WEIGHT = 6.0
_STEPS = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)


@dataclass(frozen=True)
class Grid:
    """Distance from each cell's centre to the nearest obstacle.

    Attributes:
        origin: x, y of the corner of cell (0, 0) [m].
        clearance: shape (nx, ny) [m]; negative inside an obstacle.
    """

    origin: Point
    clearance: Array

    def cell(self, point: Sequence[float]) -> Cell:
        """Cell that holds a point."""
        return (
            math.floor((point[0] - self.origin[0]) / RESOLUTION_M),
            math.floor((point[1] - self.origin[1]) / RESOLUTION_M),
        )

    def centre(self, cell: Cell) -> Point:
        """Middle of a cell."""
        return (
            self.origin[0] + (cell[0] + 0.5) * RESOLUTION_M,
            self.origin[1] + (cell[1] + 0.5) * RESOLUTION_M,
        )

    def covers(self, cell: Cell) -> bool:
        """Whether the cell is on the grid."""
        rows, columns = self.clearance.shape
        return bool(0 <= cell[0] < rows and 0 <= cell[1] < columns)

    def clearance_at(self, point: Sequence[float]) -> float:
        """Distance to the nearest obstacle, as of the point's cell; off the grid: minus infinity."""
        cell = self.cell(point)
        return float(self.clearance[cell]) if self.covers(cell) else -math.inf

    def distances(self, box: Box) -> Array:
        """Distance from each cell's centre to a box, FAR_M at most, shape (nx, ny) [m]."""
        nx, ny = self.clearance.shape
        return build_grid([box], self.origin, self.centre((nx - 1, ny - 1))).clearance

    def is_free_line(self, a: Sequence[float], b: Sequence[float], room: float | Array) -> bool:
        """Whether what needs so much room around its middle (anywhere, or in each cell) can go straight from a to b."""
        count = max(2, int(math.dist(a[:2], b[:2]) / (RESOLUTION_M / 2)))
        shares = np.linspace(0, 1, count)[:, None]
        points = (1 - shares) * np.asarray(a[:2]) + shares * np.asarray(b[:2])
        index = np.floor((points - np.asarray(self.origin)) / RESOLUTION_M).astype(int)
        if (index < 0).any() or (index >= np.array(self.clearance.shape)).any():
            return False
        needed = room if isinstance(room, float) else room[index[:, 0], index[:, 1]]
        return bool((self.clearance[index[:, 0], index[:, 1]] >= needed).all())


def build_grid(obstacles: Sequence[Box], low: Point, high: Point) -> Grid:
    """Grid of a rectangle with obstacles (upright boxes, seen from above)."""
    nx, ny = (max(1, math.ceil((h - l) / RESOLUTION_M)) for l, h in zip(low, high, strict=True))  # noqa: E741
    x = low[0] + (np.arange(nx, dtype=float) + 0.5) * RESOLUTION_M
    y = low[1] + (np.arange(ny, dtype=float) + 0.5) * RESOLUTION_M
    clearance = np.full((nx, ny), FAR_M)
    for box in obstacles:
        _subtract(clearance, x, y, box)
    return Grid(low, clearance)


def _subtract(clearance: Array, x: Array, y: Array, box: Box) -> None:
    corners = box.footprint()
    low, high = corners.min(axis=0) - FAR_M, corners.max(axis=0) + FAR_M
    i, j = np.searchsorted(x, [low[0], high[0]]), np.searchsorted(y, [low[1], high[1]])
    if i[0] == i[1] or j[0] == j[1]:
        return
    yaw = box.pose.yaw
    dx, dy = x[i[0] : i[1], None] - box.pose.position[0], y[None, j[0] : j[1]] - box.pose.position[1]
    u = np.abs(math.cos(yaw) * dx + math.sin(yaw) * dy) - box.size[0] / 2
    v = np.abs(-math.sin(yaw) * dx + math.cos(yaw) * dy) - box.size[1] / 2
    distance = np.hypot(np.maximum(u, 0), np.maximum(v, 0)) + np.minimum(np.maximum(u, v), 0)
    view = clearance[i[0] : i[1], j[0] : j[1]]
    np.minimum(view, distance, out=view)


def find_path(grid: Grid, start: Point, goal: Point, room: float | Array) -> tuple[Point, ...] | None:
    """Shortest comfortable path, as corner points from start to goal; None if there is none.

    Args:
        grid: of what is around.
        start: x, y [m].
        goal: x, y [m].
        room: distance from the middle to any obstacle, anywhere or in each cell, shape (nx, ny) [m]. Where there is
            less, the path leads only away from what is near.
    """
    first, last = grid.cell(start), grid.cell(goal)
    if not grid.covers(first) or not grid.covers(last):
        return None
    came: dict[Cell, Cell] = {}
    cost: dict[Cell, float] = {first: 0.0}
    heap: list[tuple[float, Cell]] = [(0.0, first)]
    extra = COMFORT_WEIGHT * np.maximum(0.0, COMFORT_M - grid.clearance)
    is_tight = grid.clearance < room
    done: set[Cell] = set()
    while heap:
        _, cell = heapq.heappop(heap)
        if cell == last:
            return _corners(grid, _trace(came, cell), start, goal, room, extra)
        if cell in done:
            continue
        done.add(cell)
        for dx, dy in _STEPS:
            beside = (cell[0] + dx, cell[1] + dy)
            if not grid.covers(beside) or beside in done:
                continue
            if is_tight[beside] and grid.clearance[beside] <= grid.clearance[cell]:
                continue
            new = cost[cell] + math.hypot(dx, dy) * (1.0 + float(extra[beside]))
            if new < cost.get(beside, math.inf):
                cost[beside] = new
                came[beside] = cell
                heapq.heappush(heap, (new + math.dist(beside, last), beside))
    return None


def _trace(came: dict[Cell, Cell], cell: Cell) -> list[Cell]:
    cells = [cell]
    while cells[-1] in came:
        cells.append(came[cells[-1]])
    return cells[::-1]


def _corners(
    grid: Grid, cells: list[Cell], start: Point, goal: Point, room: float | Array, extra: npt.NDArray[np.float64]
) -> tuple[Point, ...]:
    """Straighten a path of cells wherever the straight line is free and costs hardly more."""
    points: list[Point] = [start, *(grid.centre(c) for c in cells[1:-1]), goal]
    spent = np.concatenate([[0.0], np.cumsum([_line_cost(grid, a, b, extra) for a, b in pairwise(points)])])
    result, at = [start], 0
    while at < len(points) - 1:
        ahead = len(points) - 1
        while ahead > at + 1:
            straight = _line_cost(grid, points[at], points[ahead], extra)
            if straight <= spent[ahead] - spent[at] + 0.05 and grid.is_free_line(points[at], points[ahead], room):
                break
            ahead -= 1
        result.append(points[ahead])
        at = ahead
    return tuple(result)


def _line_cost(grid: Grid, a: Point, b: Point, extra: npt.NDArray[np.float64]) -> float:
    count = max(2, int(math.dist(a, b) / RESOLUTION_M) + 1)
    shares = np.linspace(0, 1, count)[:, None]
    points = (1 - shares) * np.asarray(a) + shares * np.asarray(b)
    index = np.floor((points - np.asarray(grid.origin)) / RESOLUTION_M).astype(int)
    index = np.clip(index, 0, np.array(extra.shape) - 1)
    return math.dist(a, b) * (1.0 + float(extra[index[:, 0], index[:, 1]].mean()))
