# SPDX-License-Identifier: Apache-2.0
"""Records what the robot touches besides what its fingers hold: a run's collisions, for judging it."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np

from simulation_node.robots.robot import ROBOT_CLASS, RobotModel


@dataclass(frozen=True, slots=True)
class Touch:
    """A pair of bodies in touch.

    Attributes:
        robot: the robot's body.
        other: the other body ("world" for walls), or another body of the robot.
        first: time of the first touch [s].
        force: largest normal force [N].
    """

    robot: str
    other: str
    first: float
    force: float


class ContactRecorder:
    """Keeps one Touch for each pair. Call `update` after each stretch of physics."""

    def __init__(self, model: mujoco.MjModel, data: mujoco.MjData, robot: RobotModel) -> None:
        self._model, self._data = model, data
        self._is_robot = model.geom_contype == ROBOT_CLASS  # (ngeom,)
        self._fingers = {model.body(n).id for n in robot.gripper.fingers}
        self._trunk = robot.trunk
        self._touches: dict[tuple[str, str], Touch] = {}
        self.base_touches: str | None = None  # what the body of the robot (no arm) touches now

    @property
    def touches(self) -> tuple[Touch, ...]:
        """All pairs so far, in order of first touch."""
        return tuple(sorted(self._touches.values(), key=lambda t: t.first))

    def clear(self) -> None:
        """Forget all of them."""
        self._touches.clear()

    def update(self) -> None:
        """Take in the present contacts."""
        self.base_touches = None
        count = self._data.ncon
        if count == 0:
            return
        geoms = self._data.contact.geom[:count]
        for i in np.flatnonzero(self._is_robot[geoms].any(axis=1)):
            self._record(int(i), int(geoms[i][0]), int(geoms[i][1]))

    def _record(self, index: int, first: int, second: int) -> None:
        if not self._is_robot[first]:
            first, second = second, first
        robot, other = int(self._model.geom_bodyid[first]), int(self._model.geom_bodyid[second])
        if robot in self._fingers or other in self._fingers:
            return
        names = (str(self._model.body(robot).name), str(self._model.body(other).name))
        if names[0].startswith(self._trunk) and not self._is_robot[second]:
            self.base_touches = names[1]
        wrench = np.zeros(6)
        mujoco.mj_contactForce(self._model, self._data, index, wrench)
        old = self._touches.get(names)
        force = max(float(wrench[0]), old.force if old else 0.0)
        self._touches[names] = Touch(*names, old.first if old else float(self._data.time), force)
