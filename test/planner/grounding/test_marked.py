# SPDX-License-Identifier: Apache-2.0
"""What a label says of how a thing is, is so; what is said of the node otherwise wins."""

from __future__ import annotations

import pytest

from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph
from makedo_core.ontology import load_ontology
from planner_node.grounding.stated.marked import marked_by_labels
from planner_node.language.phrasebook import load_phrasebook

ONTOLOGY = load_ontology()


def _graph(label: str, kind: NodeKind = NodeKind.OBJECT, attributes: frozenset[str] = frozenset()) -> SceneGraph:
    return SceneGraph({"a": Node("a", label, kind, attributes=attributes)}, revision=7)


@pytest.mark.parametrize(
    ("label", "looks"),
    [
        ("rotten_tomato", {"rotten"}),
        ("dirty_plate", {"dirty"}),
        ("empty_bottle", {"empty"}),
        ("used_tissue", {"used"}),
        ("orange_juice", set()),  # a colour is often part of what something is
        ("akita_black_bowl", {"black"}),
        ("white_yellow_mug", {"white", "yellow"}),
        ("tomato", set()),
        ("dirty", set()),
    ],
)
def test_the_condition_in_a_label_is_an_attribute(label, looks):
    marked = marked_by_labels(_graph(label), load_phrasebook(), ONTOLOGY)
    assert marked["a"].attributes == looks
    assert marked.revision == 7


def test_what_is_said_otherwise_wins():
    graph = _graph("dirty_plate", attributes=frozenset({"clean"}))
    assert marked_by_labels(graph, load_phrasebook(), ONTOLOGY) is graph


def test_furniture_is_left_as_it_is():
    graph = _graph("dirty_table", NodeKind.ASSET)
    assert marked_by_labels(graph, load_phrasebook(), ONTOLOGY) is graph
