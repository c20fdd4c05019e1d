# SPDX-License-Identifier: Apache-2.0
"""Grasps of a dish by its wall: one finger inside, one outside, both clear of what it stands on."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from executor_node.geometry.grasps import CLEARANCE_M, OVERLAP_M, grasps
from executor_node.geometry.rims import OPENING_M, rim_grasps
from makedo_core.files.robot_yaml import robot_config_from_yaml
from makedo_core.geometry import UNKNOWN_POSE, Pose
from makedo_core.graph.scene_graph import Node, NodeKind, Shape

ROOT = Path(__file__).resolve().parents[3]
GRIPPER = robot_config_from_yaml(ROOT / "config/robots/panda.yaml").gripper


def dish(diameter: float = 0.15, height: float = 0.06, label: str = "bowl") -> Node:
    pose = Pose.planar(0.5, 0.1, 0.3, 0.75)
    return Node(f"{label}_1", label, NodeKind.OBJECT, pose, (diameter, diameter, height), Shape.CYLINDER)


@settings(deadline=None, max_examples=60)
@given(st.floats(0.09, 0.30), st.floats(0.025, 0.12), st.floats(-math.pi, math.pi))
def test_one_finger_is_inside_and_one_outside_and_neither_touches_what_the_dish_stands_on(diameter, height, facing):
    node = dish(diameter, height)
    found = rim_grasps(node, facing, GRIPPER)
    assert found
    for grasp in found:
        tips = [grasp.tool.transform((GRIPPER.tip_m, side * OPENING_M / 2, 0.0)) for side in (1, -1)]
        outside, inside = (math.dist(tip[:2], node.pose.position[:2]) for tip in tips)
        assert inside < diameter / 2 - 0.008 < diameter / 2 < outside
        assert min(tip[2] for tip in tips) >= node.pose.position[2] + CLEARANCE_M - 1e-9
        depth = (node.pose.position[2] + height - np.mean([tip[2] for tip in tips])) / math.sin(grasp.pitch)
        assert depth >= OVERLAP_M - 1e-9
        assert np.linalg.det(grasp.tool.matrix()[:3, :3]) == pytest.approx(1.0)
        assert grasp.opening == OPENING_M


def test_the_first_of_them_has_the_fingers_side_by_side_before_the_robot():
    first = rim_grasps(dish(), 0.4, GRIPPER)[0]
    opening = first.tool.matrix()[:3, 1]
    assert abs(opening @ [math.cos(0.4), math.sin(0.4), 0.0]) < 1e-6


def test_a_low_dish_is_taken_straight_from_above_or_not_at_all():
    assert {round(math.degrees(g.pitch)) for g in rim_grasps(dish(0.2, 0.025), 0.0, GRIPPER)} == {90}
    assert rim_grasps(dish(0.2, 0.02), 0.0, GRIPPER) == ()


@pytest.mark.parametrize(
    "node",
    [
        dish(label="drum"),
        replace(dish(), shape=Shape.BOX),
        replace(dish(), pose=UNKNOWN_POSE),
    ],
)
def test_what_is_not_known_to_be_a_round_dish_somewhere_has_none(node):
    assert rim_grasps(node, 0.0, GRIPPER) == ()


def test_a_dish_that_fits_between_the_fingers_is_taken_across_as_anything_else():
    assert grasps(dish(0.065, 0.06), 0.0, GRIPPER)
    assert not grasps(dish(), 0.0, GRIPPER)
