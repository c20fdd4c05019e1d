# SPDX-License-Identifier: Apache-2.0
"""Where a thing may be: from what the graph believes, what is kept where, what keeps it company, what was looked at.

The chance that it is still where it is thought to be is how sure the graph is of that; ageing has lowered it already.
With the rest it is elsewhere: where such things are usually kept, beside things of the same use, or anywhere. Of a
place that was looked into in vain nothing is left, of one that was seen not long ago little.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from makedo_core.goals.facts import is_gone
from makedo_core.graph.asset_model import RegionKind
from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph
from makedo_core.ontology import Ontology
from planner_node.seeking.travel import is_shut

_SAME_CLASS = 2.0  # how much more a thing of the very class says than one of the same use


@dataclass(frozen=True, slots=True)
class Habits:
    """How people leave things, as shares of 1; `kept` and `beside` after where things are in VirtualHome's apartments.

    Attributes:
        kept: of things that are not where they were thought to be, so many are where such things are usually kept.
        beside: so many are where other things of the same use are; the rest is anywhere.
        nowhere: so many are nowhere that one can look.
        surest: no belief is surer than this.
        noticed: of what is in plain view of a robot that passes, so much is seen.
        half_life_s: after so long, half of the things may have been brought to a place since it was seen [s].
    """

    kept: float = 0.3
    beside: float = 0.5
    nowhere: float = 0.05
    surest: float = 0.95
    noticed: float = 0.8
    half_life_s: float = 4 * 3600.0


def places_to_keep(graph: SceneGraph, ontology: Ontology) -> tuple[str, ...]:
    """Furniture that things can be on or in: by its model, by what is there, or because things are usually kept there.

    Nobody's hand is such a place: people are not driven to, to look at what they hold.

    Where that leaves nothing, all furniture.
    """
    keeps = frozenset(place for concept in ontology.concepts.values() for place in concept.usually_at)
    assets = graph.of_kind(NodeKind.ASSET)
    found = tuple(n.id for n in assets if _can_hold(n, graph, ontology, keeps))
    return found or tuple(n.id for n in assets)


def chances(
    label: str,
    graph: SceneGraph,
    ontology: Ontology,
    places: Collection[str],
    *,
    believed: Iterable[Node] = (),
    ruled_out: Collection[str] = (),
    habits: Habits | None = None,
) -> dict[str, float]:
    """The chance that a thing of a class is at each of some places; 1 at most together.

    Args:
        label: the class that is sought.
        graph: what is known.
        ontology: where things are kept, and what has the same use.
        places: ids of furniture.
        believed: nodes that would do, wherever they are thought to be.
        ruled_out: places that were looked into in vain.
        habits: how people leave things.
    """
    habits = habits or Habits()
    memory = _remembered(graph, places, believed, habits.surest)
    parts = {
        "kept": (_usual(label, graph, ontology, places), habits.kept),
        "beside": (_in_company(label, graph, ontology, places), habits.beside),
        "anywhere": (dict.fromkeys(places, 1.0), max(0.0, 1.0 - habits.kept - habits.beside)),
    }
    elsewhere = _mixed(parts.values())
    away = (1.0 - sum(memory.values())) * (1.0 - habits.nowhere)
    left = {p: away * elsewhere.get(p, 0.0) * _unseen(graph[p], graph, habits) for p in places}
    prior = {p: memory.get(p, 0.0) + left[p] for p in places}
    lost = sum(share for p, share in prior.items() if p in ruled_out)
    lost += sum(away * elsewhere.get(p, 0.0) - left[p] for p in places)
    remaining = 1.0 - lost
    return {p: 0.0 if p in ruled_out or remaining <= 0.0 else share / remaining for p, share in prior.items()}


def _can_hold(node: Node, graph: SceneGraph, ontology: Ontology, keeps: Collection[str]) -> bool:
    if node.model is not None:
        return any(region.kind is not RegionKind.HAND for region in node.model.regions)
    return bool(graph.contents(node.id)) or not ontology.ancestors(node.label).isdisjoint(keeps)


def _remembered(
    graph: SceneGraph, places: Collection[str], believed: Iterable[Node], surest: float
) -> dict[str, float]:
    """How sure each place is by memory; together no surer than anything may be."""
    sure: dict[str, float] = {}
    for node in believed:
        place = graph.support(node.id)
        if place in places and place is not None and not is_gone(node):
            sure[place] = 1.0 - (1.0 - sure.get(place, 0.0)) * (1.0 - min(node.confidence, surest))
    total = sum(sure.values())
    return sure if total <= surest else {p: s * surest / total for p, s in sure.items()}


def _usual(label: str, graph: SceneGraph, ontology: Ontology, places: Collection[str]) -> dict[str, float]:
    """Evenly over the classes of furniture where such things are kept, and over the furniture of each class."""
    classes = ontology.usual_places(label)
    weights: dict[str, float] = {}
    for name in classes:
        members = [p for p in places if name in ontology.ancestors(graph[p].label)]
        for place in members:
            weights[place] = weights.get(place, 0.0) + 1.0 / len(members)
    return weights


def _in_company(label: str, graph: SceneGraph, ontology: Ontology, places: Collection[str]) -> dict[str, float]:
    """By the things of the same use that are at each place, as sure as they are."""
    weights: dict[str, float] = {}
    for node in graph.of_kind(NodeKind.OBJECT):
        place = graph.support(node.id)
        if place is None or place not in places or is_gone(node):
            continue
        common = ontology.functional_class(label, node.label)
        alike = _SAME_CLASS if node.label == label else 0.0 if common is None else 2.0**-common.breadth
        if alike:
            weights[place] = weights.get(place, 0.0) + alike * node.confidence
    return weights


def _mixed(parts: Iterable[tuple[Mapping[str, float], float]]) -> dict[str, float]:
    """Weights of several kinds, each kind with its share; the share of a kind that says nothing goes to the others."""
    useful = [(weights, share, sum(weights.values())) for weights, share in parts]
    useful = [part for part in useful if part[1] > 0.0 and part[2] > 0.0]
    whole = sum(share for _, share, _ in useful)
    result: dict[str, float] = {}
    for weights, share, total in useful:
        for place, weight in weights.items():
            result[place] = result.get(place, 0.0) + share / whole * weight / total
    return result


def _unseen(place: Node, graph: SceneGraph, habits: Habits) -> float:
    """How much of a place's chance is left though it was seen without the thing; a closed door hides all."""
    if place.last_seen is None or is_shut(place):
        return 1.0
    age_s = max(0.0, graph.stamp - place.last_seen)
    return 1.0 - float(habits.noticed * 2.0 ** (-age_s / habits.half_life_s))
