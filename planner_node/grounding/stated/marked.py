# SPDX-License-Identifier: Apache-2.0
"""How things are by what their labels say: a rotten_tomato is rotten, an empty_bottle is empty."""

from __future__ import annotations

from dataclasses import replace

from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph
from planner_node.grounding.scene import looks_of
from planner_node.language.phrasebook import Phrasebook

_CONDITIONS = frozenset({"empty", "full", "clean", "broken"})


def marked_by_labels(graph: SceneGraph, book: Phrasebook) -> SceneGraph:
    """The snapshot in which such a look is an attribute, too; what is said of a node otherwise wins.

    Of looks only the conditions of things count (what is dirty, spoilt, empty, broken): orange juice is not orange.

    Args:
        graph: the snapshot.
        book: with words for looks.

    Returns:
        A snapshot of the same revision; the same one where no label says more.
    """
    made = graph.once((marked_by_labels, id(book)), lambda: (book, _marked(graph, book)))  # which keeps the id its own
    return made[1]


def _marked(graph: SceneGraph, book: Phrasebook) -> SceneGraph:
    conditions = _CONDITIONS | book.adjectives.soiled | book.adjectives.spoilt
    found: dict[str, Node] = {}
    for node in graph.of_kind(NodeKind.OBJECT):
        said = {look for word in node.label.split("_")[:-1] if (look := book.adjectives.attribute(word)) in conditions}
        new = {look for look in said if look and book.adjectives.unlike(look).isdisjoint(looks_of(node))}
        if not new <= looks_of(node):
            found[node.id] = replace(node, attributes=node.attributes | new)
    if not found:
        return graph
    nodes = {**graph.nodes, **found}
    return graph.followed_by(nodes, (), (), (), graph.revision, graph.scene, graph.stamp)
