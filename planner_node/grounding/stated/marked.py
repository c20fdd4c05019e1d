# SPDX-License-Identifier: Apache-2.0
"""What labels and ids say: a rotten_tomato is rotten; plant_table_1 and plant_table_2 are plant tables among tables."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph
from makedo_core.ontology import Ontology
from planner_node.grounding.scene import looks_of
from planner_node.language.phrasebook import Phrasebook

_CONDITIONS = frozenset({"empty", "full", "clean", "broken"})


def marked_by_labels(graph: SceneGraph, book: Phrasebook, ontology: Ontology) -> SceneGraph:
    """The snapshot in which such a look is an attribute, too; what is said of a node otherwise wins.

    Of looks only the conditions of things count (what is dirty, spoilt, empty, broken): orange juice is not orange.
    In a label that the ontology does not know as a whole, colours do, too, if nothing is stated to have them: an
    akita_black_bowl is black. Of furniture whose ids say more than their common label, and not all of which say it,
    that is the label.

    Args:
        graph: the snapshot.
        book: with words for looks.
        ontology: tells which labels are names of classes.

    Returns:
        A snapshot of the same revision; the same one where no label says more.
    """
    made = graph.once(
        (marked_by_labels, id(book), ontology), lambda: (book, _marked(graph, book, ontology))
    )  # which keeps the id its own
    return made[1]


def _marked(graph: SceneGraph, book: Phrasebook, ontology: Ontology) -> SceneGraph:
    conditions = _CONDITIONS | book.adjectives.soiled | book.adjectives.spoilt
    found: dict[str, Node] = {}
    stated = frozenset[str]().union(*(node.attributes for node in graph.of_kind(NodeKind.OBJECT)))
    colours = book.adjectives.colours - stated  # what is stated to look so is meant before what is only called so
    for node in graph.of_kind(NodeKind.OBJECT):
        counted = conditions if ontology.class_of(node.label) is not None else conditions | colours
        said = {look for word in node.label.split("_")[:-1] if (look := book.adjectives.attribute(word)) in counted}
        new = {look for look in said if look and book.adjectives.unlike(look).isdisjoint(looks_of(node))}
        if not new <= looks_of(node):
            found[node.id] = replace(node, attributes=node.attributes | new)
    found |= _called_by_ids(graph)
    if not found:
        return graph
    nodes = {**graph.nodes, **found}
    return graph.followed_by(nodes, (), (), (), graph.revision, graph.scene, graph.stamp)


def _called_by_ids(graph: SceneGraph) -> dict[str, Node]:
    """Some of the furniture of a label, by the word before it that several ids have: the plant tables."""
    alike: dict[str, list[Node]] = {}
    count = Counter(node.label for node in graph.of_kind(NodeKind.ASSET))
    for node in graph.of_kind(NodeKind.ASSET):
        alike.setdefault(node.id.rstrip("0123456789").rstrip("_"), []).append(node)
    found: dict[str, Node] = {}
    for stem, nodes in alike.items():
        label = nodes[0].label
        more = stem.endswith(f"_{label}") and all(node.label == label for node in nodes) and len(nodes) > 1
        if more and count[label] > len(nodes):
            found |= {node.id: replace(node, label=stem) for node in nodes}
    return found
