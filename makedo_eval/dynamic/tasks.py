# SPDX-License-Identifier: Apache-2.0
"""Tasks in homes that changed: bring a thing, put it into the fridge, heat it, wash it; judged on the truth at the end.

The last three are the categories of LookPlanGraph's experiments in VirtualHome (section VI-B).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from makedo_core.graph.scene_graph import Node, NodeKind, RelationType, SceneGraph, State
from makedo_core.ontology import Ontology
from makedo_eval.dynamic.moves import movables


@dataclass(frozen=True, slots=True)
class DynamicTask:
    """What is asked, and what must be true at the end.

    Attributes:
        labels: of the things that are what was named; any of them will do.
        place: id of the furniture where it must be.
        how: on it or inside.
        states: of the furniture.
        family: "bring", "fridge", "microwave" or "dishwasher".
    """

    instruction: str
    labels: frozenset[str]
    place: str
    how: RelationType
    states: frozenset[State] = frozenset()
    family: str = "bring"

    def precision(self, truth: SceneGraph) -> float:
        """Share of the nodes that had to change and are as they should be (the paper's APP for one task)."""
        there = any(node.label in self.labels and self._is_there(node.id, truth) for node in truth)
        return (there + sum(s in truth[self.place].states for s in self.states)) / (1 + len(self.states))

    def _is_there(self, node_id: str, truth: SceneGraph) -> bool:
        """At the place, by itself or with what it is in or on."""
        relation = truth.placement(node_id)
        while relation is not None and relation.target != self.place:
            relation = truth.placement(relation.target)
        return relation is not None and relation.type is self.how

    def success(self, truth: SceneGraph) -> bool:
        """Whether all of it is true."""
        return self.precision(truth) == 1.0


def bring_tasks(graph: SceneGraph, targets: Sequence[str], ontology: Ontology) -> Iterator[DynamicTask]:
    """Each thing to the first of some tables where none of its class is."""
    for node in movables(graph):
        labels = _labels(node, graph, ontology)
        free = [t for t in targets if not any(graph[i].label in labels for i in graph.contents(t))]
        if free:
            text = f"bring the {_words(node)} to {free[0]}"
            yield DynamicTask(text, labels, free[0], RelationType.ON)


def household_tasks(graph: SceneGraph, ontology: Ontology, random: Random, each: int) -> list[DynamicTask]:
    """Of each of the paper's categories that the home has furniture for, so many."""
    found: list[DynamicTask] = []
    for family, of_class, on in (("fridge", "food", False), ("microwave", "food", True), ("dishwasher", "dish", True)):
        machines = [n for n in graph.of_kind(NodeKind.ASSET) if n.label == family]
        known = {n.label: n for n in movables(graph) if ontology.is_a(n.label, of_class) and ontology.class_of(n.label)}
        things = [n for n in known.values() if machines and machines[0].id != graph.support(n.id)]
        if not machines or not things:
            continue
        place = machines[0].id
        for node in random.sample(things, min(each, len(things))):
            text = f"put the {_words(node)} into {place}" + (f", then turn on {place}" if on else "")
            shut = {State.CLOSED} & machines[0].states  # nobody asks to close what stood open
            states = frozenset(shut | {State.ON} if on else shut)
            labels = _labels(node, graph, ontology)
            found.append(DynamicTask(text, labels, place, RelationType.INSIDE, states, family))
    return found


def _labels(node: Node, graph: SceneGraph, ontology: Ontology) -> frozenset[str]:
    """Labels in a graph of what the words for a thing mean: asking for mail, a letter is right."""
    others = {n.label for n in graph.of_kind(NodeKind.OBJECT) if ontology.is_a(n.label, node.label)}
    return frozenset({node.label, *others})


def _words(node: Node) -> str:
    return node.label.replace("_", " ")
