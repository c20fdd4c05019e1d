# SPDX-License-Identifier: Apache-2.0
"""Somebody who comes in and stands there, takes nothing and goes again; in no scene graph and on no map."""

from __future__ import annotations

import mujoco

from makedo_core.geometry import Pose
from simulation_node.scene.model import AWAY, VISITOR


class Visitor:
    """The one person who may come in.

    Attributes:
        place: where they stand, map frame; None: they are away.
    """

    def __init__(self, model: mujoco.MjModel, data: mujoco.MjData) -> None:
        self.place: Pose | None = None
        self._data = data
        self._body = int(model.body(VISITOR).mocapid[0])

    def come(self, place: Pose) -> None:
        """Stand on the floor at a place, turned as it is; its height does not matter."""
        x, y, _ = place.position
        self.place = Pose.planar(x, y, place.yaw)
        self._move(self.place)

    def go(self) -> None:
        """Be away."""
        self.place = None
        self._move(AWAY)

    def _move(self, pose: Pose) -> None:
        x, y, z, w = pose.orientation
        self._data.mocap_pos[self._body], self._data.mocap_quat[self._body] = pose.position, (w, x, y, z)
