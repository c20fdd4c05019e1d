# SPDX-License-Identifier: Apache-2.0
"""Trajectories from paths."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulation_node.motion_planning.timing import time_path, time_path_with_stops

VELOCITY, ACCELERATION = np.array([1.0, 2.0]), np.array([2.0, 2.0])
VALUES = st.floats(-2.0, 2.0)
PATHS = st.lists(st.tuples(VALUES, VALUES), min_size=2, max_size=6, unique=True).map(np.array)


def _off(point, path) -> float:
    """Distance of a point from a polyline."""
    nearest = np.inf
    for a, b in itertools.pairwise(path):
        share = np.clip((point - a) @ (b - a) / max((b - a) @ (b - a), 1e-12), 0.0, 1.0)
        nearest = min(nearest, float(np.linalg.norm(a + share * (b - a) - point)))
    return nearest


@settings(max_examples=40, deadline=None)
@given(PATHS)
def test_with_stops_a_path_is_kept_to_from_start_to_end_within_the_limits(path):
    timed = time_path_with_stops(path, VELOCITY, ACCELERATION)
    assert timed is not None
    assert (np.diff(timed.times_s) > 0).all()
    assert timed.positions[[0, -1]] == pytest.approx(path[[0, -1]])
    assert max(_off(q, path) for q in timed.positions) < 1e-6
    assert (np.abs(timed.velocities) <= VELOCITY + 1e-9).all()
    assert (np.abs(timed.accelerations) <= ACCELERATION + 1e-9).all()
    assert not timed.velocities[[0, -1]].any()


def test_at_every_corner_the_joints_come_to_rest_and_without_stops_they_do_not():
    path = np.array([[0.0, 0.0], [0.5, 0.0], [0.5, 0.5]])
    stopping, going = time_path_with_stops(path, VELOCITY, ACCELERATION), time_path(path, VELOCITY, ACCELERATION)
    at_corner = np.linalg.norm(stopping.positions - path[1], axis=1).argmin()
    assert not stopping.velocities[at_corner].any()
    assert stopping.duration_s > going.duration_s
    passing = np.linalg.norm(going.positions - path[1], axis=1).argmin()
    assert np.abs(going.velocities[passing]).max() > 0.1
