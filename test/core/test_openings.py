# SPDX-License-Identifier: Apache-2.0
"""Joint values of doors and drawers, and the states that they are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.asset_model import Articulation, Handle, JointKind
from makedo_core.openings import closed_at, state_at, values_in
from makedo_core.scene_graph import OPENINGS, State

HANDLE = Handle((0.0, 0.0, 0.5), (0.0, 0.0, 1.0), 0.2, 0.02)
DOOR = Articulation(JointKind.HINGE, "door", (0.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, 1.8), 0.8, HANDLE)


@pytest.mark.parametrize(
    ("value", "state"),
    [(0.0, "closed"), (0.1, "closed"), (0.11, "ajar"), (0.79, "ajar"), (0.8, "open"), (1.8, "open")],
)
def test_a_door_is_closed_ajar_and_open_from_its_limits_on(value, state):
    assert state_at(DOOR, value) == state


@given(st.floats(0.0, 1.8))
def test_a_joint_value_is_among_those_that_its_state_allows(value):
    state = state_at(DOOR, value)
    low, high = values_in(DOOR, {state})
    assert low <= value <= high or (state is State.CLOSED and value <= closed_at(DOOR))


def test_what_nothing_is_known_of_is_taken_for_closed():
    assert values_in(DOOR, ()) == values_in(DOOR, OPENINGS - {State.OPEN, State.AJAR}) == (0.0, 0.0)
