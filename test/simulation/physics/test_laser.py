# SPDX-License-Identifier: Apache-2.0
"""A laser measures the distance to what stands in its plane, in the order of its angles, and not to its own robot."""

from __future__ import annotations

import math
from dataclasses import replace

import mujoco
import numpy as np
import pytest

from makedo_core.geometry import Pose
from simulation_node.physics.laser import LaserScanner
from simulation_node.robots.tiago import TIAGO

LASER = TIAGO.laser
AHEAD = LASER.rays // 2
FRONT_M = 0.202  # of the laser before the middle of the base


@pytest.fixture
def scanner(world):
    return LaserScanner(world.model, world.robot, LASER)


def at(angle: float) -> int:
    """The ray of an angle, counted from the right."""
    return round((angle + LASER.half_angle) / (2 * LASER.half_angle) * (LASER.rays - 1))


def put(world, ahead: float, aside: float) -> None:
    """Let a box stand beside the robot, at once."""
    world.blockage.put(world.base.pose @ Pose.planar(ahead, aside))
    mujoco.mj_forward(world.model, world.data)


@pytest.mark.parametrize("distance", [0.8, 1.5])
@pytest.mark.parametrize("aside", [-0.2, 0.0, 0.2])
def test_the_front_of_a_cupboard_is_as_far_away_as_it_stands_and_farther_under_an_angle(
    world, hand, scanner, distance, aside
):
    hand.stand_before("tv_stand_1", distance, aside)
    ranges = scanner.ranges(world.data)
    assert ranges[AHEAD] == pytest.approx(distance - FRONT_M, abs=0.01)
    for angle in (-0.2, 0.2):
        assert ranges[at(angle)] == pytest.approx((distance - FRONT_M) / math.cos(angle), abs=0.01)


@pytest.mark.parametrize("side", [-1, 1])
def test_the_first_rays_look_to_the_right(world, hand, scanner, side):
    hand.stand_before("tv_stand_1", 1.5)
    before = scanner.ranges(world.data)
    world.run(0.05)  # until the base knows where it stands
    put(world, FRONT_M + 0.1, side * 0.7)
    after = scanner.ranges(world.data)
    nearer = np.flatnonzero(after < before - 0.05)
    assert len(nearer) > 10
    assert all((i > AHEAD) == (side > 0) for i in nearer)


def test_a_box_in_the_way_is_seen_as_soon_as_it_stands_there(world, hand, scanner):
    hand.stand_before("tv_stand_1", 1.5)
    free = scanner.ranges(world.data)[AHEAD]
    world.run(0.05)
    put(world, FRONT_M + 0.8, 0.0)
    assert 0.3 < scanner.ranges(world.data)[AHEAD] < 0.8 < free


def test_its_own_robot_is_not_seen_and_far_walls_are_out_of_a_short_laser_s_range(world, hand, scanner):
    hand.stand_before("tv_stand_1", 1.5)
    assert scanner.ranges(world.data).min() > 0.3
    short = LaserScanner(world.model, world.robot, replace(LASER, range_m=(0.05, 0.1)))
    assert np.isinf(short.ranges(world.data)).all()
