# SPDX-License-Identifier: Apache-2.0
"""Algorithm 1 over a user's own domain, and over domains that a model wrote."""

from __future__ import annotations

import json

import pytest

from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, Relation, RelationType, SceneGraph
from makedo_core.plan import RelaxationKind
from planner_node.pddl.model import Domain
from planner_node.pddl.reading.reader import read_domain
from planner_node.pddl.skill_domain import catalogue_domain
from planner_node.pddl.writer import domain_to_pddl
from planner_node.strategies.context_matters.settings import ContextSettings
from planner_node.strategies.domain_reality import wrong_with_domain
from support.words import Words

ROOMS = """
(define (domain rooms)
  (:requirements :strips :typing :negative-preconditions)
  (:types room locatable - object robot grabbable surface container - locatable)
  (:predicates (at ?x - locatable ?r - room) (is-holding ?who - robot ?x - grabbable) (is-free ?who - robot)
               (is-on ?x - grabbable ?s - surface) (inside ?x - grabbable ?c - container) (polished ?s - surface))
  (:action move_to :parameters (?who - robot ?from ?to - room)
    :precondition (at ?who ?from) :effect (and (not (at ?who ?from)) (at ?who ?to)))
  (:action grab :parameters (?who - robot ?x - grabbable ?r - room)
    :precondition (and (at ?who ?r) (at ?x ?r) (is-free ?who))
    :effect (and (is-holding ?who ?x) (not (at ?x ?r)) (not (is-free ?who))))
  (:action put_on :parameters (?who - robot ?x - grabbable ?s - surface ?r - room)
    :precondition (and (at ?who ?r) (at ?s ?r) (is-holding ?who ?x))
    :effect (and (not (is-holding ?who ?x)) (is-on ?x ?s) (is-free ?who))))
"""
GENERATE = ContextSettings(generate_domain=True)
APPLE = "Bring the apple to table_2"


@pytest.fixture(scope="module")
def rooms() -> Domain:
    return read_domain(ROOMS).value


@pytest.fixture
def flat() -> SceneGraph:
    """Two rooms: an apple and a banana in the kitchen, a table and the robot in the living room."""
    nodes = [
        Node(AGENT_ID, "robot", NodeKind.AGENT),
        Node("kitchen_1", "kitchen", NodeKind.ROOM),
        Node("living_room_1", "living_room", NodeKind.ROOM),
        Node("apple_1", "apple", NodeKind.OBJECT),
        Node("banana_1", "banana", NodeKind.OBJECT),
        Node("table_2", "table", NodeKind.ASSET),
    ]
    at = {AGENT_ID: "living_room_1", "apple_1": "kitchen_1", "banana_1": "kitchen_1", "table_2": "living_room_1"}
    relations = frozenset(Relation(n, RelationType.IN, room) for n, room in at.items())
    return SceneGraph({n.id: n for n in nodes}, relations, revision=3)


def in_rooms(things: str, goal: str, init: str = "") -> str:
    objects = f"robot - robot kitchen_1 living_room_1 - room {things} - grabbable table_2 - surface"
    return f"(define (problem p) (:domain rooms)\n (:objects {objects})\n (:init {init})\n (:goal {goal}))"


