# SPDX-License-Identifier: Apache-2.0
"""Which furniture a phrase means."""

from __future__ import annotations

import pytest

from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph
from makedo_core.ontology import load_ontology
from planner_node.grounding.scene import Scene
from planner_node.language.things import Side


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


@pytest.mark.parametrize(
    ("said", "taken_up"),
    [
        ("put the mug in the bowl", "put the mug to table_1"),
        ("Put the mug into the bowl, please", "Put the mug to table_1, please"),
        ("put the mug inside the bowl", "put the mug to table_1"),
    ],
)
def test_where_a_thing_is_no_place_the_furniture_that_it_is_at_is_offered(plan, world, said, taken_up):
    graph = world("mug_1 on counter_1", "bowl_1 on table_1")
    result = plan(said, graph)
    text = "I can use furniture as a place, not a thing like the bowl. Shall it go to table 1, where bowl 1 is?"
    assert (result.plan, result.explanation) == (None, text)
    assert [option.instruction for option in result.question.options] == [taken_up]
    assert plan(taken_up, graph).plan is not None


def test_furniture_is_not_asked_about_where_the_answer_would_not_be_understood(plan, world):
    result = plan("apple on mug apple", world("mug_1 on counter_1", "apple_1 on table_1"))

    text = "I can use furniture as a place, not a thing like mug."
    assert (result.plan, result.question, result.explanation) == (None, None, text)


def test_a_thing_that_does_not_look_as_was_said_is_not_told_to_be_anywhere(plan, world):
    bowl = Node("bowl_1", "bowl", NodeKind.OBJECT, size=(0.06, 0.06, 0.1), attributes=frozenset({"blue"}))
    graph = world("mug_1 on counter_1", "bowl_1 on table_1", extra=[bowl])
    assert "Shall it go to table 1, where bowl 1 is?" in plan("put the mug in the blue bowl", graph).explanation
    result = plan("put the mug in the red bowl", graph)
    assert (result.explanation, result.question) == (
        "I can use furniture as a place, not a thing like the red bowl.",
        None,
    )


def test_where_things_that_are_no_places_are_apart_nothing_is_offered(plan, world):
    graph = world("mug_1 on counter_1", "bowl_1 on table_1", "bowl_2 on table_2")
    result = plan("put the mug in a bowl", graph)
    assert result.explanation.startswith("I can use furniture as a place, not a thing like a bowl.")
    assert "Shall it" not in result.explanation and result.question is None


def test_furniture_that_an_exception_may_leave_out_is_not_denied(plan, world):
    graph = world("mug_1 on counter_1")
    result = plan("put a mug on every table except the one in the attic", graph)
    assert result.explanation.startswith("I know of no table in the attic here that could be left out.")
    assert "exactly" not in result.explanation
    two = [Node(f"lamp_{i}", "lamp", NodeKind.ASSET, Pose.planar(i / 10, 0.2)) for i in (1, 2)]
    result = plan("turn off every lamp except the one on table_1", world("mug_1 on counter_1", extra=two))
    text = "I cannot tell which is left out by 'the one on table_1': lamp 1 or lamp 2? Name what is meant."
    assert (result.plan, result.explanation) == (None, text)


@pytest.mark.parametrize("looks", ["big", "round", "wooden"])
def test_which_of_several_looks_so_is_asked_where_nothing_tells(plan, world, looks):
    graph = world("mug_1 on counter_1")
    result = plan(f"put the mug on the {looks} table", graph)
    assert result.plan is None and set(result.candidates) == {"table_1", "table_2", "table_3"}
    assert f"Nothing tells which one looks so. Which one is meant by 'the {looks} table'" in result.question.text
