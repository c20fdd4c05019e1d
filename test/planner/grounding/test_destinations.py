# SPDX-License-Identifier: Apache-2.0
"""Which furniture a phrase means."""

from __future__ import annotations

import pytest

from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph
from makedo_core.ontology import load_ontology
from planner_node.grounding.scene import Scene
from planner_node.language.request import Side


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


class _HoldsBothWays:
    """Furniture of which nothing is known but its class: things may be said to be in it and on it."""

    def offers(self, node, side):
        return True


@pytest.mark.parametrize(
    ("label", "side"),
    [
        ("fridge", Side.INSIDE),
        ("cupboard", Side.INSIDE),
        ("toy_box", Side.INSIDE),
        ("shelf", Side.ON),
        ("table", Side.ON),
        ("nightstand", Side.ON),
    ],
)
def test_things_to_a_place_go_into_what_only_holds_them(label, side):
    place = Node("place_1", label, NodeKind.ASSET)
    scene = Scene(SceneGraph({place.id: place}), load_ontology(), backend=_HoldsBothWays())
    assert scene.usual_side(place) is side
