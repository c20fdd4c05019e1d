# SPDX-License-Identifier: Apache-2.0
"""Facts that the robot caused: applied all or nothing, with reasons."""

from __future__ import annotations

from dataclasses import replace

import pytest

from makedo_core.failure import FailureCause
from makedo_core.geometry import UNKNOWN_POSE, Pose
from makedo_core.graph.asset_model import AssetModel, Handle
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, Relation, RelationType, State
from makedo_core.ports import GraphChange
from scene_graph_node.builder import GraphBuilder

ON, INSIDE, HELD, AT, IN = (
    RelationType.ON,
    RelationType.INSIDE,
    RelationType.HELD_BY,
    RelationType.AT,
    RelationType.IN,
)


@pytest.fixture
def builder(kit) -> GraphBuilder:
    tables = kit.table("table_1", 1.2), kit.table("table_2", 1.2, 3.0), kit.chest("drawer_1", -2.0)
    graph = kit.graph_of(tables)
    things = [
        Node(name, name[:-2], NodeKind.OBJECT, Pose((1.0, y, 0.75)), (0.07, 0.07, 0.1))
        for name, y in (("can_1", 0.0), ("can_2", 0.3), ("bowl_1", -0.3))
    ]
    return GraphBuilder(graph.changed(put=things, add=[Relation(t.id, ON, "table_1") for t in things]))


def test_taking_moving_and_putting(builder):
    assert builder.update(GraphChange(add=(Relation("can_1", HELD, AGENT_ID),))).ok
    assert builder.graph.held() == "can_1"
    assert builder.graph.support("can_1") == AGENT_ID
    pose = Pose((1.2, 3.0, 0.75))
    add, remove = Relation("can_1", ON, "table_2"), Relation("can_1", HELD, AGENT_ID)
    change = GraphChange((add,), (remove,), (), (("can_1", pose),))
    assert builder.update(change).ok
    assert builder.graph.placement("can_1") == Relation("can_1", ON, "table_2")
    assert builder.graph["can_1"].pose == pose


def test_a_new_placement_replaces_the_old_one_and_the_room(builder):
    builder.update(GraphChange(drop=(Relation("can_1", ON, "table_1"),)))
    builder.update(GraphChange(add=(Relation("can_1", IN, "kitchen"),)))
    builder.update(GraphChange(add=(Relation("can_1", ON, "table_2"),)))
    assert builder.graph.outgoing("can_1") == (Relation("can_1", ON, "table_2"),)


@pytest.mark.parametrize("explicit", [True, False])
def test_what_is_let_go_without_a_pose_stands_upright_on_the_support(builder, explicit):
    builder.move(Pose(), Pose((1.0, 0.0, 0.8)), 0.0)
    builder.update(GraphChange(add=(Relation("can_1", HELD, AGENT_ID),)))
    tilted = Pose((1.1, 0.1, 0.9), (0.3, 0.0, 0.0, 0.954))
    builder.move(Pose(), tilted, 5.0)
    drop = (Relation("can_1", HELD, AGENT_ID),) if explicit else ()
    builder.update(GraphChange(add=(Relation("can_1", ON, "table_1"),), drop=drop))
    pose = builder.graph["can_1"].pose
    assert pose.position[2] == pytest.approx(0.75)
    assert pose.orientation[:2] == (0.0, 0.0)


def test_what_fell_out_of_the_hand_is_not_where_the_hand_had_it(builder):
    """Nothing would be found there, and the hand would seem to touch it for ever."""
    builder.move(Pose(), Pose((1.0, 0.0, 0.8)), 0.0)
    builder.update(GraphChange(add=(Relation("can_1", HELD, AGENT_ID),)))
    builder.move(Pose(), Pose((1.0, 0.0, 1.0)), 5.0)
    assert builder.graph["can_1"].pose.is_known
    assert builder.update(GraphChange(drop=(Relation("can_1", HELD, AGENT_ID),))).ok
    assert not builder.graph["can_1"].pose.is_known
    assert builder.graph.placement("can_1") is None


