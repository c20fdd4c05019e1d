# SPDX-License-Identifier: Apache-2.0
"""What is pushed: a lamp's button toggles the light that the camera sees, another is counted."""

from __future__ import annotations

import mujoco

from simulation_node.scene.scene import LampLight

PRESSED_M, RELEASED_M = 0.006, 0.003
GLOW = 0.5


class Button:
    """A push button. Call `update` after each stretch of physics.

    Attributes:
        pushes: how often it was pushed.
    """

    def __init__(self, model: mujoco.MjModel, data: mujoco.MjData, asset: str) -> None:
        self.asset = asset
        self.pushes = 0
        self._data = data
        self._joint = model.joint(f"{asset}/button").qposadr[0]
        self._down = False

    def update(self) -> None:
        """Notice a fresh push, and being let go."""
        depth = float(self._data.qpos[self._joint])
        if not self._down and depth > PRESSED_M:
            self._down = True
            self.pushes += 1
        elif self._down and depth < RELEASED_M:
            self._down = False


class Lamp:
    """One lamp with its push button. Call `update` after each stretch of physics."""

    def __init__(self, model: mujoco.MjModel, data: mujoco.MjData, asset: str, light: LampLight | None) -> None:
        self.asset = asset
        self.is_on = False
        self._model = model
        self._button = Button(model, data, asset)
        self._light = model.light(f"{asset}/light").id if light is not None else None
        self._shade = model.geom(f"{asset}/{light.part}").id if light is not None else None
        self._dark = None if self._shade is None else model.geom_matid[self._shade]

    def update(self) -> None:
        """Toggle on a fresh push."""
        before = self._button.pushes
        self._button.update()
        if self._button.pushes > before:
            self.switch(not self.is_on)

    def switch(self, on: bool) -> None:
        """Set the light."""
        self.is_on = on
        if self._light is not None and self._dark is not None:
            self._model.light_active[self._light] = on
            self._model.mat_emission[self._dark] = GLOW if on else 0.0
