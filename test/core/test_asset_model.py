# SPDX-License-Identifier: Apache-2.0
"""Where moving parts get to."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from makedo_core.asset_model import Articulation, JointKind, Part, articulated, swept_ball
from makedo_core.geometry import Box, Pose
from makedo_core.view import corners

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
