# SPDX-License-Identifier: Apache-2.0
"""Masks for boxes: the thing in a loose box is found by what stands out from the surfaces around it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Shape
from perception_node.detectors.box_mask import BoxMaskSettings, PixelBox, mask_in_box

EYE, TARGET = (0.1, 0.1, 1.15), (1.0, 0.0, 0.75)
SETTINGS = BoxMaskSettings()
CAN = (Shape.CYLINDER, (0.066, 0.066, 0.115))
APPLE = (Shape.SPHERE, (0.075, 0.075, 0.075))
PLATE = (Shape.CYLINDER, (0.20, 0.20, 0.022))
FORK = (Shape.BOX, (0.17, 0.024, 0.02))
BOOK = (Shape.BOX, (0.14, 0.042, 0.19))
WALL = (Shape.BOX, (0.1, 6.0, 3.0))


def box_of(mask: np.ndarray, loose: float = 0.0) -> PixelBox:
    """The box around a mask, wider on all sides by a share of its size."""
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    dx, dy = loose * np.ptp(columns), loose * np.ptp(rows)
    return PixelBox(columns[0] - dx, rows[0] - dy, columns[-1] + 1 + dx, rows[-1] + 1 + dy)


def overlap(found: np.ndarray | None, true: np.ndarray) -> float:
    return 0.0 if found is None else np.count_nonzero(found & true) / np.count_nonzero(found | true)


@pytest.mark.parametrize("thing", [CAN, APPLE, PLATE, FORK, BOOK], ids=["can", "apple", "plate", "fork", "book"])
@pytest.mark.parametrize("loose", [0.0, 0.15, 0.3])
@pytest.mark.parametrize("x", [0.8, 1.2])
def test_a_thing_on_a_table_is_found_in_a_loose_box(render, solid, table, thing, loose, x):
    item = solid("thing", *thing, Pose.planar(x, 0.1, 0.4, 0.75))
    picture = render([table, item], EYE, TARGET, noise_m=0.001)
    true = picture.images.labels == 2
    found = mask_in_box(picture.images.depth, box_of(true, loose), SETTINGS)
    assert overlap(found, true) > (0.7 if thing is FORK else 0.85)


def test_a_thing_before_a_wall_is_told_from_table_and_wall(render, solid, table):
    item = solid("can", *CAN, Pose.planar(1.6, 0.1, 0.0, 0.75))
    wall = solid("", *WALL, Pose((1.9, 0.0, 0.0)))
    picture = render([table, wall, item], EYE, TARGET, noise_m=0.001)
    true = picture.images.labels == 3
    assert overlap(mask_in_box(picture.images.depth, box_of(true, 0.25), SETTINGS), true) > 0.8


def test_of_two_things_in_a_box_the_middle_one_is_taken(render, solid, table):
    first = solid("can", *CAN, Pose.planar(1.0, 0.1, 0.0, 0.75))
    second = solid("apple", *APPLE, Pose.planar(1.0, -0.02, 0.0, 0.75))
    picture = render([table, first, second], EYE, TARGET)
    for number in (2, 3):
        true = picture.images.labels == number
        assert overlap(mask_in_box(picture.images.depth, box_of(true, 0.3), SETTINGS), true) > 0.8


def test_a_box_on_an_empty_table_holds_nothing(render, table):
    depth = render([table], EYE, TARGET, noise_m=0.001).images.depth
    assert mask_in_box(depth, PixelBox(300, 220, 360, 280), SETTINGS) is None


def test_a_box_without_readings_holds_nothing():
    assert mask_in_box(np.zeros((48, 64), np.float32), PixelBox(10, 10, 30, 30), SETTINGS) is None


@pytest.mark.parametrize("box", [PixelBox(-50, 0, -1, 20), PixelBox(64, 0, 90, 20), PixelBox(10, 10, 10, 20)])
def test_a_box_beside_the_image_or_without_extent_holds_nothing(box):
    assert mask_in_box(np.ones((48, 64), np.float32), box, SETTINGS) is None


def test_a_thing_in_a_box_that_fills_the_picture_is_what_is_nearest_to_the_middle():
    depth = np.full((48, 64), 1.0, np.float32)
    depth[10:38, 20:44] = 0.6
    found = mask_in_box(depth, PixelBox(0, 0, 64, 48), SETTINGS)
    assert np.array_equal(found, depth == np.float32(0.6))


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**31), st.floats(-80, 700), st.floats(-80, 500), st.floats(1, 300), st.floats(1, 300))
def test_a_mask_stays_in_its_box_has_readings_and_is_the_same_each_time(seed, left, top, width, height):
    random = np.random.default_rng(seed)
    depth = np.where(random.random((60, 80)) < 0.9, random.uniform(0.3, 4.0, (60, 80)), 0.0).astype(np.float32)
    box = PixelBox(left / 8, top / 8, (left + width) / 8, (top + height) / 8)
    found = mask_in_box(depth, box, SETTINGS)
    again = mask_in_box(depth, box, SETTINGS)
    assert (found is None) == (again is None)
    if found is not None and again is not None:
        assert np.array_equal(found, again)
        assert (depth[found] > 0).all()
        rows, columns = np.nonzero(found)
        assert box.top - 1 <= rows.min() and rows.max() <= box.bottom
        assert box.left - 1 <= columns.min() and columns.max() <= box.right
