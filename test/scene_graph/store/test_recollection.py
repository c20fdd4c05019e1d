# SPDX-License-Identifier: Apache-2.0
"""After a restart, or with a graph from a file, the robot goes on with what still holds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import (
    AGENT_ID,
    GraphError,
    Node,
    NodeKind,
    Relation,
    RelationType,
    SceneGraph,
    State,
)
from scene_graph_node.store.recollection import furniture_digest, on_clock, recollected, replacement

ON, HELD, IN, AT = RelationType.ON, RelationType.HELD_BY, RelationType.IN, RelationType.AT


def scene() -> SceneGraph:
    """As the file has it: a believed cup on a table."""
    nodes = [
        Node("kitchen", "kitchen", NodeKind.ROOM),
        Node("table_1", "table", NodeKind.ASSET, Pose((1.0, 0.0, 0.0))),
        Node("fridge_1", "fridge", NodeKind.ASSET, states=frozenset({State.CLOSED})),
        Node(AGENT_ID, "robot", NodeKind.AGENT, Pose()),
        Node("cup_1", "cup", NodeKind.OBJECT, confidence=0.3),
    ]
    relations = {Relation(i, IN, "kitchen") for i in ("table_1", "fridge_1", AGENT_ID)}
    relations.add(Relation("cup_1", ON, "table_1"))
    return SceneGraph({n.id: n for n in nodes}, frozenset(relations), 0, "home", 0.0)


def lived() -> SceneGraph:
    """Some time later: the fridge is open, a can is in the hand, a mug was found, the robot has moved."""
    graph = scene()
    put = [
        replace(graph["cup_1"], confidence=0.9, last_seen=40.0, pose=Pose((1.0, 0.1, 0.7))),
        Node("can_1", "cola_can", NodeKind.OBJECT, Pose((0.5, 0.0, 1.0)), confidence=0.95, last_seen=45.0),
        Node("mug_1", "mug", NodeKind.OBJECT, Pose((1.0, 0.2, 0.7)), confidence=0.8, last_seen=50.0),
        graph["fridge_1"].with_state(State.OPEN),
        replace(graph[AGENT_ID], pose=Pose((0.4, 0.0, 0.0))),
    ]
    add = [Relation("can_1", HELD, AGENT_ID), Relation("mug_1", ON, "fridge_1"), Relation(AGENT_ID, AT, "table_1")]
    return replace(graph.changed(put=put, add=add), revision=41, stamp=50.0)


def test_things_and_states_are_taken_to_be_as_they_were():
    graph = recollected(lived(), scene(), same_furniture=True).graph
    assert graph.revision > 41 + 100, "no revision that was given out and not kept comes again"
    assert graph["mug_1"] == lived()["mug_1"]
    assert graph["fridge_1"].states == {State.OPEN}
    assert graph.placement("mug_1") == Relation("mug_1", ON, "fridge_1")
    assert graph.stamp == 50.0


def test_the_robot_is_at_nothing_and_what_it_held_is_a_belief():
    found = recollected(lived(), scene(), same_furniture=True)
    assert not any(r.type is AT for r in found.graph.relations)
    assert found.graph.held() == "can_1"
    assert found.graph["can_1"].is_belief
    assert any("can_1 was in the robot's hand" in note for note in found.notes)


def test_a_robot_that_is_missing_is_the_scene_files():
    stored = lived().changed(remove=[AGENT_ID])
    assert recollected(stored, scene(), same_furniture=True).graph[AGENT_ID] == scene()[AGENT_ID]


def test_the_digest_is_of_the_furniture_alone():
    graph = scene()
    assert furniture_digest(graph.changed(remove=["cup_1"])) == furniture_digest(graph)
    moved = graph.changed(put=[replace(graph["table_1"], pose=Pose((2.0, 0.0, 0.0)))])
    assert furniture_digest(moved) != furniture_digest(graph)
    assert furniture_digest(graph.changed(drop=[Relation("table_1", IN, "kitchen")])) != furniture_digest(graph)


def test_a_changed_scene_file_gives_rooms_and_furniture_and_keeps_what_was_seen():
    file = scene()
    file = file.changed(
        put=[
            replace(file["table_1"], pose=Pose((2.0, 0.0, 0.0))),
            Node("shelf_1", "shelf", NodeKind.ASSET),
            Node("spoon_1", "spoon", NodeKind.OBJECT, confidence=0.3),
        ],
        add=[Relation("spoon_1", ON, "shelf_1"), Relation("shelf_1", IN, "kitchen")],
    )
    graph = recollected(lived(), file, same_furniture=False).graph
    assert graph["table_1"].pose.position == (2.0, 0.0, 0.0)
    assert graph["fridge_1"].states == {State.OPEN}, "states are those that were seen"
    assert graph["cup_1"] == lived()["cup_1"]
    assert graph["spoon_1"].is_belief
    assert graph.placement("spoon_1") == Relation("spoon_1", ON, "shelf_1")
    assert graph[AGENT_ID].pose == lived()[AGENT_ID].pose


def test_what_rested_on_furniture_that_is_gone_is_somewhere():
    found = recollected(lived(), scene().changed(remove=["fridge_1"]), same_furniture=False)
    assert "fridge_1" not in found.graph
    assert found.graph.placement("mug_1") is None
    assert any("no longer in the scene file: fridge_1" in note for note in found.notes)


def test_furniture_that_took_the_name_of_a_thing_is_furniture():
    file = scene().changed(put=[Node("mug_1", "shelf", NodeKind.ASSET)])
    graph = recollected(lived(), file, same_furniture=False).graph
    assert graph["mug_1"].kind is NodeKind.ASSET
    assert graph.placement("mug_1") is None


def test_times_of_another_clock_are_forgotten():
    graph = on_clock(lived(), 42.0)
    assert graph.stamp == 42.0
    assert [graph[i].last_seen for i in ("cup_1", "can_1", "mug_1")] == [40.0, None, None]


def test_times_of_the_same_clock_stay():
    graph = lived()
    assert on_clock(graph, 49.0) is graph


def test_a_files_graph_follows_the_current_one_and_leaves_the_robot_as_it_is():
    current = lived()
    new = scene().changed(remove=["cup_1"], put=[Node("pen_1", "pen", NodeKind.OBJECT, last_seen=99.0)])
    graph = replacement(new, current)
    assert (graph.revision, graph.stamp, graph.scene) == (42, 50.0, "home")
    assert "cup_1" not in graph
    assert graph["pen_1"].last_seen is None, "99 s has not come yet"
    assert graph[AGENT_ID] == current[AGENT_ID]
    assert graph.held() == "can_1"
    assert graph["can_1"] == current["can_1"]
    assert Relation(AGENT_ID, AT, "table_1") in graph.relations


def test_what_the_robot_holds_is_in_its_hand_whatever_the_file_says():
    new = scene().changed(put=[Node("can_1", "cola_can", NodeKind.OBJECT)], add=[Relation("can_1", ON, "table_1")])
    assert replacement(new, lived()).placement("can_1") == Relation("can_1", HELD, AGENT_ID)


@pytest.mark.parametrize(
    ("new", "said"),
    [
        (replace(scene(), scene="office"), "of the scene 'office', the robot is in 'home'"),
        (SceneGraph(scene="home"), "has no assets"),
        (SceneGraph({"robot": Node("robot", "table", NodeKind.ASSET)}), "not an agent"),
        (scene().changed(put=[Node("can_1", "shelf", NodeKind.ASSET)]), "the robot holds 'can_1', which is no object"),
    ],
)
def test_a_files_graph_that_cannot_be_this_robots_is_refused(new, said):
    with pytest.raises(GraphError, match=said):
        replacement(new, lived())


def test_a_file_without_a_scene_takes_the_current_one():
    assert replacement(replace(scene(), scene=""), lived()).scene == "home"
