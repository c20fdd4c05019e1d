# SPDX-License-Identifier: Apache-2.0
"""What changed is reported once, in plain words, and what only looks like a change is not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from makedo_core.geometry import UNKNOWN_POSE, Pose
from makedo_core.graph.changes import ChangeKind, changes
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, Relation, RelationType, SceneGraph, State

ON, INSIDE, IN, HELD, AT = (
    RelationType.ON, RelationType.INSIDE, RelationType.IN, RelationType.HELD_BY, RelationType.AT,
)  # fmt: skip


def home() -> SceneGraph:
    nodes = [
        Node("kitchen", "kitchen", NodeKind.ROOM),
        Node("table_1", "table", NodeKind.ASSET, Pose()),
        Node("fridge_1", "fridge", NodeKind.ASSET, Pose((3.0, 0.0, 0.0)), states=frozenset({State.CLOSED})),
        Node("lamp_1", "lamp", NodeKind.ASSET, states=frozenset({State.OFF})),
        Node(AGENT_ID, "robot", NodeKind.AGENT, Pose()),
        Node("cup_1", "cup", NodeKind.OBJECT, Pose((0.1, 0.0, 0.7)), confidence=0.9, last_seen=5.0),
    ]
    relations = {Relation(i, IN, "kitchen") for i in ("table_1", "fridge_1", AGENT_ID)}
    relations.add(Relation("cup_1", ON, "table_1"))
    return SceneGraph({n.id: n for n in nodes}, frozenset(relations), 1, "home", 5.0)


def moved(graph: SceneGraph, x: float, relation: Relation | None = None) -> SceneGraph:
    graph = graph.changed(put=[replace(graph["cup_1"], pose=Pose((x, 0.0, 0.7)))])
    return graph if relation is None else graph.with_placement(relation)


def told(before: SceneGraph, after: SceneGraph) -> list[str]:
    return [str(change) for change in changes(before, after)]


def test_nothing_happened_between_a_graph_and_itself():
    assert told(home(), home()) == []


@pytest.mark.parametrize(
    "after",
    [
        moved(home(), 0.15),
        home().changed(put=[replace(home()["cup_1"], confidence=0.3, last_seen=9.0)]),
        home().changed(put=[replace(home()[AGENT_ID], pose=Pose((4.0, 0.0, 0.0)))]),
        home().changed(add=[Relation(AGENT_ID, AT, "table_1")]),
        home().changed(put=[Node("hall", "hall", NodeKind.ROOM)]),
    ],
)
def test_what_is_no_change_in_the_home_is_not_told(after):
    assert told(home(), after) == []


@pytest.mark.parametrize(
    ("after", "said"),
    [
        (
            moved(home(), 3.1, Relation("cup_1", INSIDE, "fridge_1")),
            "cup_1 was moved (3.00 m): it was on table_1 (kitchen), it is inside fridge_1 (kitchen)",
        ),
        (moved(home(), 0.6), "cup_1 was moved (0.50 m), still on table_1 (kitchen)"),
        (
            moved(home(), 1.1, Relation("cup_1", HELD, AGENT_ID)),
            "cup_1 was moved (1.00 m): it was on table_1 (kitchen), it is in the robot's hand",
        ),
        (
            home().changed(put=[replace(home()["cup_1"], pose=UNKNOWN_POSE)], drop=[Relation("cup_1", ON, "table_1")]),
            "cup_1 was moved: it was on table_1 (kitchen), it is somewhere",
        ),
        (home().changed(remove=["cup_1"]), "cup_1 is gone; it was on table_1 (kitchen)"),
        (
            home().changed(put=[replace(home()["cup_1"], confidence=0.0)]),
            "cup_1 is gone; it was on table_1 (kitchen)",
        ),
        (
            home().changed(put=[Node("pen_1", "pen", NodeKind.OBJECT)], add=[Relation("pen_1", IN, "kitchen")]),
            "pen_1 is new, in kitchen",
        ),
        (home().changed(put=[home()["fridge_1"].with_state(State.OPEN)]), "fridge_1 was opened"),
        (home().changed(put=[home()["lamp_1"].with_state(State.ON)]), "lamp_1 was switched on"),
        (home().changed(put=[home()["fridge_1"].with_state(State.LOCKED)]), "fridge_1 was locked"),
    ],
)
def test_a_change_is_told_in_a_sentence(after, said):
    assert told(home(), after) == [said]


def test_what_ends_without_an_opposite_is_told():
    locked = home().changed(put=[home()["fridge_1"].with_state(State.LOCKED)])
    assert told(locked, home()) == ["fridge_1 is no longer locked"]


def test_every_kind_comes_in_its_turn():
    after = home().changed(
        put=[Node("a_1", "apple", NodeKind.OBJECT), home()["fridge_1"].with_state(State.OPEN)], remove=["lamp_1"]
    )
    found = changes(home(), moved(after, 0.9))
    assert [c.kind for c in found] == [k for k in ChangeKind if k is not ChangeKind.TOLD]


def test_told_backwards_what_was_added_is_gone():
    after = home().changed(remove=["cup_1"])
    assert [c.kind for c in changes(after, home())] == [ChangeKind.ADDED]
