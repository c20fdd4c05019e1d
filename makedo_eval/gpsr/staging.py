# SPDX-License-Identifier: Apache-2.0
"""The home as a referee prepares it for a command: what the command speaks of is where it says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from makedo_core.graph.asset_model import RegionKind
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, SceneGraph
from makedo_core.ontology import Ontology
from makedo_eval.gpsr.home import PeopledHome, person_of
from makedo_eval.gpsr.meaning import Meant, StepKind

_PLACED_PEOPLE = frozenset(
    {
        StepKind.FIND_PERSON,
        StepKind.MEET,
        StepKind.GREET,
        StepKind.FOLLOW,
        StepKind.GUIDE,
        StepKind.SAY,
        StepKind.ANSWER,
    }
)


def staged(home: PeopledHome, steps: Sequence[Meant], ontology: Ontology) -> PeopledHome:
    """The home with a thing of each class, and somebody who looks so, where the steps say that they are."""
    graph = home.graph
    for step in steps:
        if step.kind in (StepKind.HOLD, StepKind.BRING, StepKind.FIND) and step.thing:
            graph = _with_thing(graph, step, ontology)
        if step.whom not in ("", "me") and (step.kind in _PLACED_PEOPLE or step.kind is StepKind.BRING):
            graph = _with_person(graph, step.whom, step.place if step.kind is StepKind.BRING else step.source)
    return replace(home, graph=graph)


def _with_thing(graph: SceneGraph, step: Meant, ontology: Ontology) -> SceneGraph:
    """The graph with a thing of a class where it is said to be and not yet where it is to go."""
    thing, source = step.thing, step.source
    there = _place(graph, source, step.place)
    those = [n for n in graph.of_kind(NodeKind.OBJECT) if ontology.is_a(n.label, thing)]
    around = {n.id: _around(graph, graph.support(n.id) or "") for n in those}
    here = [i for i, labels in around.items() if (not source or source in labels) and step.place not in labels]
    if here or there is None or not those:
        return graph
    inside = there.model is not None and all(r.kind is RegionKind.INSIDE for r in there.model.regions)
    kind = RelationType.INSIDE if inside else RelationType.ON
    return graph.with_placement(Relation(those[0].id, kind, there.id))


def _with_person(graph: SceneGraph, whom: str, where: str) -> SceneGraph:
    """The graph with somebody at a place: moved there by name, or somebody new who looks so."""
    people = [n for n in graph.of_kind(NodeKind.ASSET) if n.label == "person"]
    fit = [p for p in people if whom == p.id or set(whom.split("+")) <= p.attributes]
    if any(not where or where in _around(graph, p.id) for p in fit):
        return graph
    if whom in graph:
        node, old = graph[whom], graph.outgoing(whom)
    else:
        node, old = person_of(f"guest_{len(people)}", whom.split("+")), ()
    furniture = _place(graph, where)
    room = graph.room_of(furniture.id) if furniture else None
    fresh = [Relation(node.id, RelationType.IN, room)] if room else []
    beside = [Relation(node.id, RelationType.NEXT_TO, furniture.id)] if furniture else []
    return graph.changed(put=[node], drop=old, add=[*fresh, *beside])


def _place(graph: SceneGraph, label: str, other_than: str = "") -> Node | None:
    """Furniture of a class, or the first of a room; not that which something is to be brought to."""
    assets = [n for n in graph.of_kind(NodeKind.ASSET) if n.label not in ("person", other_than)]
    return next((n for n in assets if label in (n.label, graph[graph.room_of(n.id) or n.id].label)), None)


def _around(graph: SceneGraph, node_id: str) -> set[str]:
    """The labels of what a node is at, and of its room."""
    if node_id not in graph:
        return set()
    beside = {r.target for r in graph.outgoing(node_id) if r.type in (RelationType.NEXT_TO, RelationType.IN)}
    return {graph[node_id].label, *(graph[i].label for i in beside)}
