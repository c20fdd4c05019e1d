# SPDX-License-Identifier: Apache-2.0
"""The kitchen as a scene graph, as far as a graph can say what is so: what a simulated model goes wrong about."""

from __future__ import annotations

from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, Relation, RelationType, SceneGraph
from planner_node.pddl.model import PddlTask

ROOM = "kitchen"
_RELATIONS = {"on": RelationType.ON, "inside": RelationType.INSIDE}


def kitchen_graph(task: PddlTask) -> SceneGraph:
    """Fixtures as assets, items as objects where they are; liquids, and slices of what is whole, are no nodes."""
    things = {t.name: "fixture" in task.domain.supertypes(t.type) for t in task.objects}
    here = {x.terms[0] for x in task.initial if x.predicate == "present"}
    nodes = [Node(ROOM, ROOM, NodeKind.ROOM), Node(AGENT_ID, "robot", NodeKind.AGENT)]
    for name in sorted(here):
        kind = NodeKind.ASSET if things[name] else NodeKind.OBJECT
        nodes.append(Node(name, name.rpartition("_")[0], kind, confidence=1.0))
    relations = [Relation(n.id, RelationType.IN, ROOM) for n in nodes if n.kind in (NodeKind.ASSET, NodeKind.AGENT)]
    resting = [x for x in task.initial if x.predicate in _RELATIONS]
    relations += [Relation(x.terms[0], _RELATIONS[x.predicate], x.terms[1]) for x in resting]
    return SceneGraph({n.id: n for n in nodes}, frozenset(relations), scene=ROOM)
