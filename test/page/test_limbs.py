# SPDX-License-Identifier: Apache-2.0
"""Which frames of a robot the page joins by limbs."""

from __future__ import annotations

import pytest

pytest.importorskip("rclpy")

from operator_node.ros.home_feed import MOST_BONES, bones_of

ABOVE = {
    "odom": "map", "base": "odom", "torso_fixed": "base", "torso": "torso_fixed", "arm_1": "torso", "plate": "arm_1",
    "arm_2": "plate", "camera": "torso", "person": "map",
}  # fmt: skip


def test_each_frame_that_moves_is_joined_with_the_next_one_up_that_moves():
    moving = {"base", "odom", "torso", "arm_1", "arm_2", "person"}
    assert bones_of(ABOVE, moving, "base") == (("torso", "arm_1"), ("arm_1", "arm_2"), ("base", "torso"))


def test_a_tree_that_is_none_ends():
    assert bones_of({"a": "b", "b": "a"}, {"a"}, "base") == ()
    assert bones_of({}, {"a"}, "base") == ()


def test_limbs_are_bounded():
    above = {f"f_{i}": "base" for i in range(500)}
    assert len(bones_of(above, above.keys(), "base")) == MOST_BONES