def test_a_users_domain_is_planned_in(plan, flat, script, rooms, words: Words):
    chat = script(in_rooms("apple_1", "(is-on apple_1 table_2)", "(at apple_1 kitchen_1) (is-free robot)"))
    result = plan(APPLE, flat, chat, domain=rooms)
    assert result.outcome.ok, result.outcome
    assert [c.skill for c in result.plan.calls] == ["move_to", "grab", "move_to", "put_on"]
    assert result.plan.goal == result.asked
    told = chat.told(0)
    words(told)


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("(at apple_1 kitchen_1)", "(at apple_1 living_room_1)", "the scene says (at apple_1 kitchen_1)"),
        ("(at apple_1 kitchen_1)", "(polished table_2)", "the scene does not say so"),
        ("apple_1 - grabbable", "apple_1 - container", "problem, line"),
        ("table_2 - surface", "table_2 - surface table_3 - container", "there is no 'table_3' in the scene"),
        ("robot - robot", "robot - robot banana_1 - room", "banana_1 is no room but a grabbable"),
    ],
)
def test_what_a_users_domain_cannot_say_of_the_scene_is_fed_back(plan, flat, script, rooms, right, wrong, told):
    problem = in_rooms("apple_1", "(is-on apple_1 table_2)", "(at apple_1 kitchen_1) (is-free robot)")
    analysis = json.dumps({"explanation": "wrong", "suggestions": []})
    result = plan(APPLE, flat, script_ := script(problem.replace(right, wrong), analysis, problem), domain=rooms)
    assert result.outcome.ok, result.outcome
    feedback = script_.told(1).partition("<feedback>")[2]
    assert told in feedback, feedback


def test_a_users_domain_is_shifted_where_a_thing_is_missing(plan, flat, script, rooms):
    goal = "Put banana_1 on table_2."
    stand_in = {"asked": "the pear", "instead": ["banana_1"], "reason": "fruit as well"}
    chat = script(
        json.dumps({"stand_ins": [stand_in], "goal": goal}),
        json.dumps({"achievable": True, "goal": goal}),
        in_rooms("banana_1", "(is-on banana_1 table_2)"),
    )
    result = plan("Bring the pear to table_2", flat, chat, domain=rooms)
    assert result.outcome.ok, result.outcome
    assert [(r.kind, r.instead) for r in result.plan.relaxations] == [(RelaxationKind.SUBSTITUTE, "banana 1")]


def test_a_scene_without_a_robot_is_refused(plan, flat, script, rooms, words: Words):
    result = plan(APPLE, flat.changed(remove=[AGENT_ID]), script(), domain=rooms)
    assert result.outcome.cause is FailureCause.INVALID_GRAPH
    words(result.outcome.message)


WRITTEN = """
(define (domain fruit)
  (:requirements :strips :typing :negative-preconditions)
  (:types fruit place - object)
  (:predicates (at ?p - place) (on ?f - fruit ?p - place) (holding ?f - fruit) (hand_empty) (tidy ?p - place))
  (:action go_to :parameters (?p - place) :precondition (not (at ?p))
    :effect (and (at ?p) (forall (?o - place) (when (not (= ?o ?p)) (not (at ?o))))))
  (:action pick_up :parameters (?f - fruit ?p - place)
    :precondition (and (at ?p) (on ?f ?p) (hand_empty)) :effect (and (holding ?f) (not (on ?f ?p)) (not (hand_empty))))
  (:action put_on :parameters (?f - fruit ?p - place)
    :precondition (and (at ?p) (holding ?f))
    :effect (and (on ?f ?p) (hand_empty) (not (holding ?f)) (tidy ?p))))
"""


def fruit(goal: str, init: str = "") -> str:
    return (
        "(define (problem p) (:domain fruit) (:objects apple_1 - fruit counter_1 table_2 - place)"
        f"\n (:init {init})\n (:goal {goal}))"
    )


