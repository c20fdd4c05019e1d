# SPDX-License-Identifier: Apache-2.0
"""Context distillation: what of a scene graph matters to write a planning problem, as a few lines for a prompt.

Kept are ids, classes, places and states; poses, sizes, models and the time of observations are not. Where not all
things fit, those stay that the instruction names or that share a use with them, and furniture that holds them.

Source: Musumeci et al., Context Matters! Relaxing Goals with LLMs for Feasible 3D Scene Planning, section III-C.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, RelationType, SceneGraph
from makedo_core.ontology import Ontology
from makedo_llm.templates import one_line
from planner_node.grounding.scene import Scene
from planner_node.language.reading.cursor import words_of
from planner_node.language.words.naming import Names
from planner_node.pddl.names import pddl_name

_RESTS = {RelationType.ON: "on", RelationType.INSIDE: "inside", RelationType.HELD_BY: "held by"}
_NAMED, _ALIKE, _OTHER = range(3)


def distilled(
    scene: Scene,
    types: Mapping[str, str],
    instruction: str,
    longest: int = 12_000,
    only: Collection[str] | None = None,
) -> str:
    """The scene, a line for the robot, for each room, each piece of furniture and each thing, what matters first.

    Args:
        scene: the snapshot with what is known of it.
        types: PDDL type of each node; what has none is left out, unless nothing has one.
        instruction: what it is for.
        longest: characters; the text says how much was left out.
        only: ids of the nodes that are described; None: of all that have a type.
    """
    graph = scene.graph
    lost = {node.id for node in scene.lost}
    ranks = _ranks(scene, instruction)
    order = {NodeKind.AGENT: 0, NodeKind.ROOM: 1, NodeKind.ASSET: 2, NodeKind.OBJECT: 3}
    if only is None:
        only = {n.id for n in graph if not types or n.id in types or n.kind is NodeKind.AGENT}
    nodes = [n for n in graph if n.id not in lost and n.id in only]
    # Rooms and robot are few; of the rest, what the instruction is about comes before other furniture.
    nodes.sort(key=lambda n: (0, order[n.kind]) if order[n.kind] < 2 else (1 + ranks[n.id], order[n.kind]))
    lines: list[str] = []
    left = longest
    for number, node in enumerate(nodes):
        line = _line(node, graph, types.get(node.id, ""))
        left -= len(line) + 1
        if left < 0:
            lines.append(f"(not all fits here: {len(nodes) - number} more are left out)")
            break
        lines.append(line)
    return "\n".join(lines)


def _ranks(scene: Scene, instruction: str) -> dict[str, int]:
    """How close each node is to what the instruction names."""
    concepts, ids = _named(scene, instruction)
    ontology = scene.ontology
    ranks = {n.id: _NAMED if n.id in ids else _rank(n.label, concepts, ontology) for n in scene.graph}
    for node in scene.objects:
        support = scene.graph.support(node.id)
        if support is not None:
            ranks[support] = min(ranks[support], ranks[node.id])
    return ranks


def _named(scene: Scene, instruction: str) -> tuple[set[str], set[str]]:
    """Classes and ids that the words of the instruction name."""
    names = Names(scene.ontology, scene.graph)
    words = words_of(instruction)
    concepts: set[str] = set()
    ids: set[str] = set()
    at = 0
    while at < len(words):
        name = names.match(words, at)
        if name is not None and name.node_id is not None:
            ids.add(name.node_id)
        if name is not None and name.concept is not None:
            concepts.add(name.concept)
        at += name.length if name is not None else 1
    return concepts, ids


def _rank(label: str, concepts: set[str], ontology: Ontology) -> int:
    if any(ontology.is_a(label, c) for c in concepts):
        return _NAMED
    return _ALIKE if any(ontology.functional_class(c, label) is not None for c in concepts) else _OTHER


def _line(node: Node, graph: SceneGraph, type_name: str) -> str:
    typed = f" - {type_name}" if type_name else ""
    return f"{one_line(pddl_name(node.id))}{typed}: {one_line('; '.join(_told(node, graph)), 160)}"


def _told(node: Node, graph: SceneGraph) -> Iterator[str]:
    """Class, place, states and attributes; a belief is called one."""
    if node.kind is NodeKind.AGENT:
        yield "the robot"
        held = graph.held(node.id)
        yield f"holds {pddl_name(held)}" if held else "holds nothing"
        at = [r.target for r in graph.outgoing(node.id) if r.type is RelationType.AT]
        yield from (f"at {pddl_name(target)}" for target in at)
    else:
        yield node.label.replace("_", " ")
    relation = graph.placement(node.id)
    if relation is not None:
        yield f"{_RESTS[relation.type]} {pddl_name(relation.target)}"
    room = graph.room_of(node.id)
    if room is not None and room != node.id:
        yield f"in {pddl_name(room)}"
    yield from sorted(str(s) for s in node.states)
    yield from sorted(node.attributes)
    if node.kind is NodeKind.OBJECT and node.is_belief and (relation is None or relation.target != AGENT_ID):
        yield "believed, not seen"
