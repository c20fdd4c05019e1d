# SPDX-License-Identifier: Apache-2.0
"""Two detections that share space are of one thing, unless one holds the other."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from makedo_core.geometry import Box, Pose
from makedo_core.graph.scene_graph import Shape
from makedo_core.sight.observation import Observation
from scene_graph_node.fusion.overlap import SAMPLES, is_one_place, is_same_space, share_inside, without_doubles

CUBE = (0.1, 0.1, 0.1)
GRID = 1.0 / SAMPLES  # a share is known to about a layer of the grid


def seen(label: str, x: float = 0.0, score: float = 0.9, size=(0.07, 0.07, 0.12), z: float = 0.75) -> Observation:
    return Observation(label, score, Pose((x, 0.0, z)), size, Shape.BOX)


def holds(observation: Observation) -> bool:
    return observation.label == "bowl"


@settings(deadline=None)
@given(st.floats(-0.2, 0.2))
def test_the_share_of_a_shifted_cube_is_what_is_left_of_it(shift):
    expected = max(0.0, 1.0 - abs(shift) / 0.1)
    assert share_inside(Box(Pose((shift, 0.0, 0.0)), CUBE), Box(Pose(), CUBE)) == pytest.approx(expected, abs=GRID)


@settings(deadline=None)
@given(st.floats(-math.pi, math.pi), st.floats(-math.pi, math.pi))
def test_the_share_depends_on_the_relative_pose_alone(turn, yaw):
    a, b = Pose.planar(0.03, 0.01, turn), Pose.planar(0.0, 0.0, 0.0)
    world = Pose.planar(3.0, -2.0, yaw, 0.5)
    here, there = share_inside(Box(a, CUBE), Box(b, CUBE)), share_inside(Box(world @ a, CUBE), Box(world @ b, CUBE))
    assert here == pytest.approx(there, abs=GRID)


def test_a_thing_within_another_lies_wholly_in_it_and_not_the_other_way_round():
    small, large = Box(Pose(), (0.02, 0.02, 0.02)), Box(Pose(), CUBE)
    assert share_inside(small, large) == 1.0
    assert share_inside(large, small) == pytest.approx(0.008, abs=0.05)


def test_two_classes_at_one_place_are_one_thing_and_the_surer_stays():
    mug, can = seen("mug", score=0.4), seen("can", 0.005, score=0.8)
    assert is_same_space(mug, can, holds)
    assert without_doubles([mug, can], [], holds) == [can]


def test_what_belongs_to_a_known_thing_goes_before_a_surer_one():
    assert without_doubles([seen("mug", score=0.9)], [seen("can", score=0.4)], holds) == []


def test_neighbours_that_touch_are_two():
    pair = [seen("mug"), seen("can", 0.07)]
    assert without_doubles(pair, [], holds) == pair


def test_an_apple_in_a_bowl_is_two_things_and_two_bowls_at_one_place_are_one():
    bowl, apple = seen("bowl", size=(0.16, 0.16, 0.08)), seen("apple", size=(0.07, 0.07, 0.07), z=0.76)
    assert without_doubles([bowl, apple], [], holds) == [bowl, apple]
    assert len(without_doubles([bowl, seen("bowl", 0.005, 0.5, (0.16, 0.16, 0.08))], [], holds)) == 1


def test_what_fills_the_whole_of_a_bowl_is_the_bowl_under_another_name():
    bowl = seen("bowl", size=(0.16, 0.16, 0.08))
    assert without_doubles([bowl, seen("plate", 0.0, 0.5, (0.155, 0.155, 0.08))], [], holds) == [bowl]


@pytest.mark.parametrize(
    ("there", "one"),
    [
        (Pose((0.0, 0.0, 0.77)), True),  # through the middle of the apple, though more than half of it sticks out
        (Pose((0.05, 0.0, 0.77)), True),
        (Pose((0.0, 0.055, 0.77)), False),  # beside it
        (Pose((0.0, 0.0, 0.85)), False),  # on top of it
        (Pose((0.115, 0.0, 0.77)), False),  # its end at the apple
    ],
)
def test_no_two_solids_are_where_the_middle_of_one_is_well_within_the_other(there, one):
    apple, banana = Box(Pose((0.0, 0.0, 0.785)), (0.07, 0.07, 0.07)), Box(there, (0.17, 0.04, 0.04))
    assert is_one_place(apple, banana) is is_one_place(banana, apple) is one
