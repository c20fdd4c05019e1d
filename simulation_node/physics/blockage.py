# SPDX-License-Identifier: Apache-2.0
"""A box in the way of the base that is on no map, and may come and go."""

from __future__ import annotations

import mujoco

from makedo_core.geometry import Box, Pose
from simulation_node.scene.model import BLOCKAGE, BLOCKAGE_SIZE, PARKED


class Blockage:
    """The box that blocks ways; parked far below the floor while it blocks none.

    Attributes:
        box: where it stands, map frame; None: it does not.
        changes: how often it came or went.
    """

    def __init__(self, model: mujoco.MjModel, data: mujoco.MjData) -> None:
        self.box: Box | None = None
        self.changes = 0
        self._data = data
        self._body = int(model.body(BLOCKAGE).mocapid[0])

    def put(self, spot: Pose) -> None:
        """Let it stand on the floor at a place, turned as `spot` is; the spot's height does not matter."""
        x, y, _ = spot.position
        pose = Pose.planar(x, y, spot.yaw, BLOCKAGE_SIZE[2] / 2)
        self._move(pose)
        self.box = Box(pose, BLOCKAGE_SIZE)

    def remove(self) -> None:
        """Take it away."""
        self._move(PARKED)
        self.box = None

    def _move(self, pose: Pose) -> None:
        """Move its middle to a pose in the map frame."""
        x, y, z, w = pose.orientation
        self._data.mocap_pos[self._body], self._data.mocap_quat[self._body] = pose.position, (w, x, y, z)
        self.changes += 1
