# SPDX-License-Identifier: Apache-2.0
"""Snapshots of the scene graph: what they refuse, what they answer, how the next one comes about."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.geometry import UNKNOWN_POSE, Pose
from makedo_core.graph.scene_graph import (
    AGENT_ID,
    EXCLUDED,
    GraphError,
    Node,
    NodeKind,
    Relation,
    RelationType,
    SceneGraph,
    State,
    contradiction,
    validated_pose,
)

IN, ON, INSIDE, HELD = RelationType.IN, RelationType.ON, RelationType.INSIDE, RelationType.HELD_BY


def node(name: str, kind: NodeKind = NodeKind.OBJECT) -> Node:
    return Node(name, name.rstrip("_0123456789"), kind, Pose(), (0.1, 0.1, 0.1))


@pytest.fixture
def kitchen() -> SceneGraph:
    nodes = [
        node("kitchen", NodeKind.ROOM),
        node("table_1", NodeKind.ASSET),
        node("fridge_1", NodeKind.ASSET),
        node(AGENT_ID, NodeKind.AGENT),
        node("bowl_1"),
        node("apple_1"),
        node("milk_1"),
    ]
    relations = {
        Relation("table_1", IN, "kitchen"),
        Relation("fridge_1", IN, "kitchen"),
        Relation("bowl_1", ON, "table_1"),
        Relation("apple_1", INSIDE, "bowl_1"),
        Relation("milk_1", INSIDE, "fridge_1"),
    }
    return SceneGraph({n.id: n for n in nodes}, frozenset(relations), 7, "home", 1.5)


def test_support_goes_through_objects(kitchen):
    assert kitchen.support("apple_1") == "table_1"
    assert kitchen.room_of("apple_1") == "kitchen"
    assert kitchen.contents("bowl_1") == ("apple_1",)
    assert kitchen.support("table_1") is None


def test_a_relation_to_nowhere_is_refused(kitchen):
    with pytest.raises(GraphError, match="shelf_9"):
        kitchen.changed(add=[Relation("apple_1", ON, "shelf_9")])


def test_a_second_placement_is_refused(kitchen):
    with pytest.raises(GraphError, match="two placements"):
        kitchen.changed(add=[Relation("apple_1", ON, "table_1")])


def test_a_support_cycle_is_refused(kitchen):
    with pytest.raises(GraphError, match="cycle"):
        kitchen.with_placement(Relation("bowl_1", ON, "apple_1"))


def test_a_node_under_another_id_is_refused():
    with pytest.raises(GraphError, match="filed under"):
        SceneGraph({"a": node("b")})


def test_removing_a_node_removes_its_relations(kitchen):
    after = kitchen.changed(remove=["bowl_1"])
    assert "bowl_1" not in after
    assert after.placement("apple_1") is None


def test_the_same_change_twice_is_one_revision(kitchen):
    once = kitchen.with_placement(Relation("apple_1", ON, "table_1"))
    assert once.revision == 8
    assert once.with_placement(Relation("apple_1", ON, "table_1")) is once


def test_what_the_robot_takes_leaves_its_place(kitchen):
    held = kitchen.with_placement(Relation("apple_1", HELD, AGENT_ID))
    assert held.held() == "apple_1"
    assert held.contents("bowl_1") == ()
    assert held.support("apple_1") == AGENT_ID


def test_snapshots_cannot_be_changed(kitchen):
    with pytest.raises(TypeError):
        kitchen.nodes["apple_1"] = node("apple_1")
    before = dict(kitchen.nodes)
    kitchen.changed(remove=["apple_1"])
    assert dict(kitchen.nodes) == before


@given(st.sampled_from(State))
def test_setting_a_state_clears_what_it_excludes(state):
    full = node("x")
    for other in State:
        full = full.with_state(other)
    after = full.with_state(state)
    assert state in after.states
    assert not EXCLUDED[state] & after.states
    assert contradiction(after.states) == ""


def test_a_pose_is_known_or_wholly_unknown():
    assert validated_pose(UNKNOWN_POSE, "x") is UNKNOWN_POSE
    with pytest.raises(GraphError, match="mixes"):
        validated_pose(Pose((math.nan, 0.0, 0.0)), "x")
    with pytest.raises(GraphError, match="length 1"):
        validated_pose(Pose((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 3.0)), "x")


def test_the_box_stands_on_the_pose():
    tall = Node("x", "x", NodeKind.OBJECT, Pose((1.0, 2.0, 0.5)), (0.1, 0.1, 0.4))
    assert tall.centre == pytest.approx((1.0, 2.0, 0.7))


moves = st.lists(
    st.tuples(
        st.sampled_from(["bowl_1", "apple_1", "milk_1"]),
        st.sampled_from(["table_1", "fridge_1", "bowl_1", "apple_1"]),
    ),
    max_size=8,
)


@given(moves)
def test_no_sequence_of_moves_makes_two_placements_or_a_cycle(sequence):
    names = ["bowl_1", "apple_1", "milk_1"]
    nodes = [node("table_1", NodeKind.ASSET), node("fridge_1", NodeKind.ASSET), *map(node, names)]
    graph = SceneGraph({n.id: n for n in nodes})
    for source, target in sequence:
        try:
            graph = graph.with_placement(Relation(source, ON, target))
        except GraphError:
            continue
    for name in names:
        assert sum(r.type is ON for r in graph.outgoing(name)) <= 1
        assert graph.support(name) in ("table_1", "fridge_1", None)


def test_what_follows_from_a_snapshot_is_made_once_and_serves_no_other(kitchen: SceneGraph) -> None:
    def labels_of(graph: SceneGraph) -> frozenset[str]:
        return graph.once("labels", lambda: frozenset(n.label for n in graph))

    first = labels_of(kitchen)
    with_cup = kitchen.changed(put=[node("cup_1")], add=[Relation("cup_1", ON, "table_1")])

    assert labels_of(kitchen) is first
    assert labels_of(with_cup) == first | {"cup"}
    assert kitchen.once(("labels", "of another kind"), lambda: frozenset[str]()) == frozenset()
