# SPDX-License-Identifier: Apache-2.0
"""Templates name only what the ontology knows, and clearing finds a usual place or asks."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType
from makedo_core.ontology import Concept, Ontology, load_ontology
from planner_node.language.interpret import interpret
from planner_node.language.phrasebook import load_phrasebook
from planner_node.language.refusal import Refusal
from planner_node.language.request import Put, Request

ONTOLOGY = load_ontology()
BOOK = load_phrasebook()
SETTINGS = [BOOK.usual_setting, *(setting for table in (BOOK.occasions, BOOK.courses) for _, setting in table.items())]
KIT_VALUES = [kit for _, kit in BOOK.kit_of.items()]


@pytest.mark.parametrize("name", sorted({n for s in SETTINGS for n in (*s.each, *s.welcome, *s.shared)}))
def test_the_ontology_knows_what_a_table_is_set_with(name):
    assert name in ONTOLOGY.names


@pytest.mark.parametrize("name", sorted({n for k in KIT_VALUES for n in (k.part, *k.needed, *k.welcome)}))
def test_the_ontology_knows_what_a_kit_is_made_of(name):
    assert name in ONTOLOGY.names


def clauses(text, graph, ontology=ONTOLOGY):
    request = interpret(text, ontology, graph)
    assert isinstance(request, Request), request
    return request.clauses


def test_what_a_smaller_ontology_does_not_know_is_not_set(world):
    small = Ontology(
        [
            Concept("thing"), Concept("furniture", ("thing",)), Concept("room", ("thing",)),
            Concept("table", ("furniture",)), Concept("plate", ("thing",)),
        ]
    )  # fmt: skip
    (clause,) = clauses("set table_1 for two people", world("plate_1 on counter_1"), small)
    assert [t.concept for t in clause.what] == ["plate"]


def test_things_are_implied_unless_they_were_counted_or_named(world):
    graph = world()
    (counted,) = clauses("set table_1 for two people", graph)
    (plain,) = clauses("set table_1 for dinner", graph)
    (named,) = clauses("set table_1 with plates", graph)
    assert {t.concept for t in counted.what if not t.implied} == {"plate", "fork", "knife", "glass"}
    assert all(t.implied for t in plain.what)
    assert not any(t.implied for t in named.what)


def test_a_wish_for_decoration_is_not_implied(world):
    (clause,) = clauses("set table_1 for a party and decorate it", world())
    assert [t.implied for t in clause.what if t.concept == "decoration"] == [False]


def test_what_is_cleared_goes_to_its_usual_places(world):
    graph = world("plate_1 on table_1", "milk_1 on table_1", "fork_1 on counter_1")
    puts = clauses("clear table_1", graph)
    assert all(isinstance(p, Put) for p in puts)
    moved = {t.concept: p.place.what.node_id for p in puts for t in p.what}
    assert set(moved) == {"plate", "milk"}
    assert moved["milk"] == "fridge_1"
    assert "table_1" not in moved.values()
    assert all(t.count is None and t.source.what.node_id == "table_1" for p in puts for t in p.what)


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("clear the table", FailureCause.AMBIGUOUS),
        ("clear table_2", FailureCause.AMBIGUOUS),
        ("clear the wardrobe", FailureCause.UNKNOWN_PLACE),
        ("clear table_1", FailureCause.AMBIGUOUS),
    ],
)
def test_clearing_asks_where_no_certain_place_is_known(world, text, cause):
    refusal = interpret(text, ONTOLOGY, world("gizmo_1 on table_1"))
    assert isinstance(refusal, Refusal)
    assert refusal.cause is cause
    assert refusal.candidates


def test_one_table_of_a_room_can_be_cleared(world):
    (put,) = clauses("clear the table in the kitchen", world("milk_1 on table_1"))
    assert put.what[0].source.what.node_id == "table_1"


def test_what_is_in_the_hand_can_be_named(world):
    graph = world("apple_1 on table_1").with_placement(Relation("apple_1", RelationType.HELD_BY, "robot"))
    (put,) = clauses("throw what you are holding in the bin", graph)
    assert put.what[0].node_id == "apple_1"


def test_owners_name_a_room_or_a_place(world):
    graph = world("apple_1 on table_1", extra=[Node("toms_office", "toms_office", NodeKind.ROOM)])
    (put,) = clauses("bring the apple to Tom's office", graph)
    assert put.place.what.node_id == "toms_office"
    (put,) = clauses("bring the apple to Tom's", graph)
    assert put.place.what.node_id == "toms_office"
