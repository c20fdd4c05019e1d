# SPDX-License-Identifier: Apache-2.0
"""What is next to what follows from poses and placements, holds both ways and does not flicker."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from makedo_core.geometry import UNKNOWN_POSE, Pose
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, SceneGraph, Shape
from scene_graph_node.edits.draft import Draft
from scene_graph_node.edits.neighbours import outline_gap, relate_neighbours
from scene_graph_node.settings import RelationSettings

SETTINGS = RelationSettings()
WIDTH = 0.06
NEXT_TO = RelationType.NEXT_TO


def can(number: int, x: float, z: float = 0.75, confidence: float = 0.9) -> Node:
    size = (WIDTH, WIDTH, 0.12)
    return Node(f"can_{number}", "can", NodeKind.OBJECT, Pose((x, 0.0, z)), size, Shape.CYLINDER, confidence)


def on(node: Node, asset: str = "table_1") -> Relation:
    return Relation(node.id, RelationType.ON, asset)


@pytest.fixture
def room(kit) -> SceneGraph:
    return kit.graph_of((kit.table("table_1", 0.0), kit.table("table_2", 0.0, 3.0)))


def changed(graph: SceneGraph, *nodes: Node, asset: str = "table_1") -> SceneGraph:
    """The graph after these came to stand on an asset."""
    draft = Draft(graph)
    for node in nodes:
        draft.put(node)
        draft.place(node.id, on(node, asset))
    relate_neighbours(draft, SETTINGS)
    return draft.commit(graph.stamp)


def neighbours(graph: SceneGraph) -> set[tuple[str, str]]:
    return {(r.source, r.target) for r in graph.relations if r.type is NEXT_TO}


def gap(metres: float) -> float:
    """Distance of the middles of two cans with this gap."""
    return WIDTH + metres


def test_things_on_one_table_with_a_small_gap_are_neighbours_once(room):
    graph = changed(room, can(2, 0.0), can(1, gap(SETTINGS.near_m - 0.001)))
    assert neighbours(graph) == {("can_1", "can_2")}


@pytest.mark.parametrize("first", [0.04, 0.049])
@pytest.mark.parametrize(("then", "still"), [(0.051, True), (0.069, True), (0.071, False)])
def test_neighbours_part_later_than_they_meet(room, first, then, still):
    graph = changed(room, can(1, 0.0), can(2, gap(first)))
    graph = changed(graph, can(2, gap(then)))
    assert bool(neighbours(graph)) is still


@pytest.mark.parametrize(("then", "now"), [(0.069, False), (0.051, False), (0.049, True)])
def test_things_between_both_limits_that_were_apart_do_not_become_neighbours(room, then, now):
    graph = changed(room, can(1, 0.0), can(2, gap(0.1)))
    assert bool(neighbours(changed(graph, can(2, gap(then))))) is now


def test_things_on_different_furniture_are_no_neighbours_however_near(room):
    graph = changed(changed(room, can(1, 0.0)), can(2, gap(0.01)), asset="table_2")
    assert neighbours(graph) == set()


def test_things_on_different_boards_of_one_shelf_are_no_neighbours(room):
    assert neighbours(changed(room, can(1, 0.0), can(2, gap(0.01), z=1.15))) == set()


def test_a_belief_and_a_thing_without_a_place_have_no_neighbours(room):
    graph = changed(room, can(1, 0.0), can(2, gap(0.01)), can(3, gap(0.01) * 2, confidence=0.3))
    assert neighbours(graph) == {("can_1", "can_2")}
    draft = Draft(graph)
    draft.put(replace(graph["can_1"], pose=UNKNOWN_POSE, confidence=0.0))
    draft.place("can_1", None)
    relate_neighbours(draft, SETTINGS)
    assert neighbours(draft.commit(0.0)) == set()


def test_what_is_taken_into_the_hand_loses_its_neighbours(room):
    graph = changed(room, can(1, 0.0), can(2, gap(0.01)))
    draft = Draft(graph)
    draft.place("can_1", Relation("can_1", RelationType.HELD_BY, "robot"))
    relate_neighbours(draft, SETTINGS)
    assert neighbours(draft.commit(0.0)) == set()


def test_what_was_told_of_furniture_is_kept(room):
    told = Relation("table_1", NEXT_TO, "table_2")
    graph = changed(room.changed(add=[told]), can(1, 0.0), can(2, gap(0.01)))
    assert told in graph.relations


def test_nothing_changes_while_nothing_moves(room):
    graph = changed(room, can(1, 0.0), can(2, gap(0.01)))
    draft = Draft(graph)
    relate_neighbours(draft, SETTINGS)
    assert draft.commit(graph.stamp) is graph


corners = st.floats(-1.0, 1.0)


@settings(deadline=None)
@given(corners, corners, corners, corners, st.floats(-3.0, 3.0))
def test_the_gap_between_outlines_is_the_same_both_ways_and_bounded_by_their_middles(x, y, u, v, turn):
    def square(cx: float, cy: float, yaw: float, half: float) -> np.ndarray:
        c, s = np.cos(yaw), np.sin(yaw)
        local = np.array([[half, half], [-half, half], [-half, -half], [half, -half]])
        return local @ np.array([[c, s], [-s, c]]) + (cx, cy)

    a, b = square(x, y, 0.0, 0.1), square(u, v, turn, 0.2)
    apart = float(np.hypot(x - u, y - v))
    assert outline_gap(a, b) == pytest.approx(outline_gap(b, a), abs=1e-9)
    assert max(0.0, apart - 0.3 * np.sqrt(2)) - 1e-9 <= outline_gap(a, b) <= max(0.0, apart - 0.3) + 1e-9


def test_the_gap_of_a_square_and_one_turned_by_half_a_quarter_is_that_of_its_corner():
    a = np.array([[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]])
    b = np.array([[2.0, 0.0], [3.0, 1.0], [4.0, 0.0], [3.0, -1.0]])
    assert outline_gap(a, b) == pytest.approx(1.0)
