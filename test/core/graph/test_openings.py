# SPDX-License-Identifier: Apache-2.0
"""Joint values of doors and drawers, and the states that they are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.graph.asset_model import Articulation, AssetModel, Handle, JointKind
from makedo_core.graph.openings import closed_at, opened_to, state_at, value_of, values_in
from makedo_core.graph.scene_graph import OPENINGS, Node, NodeKind, State

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


def fridge(*states: State) -> Node:
    return Node("fridge_1", "fridge", NodeKind.ASSET, states=frozenset(states), model=AssetModel(articulation=DOOR))


TABLE = Node("table_1", "table", NodeKind.ASSET, model=AssetModel())


@given(st.floats(0.0, 1.8))
def test_what_was_measured_is_the_best_guess_and_agrees_with_the_state(value):
    door = opened_to(fridge(), value)
    assert door.states == {state_at(DOOR, value)}
    assert value_of(door) == (value if value > closed_at(DOOR) else 0.0)


@pytest.mark.parametrize(
    ("state", "value"), [(State.OPEN, 1.8), (State.AJAR, 0.45), (State.CLOSED, 0.0), (State.LOCKED, 0.0)]
)
def test_where_nothing_was_measured_the_state_tells(state, value):
    assert value_of(fridge(state)) == pytest.approx(value)


@pytest.mark.parametrize(
    ("state", "measured", "kept"),
    [(State.OPEN, 0.7, 0.8), (State.AJAR, 1.0, 0.8), (State.OPEN, 2.5, 1.8), (State.CLOSED, 0.05, None)],
)
def test_a_measured_value_never_contradicts_the_state(state, measured, kept):
    assert opened_to(fridge(state), measured).opening == kept


@pytest.mark.parametrize("state", sorted(OPENINGS))
def test_what_was_measured_is_void_once_the_state_is_another(state):
    door = opened_to(fridge(State.OPEN), 1.2)
    assert door.with_state(state).opening == (1.2 if state is State.OPEN else None)
    assert door.with_state(State.ON).opening == 1.2


def test_what_does_not_open_is_never_open_by_any_value():
    assert value_of(TABLE) == value_of(Node("cup_1", "cup", NodeKind.OBJECT)) == 0.0
    assert opened_to(TABLE, 0.3) == TABLE
