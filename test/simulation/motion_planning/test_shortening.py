# SPDX-License-Identifier: Apache-2.0
"""Paths of the motion planner become faster, never invalid, and keep their ends."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("ompl")

from simulation_node.motion_planning.paths import Deadline, path_is_valid, shortened, travel_s

SPEEDS = np.array([0.07, 2.0, 2.0])  # a torso and two joints


def _long() -> Deadline:
    return Deadline(10.0, lambda: False)


def _around(q) -> bool:
    """Free but for a disc in the plane of the two joints."""
    return math.hypot(q[1], q[2]) > 0.5


def test_a_torso_that_wandered_goes_straight():
    path = np.array([[0.1, -1.0, 0.0], [0.3, -0.8, 0.8], [0.0, 0.8, 0.8], [0.12, 1.0, 0.0]])
    found = shortened(path, SPEEDS, _around, _long())
    assert np.abs(np.diff(found[:, 0])).sum() == pytest.approx(0.02)
    assert travel_s(found, SPEEDS) < 0.4 * travel_s(path, SPEEDS)


def test_a_way_that_nothing_is_in_becomes_a_straight_line():
    path = np.array([[0.0, -1.0, 0.0], [0.0, 0.0, 1.5], [0.0, 1.0, 0.0]])
    found = shortened(path, SPEEDS, lambda q: True, _long())
    assert travel_s(found, SPEEDS) < 0.8 * travel_s(path, SPEEDS)


@settings(deadline=None, max_examples=60)
@given(
    st.lists(
        st.tuples(st.floats(0.0, 0.35), st.floats(0.6, 2.0), st.floats(-math.pi, math.pi)), min_size=2, max_size=7
    )
)
def test_shortening_keeps_ends_and_validity_and_takes_no_longer(polar):
    path = np.array([[up, r * math.cos(a), r * math.sin(a)] for up, r, a in polar])
    if not path_is_valid(path, _around):
        return
    found = shortened(path, SPEEDS, _around, _long())
    assert np.array_equal(found[0], path[0]) and np.array_equal(found[-1], path[-1])
    assert path_is_valid(found, _around)
    assert travel_s(found, SPEEDS) <= travel_s(path, SPEEDS) + 1e-9


@pytest.mark.parametrize(("limit_s", "cancelled"), [(0.0, False), (10.0, True)])
def test_without_time_a_path_stays_as_it_is(limit_s, cancelled):
    deadline = Deadline(limit_s, lambda: cancelled)
    path = np.array([[0.0, -1.0, 0.0], [0.3, 0.0, 1.5], [0.0, 1.0, 0.0]])
    assert shortened(path, SPEEDS, lambda q: True, deadline) is path
