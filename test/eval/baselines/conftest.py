# SPDX-License-Identifier: Apache-2.0
"""Baselines with a scripted model, and a flat of three rooms in a row with a domain that moves from room to room."""

from __future__ import annotations

import pytest

from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, SceneGraph, State
from makedo_core.ontology import load_ontology
from makedo_eval.baselines.registry import STRATEGIES
from makedo_llm.ladder import Ladder
from makedo_llm.settings import Limits, ModelSpec
from planner_node.engine import Engine
from planner_node.pddl.model import Domain
from planner_node.pddl.reading.reader import read_domain
from planner_node.strategies.parts import Parts
from planner_node.strategies.registry import make_strategy
from support.scripted_model import Script
from support.small_worlds import make_kitchen, make_world

MOVING = """
(define (domain moving)
  (:requirements :typing :negative-preconditions)
  (:types room locatable - object robot container grabbable - locatable)
  (:predicates (at ?x - locatable ?r - room) (holding ?x - grabbable) (hand-free)
               (inside ?x - grabbable ?c - container) (closed ?c - container))
  (:action move :parameters (?who - robot ?from ?to - room)
    :precondition (at ?who ?from)
    :effect (and (not (at ?who ?from)) (at ?who ?to)))
  (:action grab :parameters (?who - robot ?x - grabbable ?r - room)
    :precondition (and (at ?who ?r) (at ?x ?r) (hand-free))
    :effect (and (holding ?x) (not (at ?x ?r)) (not (hand-free))))
  (:action open :parameters (?who - robot ?c - container ?r - room)
    :precondition (and (at ?who ?r) (at ?c ?r) (closed ?c))
    :effect (not (closed ?c)))
  (:action stow :parameters (?who - robot ?x - grabbable ?c - container ?r - room)
    :precondition (and (at ?who ?r) (at ?c ?r) (holding ?x) (not (closed ?c)))
    :effect (and (not (holding ?x)) (inside ?x ?c) (hand-free))))
"""


@pytest.fixture(scope="session")
def ontology():
    return load_ontology()


@pytest.fixture(scope="session")
def engine(ontology) -> Engine:
    return Engine(ontology)


@pytest.fixture(scope="session")
def world():
    """Make a small world."""
    return make_world


@pytest.fixture
def kitchen() -> SceneGraph:
    return make_kitchen()


@pytest.fixture
def script():
    """Make a model that gives prepared answers."""
    return lambda *prepared: Script(list(prepared))


@pytest.fixture
def baseline(engine):
    """Make a baseline with a scripted model."""

    def make(name: str, chat, *, reasks: int = 0, planner=engine, **limits):
        ladder = Ladder((ModelSpec("model"),), chat, Limits(**{"max_calls": 99, "max_tokens": 10**7, **limits}), reasks)
        return make_strategy(name, Parts(planner, ladder), STRATEGIES)

    return make


@pytest.fixture(scope="session")
def moving() -> Domain:
    return read_domain(MOVING).value


@pytest.fixture(scope="session")
def flat() -> SceneGraph:
    """Kitchen - hall - bedroom; the robot and a ball are in the kitchen, a closed chest with a book in the bedroom."""
    nodes = [Node(r, r, NodeKind.ROOM) for r in ("kitchen", "hall", "bedroom")]
    nodes += [Node("robot", "robot", NodeKind.AGENT), Node("ball_1", "ball", NodeKind.OBJECT)]
    nodes += [Node("book_1", "book", NodeKind.OBJECT)]
    nodes.append(Node("chest_1", "chest", NodeKind.ASSET, states=frozenset({State.CLOSED})))
    links = [("kitchen", "hall"), ("hall", "bedroom")]
    relations = [Relation(a, RelationType.CONNECTED, b) for a, b in links]
    places = {"robot": "kitchen", "ball_1": "kitchen", "chest_1": "bedroom"}
    relations += [Relation(i, RelationType.IN, r) for i, r in places.items()]
    relations.append(Relation("book_1", RelationType.INSIDE, "chest_1"))
    return SceneGraph({n.id: n for n in nodes}, frozenset(relations))
