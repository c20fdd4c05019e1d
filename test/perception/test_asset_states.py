# SPDX-License-Identifier: Apache-2.0
"""Doors, drawers and lamps from the image; silence where it is unclear."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from makedo_core.geometry import Box, Pose
from makedo_core.graph.asset_model import (
    Articulation,
    AssetModel,
    Handle,
    JointKind,
    Part,
    Switch,
    SwitchKind,
    articulated,
)
from makedo_core.graph.openings import closed_at, state_at
from makedo_core.graph.scene_graph import Node, NodeKind, State
from makedo_core.sight.view import Intrinsics, View
from perception_node.asset_states import AssetStates, Opening, StateSettings, asset_states, light_state, opening_of

CAMERA = Intrinsics(140.0, 140.0, 79.5, 59.5, 160, 120)
SETTINGS = StateSettings()
HANDLE = Handle((0.0, 0.0, 0.5), (0.0, 0.0, 1.0), 0.2, 0.02)
WALLS = (
    Part("back", Pose((0.4, 0.0, 0.5)), (0.02, 0.5, 1.0)),
    Part("left", Pose((0.2, 0.24, 0.5)), (0.4, 0.02, 1.0)),
    Part("right", Pose((0.2, -0.24, 0.5)), (0.4, 0.02, 1.0)),
    Part("floor", Pose((0.2, 0.0, 0.01)), (0.4, 0.5, 0.02)),
    Part("roof", Pose((0.2, 0.0, 0.99)), (0.4, 0.5, 0.02)),
)
DOOR = Part("door", Pose((-0.01, 0.0, 0.5)), (0.02, 0.5, 1.0), moving=True)
HINGE = Articulation(JointKind.HINGE, "door", (0.0, 0.25, 0.5), (0.0, 0.0, -1.0), (0.0, 1.8), 0.9, HANDLE)
FRIDGE = AssetModel((*WALLS, DOOR), (), HINGE)
PLACE = Pose((1.3, 0.0, 0.0))


def view_of(solids: list[Box], eye: Pose) -> View:
    blank = View(eye, CAMERA, np.zeros((120, 160), np.float32))
    room = [Box(Pose((5.0, 0.0, 1.0)), (0.1, 10.0, 4.0))]
    depth, _ = blank.cast(solids + room)
    return View(eye, CAMERA, np.where(np.isfinite(depth), depth, 0.0).astype(np.float32))


def ahead(height: float = 0.9, aside: float = 0.0) -> Pose:
    """Optical frame that looks along x."""
    return Pose((0.0, aside, height), (-0.5, 0.5, -0.5, 0.5))


def fridge_at(value: float) -> list[Box]:
    parts = [replace(p, pose=articulated(p.pose, HINGE, value)) if p.moving else p for p in FRIDGE.parts]
    return [Box(PLACE @ p.pose, p.size) for p in parts]


def state_seen(view: View, model: AssetModel = FRIDGE) -> State | None:
    opening = opening_of(Node("fridge_1", "fridge", NodeKind.ASSET, PLACE, model=model), view, SETTINGS)
    return None if opening is None else opening.state


@pytest.mark.parametrize(
    ("value", "state"),
    [(0.0, State.CLOSED), (0.4, State.AJAR), (0.6, State.AJAR), (1.2, State.OPEN), (1.8, State.OPEN)],
)
def test_a_door_is_read_from_depth(value, state):
    assert state_seen(view_of(fridge_at(value), ahead(aside=-0.3))) is state


@settings(max_examples=40, deadline=None)
@given(st.floats(0.0, 1.8).filter(lambda v: abs(v - HINGE.open_at) > 0.08 and abs(v - closed_at(HINGE)) > 0.03))
def test_what_is_said_of_a_door_is_true_but_close_to_the_limits(value):
    said = state_seen(view_of(fridge_at(value), ahead(aside=-0.3)))
    assert said in (state_at(HINGE, value), None)


@pytest.mark.parametrize(
    ("eye", "centre", "yaw", "size"),
    [
        (ahead(1.03, -0.34), (1.03, 0.14, 0.68), -1.76, (0.69, 0.17, 0.44)),
    ],
)
def test_an_arm_that_stands_where_an_open_door_would_be_is_none(eye, centre, yaw, size):
    arm = Box(Pose(centre, (0.0, 0.0, math.sin(yaw / 2), math.cos(yaw / 2))), size)
    assert state_seen(view_of([arm], eye)) is State.OPEN  # by itself it looks like one
    assert state_seen(view_of([*fridge_at(0.0), arm], eye)) in (None, State.CLOSED)


@settings(max_examples=60, deadline=None)
@given(
    st.tuples(st.floats(0.6, 1.2), st.floats(-0.5, 0.5)),
    st.tuples(st.floats(0.5, 1.2), st.floats(-0.4, 0.4), st.floats(0.3, 1.0)),
    st.floats(-math.pi, math.pi),
    st.tuples(st.floats(0.2, 0.7), st.floats(0.06, 0.2), st.floats(0.06, 0.25)),
)
def test_no_arm_in_front_of_a_closed_door_opens_it(eye, centre, yaw, size):
    arm = Box(Pose(centre, (0.0, 0.0, math.sin(yaw / 2), math.cos(yaw / 2))), size)
    assert state_seen(view_of([*fridge_at(0.0), arm], ahead(*eye))) in (None, State.CLOSED)


@pytest.mark.parametrize("value", [0.83, 0.85, 0.86])
def test_a_door_that_stands_a_little_less_than_open_is_not_called_open(value):
    assert state_seen(view_of(fridge_at(value), ahead(aside=-0.3))) is not State.OPEN


def fridge_node(*states: State, opening: float | None = None) -> Node:
    node = Node("fridge_1", "fridge", NodeKind.ASSET, PLACE, (0.4, 0.5, 1.0), model=FRIDGE, opening=opening)
    return replace(node, states=frozenset(states))


@settings(max_examples=40, deadline=None)
@given(st.floats(0.25, 1.8), st.sampled_from([-0.3, 0.0, 0.3, 0.6]))
def test_how_far_a_door_is_open_is_seen_to_a_few_hundredths_of_a_radian(value, aside):
    seen = opening_of(fridge_node(), view_of(fridge_at(value), ahead(aside=aside)), SETTINGS)
    if seen is not None and seen.state is state_at(HINGE, value):
        assert seen.value == pytest.approx(value, abs=0.07)


def test_a_closed_door_is_not_said_to_be_open_by_any_value():
    assert opening_of(fridge_node(), view_of(fridge_at(0.0), ahead(aside=-0.3)), SETTINGS) == Opening(State.CLOSED)


@pytest.mark.parametrize(("known", "stands"), [(1.33, True), (1.40, True), (1.1, False), (1.8, False)])
def test_what_is_known_of_a_door_stands_until_the_image_speaks_against_it(known, stands):
    view = view_of(fridge_at(1.35), ahead(aside=-0.3))
    seen = opening_of(fridge_node(State.OPEN, opening=known), view, SETTINGS)
    assert seen is not None and (seen.value is None) == stands


def test_what_was_known_of_a_door_in_another_state_does_not_count():
    view = view_of(fridge_at(1.35), ahead(aside=-0.3))
    assert opening_of(fridge_node(State.AJAR, opening=0.8), view, SETTINGS).value == pytest.approx(1.35, abs=0.07)


@pytest.mark.parametrize(("height", "state"), [(0.9, State.CLOSED), (1.05, State.CLOSED), (1.3, None)])
def test_nothing_is_said_of_a_door_of_which_only_an_edge_is_in_the_image(height, state):
    assert state_seen(view_of(fridge_at(0.0), ahead(height=height))) is state


def test_nothing_is_said_of_a_door_seen_edge_on():
    assert state_seen(view_of(fridge_at(1.2), ahead())) is None


def test_nothing_is_said_of_a_hidden_door():
    screen = Box(Pose((0.7, 0.0, 0.5)), (0.02, 3.0, 3.0))
    assert state_seen(view_of([*fridge_at(0.0), screen], ahead())) is None


def test_nothing_is_said_of_a_door_behind_the_camera():
    behind = Pose((0.0, 0.0, 0.9), (0.5, 0.5, -0.5, -0.5))
    assert state_seen(view_of(fridge_at(0.0), behind)) is None


def test_an_asset_without_a_door_has_no_opening_state():
    assert state_seen(view_of(fridge_at(0.0), ahead()), AssetModel(WALLS)) is None


LAMP = AssetModel(
    (Part("shade", Pose((0.0, 0.0, 1.0)), (0.3, 0.3, 0.3)),), switch=Switch((0.1, 0.0, 0.5), (-1.0, 0.0, 0.0))
)


@pytest.mark.parametrize(("brightness", "state"), [(250, State.ON), (120, State.OFF), (212, None)])
def test_a_lamp_is_read_from_its_brightness(brightness, state):
    view = view_of([Box(PLACE @ LAMP.parts[0].pose, (0.2, 0.2, 0.3))], ahead(1.0))
    colour = np.full((120, 160, 3), brightness, np.uint8)
    assert light_state(PLACE, LAMP, view, colour, SETTINGS) is state


def test_a_button_is_neither_on_nor_off_however_bright_it_is():
    button = replace(LAMP, switch=replace(LAMP.switch, kind=SwitchKind.BUTTON))
    view = view_of([Box(PLACE @ LAMP.parts[0].pose, (0.2, 0.2, 0.3))], ahead(1.0))
    assert light_state(PLACE, button, view, np.full((120, 160, 3), 250, np.uint8), SETTINGS) is None


def test_only_assets_within_range_are_read():
    fridge = Node("fridge_1", "fridge", NodeKind.ASSET, PLACE, (0.4, 0.5, 1.0), model=FRIDGE)
    view = view_of(fridge_at(0.0), ahead())
    assert asset_states([fridge], view, None, SETTINGS) == AssetStates((("fridge_1", State.CLOSED),))
    assert asset_states([fridge], view, None, replace(SETTINGS, max_range_m=0.2)) == AssetStates()
