# SPDX-License-Identifier: Apache-2.0
"""Which cells of a region were seen, and where moving regions are."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.geometry import Box, Pose, quaternion_from_rotation
from makedo_core.graph.asset_model import Articulation, AssetModel, Handle, JointKind, Region, RegionKind, articulated
from makedo_core.sight.coverage import cell_centres, cells_seen, grid_shape, region_pose
from makedo_core.sight.view import Intrinsics, View

CAMERA = Intrinsics(144.0, 144.0, 79.5, 59.5, 160, 120)
TOP = Region("top", RegionKind.ON, Pose((0.0, 0.0, 0.75)), (0.6, 0.8, 1.0))
PLACE = Pose((1.2, 0.0, 0.0))
HANDLE = Handle((0, 0, 0), (0, 0, 1), 0.1, 0.02)
SLIDE = Articulation(JointKind.SLIDE, "s", (0, 0, 0), (2.0, 0, 0), (0, 0.3), 0.2, HANDLE)
HINGE = Articulation(JointKind.HINGE, "h", (0.0, 0.5, 0.0), (0, 0, 1), (0, 2), 1.0, HANDLE)


def view_of(*solids: Box, target: tuple[float, float, float] = (1.2, 0.0, 0.75)) -> View:
    eye = (0.0, 0.0, 1.2)
    ahead = np.subtract(target, eye) / math.dist(eye, target)
    right = np.cross(ahead, (0, 0, 1))
    right /= np.linalg.norm(right)
    pose = Pose(eye, quaternion_from_rotation(np.stack([right, np.cross(ahead, right), ahead], axis=1)))
    blank = View(pose, CAMERA, np.zeros((120, 160), np.float32))
    table = Box(PLACE @ Pose((0.0, 0.0, 0.73)), (0.6, 0.8, 0.04))
    floor = Box(Pose((0, 0, -0.05)), (30.0, 30.0, 0.1))
    depth, _ = blank.cast([*solids, table, floor])
    return View(pose, CAMERA, np.where(np.isfinite(depth), depth, 0).astype(np.float32))


def test_a_free_table_is_seen_wholly():
    assert cells_seen(view_of(), PLACE @ TOP.pose, TOP).mean() > 0.95


def test_behind_a_screen_nothing_is_seen():
    screen = Box(Pose((0.5, 0.0, 1.0)), (0.02, 3.0, 2.0))
    assert cells_seen(view_of(screen), PLACE @ TOP.pose, TOP).mean() == 0.0


def test_the_shadow_of_a_box_is_not_seen_but_the_box_is():
    box = Box(Pose((1.1, 0.0, 0.85)), (0.1, 0.1, 0.2))
    seen = cells_seen(view_of(box), PLACE @ TOP.pose, TOP)
    assert 0.8 < seen.mean() < 1.0
    centres = cell_centres(TOP)
    behind = (centres[:, 0] > 0.05) & (centres[:, 0] < 0.15) & (np.abs(centres[:, 1]) < 0.03)
    assert not seen.ravel()[behind].any()


def test_the_foot_of_a_thing_at_the_images_upper_edge_is_not_enough():
    bottle = Box(Pose((1.4, 0.0, 0.9)), (0.08, 0.08, 0.3))
    view = view_of(bottle, target=(0.85, 0.0, 0.55))
    foot, top = view.contains(np.array([(1.36, 0.0, 0.78), (1.36, 0.0, 0.94)]))
    assert foot
    assert not top
    seen = cells_seen(view, PLACE @ TOP.pose, TOP)
    assert seen.any()
    at_the_bottle = np.linalg.norm(cell_centres(TOP)[:, :2] - (0.2, 0.0), axis=1) < 0.06
    assert not seen.ravel()[at_the_bottle].any()


def test_under_a_low_ceiling_the_air_up_to_it_is_enough():
    drawer = Region("drawer", RegionKind.INSIDE, TOP.pose, (0.6, 0.8, 0.05))
    view = view_of(target=(0.85, 0.0, 0.55))
    assert cells_seen(view, PLACE @ TOP.pose, drawer).sum() > cells_seen(view, PLACE @ TOP.pose, TOP).sum()


def test_cells_fill_their_region():
    centres = cell_centres(TOP)
    assert len(centres) == math.prod(grid_shape(TOP))
    assert np.abs(centres[:, 0]).max() < 0.3
    assert np.abs(centres[:, 1]).max() < 0.4


def test_a_slide_moves_along_its_axis_by_metres():
    assert articulated(Pose((0.1, 0, 0)), SLIDE, 0.2).position == pytest.approx((0.3, 0, 0))


@given(st.floats(-3, 3))
def test_a_hinge_turns_about_its_origin(angle):
    pose = articulated(Pose((0.4, 0.5, 0.0)), HINGE, angle)
    assert pose.position == pytest.approx((0.4 * math.cos(angle), 0.5 + 0.4 * math.sin(angle), 0.0), abs=1e-9)
    assert pose.yaw == pytest.approx(angle)


def test_only_moving_regions_follow_the_joint():
    tray = Region("tray", RegionKind.INSIDE, Pose(), (0.3, 0.3, 0.1), moving=True)
    model = AssetModel((), (tray, TOP), SLIDE)
    assert region_pose(PLACE, model, tray, 0.2).position == pytest.approx((1.4, 0, 0))
    assert region_pose(PLACE, model, TOP, 0.2).position == pytest.approx((1.2, 0, 0.75))