def test_a_generated_domain_is_used(plan, kitchen, script):
    chat = script(f"```pddl\n{WRITTEN}\n```", fruit("(on apple_1 table_2)", "(on apple_1 counter_1) (hand_empty)"))
    result = plan(APPLE, kitchen, chat, settings=GENERATE)
    assert result.outcome.ok, result.outcome
    assert [c.skill for c in result.plan.calls] == ["go_to", "pick_up", "go_to", "put_on"]
    assert "(define (domain fruit)" in chat.told(1)
    assert "(:action put_inside" in chat.told(0)


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("(:action put_on", "(:action beam", "the robot has no action 'beam'; it has (go_to ?asset), (pick_up"),
        ("put_on :parameters (?f - fruit ?p - place)", "put_on :parameters (?f - fruit ?p ?q - place)", "put_on has 3"),
        ("(:predicates", "(:predicates (locked ?p ?q - place)", "locked has 2 terms; what the scene tells of it has 1"),
        (":action go_to", ":acton go_to", "line 5, column 3: found"),
        ("(:predicates", "(:constants apple_1 - fruit) (:predicates", "leave out the constants apple_1"),
        ("(:predicates", "(:functions (weight ?f - fruit)) (:predicates", "numbers cannot be looked up in the scene"),
    ],
)
def test_a_generated_domain_that_the_robot_cannot_carry_out_is_refused(plan, kitchen, script, right, wrong, told):
    assert right in WRITTEN
    chat = script(WRITTEN.replace(right, wrong, 1), WRITTEN, fruit("(on apple_1 table_2)"))
    result = plan(APPLE, kitchen, chat, settings=GENERATE)
    assert result.outcome.ok, result.outcome
    assert told in chat.told(1), chat.told(1)


def test_a_model_that_insists_on_actions_that_the_robot_does_not_have_is_not_obeyed(
    plan, kitchen, script, words: Words
):
    beam = WRITTEN.replace("(:action put_on", "(:action beam")
    result = plan(APPLE, kitchen, script(beam, beam), settings=GENERATE)
    assert result.outcome.cause is FailureCause.COMPONENT_LOST
    words(result.outcome.message)


def test_a_goal_in_a_predicate_that_only_the_generated_domain_knows_is_fed_back(plan, kitchen, script):
    analysis = json.dumps({"explanation": "wrong", "suggestions": []})
    chat = script(WRITTEN, fruit("(tidy table_2)"), analysis, fruit("(on apple_1 table_2)"))
    assert plan(APPLE, kitchen, chat, settings=GENERATE).outcome.ok
    assert "whether tidy with 1 terms holds cannot be told" in chat.told(2)


def test_what_a_generated_domain_promises_too_much_of_fails_in_the_scene(plan, world, script, words: Words):
    beams = WRITTEN.replace("(and (at ?p) (on ?f ?p) (hand_empty))", "(hand_empty)")
    graph = world("apple_1 inside drawer_1")
    analysis = json.dumps({"explanation": "wrong", "suggestions": []})
    problem = fruit("(on apple_1 table_2)")
    chat = script(beams, problem, analysis, problem)
    settings = ContextSettings(generate_domain=True, problems=2)
    result = plan(APPLE, graph, chat, settings=settings)
    assert result.outcome.cause is FailureCause.UNSOLVABLE_INCOMPLETE
    words(result.explanation)
    assert result.plan is None


def test_a_domain_for_the_actions_of_a_users_domain_is_used(plan, flat, script, rooms):
    chat = script(domain_to_pddl(rooms), in_rooms("apple_1", "(is-on apple_1 table_2)", "(is-free robot)"))
    result = plan(APPLE, flat, chat, domain=rooms, settings=GENERATE)
    assert result.outcome.ok, result.outcome
    assert [c.skill for c in result.plan.calls] == ["move_to", "grab", "move_to", "put_on"]


def test_the_catalogue_itself_is_a_domain_for_its_actions():
    assert wrong_with_domain(catalogue_domain(), catalogue_domain()) == ""


def test_a_domain_without_actions_is_refused():
    empty = read_domain("(define (domain d) (:predicates (at ?x)))", tolerant=True).value
    assert "the domain has no action; use some of (go_to ?asset)" in wrong_with_domain(empty, catalogue_domain())


def test_names_that_pddl_cannot_say_are_said_otherwise(plan, world, script, problem):
    graph = world("7up_1 on counter_1")
    name = "id--7up_1"
    chat = script(problem(f"{name} - item table_2 - asset", f"(on {name} table_2)"))
    result = plan("Apportez 7up", graph, chat)
    assert result.outcome.ok, result.outcome
    assert f"{name} - item: 7up; on counter_1" in chat.told(0)
    assert {a for c in result.plan.calls for a in c.arguments} <= {n.id for n in graph}
