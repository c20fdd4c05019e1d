# SPDX-License-Identifier: Apache-2.0
"""Which statements come and go from one snapshot of the scene graph to the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from makedo_core.conversation.habit import ToldHabits
from makedo_core.graph.scene_graph import Node, Relation, SceneGraph
from makedo_core.ontology import Ontology
from scene_graph_node.knowledge.fact import Triple
from scene_graph_node.knowledge.habit_keeper import facts_of_habits
from scene_graph_node.knowledge.statements import facts_of_node, facts_of_relation, standing_relations


@dataclass(frozen=True, slots=True)
class TripleDelta:
    """Facts that hold from now on, and facts that do so no longer."""

    added: frozenset[Triple]
    removed: frozenset[Triple]


class Ledger:
    """Follows the scene graph; begins with an empty one.

    What one snapshot shares with the next costs a comparison; only what differs is put into facts.
    """

    def __init__(self, ontology: Ontology) -> None:
        """Begin with nothing."""
        self._ontology = ontology
        self._nodes: dict[str, tuple[Node, frozenset[Triple]]] = {}
        self._standing: frozenset[Relation] = frozenset()
        self._told: frozenset[Triple] = frozenset()
        self._reasons: Counter[Triple] = Counter()  # how many relations give a fact

    def follow(self, graph: SceneGraph, habits: ToldHabits | None = None) -> TripleDelta:
        """What differs from the snapshot before, and from what was told then; None: nothing was told."""
        told = frozenset(facts_of_habits(habits or ToldHabits()))
        added: set[Triple] = set(told - self._told)
        removed: set[Triple] = set(self._told - told)
        self._told = told
        for node_id in self._nodes.keys() - graph.nodes.keys():
            removed |= self._nodes.pop(node_id)[1]
        for node in graph:
            known, before = self._nodes.get(node.id, (None, frozenset()))
            if node is known or node == known:
                continue
            after = frozenset(facts_of_node(node, self._ontology))
            self._nodes[node.id] = (node, after)
            added |= after - before
            removed |= before - after
        standing = standing_relations(graph)
        # The new first: a fact that another relation goes on giving stays.
        added.update(self._given(standing - self._standing))
        removed.update(self._taken(self._standing - standing))
        self._standing = standing
        return TripleDelta(frozenset(added), frozenset(removed))

    def _given(self, relations: Iterable[Relation]) -> Iterator[Triple]:
        """Facts that had no reason before these relations."""
        for relation in relations:
            for fact in facts_of_relation(relation, self._ontology):
                self._reasons[fact] += 1
                if self._reasons[fact] == 1:
                    yield fact

    def _taken(self, relations: Iterable[Relation]) -> Iterator[Triple]:
        """Facts that have no reason any more without these relations."""
        for relation in relations:
            for fact in facts_of_relation(relation, self._ontology):
                self._reasons[fact] -= 1
                if not self._reasons[fact]:
                    del self._reasons[fact]
                    yield fact
