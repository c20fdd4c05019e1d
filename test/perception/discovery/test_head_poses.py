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
    THING_M,
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


def is_whole(point, look: HeadPose, radius: float) -> bool:
    """Whether a pinhole camera with this head pose has a ball wholly in its picture."""
    ahead, left, up = Pose.planar(*HEAD.pivot[:2], look.pan, HEAD.pivot[2]).inverse().transform(point)
    depth = math.cos(look.tilt) * ahead + math.sin(look.tilt) * up
    rise = math.cos(look.tilt) * up - math.sin(look.tilt) * ahead
    wide, high = (math.tan(view / 2) * depth for view in HEAD.field)
    return abs(left) + radius <= wide and abs(rise) + radius <= high


def whole_share(node: Node, base: Pose, looks) -> float:
    """Share of the cells of which a thing is whole in one of the pictures."""
    cells = [base.inverse().transform(node.pose.transform(TOP.pose.transform(c))) for c in cell_centres(TOP)]
    return float(np.mean([any(is_whole(c, k, THING_M / 2) for k in looks) for c in cells]))


@settings(max_examples=15, deadline=None)
@given(st.floats(0.9, 1.6), st.floats(-0.5, 0.5))
def test_what_stands_anywhere_within_reach_is_whole_in_one_of_the_pictures(x: float, y: float):
    node = asset(TOP, x=x, y=y)
    looks = plan_looks(node, Pose(), HEAD, LookSettings(max_looks=6)).looks
    assert whole_share(node, Pose(), looks) > 0.97


@pytest.mark.parametrize("turned", [-0.5, -0.25, 0.25, 0.5])
def test_four_pictures_do_where_the_robot_stands_near_and_askew(turned):
    node, base = asset(TOP, x=1.0), Pose.planar(0.0, 0.3, turned)
    looks = plan_looks(node, base, HEAD, LookSettings()).looks
    assert len(looks) <= 4 and whole_share(node, base, looks) > 0.93


def test_no_more_pictures_are_taken_than_are_of_use():
    small = Region("top", RegionKind.ON, Pose((0.0, 0.0, 0.75)), (0.2, 0.3, 0.3))
    assert len(plan_looks(asset(small), Pose(), HEAD, LookSettings()).looks) == 1
    assert len(plan_looks(asset(TOP, x=1.6), Pose(), HEAD, LookSettings()).looks) == 2


def test_what_is_too_near_to_be_whole_in_any_picture_is_looked_at_all_the_same():
    narrow = HeadGeometry((0.2, 0.0, 0.95), (-1.3, 1.3), (-1.5, 0.75), 1.0, (0.2, 0.2))
    small = Region("top", RegionKind.ON, Pose((0.0, 0.0, 0.75)), (0.2, 0.2, 0.1))
    plan = plan_looks(asset(small, x=0.4), Pose(), narrow, LookSettings())
    assert plan.outcome.ok and plan.looks


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
