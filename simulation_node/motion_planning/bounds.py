# SPDX-License-Identifier: Apache-2.0
"""What a state must satisfy besides being free: path constraints."""

from __future__ import annotations

import math

import numpy as np

from makedo_core.geometry import Array
from simulation_node.motion_planning.collision import CollisionChecker
from simulation_node.motion_planning.requests import Code, MotionRequestError, OrientationBound, PathBounds


class BoundsChecker:
    """Checks path constraints on a group's joint values.

    Raises:
        RequestError: a constraint names a link that the robot does not have.
    """

    def __init__(self, bounds: PathBounds, joints: tuple[str, ...], checker: CollisionChecker) -> None:
        self._bounds = bounds
        self._checker = checker
        self._joints = {n: i for i, n in enumerate(joints)}
        for bound in bounds.orientations:
            if not checker.has_link(bound.link):
                raise MotionRequestError(Code.INVALID_LINK_NAME, f"the robot has no link {bound.link!r}")

    @property
    def empty(self) -> bool:
        """Whether every state satisfies the constraints."""
        return self._bounds.empty

    def holds(self, q: Array) -> bool:
        """Whether joint values, shape (n,), satisfy the constraints."""
        return self.empty or self.violation(q) is None

    def violation(self, q: Array) -> str | None:
        """Return which constraint is violated, or None."""
        for name, bound in self._bounds.joints.items():
            if name in self._joints:
                value = q[self._joints[name]]
                if not bound.position - bound.below - 1e-4 <= value <= bound.position + bound.above + 1e-4:
                    low, high = bound.position - bound.below, bound.position + bound.above
                    return f"{name} is at {value:.3f}, asked is {low:.3f} to {high:.3f}"
        for wanted in self._bounds.orientations:
            angles = self._turned(wanted, q)
            if any(abs(angle) > tolerance for angle, tolerance in zip(angles, wanted.tolerance, strict=True)):
                turned = ", ".join(f"{math.degrees(a):.0f}" for a in angles)
                return f"{wanted.link} is turned by {turned} degrees about x, y, z"
        return None

    def _turned(self, bound: OrientationBound, q: Array) -> tuple[float, float, float]:
        """Angles of the turn from the wanted to the actual orientation about x, then y, then z."""
        actual = self._checker.link_pose(bound.link, q).matrix()[:3, :3]
        r = bound.rotation.T @ actual
        return (
            math.atan2(-r[1, 2], r[2, 2]),
            math.asin(float(np.clip(r[0, 2], -1, 1))),
            math.atan2(-r[0, 1], r[0, 0]),
        )
