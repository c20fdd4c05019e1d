# SPDX-License-Identifier: Apache-2.0
"""How often the simulation publishes: by the simulated clock, but no more often than others can take it in."""

from __future__ import annotations

from itertools import pairwise
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("rclpy")

from simulation_node.ros import publishers
from simulation_node.ros.publishers import Every

STEP_S = 0.02


def acted(rate: float, wall_s: float, speed: float, steps: int = 500) -> list[tuple[float, float]]:
    """Simulated and wall times at which something was done, in a simulation that runs at a speed."""
    wall = SimpleNamespace(now=1000.0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(publishers, "time", SimpleNamespace(monotonic=lambda: wall.now))
        due = Every(rate, wall_s)
        times = []
        for i in range(steps):
            wall.now += STEP_S / speed
            if due.is_due(i * STEP_S):
                times.append((i * STEP_S, wall.now))
    return times


@given(rate=st.sampled_from([1.0, 4.0, 20.0, 25.0]), speed=st.floats(0.1, 50.0))
def test_what_has_no_limit_of_the_wall_comes_at_its_simulated_rate(rate, speed):
    assert len(acted(rate, 0.0, speed)) == pytest.approx(500 * STEP_S * rate, abs=1)


@given(rate=st.sampled_from([1.0, 4.0, 20.0, 25.0]), speed=st.floats(0.1, 50.0), wall_s=st.floats(0.001, 0.1))
def test_it_comes_no_more_often_than_its_limit_of_the_wall_and_hardly_less(rate, speed, wall_s):
    times = acted(rate, wall_s, speed)
    gaps = [b[1] - a[1] for a, b in pairwise(times)]
    step = STEP_S / speed
    assert all(wall_s - 1e-9 <= gap <= max(wall_s, 1.0 / rate / speed) + 2 * step + 1e-9 for gap in gaps)


@given(rate=st.sampled_from([1.0, 4.0, 20.0, 25.0]), late_s=st.floats(0.0, 3.0))
def test_after_a_delay_it_comes_as_regularly_as_before(rate, late_s):
    due = Every(rate)
    assert due.is_due(0.0) and due.is_due(1.0 / rate + late_s)
    steps = [1.0 / rate + late_s + i * STEP_S / 20 for i in range(round(60 / rate / STEP_S))]
    times = [now for now in steps if due.is_due(now)]
    assert len(times) >= 2
    assert [b - a for a, b in pairwise(times)] == pytest.approx([1.0 / rate] * (len(times) - 1), abs=STEP_S / 20)
    assert times[0] - steps[0] <= 1.0 / rate + STEP_S / 20


def test_a_rate_of_zero_comes_once():
    assert len(acted(0.0, 0.0, 1.0)) == 1
