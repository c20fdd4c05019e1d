# SPDX-License-Identifier: Apache-2.0
"""A small pantry: a robot with one hand, shelves, a chest with a lid, and tins that can be opened with an opener."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

import pytest

from makedo_core.skills import Literal, SkillCall
from planner_node.pddl.alternatives import branches, without_derived
from planner_node.pddl.model import PddlTask
from planner_node.pddl.reading.reader import read_domain
from planner_node.pddl.reading.tasks import read_task
from planner_node.proof.instantiate import instantiate
from planner_node.proof.problem import OperatorInstance, Problem

DOMAIN = """
(define (domain pantry)
  (:requirements :strips :typing :negative-preconditions :disjunctive-preconditions :conditional-effects)
  (:types spot thing - object shelf chest - spot tin opener - thing)
  (:predicates (at ?s - spot) (free) (holding ?t - thing) (on ?t - thing ?s - spot) (lid_open ?c - chest)
               (opened ?t - tin))
  (:action go :parameters (?s - spot) :precondition (not (at ?s))
    :effect (and (forall (?o - spot) (not (at ?o))) (at ?s)))
  (:action take :parameters (?t - thing ?s - shelf) :precondition (and (at ?s) (free) (on ?t ?s))
    :effect (and (holding ?t) (not (free)) (not (on ?t ?s))))
  (:action take_out :parameters (?t - thing ?c - chest)
    :precondition (and (at ?c) (free) (on ?t ?c) (lid_open ?c))
    :effect (and (holding ?t) (not (free)) (not (on ?t ?c))))
  (:action put :parameters (?t - thing ?s - shelf) :precondition (and (at ?s) (holding ?t))
    :effect (and (on ?t ?s) (free) (not (holding ?t))))
  (:action lift_lid :parameters (?c - chest) :precondition (and (at ?c) (free) (not (lid_open ?c)))
    :effect (lid_open ?c))
  (:action open_tin :parameters (?t - tin ?o - opener ?s - shelf)
    :precondition (and (holding ?o) (at ?s) (on ?t ?s)) :effect (opened ?t)))
"""
PROBLEM = """
(define (problem pantry) (:domain pantry)
  (:objects left right - shelf chest - chest beans peas - tin opener - opener)
  (:init (at right) (free) (on beans left) (on peas chest) (on opener right) {init})
  (:goal {goal}))
"""


@pytest.fixture
def pantry() -> Callable[..., PddlTask]:
    """Make a task of the pantry."""
    domain = read_domain(DOMAIN).value

    def make(goal: str, init: str = "", without: str = "") -> PddlTask:
        text = PROBLEM.format(goal=goal, init=init)
        return read_task(text.replace(without, "") if without else text, domain).value

    return make


@dataclass(frozen=True)
class Numbered:
    """A task with its numbers: one way to reach its goal."""

    problem: Problem
    goals: tuple[int, ...]

    def number(self, predicate: str, *terms: str, negated: bool = False) -> int:
        return self.problem.numbers[Literal(predicate, terms, negated)]

    def facts(self, numbers: Collection[int]) -> set[str]:
        return {str(self.problem.literals[n]) for n in numbers}

    def instances(self, *calls: str) -> tuple[OperatorInstance, ...]:
        """Instances by calls such as "go left", in their order."""
        wanted = [SkillCall(c.split()[0], tuple(c.split()[1:])) for c in calls]
        return tuple(next(o for o in self.problem.instances if o.call == call) for call in wanted)


@pytest.fixture
def numbered() -> Callable[[PddlTask], Numbered]:
    """The numbered problem of a task with one way to its goal."""

    def make(task: PddlTask) -> Numbered:
        (way,) = branches(without_derived(task.goal, task.domain), task.universe)
        problem = instantiate(task, sorted(way, key=str))
        return Numbered(problem, tuple(problem.numbers[x] for x in sorted(way, key=str)))

    return make


def said(instances: Sequence[OperatorInstance]) -> list[str]:
    """Instances as text: "go left"."""
    return [" ".join((o.call.skill, *o.call.arguments)) for o in instances]
