# SPDX-License-Identifier: Apache-2.0
"""The scene as it is by a person's word: where things are said to be is believed, and not seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from makedo_core.geometry import UNKNOWN_POSE
from makedo_core.graph.correction import SpokenCorrection
from makedo_core.graph.persons_word import Matter, PersonsWord
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, SceneGraph, State

_CONFIDENCE = 0.47
"""Of a thing that is said to be somewhere: the robot has to look where exactly."""
_SIDES = {"on": RelationType.ON, "in": RelationType.INSIDE}


def believed(
    graph: SceneGraph, told: Sequence[SpokenCorrection], states: Sequence[tuple[str, State]] = ()
) -> SceneGraph:
    """The snapshot as people say it is, of the same revision.

    Args:
        graph: the snapshot.
        told: what is said of its things, the newest last; of things that are in it.
        states: in which its furniture is said to be.
    """
    revision = graph.revision
    for correction in told:
        graph = _with(graph, correction)
    graph = graph.changed(put=tuple(graph[node_id].with_state(state) for node_id, state in states))
    return replace(graph, revision=revision)


def _with(graph: SceneGraph, told: SpokenCorrection) -> SceneGraph:
    node = graph[told.node_id]
    matters = node.told.matters if node.told is not None else frozenset[Matter]()
    if told.what:
        looks = frozenset(told.what.split()) - set(node.label.split("_"))
        word = PersonsWord(matters | {Matter.ATTRIBUTES}, graph.stamp)
        graph = graph.changed(put=(replace(node, attributes=looks, told=word),))
        node = graph[told.node_id]
    if not told.gone and not told.place:
        return graph
    matter = Matter.GONE if told.gone else Matter.PLACE
    word = PersonsWord((matters - {Matter.GONE, Matter.PLACE}) | {matter}, graph.stamp)
    moved = replace(node, pose=UNKNOWN_POSE, confidence=0.0 if told.gone else _CONFIDENCE, told=word, last_seen=None)
    drop = _where_it_was(graph, node, told.gone)
    return graph.changed(put=(moved,), drop=drop, add=_where_it_is(graph, told))


def _where_it_was(graph: SceneGraph, node: Node, is_gone: bool) -> tuple[Relation, ...]:
    """What says where a thing was; of one that is gone, what rested on it, too."""
    own = [r for r in graph.outgoing(node.id) if r.type not in (RelationType.CONNECTED, RelationType.AT)]
    void = {RelationType.NEXT_TO, *(_SIDES.values() if is_gone else ())}
    return (*own, *(r for r in graph.incoming(node.id) if r.type in void))


def _where_it_is(graph: SceneGraph, told: SpokenCorrection) -> tuple[Relation, ...]:
    if not told.place:
        return ()
    in_room = graph[told.place].kind is NodeKind.ROOM
    return (Relation(told.node_id, RelationType.IN if in_room else _SIDES[told.side], told.place),)
