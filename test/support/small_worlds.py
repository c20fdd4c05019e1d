# SPDX-License-Identifier: Apache-2.0
"""Small homes for tests: assets in a kitchen and a living room, and things in and on them."""

from __future__ import annotations

from collections.abc import Iterable

from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, SceneGraph, State

ASSETS = {
    "table_1": ("table", "kitchen", (0.0, 3.0), ()),
    "table_2": ("table", "living_room", (4.0, 0.0), ()),
    "table_3": ("table", "living_room", (6.0, 1.0), ()),
    "counter_1": ("counter", "kitchen", (0.0, 5.0), ()),
    "shelf_1": ("shelf", "living_room", (8.0, 3.0), ()),
    "fridge_1": ("fridge", "kitchen", (-1.0, 5.0), (State.CLOSED,)),
    "drawer_1": ("drawer", "kitchen", (-2.0, 3.0), (State.CLOSED,)),
    "lamp_1": ("lamp", "living_room", (7.0, 0.0), (State.OFF,)),
}


def make_world(*placements: str, locked: Iterable[str] = (), extra: Iterable[Node] = ()) -> SceneGraph:
    """A home with a kitchen and a living room, and things in it: "apple_1 on table_1", "fork_1 inside drawer_1"."""
    nodes = [Node("kitchen", "kitchen", NodeKind.ROOM), Node("living_room", "living_room", NodeKind.ROOM)]
    nodes.append(Node("robot", "robot", NodeKind.AGENT, Pose.planar(2.0, 2.0)))
    relations = [Relation("robot", RelationType.IN, "kitchen")]
    for asset_id, (label, room, (x, y), states) in ASSETS.items():
        held = {State.LOCKED} if asset_id in locked else set()
        nodes.append(Node(asset_id, label, NodeKind.ASSET, Pose.planar(x, y), states=frozenset(states) | held))
        relations.append(Relation(asset_id, RelationType.IN, room))
    for text in placements:
        name, how, where = text.split()
        label = name.rsplit("_", 1)[0]
        nodes.append(Node(name, label, NodeKind.OBJECT, size=(0.06, 0.06, 0.1), confidence=0.9))
        relations.append(Relation(name, RelationType[how.upper()], where))
    replaced = {n.id: n for n in (*nodes, *extra)}
    return SceneGraph(replaced, frozenset(relations), revision=7, scene="test")


def make_kitchen() -> SceneGraph:
    """A kitchen and a living room with things to eat and drink."""
    return make_world(
        "apple_1 on counter_1",
        "banana_1 on shelf_1",
        "wine_bottle_1 on shelf_1",
        "cola_can_1 inside fridge_1",
        "cookie_1 on table_1",
        "cookie_2 on table_1",
    )
