# SPDX-License-Identifier: Apache-2.0
"""Why something cannot be chosen, in words without a full stop."""

from __future__ import annotations

from makedo_core.goals.goal_text import spoken
from makedo_core.graph.scene_graph import Node, NodeKind
from planner_node.contract.fields import PartField, named_among
from planner_node.grounding.missing import why_lost
from planner_node.grounding.scene import Scene
from planner_node.relaxation.shift import why_not_taken


def why_no_thing(name: str, field: PartField, scene: Scene) -> str:
    """Why a thing cannot be used for a part."""
    found = named_among(name, (n.id for n in scene.graph), scene)
    if not found:
        return f"I know of nothing here that is called '{name}'"
    node, demand = scene.graph[found[0]], field.demand
    is_thing = node.kind is NodeKind.OBJECT
    if is_thing and node.id not in {n.id for n in scene.objects}:
        return why_lost(node, scene)
    if demand.phrase is None or demand.phrase.concept is None:
        return f"nothing can stand in for {demand.text}"
    if not is_thing:
        return f"{spoken(node.id)} is {_kind(node)}, and cannot stand in for {demand.text}"
    places = {literal.terms[-1] for literal in demand.literals}
    support = scene.graph.support(node.id)
    if support in places:
        return f"{spoken(node.id)} is at {spoken(support or '')} already"
    reason = why_not_taken(node, demand.phrase, demand.phrase.concept, scene)
    if reason:
        return f"{spoken(node.id)} must not be taken: {reason}"
    asked = scene.ontology.phrase(demand.phrase.concept)
    return f"nothing says that {spoken(node.id)} may stand in for {asked}"


def why_no_place(name: str, field: PartField, scene: Scene) -> str:
    """Why a part cannot go to a place."""
    if not field.places:
        return f"{field.demand.text} is about no place"
    found = named_among(name, (n.id for n in scene.graph), scene)
    if not found:
        return f"I know of nothing here that is called '{name}'"
    node = scene.graph[found[0]]
    if node.kind is not NodeKind.ASSET:
        return f"{spoken(node.id)} is {_kind(node)}, and nothing can be put there"
    asked = next((scene.graph[x.terms[-1]] for x in field.demand.literals if x.terms[-1] in scene.graph), None)
    alike = f" in place of {spoken(asked.id)}" if asked is not None else ""
    return f"{spoken(node.id)} does not serve{alike}"


def _kind(node: Node) -> str:
    kinds = {NodeKind.ROOM: "a room", NodeKind.ASSET: "furniture", NodeKind.OBJECT: "a thing"}
    return kinds.get(node.kind, "the robot itself")
