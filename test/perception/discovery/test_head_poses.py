# SPDX-License-Identifier: Apache-2.0
"""Head poses that cover an asset, and reasons why there are none."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from makedo_core.failure import FailureCause
from makedo_core.geometry import Pose
from makedo_core.graph.asset_model import Articulation, AssetModel, Handle, JointKind, Region, RegionKind
from makedo_core.graph.scene_graph import Node, NodeKind, State
from makedo_core.sight.coverage import cell_centres
from perception_node.discovery.head_poses import (
    AS_IT_IS,
    HeadGeometry,
    HeadPose,
    LookSettings,
    plan_looks,
    visible_regions,
    within_reach,
)

HEAD = HeadGeometry((0.2, 0.0, 1.15), (-1.3, 1.3), (-1.0, 0.75), 1.0, (1.0, 0.78))
TOP = Region("top", RegionKind.ON, Pose((0.0, 0.0, 0.75)), (0.8, 1.4, 1.0))
INSIDE = Region("inside", RegionKind.INSIDE, Pose((0.0, 0.0, 0.5)), (0.4, 0.4, 0.4))
DOOR = Articulation(
    JointKind.HINGE, "d", (0, 0, 0), (0, 0, 1), (0.0, 1.5), 0.9, Handle((0, 0, 0), (0, 0, 1), 0.1, 0.02)
)


def asset(*regions: Region, door: bool = False, x: float = 1.2, y: float = 0.0) -> Node:
    model = AssetModel((), regions, DOOR if door else None)
    return Node("table_1", "table", NodeKind.ASSET, Pose((x, y, 0.0)), (0.8, 1.4, 0.75), model=model)


def test_a_table_ahead_is_covered_by_few_looks():
    plan = plan_looks(asset(TOP), Pose(), HEAD, LookSettings())
    assert plan.outcome.ok
    assert 1 <= len(plan.looks) <= 4
    assert all(look.tilt < 0 for look in plan.looks)


def in_picture(point, looks) -> bool:
    x, y, z = np.subtract(point, HEAD.pivot)
    pan, tilt = math.atan2(y, x), math.atan2(z, math.hypot(x, y))
    return any(abs(pan - k.pan) <= 0.55 and abs(tilt - k.tilt) <= 0.45 for k in looks)


@settings(max_examples=15, deadline=None)
@given(st.floats(0.8, 1.6), st.floats(-0.5, 0.5))
def test_nearly_every_cell_within_reach_is_in_a_picture(x: float, y: float):
    node = asset(TOP, x=x, y=y)
    looks = plan_looks(node, Pose(), HEAD, LookSettings(max_looks=6)).looks
    cells = [node.pose.transform(TOP.pose.transform(c)) for c in cell_centres(TOP)]
    assert np.mean([in_picture(c, looks) for c in cells]) > 0.95


@settings(max_examples=40, deadline=None)
@given(st.floats(-4.0, 4.0), st.floats(-4.0, 4.0))
def test_looks_keep_the_limits_of_the_neck(x: float, y: float):
    far = LookSettings(max_range_m=10.0)
    for look in plan_looks(asset(TOP, x=x, y=y), Pose(), HEAD, far).looks:
        assert HEAD.pan_limits[0] <= look.pan <= HEAD.pan_limits[1]
        assert HEAD.tilt_limits[0] <= look.tilt <= HEAD.tilt_limits[1]


def test_the_sign_of_the_tilt_follows_the_robot():
    mirrored = HeadGeometry(HEAD.pivot, HEAD.pan_limits, (-0.75, 1.0), -1.0, HEAD.field)
    looks = plan_looks(asset(TOP), Pose(), HEAD, LookSettings()).looks
    other = plan_looks(asset(TOP), Pose(), mirrored, LookSettings()).looks
    assert other == tuple(HeadPose(k.pan, -k.tilt) for k in looks)


@pytest.mark.parametrize(
    ("node", "reason"),
    [
        (asset(INSIDE, door=True), "closed"),
        (asset(INSIDE, door=True).with_state(State.AJAR), "ajar"),
        (asset(), "no place"),
        (asset(TOP, x=9.0), "go nearer"),
        (asset(TOP, x=-2.0), "face it"),
    ],
)
def test_what_cannot_be_seen_is_refused_with_the_reason(node, reason):
    outcome = plan_looks(node, Pose(), HEAD, LookSettings()).outcome
    assert outcome.cause is FailureCause.NOT_VISIBLE
    assert reason in outcome.message


def test_the_inside_counts_once_the_door_is_open():
    node = asset(TOP, INSIDE, door=True)
    assert visible_regions(node) == (TOP,)
    assert visible_regions(node.with_state(State.OPEN)) == (TOP, INSIDE)


def test_a_camera_that_does_not_turn_looks_once_as_it_is():
    above = HeadGeometry((0.7, 0.0, 1.9), (0.0, 0.0), (0.0, 0.0), 1.0, (0.9, 0.7), fixed=True)
    plan = plan_looks(asset(TOP, x=0.4), Pose(), above, LookSettings())
    assert plan.outcome.ok and plan.looks == (AS_IT_IS,)
    assert within_reach(np.array([[3.0, -1.5], [0.0, 0.0]]), above).all()  # its pictures show what is in them
    far = plan_looks(asset(TOP, x=9.0), Pose(), above, LookSettings())
    assert far.outcome.cause is FailureCause.NOT_VISIBLE
