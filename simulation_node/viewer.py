# SPDX-License-Identifier: Apache-2.0
"""MuJoCo's own window, for people at a display."""

from __future__ import annotations

import os
import sys
import time

from makedo_core.failure import MakedoError
from simulation_node.world.world import World

PERIOD_S = 1 / 30


class ViewerError(MakedoError):
    """The window cannot be opened."""


class Viewer:
    """Shows the world; `update` is called by the physics thread.

    Raises:
        ViewerError: if there is no display.
    """

    def __init__(self, world: World) -> None:
        if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
            raise ViewerError("viewer:=true needs a display, and neither DISPLAY nor WAYLAND_DISPLAY is set")
        import mujoco.viewer  # opens a window library: only where it is wanted

        try:
            self._window = mujoco.viewer.launch_passive(world.model, world.data, show_left_ui=False)
        except RuntimeError as error:
            raise ViewerError(f"MuJoCo's viewer does not open: {error}") from error
        self._shown_at = 0.0

    def update(self) -> None:
        """Show the present state, 30 times a second at most."""
        now = time.monotonic()
        if now - self._shown_at >= PERIOD_S and self._window.is_running():
            self._shown_at = now
            self._window.sync()

    def close(self) -> None:
        """Close the window."""
        self._window.close()
