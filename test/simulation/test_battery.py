# SPDX-License-Identifier: Apache-2.0
"""The simulated battery is drained by time and motion, and never below empty."""

from __future__ import annotations

import pytest

from simulation_node.control.battery import CAPACITY_WH, DRIVING_W, JOINTS_W, STANDING_W, SimulatedBattery


def test_an_hour_of_standing_takes_what_standing_takes():
    battery = SimulatedBattery(1.0)
    battery.drain(3600.0, 0.0, 0.0)
    assert battery.charge == pytest.approx(1.0 - STANDING_W / CAPACITY_WH)


def test_driving_back_and_moving_joints_take_more():
    battery = SimulatedBattery(1.0)
    battery.drain(3600.0, -0.5, 2.0)
    assert battery.charge == pytest.approx(1.0 - (STANDING_W + 0.5 * DRIVING_W + 2.0 * JOINTS_W) / CAPACITY_WH)


def test_an_empty_battery_stays_empty():
    battery = SimulatedBattery(0.01)
    battery.drain(36000.0, 0.0, 0.0)
    assert battery.charge == 0.0
