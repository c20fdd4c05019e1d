# SPDX-License-Identifier: Apache-2.0
"""The part of a scene that some literals need, as a scene of its own, and what of them is lost in it.

What is needed follows from the graph and the skills: the things that the literals name, what those rest in and what
rests on them, the furniture to drive to, the rooms on the way there, the robot, and of furniture without a model one
thing that shows that others can be put there. `rings` begins with that and ends with everything, so that whoever goes
on to the next one where a plan is missing loses nothing.

Source: Perez-Dattari et al., Scalable Task Planning via Large Language Models and Structured World Representations,
Advanced Robotics Research 2025, equation 1, for what is to be found.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from makedo_core.goals.facts import facts
from makedo_core.graph.scene_graph import AGENT_ID, NodeKind, RelationType, SceneGraph
from makedo_core.skills import Literal, Predicate
from planner_node.grounding.scene import Scene
from planner_node.proof.backend import Manner
from planner_node.proof.prune import literals_of_placement, parking_places, relevant
from planner_node.proof.reachability import reachable

_OFFERED = {Predicate.ON: Predicate.SURFACE, Predicate.INSIDE: Predicate.CONTAINER}
_SIDES = {Predicate.ON: RelationType.ON, Predicate.INSIDE: RelationType.INSIDE}


def needed(graph: SceneGraph, literals: Sequence[Literal]) -> frozenset[str]:
    """Ids of the nodes that any plan for some grounded literals is made of, but for where to put what is in the way."""
    part = relevant(graph, literals)
    nodes = {*part.objects, *part.assets}
    for node_id in part.objects:
        nodes.update(_below(graph, node_id))
    nodes.update(_witnesses(graph, literals, nodes))
    return with_ways(graph, nodes)


def rings(graph: SceneGraph, literals: Sequence[Literal], chosen: Collection[str] = ()) -> Iterator[frozenset[str]]:
    """Ever larger parts of a scene: what is needed (with what was chosen), places to put things aside, everything."""
    core = needed(graph, literals) | {n for n in chosen if n in graph}
    yield core
    aside = with_ways(graph, {*core, *parking_places(graph)})
    if aside != core:
        yield aside
    everything = frozenset(graph.nodes)
    if everything != aside:
        yield everything


def with_ways(graph: SceneGraph, nodes: Iterable[str]) -> frozenset[str]:
    """Nodes with the robot, their rooms, and the rooms that lie between the robot and them."""
    kept = {*nodes} | ({AGENT_ID} if AGENT_ID in graph else set())
    rooms = {room for node_id in kept if (room := graph.room_of(node_id)) is not None}
    towards = _ways(graph)
    for room in tuple(rooms):
        step: str | None = room
        while step is not None:
            rooms.add(step)
            step = towards.get(step)
    return frozenset(kept | rooms)


def reduced_graph(graph: SceneGraph, nodes: Collection[str]) -> SceneGraph:
    """The same snapshot with some of its nodes only, and the relations between them."""
    kept = {node.id: node for node in graph if node.id in nodes}
    relations = frozenset(r for r in graph.relations if r.source in kept and r.target in kept)
    return SceneGraph(kept, relations, graph.revision, graph.scene, graph.stamp)


def reduced_scene(scene: Scene, nodes: Collection[str]) -> Scene:
    """A scene of some nodes only, with all that is known besides. It is planned for with the skill catalogue."""
    return scene.of_graph(reduced_graph(scene.graph, nodes))


def lost(scene: Scene, literals: Sequence[Literal]) -> tuple[Literal, ...]:
    """Those of some literals that cannot be reached in a scene, by the proof of delete relaxation."""
    absent = tuple(x for x in literals if any(term not in scene.graph for term in x.terms))
    if absent:
        return absent
    problem = scene.backend.problem(literals, Manner())
    seen = reachable(problem)
    return tuple(x for x in literals if not seen.issuperset(problem.numbers_of(x)))


def _below(graph: SceneGraph, node_id: str) -> Iterator[str]:
    """What an object rests on or in, down to the furniture."""
    relation = graph.placement(node_id)
    while relation is not None:
        yield relation.target
        if graph[relation.target].kind is not NodeKind.OBJECT:
            return
        relation = graph.placement(relation.target)


def _witnesses(graph: SceneGraph, literals: Sequence[Literal], nodes: Collection[str]) -> Iterator[str]:
    """For each place that only its contents show to be one: one of them, unless one is kept anyway."""
    for literal in literals_of_placement(literals):
        place = literal.terms[1]
        if place not in graph:
            continue
        offered = Literal(_OFFERED[Predicate(literal.predicate)], (place,))
        if offered not in facts(graph, only=(place,)) or offered in facts(reduced_graph(graph, nodes), only=(place,)):
            continue
        side = _SIDES[Predicate(literal.predicate)]
        resting = (r.source for r in graph.incoming(place) if r.type is side)
        yield from sorted(resting, key=lambda n: (len(graph.contents(n)), n))[:1]


def _ways(graph: SceneGraph) -> dict[str, str | None]:
    """For each room that can be driven to, the next one on a shortest way to the robot's."""
    here = graph.room_of(AGENT_ID) if AGENT_ID in graph else None
    if here is None:
        return {}
    towards: dict[str, str | None] = {here: None}
    frontier = [here]
    for room in frontier:
        ends = {r.target for r in graph.outgoing(room) if r.type is RelationType.CONNECTED}
        ends |= {r.source for r in graph.incoming(room) if r.type is RelationType.CONNECTED}
        for end in sorted(ends - towards.keys()):
            towards[end] = room
            frontier.append(end)
    return towards
