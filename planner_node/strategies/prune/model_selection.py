# SPDX-License-Identifier: Apache-2.0
"""Which nodes of a scene a model holds to matter: along the taxonomy, then along the relations.

Source: Perez-Dattari et al., Scalable Task Planning via Large Language Models and Structured World Representations,
Advanced Robotics Research 2025, Algorithms 1 and 2. What is asked again, and how often, is `makedo_llm.ask`'s.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from makedo_core.graph.scene_graph import NodeKind, Relation, RelationType, SceneGraph
from makedo_llm.ladder import NoModel
from makedo_llm.templates import one_line
from planner_node.strategies.prune.questions import PruneQuestions
from planner_node.strategies.prune.taxonomy_graph import TaxonomyGraph

_THINGS = (NodeKind.ASSET, NodeKind.OBJECT)
_SAID = {
    RelationType.ON: "is on",
    RelationType.INSIDE: "is inside",
    RelationType.HELD_BY: "is held by",
    RelationType.IN: "is in",
    RelationType.AT: "is at",
}


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a model chose.

    Attributes:
        nodes: ids of things and furniture.
        by_taxonomy: how many of them by their classes; the others by their relations.
        expansions: how often the relations were looked at.
    """

    nodes: frozenset[str]
    by_taxonomy: int
    expansions: int


def choose(
    graph: SceneGraph, taxonomy: TaxonomyGraph, questions: PruneQuestions, levels: int, expansions: int
) -> Chosen | NoModel:
    """The nodes that matter for an instruction, as a model sees it.

    Args:
        graph: the scene.
        taxonomy: over the labels of its things and furniture.
        questions: about the instruction.
        levels: of categories; what lies deeper is chosen by class.
        expansions: how often relations are followed at most.
    """
    labels = by_taxonomy(taxonomy, questions, levels)
    if isinstance(labels, NoModel):
        return labels
    nodes = {node.id for node in graph if node.kind in _THINGS and node.label in labels}
    return by_relations(graph, nodes, questions, expansions)


def by_taxonomy(taxonomy: TaxonomyGraph, questions: PruneQuestions, levels: int) -> frozenset[str] | NoModel:
    """Labels by categories from the top down (Algorithm 1)."""
    level = taxonomy.first()
    labels = dict.fromkeys(level.labels)
    categories = level.categories
    for _ in range(levels):
        if not categories:
            break
        kept = questions.categories(categories)
        if isinstance(kept, NoModel):
            return kept
        labels.update(dict.fromkeys(name for name in kept if name in taxonomy.labels))
        level = taxonomy.below(kept)
        labels.update(dict.fromkeys(level.labels))
        categories = level.categories
    labels.update(dict.fromkeys(taxonomy.labels_below(categories)))
    if not labels:
        return frozenset()
    found = questions.classes(sorted(labels))
    return found if isinstance(found, NoModel) else frozenset(found)


def by_relations(
    graph: SceneGraph, nodes: Collection[str], questions: PruneQuestions, expansions: int
) -> Chosen | NoModel:
    """Nodes and what they touch, as long as a model finds something that matters in that (Algorithm 2)."""
    kept = dict.fromkeys(sorted(nodes))
    turns = 0
    while turns < expansions:
        relations = tuple(_connecting(graph, kept))
        connected = sorted({end for r in relations for end in (r.source, r.target)} - kept.keys())
        if not connected:
            break
        turns += 1
        sentences = [f"{one_line(r.source)} {_SAID[r.type]} {one_line(r.target)}" for r in relations]
        more = questions.related(tuple(kept), connected, sentences)
        if isinstance(more, NoModel):
            return more
        if not more:
            break
        kept.update(dict.fromkeys(more))
    return Chosen(frozenset(kept), len(nodes), turns)


def _connecting(graph: SceneGraph, kept: Collection[str]) -> Iterator[Relation]:
    """Relations between what is kept and other things or furniture (the function phi of equation 4)."""
    for relation in sorted(graph.relations, key=lambda r: (r.source, r.type, r.target)):
        ends = (graph[relation.source], graph[relation.target])
        one_kept = (relation.source in kept) is not (relation.target in kept)
        if one_kept and relation.type in _SAID and all(end.kind in _THINGS for end in ends):
            yield relation
