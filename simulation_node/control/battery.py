# SPDX-License-Identifier: Apache-2.0
"""A battery that is drained by standing, driving and moving joints; about TIAGo's."""

from __future__ import annotations

CAPACITY_WH = 720.0  # 36 V, 20 Ah
STANDING_W = 120.0
DRIVING_W, JOINTS_W = 150.0, 20.0  # for each m/s, and for each rad/s or m/s of all joints together
VOLTS = 36.0


class SimulatedBattery:
    """Its charge, from 1 to 0.

    Args:
        charge: at the beginning.
    """

    def __init__(self, charge: float = 0.9) -> None:
        self.charge = charge

    def drain(self, step_s: float, driving: float, joints: float) -> None:
        """Let time pass.

        Args:
            step_s: so long [s].
            driving: speed of the base [m/s].
            joints: sum of the joints' speeds [rad/s or m/s].
        """
        watts = STANDING_W + DRIVING_W * abs(driving) + JOINTS_W * joints
        self.charge = max(0.0, self.charge - watts * step_s / 3600.0 / CAPACITY_WH)
