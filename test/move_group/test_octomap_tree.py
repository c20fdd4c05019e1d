# SPDX-License-Identifier: Apache-2.0
"""The tree of an octomap is read leaf by leaf, and one that is damaged is refused."""

from __future__ import annotations

import struct

import pytest

from simulation_node.motion_planning.planning_scene import PlanningSceneError
from simulation_node.move_group.octomap import occupied

RESOLUTION_M = 0.05
OCCUPIED, FREE = 3.5, -2.0


def test_the_cells_of_a_box_are_occupied():
    pytest.importorskip("rclpy")
    from support.octomap_message import octomap

    message = octomap([((0.525, -0.325, 0.8), (0.04, 0.04, 0.09))], RESOLUTION_M, "base")
    cells = occupied(bytes(v & 0xFF for v in message.octomap.data), RESOLUTION_M)
    assert {cell.size for cell in cells} == {(RESOLUTION_M,) * 3}
    middles = sorted(tuple(round(v, 6) for v in cell.pose.position) for cell in cells)
    assert middles == [(0.525, -0.325, 0.775), (0.525, -0.325, 0.825)]


def test_a_leaf_above_the_smallest_is_as_large_as_its_level_and_what_is_free_is_nothing():
    root = struct.pack("<fB", OCCUPIED, 0b10000001)
    data = root + struct.pack("<fB", FREE, 0) + struct.pack("<fB", OCCUPIED, 0)
    (cell,) = occupied(data, 0.001)
    edge = 0.001 * 2**15
    assert cell.size == pytest.approx((edge,) * 3)
    assert cell.pose.position == pytest.approx((edge / 2,) * 3)


@pytest.mark.parametrize("data", [b"", b"\0\0", struct.pack("<fB", OCCUPIED, 1), struct.pack("<fB", OCCUPIED, 1) * 40])
def test_a_tree_that_ends_too_soon_or_never_is_refused(data: bytes):
    with pytest.raises(PlanningSceneError, match="ends within a node, or is deeper"):
        occupied(data, RESOLUTION_M)


@pytest.mark.parametrize("resolution_m", [0.0, -1.0, float("nan"), 1e9])
def test_cells_of_no_size_are_refused(resolution_m: float):
    with pytest.raises(PlanningSceneError, match="cells of"):
        occupied(struct.pack("<fB", OCCUPIED, 0), resolution_m)
