# SPDX-License-Identifier: Apache-2.0
"""Which furniture a phrase means."""

from __future__ import annotations

import pytest

from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Node, NodeKind


@pytest.mark.parametrize("said", ["to the shelf", "to shelf", "to a shelf", "on a shelf"])
def test_what_is_called_so_comes_before_what_is_only_of_that_kind(plan, world, said):
    rack = Node("rack_1", "rack", NodeKind.ASSET, Pose.planar(0.2, 0.2))
    graph = world("mug_1 on table_1", "book_1 on shelf_1", extra=[rack])
    result = plan(f"bring the mug {said}", graph)
    assert {call.arguments[-1] for call in result.plan.calls if call.skill.startswith("put")} == {"shelf_1"}


def test_a_place_without_an_article_is_a_certain_one(plan, world):
    graph = world("mug_1 on counter_1", "book_1 on shelf_1")
    assert set(plan("mug to table", graph).candidates) == {"table_1", "table_2", "table_3"}
    assert plan("bring the mug to a table", graph).plan is not None
    assert plan("mug to shelf", graph).account.exact
