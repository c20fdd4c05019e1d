# SPDX-License-Identifier: Apache-2.0
"""`makedo graph` as a tree."""

from __future__ import annotations

from rich.console import Console

from makedo_cli.graph import tree
from makedo_core.scene_graph import AGENT_ID, Node, NodeKind, Relation, RelationType, SceneGraph, State


def rendered(graph: SceneGraph) -> str:
    console = Console(width=80, record=True, file=open("/dev/null", "w"))
    console.print(tree(graph))
    return console.export_text()


def test_things_appear_below_what_they_rest_on_and_lost_ones_apart():
    nodes = [
        Node("kitchen", "kitchen", NodeKind.ROOM),
        Node("fridge_1", "fridge", NodeKind.ASSET, states=frozenset({State.CLOSED})),
        Node("milk_1", "milk_carton", NodeKind.OBJECT, confidence=0.3),
        Node("can_1", "cola_can", NodeKind.OBJECT),
        Node("ball_1", "ball", NodeKind.OBJECT),
        Node(AGENT_ID, "tiago", NodeKind.AGENT),
    ]
    relations = {
        Relation("fridge_1", RelationType.IN, "kitchen"),
        Relation(AGENT_ID, RelationType.IN, "kitchen"),
        Relation("milk_1", RelationType.INSIDE, "fridge_1"),
        Relation("can_1", RelationType.HELD_BY, AGENT_ID),
    }
    lines = rendered(SceneGraph({n.id: n for n in nodes}, frozenset(relations), 3, "home")).splitlines()
    text = "\n".join(lines)
    assert "fridge_1 closed" in text
    assert "inside milk_1 (believed)" in text
    assert "held by can_1" in text
    unknown = next(i for i, line in enumerate(lines) if "whereabouts unknown" in line)
    assert "ball_1" in lines[unknown + 1]
