# SPDX-License-Identifier: Apache-2.0
"""A home with a kitchen, an office and a garage, and how a sentence about it is read."""

from __future__ import annotations

import pytest

from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, SceneGraph, State
from planner_node.language.interpret import interpret
from support.request_lines import written

ASSETS = (
    "sink_1 kitchen", "cupboard_1 kitchen", "dishwasher_1 kitchen", "desk_1 office", "desk_2 office",
    "cabinet_1 office", "box_1 office", "box_2 office", "wardrobe_1 office",
)  # fmt: skip
THINGS = (
    "apple_1 on counter_1", "banana_1 on counter_1", "milk_1 on table_1", "bread_1 on counter_1", "plate_1 on table_1",
    "plate_2 on table_1", "cup_1 on table_2", "cup_2 on table_1", "remote_1 on table_3", "fork_1 inside drawer_1",
    "pen_1 on desk_1", "pen_2 on desk_2", "pencil_1 on desk_1", "stapler_1 on desk_1", "folder_1 on desk_2",
    "book_1 on desk_1", "book_2 on table_2", "shirt_1 on table_3",
)  # fmt: skip


@pytest.fixture(scope="package")
def rooms(world) -> SceneGraph:
    """The small world with an office, and more furniture and things."""
    placed = [Node(a.split()[0], a.split()[0][:-2], NodeKind.ASSET, states=_doors(a)) for a in ASSETS]
    graph = world(extra=[Node("office", "office", NodeKind.ROOM), *placed])
    things = [t.split() for t in THINGS]
    nodes = dict(graph.nodes) | {
        t: Node(t, t.rsplit("_", 1)[0], NodeKind.OBJECT, size=(0.1,) * 3) for t, _, _ in things
    }
    relations = {Relation(a.split()[0], RelationType.IN, a.split()[1]) for a in ASSETS}
    relations |= {Relation(t, RelationType[how.upper()], where) for t, how, where in things}
    return SceneGraph(nodes, graph.relations | relations, revision=1, scene="rooms")


def _doors(asset: str) -> frozenset[State]:
    if asset.startswith("box"):
        return frozenset({State.OPEN})
    return frozenset({State.CLOSED}) if asset.startswith(("cup", "cab", "dish", "ward")) else frozenset()


@pytest.fixture(scope="package")
def read(ontology, rooms):
    """Read a sentence: its clauses as lines."""
    return lambda text: written(interpret(text, ontology, rooms))


@pytest.fixture(scope="package")
def refused(ontology, rooms):
    """Read a sentence that is not carried out: the refusal."""
    return lambda text: interpret(text, ontology, rooms)