def test_unknown_ids_are_all_named_and_nothing_changes(builder):
    before = builder.graph
    change = GraphChange(
        add=(Relation("can_1", ON, "shelf_9"),), states=(("oven_3", State.OPEN),), poses=(("can_2", Pose()),)
    )
    outcome = builder.update(change)
    assert outcome.cause is FailureCause.UNKNOWN_OBJECT
    assert "oven_3" in outcome.message
    assert "shelf_9" in outcome.message
    assert builder.graph is before


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (GraphChange(add=(Relation("table_1", ON, "table_2"),)), "object"),
        (GraphChange(add=(Relation("can_1", HELD, "table_1"),)), "agent"),
        (GraphChange(add=(Relation(AGENT_ID, AT, "can_1"),)), "asset"),
        (GraphChange(add=(Relation("can_1", ON, "can_1"),)), "itself"),
        (GraphChange(add=(Relation("can_1", ON, "bowl_1"), Relation("bowl_1", ON, "can_1"))), "itself"),
        (GraphChange(add=(Relation("can_1", ON, "table_2"), Relation("can_1", INSIDE, "drawer_1"))), "two placements"),
        (GraphChange(add=(Relation("can_1", HELD, AGENT_ID), Relation("can_2", HELD, AGENT_ID))), "already holds"),
        (GraphChange(poses=(("table_1", Pose()),)), "stays where it is"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_changes(builder, change, reason):
    before = builder.graph
    outcome = builder.update(change)
    assert outcome.cause is FailureCause.INVALID_GRAPH
    assert reason in outcome.message
    assert builder.graph is before


def test_what_can_be_turned_over_is_given_a_pose_and_a_state(kit):
    chest = kit.chest("crate_1", 0.0)
    handle = Handle((0.3, 0.0, 0.1), (0.0, 0.0, 1.0), 0.04, 0.01)
    crate = replace(chest, model=AssetModel(turning=handle), states=frozenset({State.UPSIDE_DOWN}))
    builder = GraphBuilder(kit.graph_of((crate,)))
    pose = Pose((1.0, 2.0, 0.0))
    assert builder.update(GraphChange(states=(("crate_1", State.UPRIGHT),), poses=(("crate_1", pose),))).ok
    assert builder.graph["crate_1"].pose == pose
    assert builder.graph["crate_1"].states == {State.UPRIGHT}


def test_a_state_clears_its_opposite(builder):
    assert builder.update(GraphChange(states=(("drawer_1", State.OPEN),))).ok
    assert builder.graph["drawer_1"].states == {State.OPEN}


def test_the_robot_is_at_one_asset_at_a_time(builder):
    builder.update(GraphChange(add=(Relation(AGENT_ID, AT, "table_1"),)))
    builder.update(GraphChange(add=(Relation(AGENT_ID, AT, "table_2"),)))
    at = [r.target for r in builder.graph.outgoing(AGENT_ID) if r.type is AT]
    assert at == ["table_2"]


def test_the_same_update_twice_is_one_revision(builder):
    change = GraphChange(add=(Relation("can_1", ON, "table_2"),))
    builder.update(change)
    revision = builder.graph.revision
    assert builder.update(change).ok
    assert builder.graph.revision == revision


def test_a_pose_may_be_declared_unknown(builder):
    assert builder.update(GraphChange(poses=(("can_1", UNKNOWN_POSE),))).ok
    assert not builder.graph["can_1"].pose.is_known


def test_a_held_thing_of_unknown_pose_is_in_the_hand(builder):
    builder.update(GraphChange(poses=(("can_1", UNKNOWN_POSE),)))
    builder.move(Pose(), Pose((0.7, 0.0, 1.0)), 0.0)
    builder.update(GraphChange(add=(Relation("can_1", HELD, AGENT_ID),)))
    assert builder.graph["can_1"].centre == pytest.approx((0.7, 0.0, 1.0))


def test_how_far_a_drawer_was_felt_to_be_open_comes_after_its_state(builder):
    change = GraphChange(states=(("drawer_1", State.OPEN),), openings=(("drawer_1", 0.2),))
    assert builder.update(change).ok
    assert builder.graph["drawer_1"].states == {State.OPEN} and builder.graph["drawer_1"].opening == 0.2
    assert builder.update(GraphChange(states=(("drawer_1", State.CLOSED),))).ok
    assert builder.graph["drawer_1"].opening is None


def test_what_is_not_there_is_not_open(builder):
    outcome = builder.update(GraphChange(openings=(("oven_9", 0.2),)))
    assert outcome.cause is FailureCause.UNKNOWN_OBJECT and "oven_9" in outcome.message


@pytest.mark.parametrize(
    ("asset", "value", "words"),
    [
        ("drawer_1", 1e30, "drawer_1 opens from 0 to 0.3; it cannot be open by 1e+30"),
        ("drawer_1", -5.0, "drawer_1 opens from 0 to 0.3"),
        ("table_1", 0.2, "table_1 has no door or drawer"),
    ],
)
def test_what_no_door_can_do_is_refused(builder, asset, value, words):
    before = builder.graph
    outcome = builder.update(GraphChange(openings=((asset, value),)))
    assert outcome.cause is FailureCause.INVALID_GRAPH and words in outcome.message
    assert builder.graph is before


def test_a_huge_change_is_answered_in_few_words(builder):
    placed = tuple(Relation("can_1", ON, f"table_{1 + i % 2}") for i in range(100_000))
    assert "two placements for can_1" in builder.update(GraphChange(add=placed)).message
    nowhere = tuple(Relation(f"can_{i}", ON, "table_1") for i in range(10, 100_000))
    outcome = builder.update(GraphChange(add=nowhere))
    assert outcome.message.startswith("not in the scene graph: can_10, can_100, can_1000, ")
    assert outcome.message.endswith("can_10006 and 99980 more")
