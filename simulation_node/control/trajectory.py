# SPDX-License-Identifier: Apache-2.0
"""Joint trajectories: checked once, sampled many times."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from makedo_core.failure import MakedoError
from makedo_core.geometry import Array


class TrajectoryError(MakedoError):
    """A trajectory that no controller can follow; the message says why."""


@dataclass(frozen=True, slots=True)
class Trajectory:
    """Positions (and perhaps velocities) over time.

    Attributes:
        joints: k names, the order of the columns.
        times: since the start [s], shape (n,), rising.
        positions: shape (n, k) [rad or m].
        velocities: shape (n, k), or None: straight lines between the points.
    """

    joints: tuple[str, ...]
    times: Array
    positions: Array
    velocities: Array | None = None

    def __post_init__(self) -> None:
        n, k = len(self.times), len(self.joints)
        if n == 0:
            raise TrajectoryError("the trajectory has no points")
        if self.positions.shape != (n, k) or (self.velocities is not None and self.velocities.shape != (n, k)):
            raise TrajectoryError(f"every point needs {k} positions (and as many velocities or none)")
        if not all(np.isfinite(a).all() for a in (self.times, self.positions, self.velocities) if a is not None):
            raise TrajectoryError("the trajectory holds numbers that are not finite")
        if self.times[0] < 0 or any(b <= a for a, b in pairwise(self.times)):
            raise TrajectoryError("time_from_start must rise from point to point, from 0 on")

    @property
    def duration(self) -> float:
        """Time of the last point [s]."""
        return float(self.times[-1])

    @property
    def goal(self) -> Array:
        """Last positions, shape (k,)."""
        return np.asarray(self.positions[-1])

    def ordered(self, joints: tuple[str, ...]) -> Trajectory:
        """The same motion with its columns in another order.

        Raises:
            TrajectoryError: if the joints are not the same set.
        """
        if sorted(joints) != sorted(self.joints):
            raise TrajectoryError(f"joints {list(self.joints)} are not the controller's {list(joints)}")
        index = [self.joints.index(j) for j in joints]
        velocities = None if self.velocities is None else self.velocities[:, index]
        return Trajectory(joints, self.times, self.positions[:, index], velocities)

    def begun_at(self, position: Array, velocity: Array) -> Trajectory:
        """With the present state, shape (k,) each, as a point at time 0, unless there is one already."""
        if self.times[0] <= 1e-9:
            return self
        velocities = None if self.velocities is None else np.vstack([velocity, self.velocities])
        return Trajectory(self.joints, np.insert(self.times, 0, 0.0), np.vstack([position, self.positions]), velocities)

    def at(self, time: float) -> tuple[Array, Array]:
        """Position and velocity at a time, shape (k,) each: cubic where velocities are given, else linear."""
        if time >= self.times[-1]:
            return self.goal, np.zeros(len(self.joints))
        i = int(np.searchsorted(self.times, time, side="right")) - 1
        if i < 0:
            return np.asarray(self.positions[0]), np.zeros(len(self.joints))
        span = self.times[i + 1] - self.times[i]
        u = (time - self.times[i]) / span
        p0, p1 = self.positions[i], self.positions[i + 1]
        if self.velocities is None:
            return p0 + u * (p1 - p0), (p1 - p0) / span
        m0, m1 = self.velocities[i] * span, self.velocities[i + 1] * span
        a, b = 2 * (p0 - p1) + m0 + m1, 3 * (p1 - p0) - 2 * m0 - m1
        return ((a * u + b) * u + m0) * u + p0, ((3 * a * u + 2 * b) * u + m0) / span
