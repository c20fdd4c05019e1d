# SPDX-License-Identifier: Apache-2.0
"""What of a stored graph still holds after the node was away, and what of a file's graph holds for this robot now."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace

from makedo_core.files.scene_json import graph_to_json
from makedo_core.graph.persons_word import Matter
from makedo_core.graph.scene_graph import (
    AGENT_ID,
    PLACEMENTS,
    GraphError,
    Node,
    NodeKind,
    Relation,
    RelationType,
    SceneGraph,
)

CLOCK_SLACK_S = 5.0
HELD_CONFIDENCE = 0.4  # a belief: the fingers check it when the next instruction begins
_UNKEPT_REVISIONS = 1000  # more than were given out in the last second, which the disk may lack
_FURNITURE = frozenset({NodeKind.ROOM, NodeKind.ASSET})


@dataclass(frozen=True, slots=True)
class Recollection:
    """A graph to go on with, and what is different about it, in words."""

    graph: SceneGraph
    notes: tuple[str, ...] = ()


def furniture_digest(scene: SceneGraph) -> str:
    """A digest of the rooms and assets of a scene file; another one means that somebody rearranged the file."""
    nodes = {n.id: n for n in scene if n.kind in _FURNITURE}
    relations = frozenset(r for r in scene.relations if r.source in nodes and r.target in nodes)
    text = graph_to_json(SceneGraph(nodes, relations, scene=scene.scene), indent=None)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def recollected(stored: SceneGraph, scene: SceneGraph, *, same_furniture: bool) -> Recollection:
    """The graph to start with when one was stored.

    - What rests where, is open or is switched on is taken to be so still; how sure that is, `ageing` says.
    - Where the robot stands is what its localisation says: that it is at something no longer holds.
    - What it held it may have lost: that becomes a belief.
    - Rooms and assets are those of the scene file if that was changed since; what rested on an asset that is gone is
      somewhere.
    - The revision jumps: one that was given out just before a crash must not come again with another graph.

    Args:
        stored: as it was written last.
        scene: as the scene file has it.
        same_furniture: whether rooms and assets of the scene file are those that the stored graph began with.
    """
    notes: list[str] = []
    graph = stored if same_furniture else _refurnished(stored, scene, notes)
    relations = {r for r in graph.relations if r.type is not RelationType.AT}
    nodes = dict(graph.nodes)
    for relation in relations:
        if relation.type is RelationType.HELD_BY:
            node = nodes[relation.source]
            nodes[node.id] = replace(node, confidence=min(node.confidence, HELD_CONFIDENCE))
            notes.append(f"{node.id} was in the robot's hand; that is a belief until the fingers have felt it")
    if AGENT_ID not in nodes:
        nodes[AGENT_ID] = scene[AGENT_ID]
    return Recollection(
        SceneGraph(nodes, frozenset(relations), stored.revision + _UNKEPT_REVISIONS, scene.scene, stored.stamp),
        tuple(notes),
    )


def on_clock(graph: SceneGraph, now_s: float) -> SceneGraph:
    """The graph without times that have not come yet: they are of another clock, such as an earlier simulation's.

    Args:
        graph: with times of a clock that may have begun anew.
        now_s: the node's clock [s].
    """
    if graph.stamp <= now_s + CLOCK_SLACK_S:
        return graph
    nodes = {n.id: _seen_by(n, now_s) for n in graph}
    return SceneGraph(nodes, graph.relations, graph.revision, graph.scene, now_s)


def replacement(new: SceneGraph, current: SceneGraph) -> SceneGraph:
    """The snapshot that follows the current one when a file's graph replaces it.

    Where the robot is, and what it holds, no file knows: these stay. The revision rises and the stamp stays, so that
    whoever has a plan or a graph of before can tell.

    Args:
        new: from a file.
        current: the newest snapshot.

    Raises:
        GraphError: if the file is of another scene, has no assets, or what the robot holds cannot be kept.
    """
    if new.scene and current.scene and new.scene != current.scene:
        raise GraphError(f"the graph is of the scene {new.scene!r}, the robot is in {current.scene!r}")
    if not new.of_kind(NodeKind.ASSET):
        raise GraphError("the graph has no assets; there is nothing that objects could rest on")
    nodes = {n.id: _seen_by(n, current.stamp) for n in new if n.kind is not NodeKind.AGENT}
    if AGENT_ID in nodes:
        raise GraphError(f"the graph has a node {AGENT_ID!r} that is not an agent; give it another name")
    held = current.held()
    if held is not None:
        other = nodes.get(held)
        if other is not None and other.kind is not NodeKind.OBJECT:
            raise GraphError(f"the robot holds {held!r}, which is no object in the graph; put it down first")
        nodes[held] = current[held]
    nodes[AGENT_ID] = current[AGENT_ID]
    relations = {r for r in new.relations if r.source in nodes and r.target in nodes and AGENT_ID not in _ends(r)}
    if held is not None:
        relations -= {r for r in relations if r.source == held and r.type in (*PLACEMENTS, RelationType.IN)}
    relations |= {r for r in current.relations if AGENT_ID in _ends(r) and r.source in nodes and r.target in nodes}
    scene = current.scene or new.scene
    return SceneGraph(nodes, frozenset(relations), current.revision + 1, scene, current.stamp)


def _refurnished(stored: SceneGraph, scene: SceneGraph, notes: list[str]) -> SceneGraph:
    nodes: dict[str, Node] = {}
    for node in scene:
        old = stored.nodes.get(node.id)
        nodes[node.id] = node if old is None else _with_what_was_known(node, old)
        if node.kind not in _FURNITURE and old is not None:
            nodes[node.id] = old
    nodes.update({n.id: n for n in stored if n.kind not in _FURNITURE and n.id not in nodes})
    gone = sorted(n.id for n in stored if n.kind in _FURNITURE and n.id not in nodes)
    notes.append("rooms and furniture are taken from the scene file, which was changed")
    if gone:
        notes.append(f"no longer in the scene file: {', '.join(gone)}; what rested there is somewhere")
    own = {n.id for n in nodes.values() if n.kind in _FURNITURE or n.id not in stored}
    relations = {r for r in scene.relations if r.source in own}
    relations |= {r for r in stored.relations if r.source not in own and r.source in nodes and r.target in nodes}
    return SceneGraph(nodes, frozenset(relations), stored.revision, scene.scene, stored.stamp)


def _with_what_was_known(node: Node, old: Node) -> Node:
    """A node of the scene file with the states of one that was stored and what a person said of it, if that is it."""
    if old.kind is not node.kind:
        return node
    mistaken = frozenset() if old.told is None else old.told.mistaken
    if old.label != node.label and node.label not in mistaken:
        return node
    attributes = old.attributes if old.is_told(Matter.ATTRIBUTES) else node.attributes
    label = old.label if old.is_told(Matter.CLASS) else node.label
    return replace(node, label=label, attributes=attributes, states=old.states, told=old.told)


def _seen_by(node: Node, now_s: float) -> Node:
    """The node, never seen if that would be later than now; what was said of it was said now at the latest."""
    if node.told is not None:
        node = replace(node, told=node.told.on_clock(now_s))
    return node if node.last_seen is None or node.last_seen <= now_s else replace(node, last_seen=None)


def _ends(relation: Relation) -> Iterable[str]:
    return relation.source, relation.target
