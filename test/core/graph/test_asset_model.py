# SPDX-License-Identifier: Apache-2.0
"""Where moving parts get to."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from makedo_core.geometry import Box, Pose
from makedo_core.graph.asset_model import Articulation, Handle, JointKind, Part, articulated, swept_ball, turned_over
from makedo_core.sight.view import corners

METRES = st.floats(-1.0, 1.0)
EXTENTS = st.floats(0.01, 1.0)
AXES = st.sampled_from([(0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (1.0, 0.0, 0.0)])


@given(
    st.sampled_from(JointKind),
    AXES,
    st.tuples(METRES, METRES, METRES),
    st.tuples(METRES, METRES, METRES),
    st.tuples(EXTENTS, EXTENTS, EXTENTS),
    st.floats(0.1, 2.0),
    st.floats(0.0, 1.0),
)
def test_no_corner_of_a_moving_part_ever_leaves_its_ball(kind, axis, origin, position, size, end, share):
    articulation = Articulation(kind, "joint", origin, axis, (0.0, end), end / 2, None)
    part = Part("door", Pose(position), size, moving=True)
    centre, radius = swept_ball(part, articulation)
    box = Box(articulated(part.pose, articulation, share * end), size)
    assert all(math.dist(corner, centre) <= radius + 1e-9 for corner in corners(box))


@given(st.sampled_from(JointKind), AXES, st.tuples(METRES, METRES, METRES), st.tuples(METRES, METRES, METRES))
def test_what_is_closed_is_where_its_description_has_it(kind, axis, origin, position):
    articulation = Articulation(kind, "joint", origin, axis, (0.0, 1.0), 0.5, None)
    assert math.dist(articulated(Pose(position), articulation, 0.0).position, position) < 1e-9


@given(METRES, METRES, METRES, st.floats(-math.pi, math.pi), EXTENTS, st.floats(-math.pi, math.pi))
def test_what_is_turned_over_stands_on_its_head_where_it_stood_with_its_handle_where_it_was(x, y, z, yaw, height, at):
    handle = Handle((0.2 * math.cos(at), 0.2 * math.sin(at), height / 2), (0.0, 0.0, 1.0), 0.04, 0.01)
    before = Pose.planar(x, y, yaw, z)
    after = turned_over(before, height, handle)
    assert math.dist(after.transform((0.0, 0.0, height / 2)), before.transform((0.0, 0.0, height / 2))) < 1e-9
    assert math.dist(after.transform(handle.position), before.transform(handle.position)) < 1e-9
    assert math.dist(after.transform((0.0, 0.0, height)), before.position) < 1e-9
    again = turned_over(after, height, handle)
    assert math.dist(again.transform((1.0, 2.0, 3.0)), before.transform((1.0, 2.0, 3.0))) < 1e-6
