# SPDX-License-Identifier: Apache-2.0
"""Parts of furniture that look like things are none; things that stand on, in and beside furniture are."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from makedo_core.files.scene_json import graph_from_json
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import NodeKind, Shape
from makedo_core.sight.observation import Observation
from perception_node.lifting.solids import is_furniture

HOME = graph_from_json((Path(__file__).parents[3] / "scenes/home/graph.json").read_text(encoding="utf-8"))
ASSETS = HOME.of_kind(NodeKind.ASSET)


def seen(x: float, y: float, z: float, size, yaw: float = 0.0, shape: Shape = Shape.BOX) -> Observation:
    return Observation("toy_block", 0.9, Pose.planar(x, y, yaw, z), size, shape)


def test_the_switch_of_a_lamp_that_was_taken_for_a_toy_block_is_none():
    assert is_furniture(seen(0.8185, -2.8297, 0.9145, (0.055, 0.055, 0.055), -0.78), ASSETS)


@pytest.mark.parametrize("size", [(0.02, 0.18, 0.012), (0.055, 0.055, 0.055), (0.066, 0.066, 0.3)])
@settings(deadline=None, max_examples=40)
@given(st.floats(-0.45, 0.45), st.floats(-0.45, 0.45), st.floats(-math.pi, math.pi), st.floats(-0.008, 0.008))
def test_what_rests_where_things_can_rest_is_kept_however_it_is_turned_and_measured(size, along, across, yaw, error):
    for node in ASSETS:
        for region in node.model.regions if node.model is not None else ():
            length, width, height = region.size
            if region.moving or height < size[2] + 0.02:
                continue
            room = (length - max(size[:2]), width - max(size[:2]))
            if min(room) < 0:
                continue
            pose = node.pose @ region.pose @ Pose((along * room[0], across * room[1], error))
            x, y, z = pose.position
            assert not is_furniture(seen(x, y, z, size, yaw), ASSETS), (node.id, region.name)


def test_what_leans_at_furniture_is_kept():
    table = HOME["table_1"]
    x, y, _ = table.pose.position
    assert not is_furniture(seen(x, y + table.size[1] / 2 + 0.02, 0.0, (0.1, 0.05, 0.6)), ASSETS)


def test_far_from_all_furniture_everything_is_kept():
    assert not is_furniture(seen(50.0, 50.0, 1.0, (0.1, 0.1, 0.1)), ASSETS)
    assert not is_furniture(seen(0.8185, -2.8297, 0.9145, (0.055, 0.055, 0.055)), ())
