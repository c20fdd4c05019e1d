# SPDX-License-Identifier: Apache-2.0
"""Homes that changed after their graph was made: half of the things are somewhere else, drawn by a seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from makedo_core.geometry import UNKNOWN_POSE
from makedo_core.graph.asset_model import RegionKind
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, SceneGraph
from makedo_core.ontology import Ontology
from makedo_eval.dynamic.world import HiddenWorld
from planner_node.seeking.chances import places_to_keep
from planner_node.seeking.travel import is_shut

BELIEF = 0.4
"""How sure the robot is of where things are before it has seen any: as sure as the demo's home is at its start."""


def moved_home(
    graph: SceneGraph, ontology: Ontology, random: Random, share: float = 0.5, tidy: float = 0.5
) -> HiddenWorld:
    """A home in which a share of the things is no longer where its graph has them.

    Args:
        graph: of the home; everything in it becomes a belief.
        ontology: where such things are usually kept.
        random: draws which things and where to.
        share: of the things that are moved.
        tidy: of these, so many go where such things are usually kept, where there is such a place; the others anywhere.
    """
    places = places_to_keep(graph, ontology)
    things = [n for n in graph.of_kind(NodeKind.OBJECT) if graph.support(n.id) in places and not graph.contents(n.id)]
    objects = graph.of_kind(NodeKind.OBJECT)
    truth = graph.changed(put=[replace(n, confidence=1.0, size=(0.0, 0.0, 0.0)) for n in objects])
    for node in random.sample(things, round(share * len(things))):
        usual = ontology.usual_places(node.label)
        fitting = [p for p in places if ontology.ancestors(graph[p].label) & usual]
        elsewhere = [p for p in places if p != graph.support(node.id)]
        choice = [p for p in fitting if p in elsewhere] if random.random() < tidy else elsewhere
        if not elsewhere:
            continue  # in a home with one place it stays
        target = random.choice(choice or elsewhere)
        truth = truth.changed(put=[replace(truth[node.id], pose=UNKNOWN_POSE)])
        truth = truth.with_placement(Relation(node.id, _how(graph, target), target))
    return HiddenWorld(truth, believed(graph))


def believed(graph: SceneGraph) -> SceneGraph:
    """A graph of which nothing was seen yet: furniture is as it is, every thing is a belief."""
    unseen = [
        replace(n, confidence=BELIEF, last_seen=None, size=(0.0, 0.0, 0.0)) for n in graph.of_kind(NodeKind.OBJECT)
    ]
    return graph.changed(put=[*unseen, *(replace(n, last_seen=None) for n in graph.of_kind(NodeKind.ASSET))])


def movables(graph: SceneGraph, labels: Sequence[str] = ()) -> tuple[Node, ...]:
    """Things that rest on furniture with nothing on them, of some classes or of any."""
    return tuple(
        n
        for n in graph.of_kind(NodeKind.OBJECT)
        if graph.support(n.id) is not None and not graph.contents(n.id) and (not labels or n.label in labels)
    )


def _how(graph: SceneGraph, place: str) -> RelationType:
    """Inside what has a door, else as the things that are there, else on it."""
    if is_shut(graph[place]):
        return RelationType.INSIDE
    model = graph[place].model
    if model is not None:
        return RelationType.ON if any(r.kind is RegionKind.ON for r in model.regions) else RelationType.INSIDE
    used = [r.type for r in graph.incoming(place) if r.type in (RelationType.ON, RelationType.INSIDE)]
    return RelationType.INSIDE if used and RelationType.ON not in used else RelationType.ON
