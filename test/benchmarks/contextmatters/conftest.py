# SPDX-License-Identifier: Apache-2.0
"""Small homes, ends and a domain of our own for the ContextMatters evaluation; no data."""

from __future__ import annotations

import pytest

from benchmarks.contextmatters import fast_downward
from makedo_core.failure import FailureCause, Outcome
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, SceneGraph
from makedo_core.skills import SkillCall
from makedo_eval.contextmatters.conditions import (
    Location,
    LocationKind,
    Things,
)
from makedo_eval.contextmatters.dataset import BenchmarkTask, data_folder
from makedo_eval.contextmatters.end_state import EndState, Fact
from makedo_eval.contextmatters.interface import PlanRun
from makedo_eval.contextmatters.judgement import Claim, Judgement
from support.public_data import needs

needs_data = needs(data_folder())
needs_fast_downward = pytest.mark.skipif(fast_downward.driver() is None, reason="up-fast-downward is not installed")

DOMAIN = """
(define (domain small)  ; a comment with a ( in it
  (:requirements :strips :typing)
  (:types room locatable - object  robot thing box - locatable)
  (:predicates (at ?x - locatable ?r - room) (inside ?x - thing ?b - box) (is-holding ?w - robot ?x - thing))
  (:derived (empty ?b - box) (forall (?x - thing) (not (inside ?x ?b))))
  (:action grab
    :parameters (?w - robot ?x - thing ?r - room)
    :precondition (and (at ?w ?r) (at ?x ?r))
    :effect (and (not (at ?x ?r)) (is-holding ?w ?x)))
  (:action put_in
    :parameters (?w - robot ?x - thing ?b - box ?r - room)
    :precondition (and (at ?w ?r) (at ?b ?r) (is-holding ?w ?x) (empty ?b))
    :effect (and (not (is-holding ?w ?x)) (inside ?x ?b))))
"""
PROBLEM = """
(define (problem p) (:domain small)
  (:objects robot - robot apple_1 - thing box_1 - box kitchen_1 - room)
  (:init (at robot kitchen_1) (at apple_1 kitchen_1) (at box_1 kitchen_1))
  (:goal (inside apple_1 box_1)))
"""
GRAB = SkillCall("grab", ("robot", "apple_1", "kitchen_1"))
PUT_IN = SkillCall("put_in", ("robot", "apple_1", "box_1", "kitchen_1"))


def home(**where: str) -> SceneGraph:
    """Two rooms, the robot, and things of the class of their id: apple_1="kitchen_1", apple_2="in box_1"."""
    nodes = [Node("kitchen_1", "kitchen", NodeKind.ROOM), Node("hall_2", "hall", NodeKind.ROOM)]
    nodes.append(Node("robot", "robot", NodeKind.AGENT))
    relations = [Relation("robot", RelationType.IN, "kitchen_1")]
    for name, place in where.items():
        nodes.append(Node(name, name.rpartition("_")[0], NodeKind.OBJECT))
        inside = place.removeprefix("in ")
        how = RelationType.INSIDE if inside != place else RelationType.IN
        relations += [Relation(name, how, inside)] if inside else []
    return SceneGraph({n.id: n for n in nodes}, frozenset(relations))


def end(*facts: str, steps: tuple[SkillCall, ...] = ()) -> EndState:
    words = [fact.split() for fact in facts]
    return EndState(frozenset(Fact(w[0], tuple(w[1:])) for w in words), steps)


APPLES = Things(("apple",))
BOX = Location(LocationKind.INSIDE, Things(("box",)))
TWO_APPLES = home(apple_1="kitchen_1", apple_2="hall_2", box_1="kitchen_1", box_2="hall_2")
WALK = SkillCall("move_to", ("robot", "kitchen_1", "hall_2"))
NO = PlanRun(Outcome(FailureCause.NOTHING_ACCEPTABLE, "There is no pear."))


@pytest.fixture
def task(tmp_path) -> BenchmarkTask:
    domain = tmp_path / "domain.pddl"
    domain.write_text(DOMAIN)
    return BenchmarkTask("general/x/y", "general", "x", "y", "put it in", "kitchen_1", None, tmp_path / "x", domain)


def judged(family: str = "general", **changes) -> Judgement:
    values = {
        "task": "t",
        "family": family,
        "attainable": True,
        "claim": Claim.MET,
        "refused_with_reason": False,
        "refusal_allowed": False,
        "faults": (),
        "unmet": (),
        "unacceptable": (),
        "kinds": (),
        "cost": 0.0,
        "length": 4,
        "changes_nothing": False,
        "cause": "success",
        "message": "",
        "stages_s": (0.1, 0.2, 0.3),
        "cpu_s": 1.0,
    }
    return Judgement(**(values | changes))
