# SPDX-License-Identifier: Apache-2.0
"""Why there is no place to stand: what takes up the nearest one, and how far off the nearest free one is.

Geometry only, and asked for only once every place has been ruled out: it takes some milliseconds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from executor_node.context import spoken
from executor_node.geometry.base_pose import Ground
from makedo_core.geometry import Box, Pose, Vector
from makedo_core.robot_config import RobotConfig

A_WALL = "a wall"
TURN_DEG = 10
STEP_M, FINE_M = 0.1, 0.01  # between circles around the target
OUT_M = 2.0  # so far beyond the arm's reach a free place is looked for
ALIKE_M = 0.05  # of two places that differ by less in how near the target they are, the nearer to the robot counts

IsFree = Callable[[tuple[float, float]], bool]


@dataclass(frozen=True, slots=True)
class NoPlace:
    """Why nobody can stand where the arm would reach something.

    Attributes:
        taken_by: node that takes up the nearest place, or A_WALL; empty: nothing does.
        short_m: by so much the target is out of reach from the nearest free place [m]; None: there is none nearby, or
            one is nearer.
    """

    taken_by: str = ""
    short_m: float | None = None

    def of(self, what: str, place: str = "place to stand") -> str:
        """As a clause about something, e.g. "mug 1 is 0.31 m out of reach from every free place to stand; ..."."""
        if self.short_m is None:
            why = f"there is no free {place}"
        else:
            why = f"{what} is {self.short_m:.2f} m out of reach from every free place to stand"
        who = self.taken_by if self.taken_by in ("", A_WALL) else spoken(self.taken_by)
        return f"{why}; {who} blocks the nearest" if who else why


def why_no_place(
    target: Vector,
    spots: Sequence[tuple[float, float]],
    now: Pose,
    free: Ground,
    boxes: Mapping[str, Sequence[Box]],
    radius_m: float,
    robot: RobotConfig,
    front: float | None = None,
) -> NoPlace:
    """What is at the places where one would stand to reach a target.

    Args:
        target: what the arm works at, map frame [m].
        spots: places that were considered, map frame [m].
        now: where the base is, map frame.
        free: floor to stand on.
        boxes: of each other piece of furniture, map frame.
        radius_m: of the base.
        robot: whose height and reach it is.
        front: direction from the target in which alone one may stand, map frame [rad]; None: any.
    """
    reach = robot.arm.reach

    def away(spot: tuple[float, float]) -> float:
        return math.dist(spot, target[:2])

    def is_free(spot: tuple[float, float]) -> bool:
        return free.is_shared(*spot, target) and free.is_free(*spot, radius_m)

    near = sorted(
        (spot for spot in spots if reach.near_m < away(spot) < reach.far_m),
        key=lambda spot: (round(away(spot) / ALIKE_M), math.dist(spot, now.position[:2])),
    )
    taken = (taking(spot, boxes, radius_m, robot.height_m) for spot in near if not is_free(spot))
    return NoPlace(next(taken, ""), _short_m(target, is_free, reach.far_m, front))


def taking(
    spot: tuple[float, float], boxes: Mapping[str, Sequence[Box]], radius_m: float, height_m: float
) -> str:
    """Which piece of furniture leaves the base no room at a place, the one that is deepest in it; else A_WALL."""
    gaps = {
        name: min((b.gap(spot) for b in own if b.pose.position[2] - b.size[2] / 2 < height_m), default=math.inf)
        for name, own in boxes.items()
    }
    name = min(gaps, key=gaps.__getitem__, default="")
    return name if name and gaps[name] <= radius_m else A_WALL


def _short_m(target: Vector, is_free: IsFree, far_m: float, front: float | None) -> float | None:
    """How far beyond the arm's reach the nearest free place is [m]; None: none is nearby, or one is within reach."""
    turn = range(-60, 61, TURN_DEG) if front is not None else range(0, 360, TURN_DEG)
    angles = [(front or 0.0) + math.radians(degrees) for degrees in turn]

    def is_any_free(radius: float) -> bool:
        return any(is_free((target[0] + radius * math.cos(a), target[1] + radius * math.sin(a))) for a in angles)

    if is_any_free(far_m):
        return None  # it is within reach from there, if only just: that is not why nobody can stand here
    for i in range(1, round(OUT_M / STEP_M) + 1):
        if is_any_free(far_m + i * STEP_M):
            short = (i - 1) * STEP_M
            fine = (short + k * FINE_M for k in range(1, round(STEP_M / FINE_M)))
            return next((s for s in fine if is_any_free(far_m + s)), i * STEP_M)
    return None
