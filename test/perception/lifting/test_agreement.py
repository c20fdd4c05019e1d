# SPDX-License-Identifier: Apache-2.0
"""Masks against the outlines of the shapes that their classes have."""

from __future__ import annotations

import numpy as np
import pytest

from perception_node.detectors.detector import Detection
from perception_node.lifting.agreement import LEAST, agreement

NEAR, FAR = 1.0, 1.6


def square(x: float, y: float, side: float) -> np.ndarray:
    return np.array([(x, y), (x + side, y), (x + side, y + side), (x, y + side)], float)


def masked(x: int, y: int, side: int) -> Detection:
    return Detection("soap", 0.9, slice(y, y + side), slice(x, x + side), np.ones((side, side), bool))


def picture(x: int, y: int, side: int, behind: float = FAR) -> np.ndarray:
    depth = np.full((120, 160), behind, np.float32)
    depth[y : y + side, x : x + side] = NEAR
    return depth


def test_a_mask_that_fills_its_outline_agrees_wholly():
    assert agreement(masked(50, 40, 30), square(50, 40, 29), picture(50, 40, 30)) == 1.0


def test_a_mask_a_pixel_too_large_still_agrees():
    assert agreement(masked(49, 39, 32), square(50, 40, 29), picture(49, 39, 32)) == 1.0


def test_a_mask_that_runs_over_its_outline_is_of_something_larger():
    assert agreement(masked(40, 30, 50), square(50, 40, 29), picture(40, 30, 50)) == LEAST


def test_an_outline_that_is_looked_through_is_of_something_larger_than_the_mask():
    assert agreement(masked(50, 40, 15), square(50, 40, 29), picture(50, 40, 15)) < 0.2


@pytest.mark.parametrize("hiding", [0.7, NEAR + 0.02, 0.0], ids=["nearer", "beside", "no reading"])
def test_what_may_be_hidden_speaks_against_nothing(hiding):
    assert agreement(masked(50, 40, 15), square(50, 40, 29), picture(50, 40, 15, behind=hiding)) == 1.0


def test_an_outline_beyond_the_images_edge_counts_as_far_as_it_is_seen():
    assert agreement(masked(0, 40, 15), square(-15, 40, 29), picture(0, 40, 15, behind=0.7)) == 1.0


def test_a_mask_without_readings_agrees_with_nothing():
    assert agreement(masked(50, 40, 30), square(50, 40, 29), np.zeros((120, 160), np.float32)) == LEAST
