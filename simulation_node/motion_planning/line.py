# SPDX-License-Identifier: Apache-2.0
"""Straight lines of a tip: joint values that follow them point by point, as far as that goes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from makedo_core.geometry import Array, Pose
from simulation_node.motion_planning.ik import IkSolver, TipTarget
from simulation_node.motion_planning.requests import LineRequest

TURN_STEP = 0.05  # rad between solved points
CONTINUITY = 0.5  # rad or m: joints that move farther between two points have changed their configuration


@dataclass(frozen=True, slots=True)
class CartesianPath:
    """How far a line could be followed.

    Attributes:
        path: chain values of the points, shape (k, n); the first is the start.
        fraction: share of the waypoints, in [0, 1].
        reason: what ended it; empty if the whole line was followed.
    """

    path: Array
    fraction: float
    reason: str


def follow_line(
    solver: IkSolver,
    start: Array,
    request: LineRequest,
    valid: Callable[[Array], bool],
    why: Callable[[Array], str],
) -> CartesianPath:
    """Follow straight lines through the waypoints.

    Args:
        solver: of the tip.
        start: chain values, shape (n,).
        request: waypoints and limits.
        valid: whether the group's joint values are acceptable.
        why: why they are not.
    """
    columns = np.array([i for i, joint in enumerate(solver.chain.joints) if solver.moves(joint)])
    position, rotation, _, _ = solver.chain.forward(start[None])
    matrix = np.eye(4)
    matrix[:3, :3], matrix[:3, 3] = rotation[0], position[0]
    path = [start]
    reason = ""
    fractions = [0.0]
    for fraction, pose in _points(Pose.from_matrix(matrix), request.waypoints, request.max_step_m):
        goal = pose.matrix()
        q = solver.follow(TipTarget(goal[:3, 3], goal[:3, :3]), path[-1])
        if q is None:
            reason = "the tip cannot go on"
        elif np.abs(q - path[-1]).max() > CONTINUITY:
            reason = "the arm would have to change its configuration"
        elif not valid(q[columns]):
            reason = why(q[columns])
        if reason or q is None:
            break
        path.append(q)
        fractions.append(fraction)
    points = np.array(path)
    whole = _before_jump(points, request, solver.chain.slides)
    if whole < len(points):
        reason = "a joint jumps"
    fraction = fractions[whole - 1]
    reason = f"stopped at {fraction:.0%} of the line: {reason}" if reason else ""
    return CartesianPath(points[:whole], fraction, reason)


def _points(start: Pose, waypoints: tuple[Pose, ...], step_m: float) -> Iterator[tuple[float, Pose]]:
    """Yield points of the lines with the share of the waypoints reached there."""
    for k, (a, b) in enumerate(zip((start, *waypoints[:-1]), waypoints, strict=True)):
        qa, qb = np.array(a.orientation), np.array(b.orientation)
        qb = qb / np.linalg.norm(qb)
        qb = qb if qa @ qb >= 0 else -qb
        half = math.acos(min(1.0, float(qa @ qb)))
        count = max(1, math.ceil(a.distance(b) / step_m), math.ceil(2 * half / TURN_STEP))
        for i in range(1, count + 1):
            share = i / count
            position = (1 - share) * np.array(a.position) + share * np.array(b.position)
            turn = qb if half < 1e-6 else (math.sin((1 - share) * half) * qa + math.sin(share * half) * qb)
            turn = turn / np.linalg.norm(turn)
            yield (k + share) / len(waypoints), Pose(tuple(position.tolist()), tuple(turn.tolist()))


def _before_jump(points: Array, request: LineRequest, slides: int) -> int:
    """Number of points before the first jump that the request forbids; the first `slides` joints are prismatic."""
    moved = np.abs(np.diff(points, axis=0))
    if not len(moved):
        return len(points)
    bad = np.zeros(len(moved), bool)
    distance = moved.sum(axis=1)
    if request.jump_threshold > 0:
        bad |= distance > request.jump_threshold * distance.mean()
    if request.prismatic_jump_m > 0:
        bad |= (moved[:, :slides] > request.prismatic_jump_m).any(axis=1)
    if request.revolute_jump > 0:
        bad |= moved[:, slides:].max(axis=1) > request.revolute_jump
    return int(np.argmax(bad)) + 1 if bad.any() else len(points)
