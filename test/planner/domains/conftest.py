# SPDX-License-Identifier: Apache-2.0
"""A cleaning domain as a user may write it, and a small flat of two rooms to plan it in."""

from __future__ import annotations

import pytest

from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, Relation, RelationType, SceneGraph, State
from makedo_core.ontology import Ontology, load_ontology
from planner_node.pddl.model import Domain
from planner_node.pddl.reading.reader import read_domain

CLEANING = """
(define (domain cleaning)
  (:requirements :typing :negative-preconditions :derived-predicates)
  (:types room locatable - object
          robot container surface grabbable washing-machine - locatable
          disposable mop cleanable detergent - grabbable)
  (:predicates (at ?x - locatable ?r - room) (is-holding ?who - robot ?x - grabbable) (is-free ?who - robot)
               (inside ?x - grabbable ?in - container) (is-on ?x - grabbable ?s - surface)
               (thrown-away ?x - disposable) (dirty-floor ?r - room) (clean-floor ?r - room)
               (is-clean ?x - mop) (is-dirty ?x - mop) (washed ?x - cleanable)
               (is-open ?x - container) (empty ?c - container) (loaded ?m - washing-machine))
  (:derived (empty ?c - container) (forall (?x - grabbable) (not (inside ?x ?c))))
  (:action move :parameters (?who - robot ?from ?to - room)
    :precondition (and (at ?who ?from) (not (= ?from ?to)))
    :effect (and (not (at ?who ?from)) (at ?who ?to)))
  (:action grab :parameters (?who - robot ?x - grabbable ?r - room)
    :precondition (and (at ?who ?r) (at ?x ?r) (is-free ?who))
    :effect (and (is-holding ?who ?x) (not (at ?x ?r)) (not (is-free ?who))))
  (:action drop :parameters (?who - robot ?x - grabbable ?r - room)
    :precondition (and (at ?who ?r) (is-holding ?who ?x))
    :effect (and (not (is-holding ?who ?x)) (at ?x ?r) (is-free ?who)))
  (:action put-on :parameters (?who - robot ?x - grabbable ?s - surface ?r - room)
    :precondition (and (at ?who ?r) (at ?s ?r) (is-holding ?who ?x))
    :effect (and (not (is-holding ?who ?x)) (is-on ?x ?s) (is-free ?who)))
  (:action open :parameters (?who - robot ?c - container ?r - room)
    :precondition (and (at ?who ?r) (at ?c ?r) (not (is-open ?c)))
    :effect (is-open ?c))
  (:action take-out :parameters (?who - robot ?x - grabbable ?c - container ?r - room)
    :precondition (and (at ?who ?r) (at ?c ?r) (inside ?x ?c) (is-open ?c) (is-free ?who))
    :effect (and (not (inside ?x ?c)) (is-holding ?who ?x) (not (is-free ?who))))
  (:action push :parameters (?who - robot ?c - container ?from ?to - room)
    :precondition (and (at ?who ?from) (at ?c ?from) (empty ?c))
    :effect (and (not (at ?who ?from)) (not (at ?c ?from)) (at ?who ?to) (at ?c ?to)))
  (:action throw-away :parameters (?who - robot ?x - disposable)
    :precondition (is-holding ?who ?x)
    :effect (and (not (is-holding ?who ?x)) (is-free ?who) (thrown-away ?x)))
  (:action mop-floor :parameters (?who - robot ?m - mop ?r - room)
    :precondition (and (at ?who ?r) (is-holding ?who ?m) (is-clean ?m) (dirty-floor ?r))
    :effect (and (not (dirty-floor ?r)) (clean-floor ?r) (not (is-clean ?m)) (is-dirty ?m)))
  (:action clean-mop :parameters (?who - robot ?m - mop)
    :precondition (and (is-holding ?who ?m) (is-dirty ?m))
    :effect (and (is-clean ?m) (not (is-dirty ?m))))
  (:action wash :parameters (?who - robot ?x - cleanable ?m - washing-machine ?r - room)
    :precondition (and (at ?who ?r) (at ?m ?r) (is-holding ?who ?x))
    :effect (washed ?x)))
"""


@pytest.fixture(scope="session")
def cleaning() -> Domain:
    """The domain."""
    return read_domain(CLEANING, tolerant=True).value


@pytest.fixture(scope="session")
def ontology() -> Ontology:
    """What Makedo knows."""
    return load_ontology()


@pytest.fixture
def flat() -> SceneGraph:
    """A kitchen with a closed cabinet that holds two books, a table and a can; a living room with a mop."""
    nodes = [
        Node(AGENT_ID, "robot", NodeKind.AGENT),
        Node("kitchen_1", "kitchen", NodeKind.ROOM),
        Node("living_room_2", "living_room", NodeKind.ROOM),
        Node("cabinet_3", "cabinet", NodeKind.ASSET, states=frozenset({State.CLOSED})),
        Node("table_4", "table", NodeKind.ASSET),
        Node("book_5", "book", NodeKind.OBJECT),
        Node("book_6", "book", NodeKind.OBJECT),
        Node("cola_can_7", "cola_can", NodeKind.OBJECT),
        Node("mop_8", "mop", NodeKind.OBJECT),
    ]
    inside = [Relation(b, RelationType.INSIDE, "cabinet_3") for b in ("book_5", "book_6")]
    rooms = {
        AGENT_ID: "living_room_2", "cabinet_3": "kitchen_1", "table_4": "kitchen_1", "book_5": "kitchen_1",
        "book_6": "kitchen_1", "cola_can_7": "kitchen_1", "mop_8": "living_room_2",
    }  # fmt: skip
    placed = [Relation(n, RelationType.IN, r) for n, r in rooms.items()]
    return SceneGraph({n.id: n for n in nodes}, frozenset((*inside, *placed)))
