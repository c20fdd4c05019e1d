# SPDX-License-Identifier: Apache-2.0
"""Turns a path of joint values into a trajectory that is as fast as velocity and acceleration limits allow."""

from __future__ import annotations

import itertools
import logging
import threading
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from makedo_core.extensions import unread
from makedo_core.geometry import Array

KNOT_DISTANCE = 0.08  # rad or m: the spline leaves a polyline less the denser its knots are
SAMPLE_S = 0.04
SAME_POINT = 1e-6
SAFETY = 0.95  # between its grid points toppra exceeds limits by up to 5 %
MIN_DURATION_S = 0.02

_log = logging.getLogger(__name__)
_reading = threading.Lock()  # several motions may be the first


@lru_cache(maxsize=1)
def _toppra() -> Any:
    """The library, read when it is first needed: with SciPy, which it brings, that takes as long as all else here.

    A start of the system does not need it, and would wait for it.
    """
    with _reading, unread("matplotlib", "matplotlib.pyplot"):
        import toppra
        import toppra.algorithm
        import toppra.constraint
    toppra.setup_logging("ERROR")  # it lowers the level of its own logger at import
    return toppra


@dataclass(frozen=True, slots=True)
class TimedPath:
    """Joint values over time; starts and ends at rest.

    Attributes:
        times_s: since the start, shape (k,).
        positions: shape (k, n); velocities and accelerations alike.
    """

    times_s: Array
    positions: Array
    velocities: Array
    accelerations: Array

    @property
    def duration_s(self) -> float:
        """Time of the last sample [s]."""
        return float(self.times_s[-1])

    def slowed(self, factor: float) -> TimedPath:
        """Return the same path, taking `factor` times as long."""
        return TimedPath(
            self.times_s * factor, self.positions, self.velocities / factor, self.accelerations / factor**2
        )

    @classmethod
    def standing(cls, position: Array) -> TimedPath:
        """Return the path of joints that stay where they are, shape (n,): one sample."""
        still = np.zeros((1, len(position)))
        return cls(np.zeros(1), position[None].copy(), still, still.copy())

    def then(self, after: TimedPath) -> TimedPath:
        """Return this path and another, which starts where this one comes to rest."""
        return TimedPath(
            np.concatenate((self.times_s, self.duration_s + after.times_s[1:])),
            np.concatenate((self.positions, after.positions[1:])),
            np.concatenate((self.velocities, after.velocities[1:])),
            np.concatenate((self.accelerations, after.accelerations[1:])),
        )


def densified(path: Array, step: float) -> Array:
    """Insert points into a polyline, shape (k, n), so that no joint moves more than `step` between neighbours."""
    pieces = [path[:1]]
    for a, b in itertools.pairwise(path):
        count = max(1, int(np.ceil(np.abs(b - a).max() / step)))
        pieces.append(a + (b - a) * (np.arange(1, count + 1) / count)[:, None])
    return np.vstack(pieces)


def time_path(
    path: Array, max_velocity: Array, max_acceleration: Array, knot_distance: float = KNOT_DISTANCE
) -> TimedPath | None:
    """Time a path.

    Args:
        path: joint values, shape (k, n), k >= 1.
        max_velocity: rad/s or m/s, shape (n,).
        max_acceleration: rad/s2 or m/s2, shape (n,).
        knot_distance: largest joint motion between the spline's knots.

    Returns:
        The trajectory through all points, or None if the path cannot be timed.
    """
    moved = np.abs(np.diff(path, axis=0)).max(axis=1, initial=0.0) > SAME_POINT
    points = densified(path[np.concatenate(([True], moved))], knot_distance)
    if len(points) == 1:  # nothing to do: a trajectory of two equal points keeps controllers content
        still = np.zeros((2, path.shape[1]))
        return TimedPath(np.array([0.0, MIN_DURATION_S]), np.repeat(points, 2, axis=0), still, still)
    if len(points) == 2:
        points = np.vstack((points[0], points.mean(axis=0), points[1]))
    velocity, acceleration = SAFETY * max_velocity, SAFETY * max_acceleration
    # Knots by the time that the limits ask for between them, not by distance: joints have different speeds and units.
    knots = np.concatenate(([0.0], np.cumsum((np.abs(np.diff(points, axis=0)) / velocity).max(axis=1))))
    toppra = _toppra()
    spline = toppra.SplineInterpolator(knots, points)
    limits = [
        toppra.constraint.JointVelocityConstraint(np.column_stack((-velocity, velocity))),
        toppra.constraint.JointAccelerationConstraint(np.column_stack((-acceleration, acceleration))),
    ]
    trajectory = toppra.algorithm.TOPPRA(limits, spline, parametrizer="ParametrizeConstAccel").compute_trajectory()
    if trajectory is None:
        _log.warning("toppra found no timing for a path of %d points", len(points))
        return None
    count = max(2, int(np.ceil(trajectory.duration / SAMPLE_S)) + 1)
    times = np.linspace(0.0, trajectory.duration, count)
    positions, velocities, accelerations = (np.asarray(trajectory(times, order)) for order in range(3))
    positions[0], positions[-1] = points[0], points[-1]
    velocities[0] = velocities[-1] = 0.0
    return TimedPath(times, positions, velocities, accelerations)


def time_path_with_stops(path: Array, max_velocity: Array, max_acceleration: Array) -> TimedPath | None:
    """Time a path, shape (k, n), k >= 2, so that it is kept to exactly: at every corner the joints come to rest.

    Args and returns:
        as `time_path`.
    """
    timed = time_path(path[:2], max_velocity, max_acceleration)
    for start in range(1, len(path) - 1):
        part = time_path(path[start : start + 2], max_velocity, max_acceleration)
        if timed is None or part is None:
            return None
        timed = timed.then(part)
    return timed
