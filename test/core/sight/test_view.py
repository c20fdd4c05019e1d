# SPDX-License-Identifier: Apache-2.0
"""Rays against boxes, and what a depth image says of them."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.geometry import Box, Pose, quaternion_from_rotation
from makedo_core.sight.view import Intrinsics, View, corners, project, reduced_image

CAMERA = Intrinsics(144.0, 144.0, 79.5, 59.5, 160, 120)
CAN = Box(Pose((1.0, 0.0, 0.06)), (0.07, 0.07, 0.12))


def looking_at(eye: tuple[float, float, float], target: tuple[float, float, float]) -> Pose:
    """Optical frame at `eye` with its z axis towards `target` and x level."""
    ahead = np.subtract(target, eye) / math.dist(eye, target)
    right = np.cross(ahead, (0, 0, 1))
    right /= np.linalg.norm(right)
    return Pose(eye, quaternion_from_rotation(np.stack([right, np.cross(ahead, right), ahead], axis=1)))


def view_of(*boxes: Box, floor: bool = True, eye: tuple[float, float, float] = (0.0, 0.0, 1.0)) -> View:
    """Depth image of boxes on a floor, from a camera that looks at (1, 0, 0)."""
    pose = looking_at(eye, (1.0, 0.0, 0.0))
    blank = View(pose, CAMERA, np.zeros((120, 160), np.float32))
    ground = (Box(Pose((0.0, 0.0, -0.05)), (20.0, 20.0, 0.1)),) if floor else ()
    depth, _ = blank.cast((*boxes, *ground))
    return View(pose, CAMERA, np.where(np.isfinite(depth), depth, 0.0).astype(np.float32))


def test_a_box_that_is_there_is_matched():
    evidence = view_of(CAN).evidence([CAN])
    assert evidence.rays > 30
    assert (evidence.matched, evidence.inside_image) == (evidence.rays, 1.0)


def test_a_box_that_is_gone_is_seen_through():
    evidence = view_of().evidence([CAN])
    assert evidence.empty_share > 0.5
    assert evidence.open_share == 1.0


def test_a_hidden_box_gives_no_evidence_of_absence():
    screen = Box(Pose((0.7, 0.0, 0.25)), (0.02, 0.6, 0.5))
    evidence = view_of(screen).evidence([CAN])
    assert evidence.open_share == 0.0
    assert evidence.occluded == evidence.rays > 0


def test_a_box_behind_the_camera_has_no_rays():
    evidence = view_of().evidence([Box(Pose((-2.0, 0.0, 0.5)), (0.1, 0.1, 0.1))])
    assert (evidence.rays, evidence.inside_image) == (0, 0.0)


def test_pixels_without_a_reading_are_no_evidence():
    assert view_of(floor=False).evidence([CAN]).rays == 0


def test_depth_of_another_shape_is_refused():
    with pytest.raises(ValueError, match="expected"):
        View(Pose(), CAMERA, np.zeros((10, 10), np.float32))


def test_points_lie_on_the_surfaces():
    points = view_of(floor=True).points
    assert len(points) > 1000
    assert np.abs(points[:, 2]).max() < 1e-4


@given(st.integers(1, 8))
def test_a_reduced_image_keeps_its_geometry(factor: int):
    u, _ = np.meshgrid(np.arange(160.0), np.arange(120.0))
    small = CAMERA.reduced(factor)
    columns = reduced_image(u, factor)
    assert columns.shape == (small.height, small.width)
    expected = (columns - CAMERA.cx) / CAMERA.fx
    got = (np.arange(small.width) - small.cx) / small.fx
    assert np.allclose(expected, got[None, :])


coordinate = st.floats(-1.0, 1.0)


@given(coordinate, coordinate, st.floats(0.1, 3.0))
def test_projection_agrees_with_the_rays(x: float, y: float, z: float):
    pose = looking_at((0.3, -0.2, 1.1), (1.0, 0.2, 0.4))
    point = pose.transform((x, y, z))
    u, v, depth = project(np.array([point]), pose, CAMERA)[0]
    assert depth == pytest.approx(z)
    assert (u - CAMERA.cx) / CAMERA.fx * depth == pytest.approx(x, abs=1e-6)
    assert (v - CAMERA.cy) / CAMERA.fy * depth == pytest.approx(y, abs=1e-6)


def test_a_box_has_eight_corners_and_a_centre():
    points = corners(CAN)
    assert points.shape == (9, 3)
    assert points[:8].min(axis=0).tolist() == pytest.approx([0.965, -0.035, 0.0])
    assert points[8].tolist() == pytest.approx([1.0, 0.0, 0.06])


NUMBERS = st.floats(-3.0, 3.0)


@given(NUMBERS, NUMBERS, st.floats(0.0, 2.0), st.floats(0.02, 0.5), st.floats(-3.1, 3.1))
def test_a_box_in_a_ball_that_the_image_cannot_show_has_no_rays(x, y, z, side, yaw):
    view = view_of()
    box = Box(Pose.planar(x, y, yaw, z), (side, side / 2, side / 3))
    radius = math.hypot(*box.size) / 2
    if not view.may_show(box.pose.position, radius):
        evidence = view.evidence([box])
        assert (evidence.rays, evidence.inside_image) == (0, 0.0)
        assert not np.isfinite(view.cast([box])[0]).any()


@pytest.mark.parametrize(
    ("centre", "shown"),
    [
        ((1.0, 0.0, 0.0), True),  # in the middle
        ((-2.0, 0.0, 0.5), False),  # behind
        ((1.0, 3.0, 0.0), False),  # beside
        ((1.0, -3.0, 0.0), False),
        ((3.0, 0.0, 3.0), False),  # above
        ((-0.3, 0.0, 0.0), False),  # below
    ],
)
def test_a_small_ball_outside_of_the_image_is_known_not_to_be_shown(centre, shown):
    assert view_of().may_show(centre, 0.1) is shown


@given(st.lists(st.tuples(NUMBERS, NUMBERS, st.floats(0.02, 0.8)), min_size=1, max_size=3))
def test_evidence_counts_the_rays_that_cast_finds(places):
    boxes = [Box(Pose((x, y, side / 2)), (side, side, side)) for x, y, side in places]
    view = view_of(CAN)
    entry, _ = view.cast(boxes)
    assert view.evidence(boxes).rays == np.count_nonzero(np.isfinite(entry) & view.has_reading)
