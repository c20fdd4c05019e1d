# SPDX-License-Identifier: Apache-2.0
"""What looking changed."""

from __future__ import annotations

from dataclasses import replace

from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, Relation, RelationType, SceneGraph
from perception_node.discovery.asset_changes import changes_at

ON = RelationType.ON
ASSETS = [Node(i, "table", NodeKind.ASSET) for i in ("table_1", "table_2")]
ROBOT = Node(AGENT_ID, "robot", NodeKind.AGENT)


def thing(name: str, x: float = 0.0, seen: float | None = None, confidence: float = 0.9) -> Node:
    return Node(name, "can", NodeKind.OBJECT, Pose((x, 0.0, 0.0)), confidence=confidence, last_seen=seen)


def graph(*placed: tuple[Node, str | None]) -> SceneGraph:
    nodes = {n.id: n for n in (*ASSETS, ROBOT, *(p for p, _ in placed))}
    kinds = {AGENT_ID: RelationType.HELD_BY}
    return SceneGraph(nodes, frozenset(Relation(n.id, kinds.get(t, ON), t) for n, t in placed if t))


def test_a_belief_that_was_seen_is_confirmed():
    before = graph((thing("a", 0.5, None, 0.3), "table_1"))
    changes = changes_at("table_1", before, graph((thing("a", 0.0, 5.0), "table_1")), 4.0)
    assert changes.confirmed == ("a",)


def test_what_was_not_seen_since_is_neither_confirmed_nor_missing_but_unseen():
    before = graph((thing("a", 0.0, 1.0), "table_1"), (thing("b", 0.0, None, 0.3), "table_1"))
    changes = changes_at("table_1", before, before, 4.0)
    assert (changes.confirmed, changes.missing, changes.unseen) == ((), (), ("a", "b"))
    assert str(changes) == "2 not seen"


def test_what_came_to_the_asset_without_being_seen_is_not_reported():
    after = graph((thing("a", 0.0, 1.0), "table_1"))
    assert str(changes_at("table_1", graph(), after, 4.0)) == "nothing is there"


def test_a_new_thing_and_one_without_a_place_are_added():
    before = graph((thing("b"), None))
    after = graph((thing("a", 0.0, 5.0), "table_1"), (thing("b", 0.3, 5.0), "table_1"))
    assert changes_at("table_1", before, after, 4.0).added == ("a", "b")


def test_what_came_from_elsewhere_or_was_shifted_has_moved():
    before = graph((thing("a"), "table_2"), (thing("b", 0.0, 1.0), "table_1"))
    after = graph((thing("a", 0.0, 5.0), "table_1"), (thing("b", 0.3, 5.0), "table_1"))
    assert changes_at("table_1", before, after, 4.0).moved == ("a", "b")


def test_what_is_gone_is_missing_unless_the_robot_holds_it():
    before = graph((thing("a"), "table_1"), (thing("b"), "table_1"), (thing("c"), "table_1"))
    after = graph((thing("a"), None), (thing("b"), AGENT_ID))
    assert changes_at("table_1", before, after, 4.0).missing == ("a", "c")


def test_the_same_twice_is_no_change_and_reads_well():
    before = graph((thing("a", 0.0, 5.0), "table_1"))
    after = replace(before)
    assert str(changes_at("table_1", before, after, 4.0)) == "1 confirmed"
    assert str(changes_at("table_2", before, after, 4.0)) == "nothing is there"
