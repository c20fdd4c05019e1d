# SPDX-License-Identifier: Apache-2.0
"""What a plan rests on besides the ontology is part of its result."""

from __future__ import annotations

from dataclasses import replace

from makedo_core.ontology import Belongs, MembershipSource
from planner_node.engine import Engine
from planner_node.task import PlanningTask


def _with_label(graph, node_id: str, label: str):
    return replace(graph, nodes={**graph.nodes, node_id: replace(graph[node_id], label=label)})


def test_a_label_that_only_its_last_word_places_is_named_with_its_source(ontology, home):
    result = Engine(ontology).plan(
        PlanningTask("bring all the mugs to table_2", _with_label(home, "mug_1", "dirty_mug"))
    )
    (known,) = result.memberships
    assert (known.label, known.concept, known.belongs) == ("dirty_mug", "mug", Belongs.IN)
    assert known.source is MembershipSource.LABEL and known.path == ("dirty_mug", "mug")


def test_what_is_curated_is_not_named(ontology, home):
    assert Engine(ontology).plan(PlanningTask("bring all the mugs to table_2", home)).memberships == ()
