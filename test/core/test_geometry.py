# SPDX-License-Identifier: Apache-2.0
"""Laws of poses and boxes."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.geometry import (
    UNKNOWN_POSE,
    Box,
    Pose,
    quaternion_from_rotation,
    rotation_from_quaternion,
    wrap_angle,
)

metres = st.floats(-10, 10)
positions = st.tuples(metres, metres, metres)
quaternions = (
    st.tuples(*[st.floats(-1, 1)] * 4)
    .filter(lambda q: math.hypot(*q) > 0.1)
    .map(lambda q: tuple(v / math.hypot(*q) for v in q))
)
poses = st.builds(Pose, positions, quaternions)


def close(a: Pose, b: Pose) -> bool:
    return np.allclose(a.matrix(), b.matrix(), atol=1e-6)


@given(poses)
def test_a_pose_times_its_inverse_is_nothing(pose):
    assert close(pose @ pose.inverse(), Pose())
    assert close(pose.inverse() @ pose, Pose())


@given(poses, poses, poses)
def test_chains_of_poses_may_be_grouped_at_will(a, b, c):
    assert close((a @ b) @ c, a @ (b @ c))


@given(poses, positions)
def test_a_chain_moves_points_as_its_parts_do(pose, point):
    there = pose.transform(point)
    assert pose.inverse().transform(there) == pytest.approx(point, abs=1e-6)


@given(quaternions)
def test_rotations_survive_the_way_through_a_matrix(q):
    back = quaternion_from_rotation(rotation_from_quaternion(q))
    assert back[3] >= 0
    assert abs(np.dot(back, q)) == pytest.approx(1.0, abs=1e-6)


@given(metres, metres, st.floats(-3.1, 3.1))
def test_a_planar_pose_has_its_heading(x, y, yaw):
    pose = Pose.planar(x, y, yaw)
    assert pose.yaw == pytest.approx(yaw, abs=1e-9)
    assert pose.transform((1.0, 0.0, 0.0))[:2] == pytest.approx((x + math.cos(yaw), y + math.sin(yaw)))


@given(st.floats(-100, 100))
def test_a_wrapped_angle_is_the_same_direction(angle):
    wrapped = wrap_angle(angle)
    assert -math.pi < wrapped <= math.pi
    assert math.isclose(math.cos(wrapped), math.cos(angle), abs_tol=1e-9)
    assert math.isclose(math.sin(wrapped), math.sin(angle), abs_tol=1e-9)


def test_a_pose_of_nan_is_unknown():
    assert not UNKNOWN_POSE.is_known
    assert Pose().is_known


@given(poses)
def test_a_box_contains_its_corners_and_nothing_beyond(pose):
    box = Box(pose, (0.4, 0.6, 0.2))
    corner = pose.transform((0.2, 0.3, 0.1))
    beyond = pose.transform((0.21, 0.0, 0.0))
    assert box.contains(corner, 1e-6)
    assert not box.contains(beyond)
    assert box.contains(beyond, 0.02)


@given(poses)
def test_an_upright_box_is_the_smallest_of_its_heading_around_another(pose):
    lies = Box(pose, (0.4, 0.6, 0.2))
    upright = lies.upright()
    corners = [pose.transform((x, y, z)) for x in (-0.2, 0.2) for y in (-0.3, 0.3) for z in (-0.1, 0.1)]
    local = np.array([upright.pose.inverse().transform(c) for c in corners])
    assert upright.pose.transform((0.0, 0.0, 1.0))[2] == pytest.approx(upright.pose.position[2] + 1.0)
    assert np.abs(local).max(axis=0) == pytest.approx(np.array(upright.size) / 2, abs=1e-9)


def test_a_box_that_lies_on_its_side_is_far_from_what_is_far():
    lies = Box(Pose((1.0, 2.0, 0.9), (math.sin(math.pi / 4), 0.0, 0.0, math.cos(math.pi / 4))), (0.1, 0.06, 0.04))
    assert lies.upright().gap((1.0, -2.0)) == pytest.approx(4.0 - 0.02)


def test_a_footprint_goes_round_counter_clockwise():
    corners = Box(Pose.planar(1, 2, 0.3), (0.4, 0.2, 1.0)).footprint()
    x, y = corners.T
    area = 0.5 * float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)))
    assert area == pytest.approx(0.08)
