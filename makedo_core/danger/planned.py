# SPDX-License-Identifier: Apache-2.0
"""What a plan does, as deeds, and the scene that it begins in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from makedo_core.danger.kinds import ThingKinds
from makedo_core.danger.values import DangerAct, JudgedDeed, NamedThing
from makedo_core.danger.world import DeedWorld
from makedo_core.graph.scene_graph import Node, NodeKind, RelationType, SceneGraph, State
from makedo_core.skills import SkillCall

_PLACED = {
    "put_on": (DangerAct.PUT, "on"),
    "put_inside": (DangerAct.PUT, "in"),
}
_DONE = {
    "turn_on": DangerAct.SWITCH_ON,
    "turn_off": DangerAct.SWITCH_OFF,
    "open": DangerAct.OPEN,
    "close": DangerAct.CLOSE,
}


def named_node(node: Node) -> NamedThing:
    """A node as something that is spoken of."""
    words = " ".join((*sorted(node.attributes), node.label.replace("_", " ")))
    return NamedThing(node.label, words, node.id)


def world_of(graph: SceneGraph, kinds: ThingKinds) -> DeedWorld:
    """What a scene graph says of where things are and what is on."""
    world = DeedWorld(kinds)
    for node in graph.of_kind(NodeKind.OBJECT):
        placement = graph.placement(node.id)
        if placement is not None and placement.target in graph and graph[placement.target].kind is not NodeKind.ROOM:
            relation = "in" if placement.type is RelationType.INSIDE else "on"
            world.rests(named_node(node), relation, named_node(graph[placement.target]))
    for node in (*graph.of_kind(NodeKind.ASSET), *graph.of_kind(NodeKind.OBJECT)):
        if State.ON in node.states:
            world.know(named_node(node))
            world.on.add(node.id)
    return world


def deeds_of_calls(calls: Iterable[SkillCall], graph: SceneGraph) -> Iterator[JudgedDeed]:
    """What skill calls do; of calls of other domains, and things that the graph does not know, nothing is known."""
    for call in calls:
        nodes = [named_node(graph[a]) for a in call.arguments if a in graph]
        if not nodes or len(nodes) != len(call.arguments):
            continue
        if call.skill in _PLACED and len(nodes) == 2:
            act, relation = _PLACED[call.skill]
            yield JudgedDeed(act, nodes[0], relation, nodes[1])
        elif call.skill == "pour" and len(nodes) == 2:
            yield JudgedDeed(DangerAct.POUR, nodes[0], "in", nodes[1])
        elif call.skill == "hand_over" and len(nodes) == 2:
            yield JudgedDeed(DangerAct.GIVE, nodes[0], to=nodes[1])
        elif call.skill in _DONE:
            yield JudgedDeed(_DONE[call.skill], nodes[0])
