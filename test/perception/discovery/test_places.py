# SPDX-License-Identifier: Apache-2.0
"""How much of an asset's places was seen, and why not more."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from makedo_core.geometry import Pose
from makedo_core.graph.asset_model import Articulation, AssetModel, Handle, JointKind, Region, RegionKind
from makedo_core.graph.scene_graph import Node, NodeKind, Shape, State
from makedo_core.sight.view import Intrinsics, View
from perception_node.discovery.head_poses import HeadGeometry, LookSettings
from perception_node.discovery.places import BEHIND, CLOSED, NO_DEPTH, NO_PICTURE, NO_TURN, places_seen, share_seen

EYE = (0.2, 0.0, 1.15)
HEAD = HeadGeometry(EYE, (-1.3, 1.3), (-1.0, 0.75), 1.0, (1.0, 0.78))
LOOKING_UP = Intrinsics(10.0, 10.0, 5.5, 4.0, 12, 9)
TOP = Region("top", RegionKind.ON, Pose((0.0, 0.0, 0.75)), (0.6, 0.6, 1.0))
INSIDE = Region("inside", RegionKind.INSIDE, Pose((0.0, 0.0, 0.3)), (0.4, 0.4, 0.3))
DOOR = Articulation(
    JointKind.HINGE, "d", (0, 0, 0), (0, 0, 1), (0.0, 1.5), 0.9, Handle((0, 0, 0), (0, 0, 1), 0.1, 0.02)
)


def asset(*regions: Region, door: bool = False, x: float = 1.2) -> Node:
    model = AssetModel((), regions, DOOR if door else None)
    return Node("table_1", "table", NodeKind.ASSET, Pose((x, 0.0, 0.0)), (0.8, 1.4, 0.75), model=model)


@pytest.fixture
def view(render, table):
    """Make a view of the table with some things before it."""

    def make(*things, target=(1.2, 0.0, 0.75)) -> View:
        picture = render([table, *things], EYE, target)
        return View(picture.pose, picture.camera, picture.images.depth)

    return make


def place(node: Node, *views: View, settings: LookSettings | None = None):
    (found,) = places_seen(node, views, Pose(), HEAD, settings or LookSettings())
    return found


def test_a_place_in_full_view_leaves_nothing(view):
    found = place(asset(TOP), view())
    assert (found.name, found.share, found.hidden) == ("top", 1.0, "")


def test_what_something_nearer_hides_is_told(view, solid):
    wall = solid("box", Shape.BOX, (0.05, 0.6, 0.6), Pose((0.7, 0.3, 0.75)))
    found = place(asset(TOP), view(wall))
    assert 0.2 < found.share < 0.8
    assert found.hidden == f"{1 - found.share:.0%} {BEHIND}"


def test_two_views_show_more_than_one(view, solid):
    wall = solid("box", Shape.BOX, (0.05, 0.6, 0.6), Pose((0.7, 0.3, 0.75)))
    assert place(asset(TOP), view(wall), view()).share == 1.0


@pytest.mark.parametrize(
    ("x", "reason"),
    [(1.2, NO_PICTURE), (9.0, "farther than 3.0 m from the head"), (-1.5, NO_TURN)],
)
def test_what_was_in_no_picture_is_told_with_the_reason(x, reason):
    found = place(asset(TOP, x=x))
    assert (found.share, found.hidden) == (0.0, f"100% {reason}")


def test_a_camera_that_measures_nothing_is_told(view):
    seen = view()
    blind = View(seen.pose, seen.intrinsics, np.zeros_like(seen.depth))
    assert place(asset(TOP), blind).hidden == f"100% {NO_DEPTH}"


def test_a_closed_inside_is_told_and_does_not_count(view):
    node = asset(TOP, INSIDE, door=True)
    top, inside = places_seen(node, [view()], Pose(), HEAD, LookSettings())
    assert (inside.share, inside.hidden) == (0.0, CLOSED)
    assert share_seen(node, (top, inside)) == top.share == 1.0
    opened = node.with_state(State.OPEN)
    top, inside = places_seen(opened, [view()], Pose(), HEAD, LookSettings())
    assert inside.hidden != CLOSED
    assert inside.share < share_seen(opened, (top, inside)) < top.share


def test_an_asset_without_places_has_none_to_tell(view):
    node = Node("lamp_1", "lamp", NodeKind.ASSET, Pose())
    assert places_seen(node, [view()], Pose(), HEAD, LookSettings()) == ()
    assert share_seen(node, ()) == 0.0


@settings(max_examples=25, deadline=None)
@given(x=st.floats(-3.0, 5.0), y=st.floats(-3.0, 3.0))
def test_shares_are_shares_and_whatever_is_left_has_a_reason(x, y):
    node = Node("t", "table", NodeKind.ASSET, Pose((x, y, 0.0)), model=AssetModel((), (TOP,)))
    flat = View(Pose(EYE), LOOKING_UP, np.ones((9, 12), np.float32))
    found = place(node, flat)
    assert 0.0 <= found.share <= 1.0
    assert bool(found.hidden) == (found.share < 1.0)
