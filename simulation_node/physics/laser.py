# SPDX-License-Identifier: Apache-2.0
"""What a laser scanner measures: distances in a plane, without noise."""

from __future__ import annotations

import mujoco
import numpy as np
from numpy.typing import NDArray

from simulation_node.robots.robot import COLLISION_GROUP, SOLID_GROUP, LaserModel, RobotModel

_GROUPS = np.array([i in (SOLID_GROUP, COLLISION_GROUP) for i in range(6)], dtype=np.uint8)


class LaserScanner:
    """Measures distances in a world.

    It sees through the robot's base, which it is built into, and nothing above the lower walls.

    Args:
        model: of the world.
        robot: carries it.
        laser: of that robot.
    """

    def __init__(self, model: mujoco.MjModel, robot: RobotModel, laser: LaserModel) -> None:
        self._model, self._laser = model, laser
        self._frame = model.body(laser.frame).id
        self._base = _shell(model, robot)
        angles = np.linspace(-laser.half_angle, laser.half_angle, laser.rays)
        self._ahead = np.stack([np.cos(angles), np.sin(angles), np.zeros_like(angles)], axis=1)
        self._geoms = np.zeros(laser.rays, dtype=np.int32)
        self._distances = np.zeros(laser.rays)

    def ranges(self, data: mujoco.MjData) -> NDArray[np.float64]:
        """Distances to what is there now, from the right to the left [m]; infinite where nothing is near enough."""
        turn = data.xmat[self._frame].reshape(3, 3)
        rays = (self._ahead @ turn.T).flatten()
        mujoco.mj_multiRay(
            self._model, data, data.xpos[self._frame], rays, _GROUPS, True, self._base,
            self._geoms, self._distances, None, self._laser.rays, self._laser.range_m[1],
        )  # fmt: skip
        is_seen = (self._distances >= 0.0) & (self._distances <= self._laser.range_m[1])
        return np.where(is_seen, self._distances, np.inf)


def _shell(model: mujoco.MjModel, robot: RobotModel) -> int:
    """The body with the shell that the laser looks out of: the heaviest that the base's frame carries rigidly."""
    root = int(model.body(robot.base_frame).id)
    carried = [b for b in range(root + 1, model.nbody) if model.body_weldid[b] == model.body_weldid[root]]
    return max((root, *carried), key=lambda b: float(model.body_mass[b]))
