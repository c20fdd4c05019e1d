# SPDX-License-Identifier: Apache-2.0
"""Predicates of a user's domain mean what their names say, and nodes play the roles that are asked of them."""

from __future__ import annotations

import pytest

from makedo_core.goals.goal import OBJECT_VARIABLE
from makedo_core.skills import Literal
from planner_node.backends.domains.roles import Roles
from planner_node.backends.domains.vocabulary import Meaning, Vocabulary
from planner_node.pddl.reading.reader import read_domain


@pytest.mark.parametrize(
    ("predicate", "meaning"),
    [
        ("at", Meaning.LOCATED),
        ("is-holding", Meaning.HOLDING),
        ("is-free", Meaning.FREE),
        ("inside", Meaning.INSIDE),
        ("is-on", Meaning.ON),
        ("thrown-away", Meaning.THROWN_AWAY),
        ("dirty-floor", Meaning.DIRTY),
        ("clean-floor", Meaning.CLEAN),
        ("is-clean", Meaning.CLEAN),
        ("washed", Meaning.CLEAN),
        ("is-open", Meaning.OPEN),
        ("empty", Meaning.EMPTY),
        ("loaded", None),
    ],
)
def test_a_predicate_means_what_its_name_says(cleaning, predicate, meaning):
    assert Vocabulary(cleaning).meanings.get(predicate) is meaning


def test_in_is_a_room_or_a_container_by_its_type():
    text = "(define (domain d) (:types room box thing - object) (:predicates (in ?x - thing ?r - {0})))"
    for place, meaning in (("room", Meaning.LOCATED), ("box", Meaning.INSIDE)):
        domain = read_domain(text.format(place), tolerant=True).value
        assert Vocabulary(domain).meanings["in"] is meaning


def test_on_is_a_place_or_a_switch_by_its_arity():
    text = "(define (domain d) (:types lamp - object) (:predicates (is-on ?x - lamp)))"
    domain = read_domain(text, tolerant=True).value
    assert Vocabulary(domain).meanings["is-on"] is Meaning.SWITCHED_ON


def test_the_robot_takes_its_place_in_a_literal(cleaning):
    ((literal, thing, place),) = Vocabulary(cleaning).literals(Meaning.HOLDING, "robot")
    assert literal == Literal("is-holding", ("robot", OBJECT_VARIABLE))
    assert (thing, place) == ("grabbable", "")


def test_what_is_asked_of_a_node_decides_its_type(cleaning, ontology, flat):
    roles = Roles(cleaning, ontology, flat)
    nodes = list(flat)
    usual = roles.assigned(nodes, ())
    assert usual["cabinet_3"] == ("container",) and usual["table_4"] == ("surface",)
    assert usual["mop_8"] == ("mop",) and usual["robot"] == ("robot",) and usual["kitchen_1"] == ("room",)
    asked = roles.assigned(nodes, [Literal("is-on", ("book_5", "cabinet_3")), Literal("thrown-away", ("book_6",))])
    assert asked["cabinet_3"] == ("surface",) and asked["book_6"] == ("disposable",)


def test_what_cannot_be_of_the_type_asked_for_is_left_out(cleaning, ontology, flat):
    types = Roles(cleaning, ontology, flat).assigned(list(flat), [Literal("clean-floor", ("mop_8",))])
    assert "mop_8" not in types


def test_what_is_asked_to_be_two_things_is_both(cleaning, ontology, flat):
    wanted = [Literal("is-on", ("book_5", "cabinet_3")), Literal("inside", ("book_5", "cabinet_3"))]
    assert set(Roles(cleaning, ontology, flat).assigned(list(flat), wanted)["cabinet_3"]) == {"surface", "container"}
