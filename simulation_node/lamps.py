# SPDX-License-Identifier: Apache-2.0
"""Lamps: a push of the button toggles the light that the camera sees."""

from __future__ import annotations

import mujoco

from simulation_node.scene import LampLight

PRESSED_M, RELEASED_M = 0.006, 0.003
GLOW = 0.5


class Lamp:
    """One lamp with its push button. Call `update` after each stretch of physics."""

    def __init__(self, model: mujoco.MjModel, data: mujoco.MjData, asset: str, light: LampLight | None) -> None:
        self.asset = asset
        self.is_on = False
        self._model, self._data = model, data
        self._button = model.joint(f"{asset}/button").qposadr[0]
        self._pressed = False
        self._light = model.light(f"{asset}/light").id if light is not None else None
        self._shade = model.geom(f"{asset}/{light.part}").id if light is not None else None
        self._dark = None if self._shade is None else model.geom_matid[self._shade]

    def update(self) -> None:
        """Toggle on a fresh push."""
        depth = float(self._data.qpos[self._button])
        if not self._pressed and depth > PRESSED_M:
            self._pressed = True
            self.switch(not self.is_on)
        elif self._pressed and depth < RELEASED_M:
            self._pressed = False

    def switch(self, on: bool) -> None:
        """Set the light."""
        self.is_on = on
        if self._light is not None and self._dark is not None:
            self._model.light_active[self._light] = on
            self._model.mat_emission[self._dark] = GLOW if on else 0.0
