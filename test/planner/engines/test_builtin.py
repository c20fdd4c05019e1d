# SPDX-License-Identifier: Apache-2.0
"""The in-process planner behind the interface of engines."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from makedo_core.goals.goal import AllOf, AnyOf, AtLeast, Comparator, Exists, Holds, InOrder, Not, Variable
from makedo_core.skills import Literal
from planner_node.engines.builtin import Builtin
from planner_node.engines.outcome import EngineStatus
from planner_node.pddl.model import Derived, Symbol
from planner_node.pddl.reading.reader import read_domain
from planner_node.pddl.reading.tasks import read_task
from planner_node.pddl.simulate import simulate
from planner_node.proof.search import SearchLimits
from support.words import Words


def solved(task):
    result = Builtin().solve(task, SearchLimits())
    assert result.status is EngineStatus.PLAN, result.message
    run = simulate(task, result.calls)
    assert run.outcome.ok, run.outcome.message
    return result


def test_a_plan_reaches_the_goal(tasks):
    result = solved(tasks.home(tasks.holds("on cup shelf", "on Pen shelf")))
    assert [c.skill for c in result.calls].count("pick_up") == 2
    assert "found a plan" in result.message
    assert 0 < result.cpu_s
    assert 0 < result.wall_s


def test_a_goal_that_holds_has_an_empty_plan(tasks):
    assert solved(tasks.home(tasks.holds("on cup table_1"))).calls == ()


def test_one_of_two_goals_is_enough(tasks):
    goal = AnyOf((tasks.holds("at safe"), tasks.holds("holding cup")))
    assert [c.skill for c in solved(tasks.home(goal)).calls] == ["go_to", "pick_up"]


@pytest.mark.parametrize("count", [1, 2])
def test_a_count_of_objects_is_reached(tasks, count):
    goal = AtLeast(count, ("cup", "Pen"), Literal("on", ("?object", "shelf")))
    result = solved(tasks.home(goal))
    assert [c.skill for c in result.calls].count("put_on") == count


def test_a_derived_goal_is_reached(tasks):
    result = solved(tasks.home(tasks.holds("clear table_1")))
    assert [c.skill for c in result.calls].count("pick_up") == 2


def test_a_quantified_goal_is_reached(tasks):
    items = Variable("?x", "item")
    solved(tasks.home(Exists((items,), Holds(Literal("holding", ("?x",))))))


def test_goals_in_an_order_are_reached_in_that_order(tasks):
    goal = InOrder((tasks.holds("on cup shelf"), tasks.holds("on Pen shelf"), tasks.holds("on cup table_1")))
    result = solved(tasks.home(goal))
    assert all(c.skill in tasks.HOME.operators for c in result.calls)


@pytest.mark.parametrize("goal", ["holding cup,holding Pen", "at safe", "on cup shelf,not on cup shelf"])
def test_what_cannot_be_is_proved(tasks, goal):
    result = Builtin().solve(tasks.home(tasks.holds(*goal.split(","))), SearchLimits())
    assert result.status is EngineStatus.UNSOLVABLE_PROVEN
    assert result.calls == ()
    assert "no plan" in result.message


def test_that_no_alternative_can_be_is_proved(tasks):
    goal = AnyOf((tasks.holds("at safe"), tasks.holds("holding cup", "holding Pen")))
    assert Builtin().solve(tasks.home(goal), SearchLimits()).status is EngineStatus.UNSOLVABLE_PROVEN


def test_an_order_that_cannot_be_is_proved(tasks):
    goal = InOrder((tasks.holds("at safe"), tasks.holds("holding cup")))
    assert Builtin().solve(tasks.home(goal), SearchLimits()).status is EngineStatus.UNSOLVABLE_PROVEN


@pytest.mark.parametrize(
    ("limits", "status"),
    [
        (SearchLimits(states=3), EngineStatus.MEMORY),
        (SearchLimits(cancelled=lambda: True), EngineStatus.CANCELED),
        (SearchLimits(deadline_s=0.0), EngineStatus.TIMEOUT),
    ],
)
def test_limits_are_told_apart(tasks, limits, status):
    result = Builtin().solve(tasks.home(tasks.holds("on cup shelf", "on Pen shelf")), limits)
    assert result.status is status
    assert result.calls == ()


def test_a_deadline_ends_a_long_search(tasks):
    limits = SearchLimits(deadline_s=time.monotonic() + 0.5, states=10**9)
    assert Builtin().solve(tasks.sliding(5), limits).status is EngineStatus.TIMEOUT


@pytest.mark.parametrize(
    ("goal", "reason"),
    [
        ("on mug shelf", "there is no object 'mug'"),
        ("under cup shelf", "the domain has no 'under'"),
        ("on cup", "on takes 2 terms"),
        ("on shelf cup", "shelf is no item"),
    ],
)
def test_a_wrong_goal_is_invalid_and_not_unsolvable(tasks, goal, reason):
    result = Builtin().solve(tasks.home(tasks.holds(goal)), SearchLimits())
    assert result.status is EngineStatus.INVALID_INPUT
    assert reason in result.message


def test_a_variable_of_an_unknown_type_is_invalid(tasks):
    goal = Exists((Variable("?x", "animal"),), Holds(Literal("holding", ("?x",))))
    result = Builtin().solve(tasks.home(goal), SearchLimits())
    assert result.status is EngineStatus.INVALID_INPUT
    assert "'animal'" in result.message


def test_a_variable_of_a_wrong_type_is_invalid(tasks, words: Words):
    goal = Exists((Variable("?x", "asset"),), Holds(Literal("holding", ("?x",))))
    result = Builtin().solve(tasks.home(goal), SearchLimits())
    assert result.status is EngineStatus.INVALID_INPUT
    words(result.message)


@pytest.mark.parametrize("fact", ["on cup moon", "happy", "locked"])
def test_a_wrong_initial_state_is_invalid(tasks, fact, words: Words):
    result = Builtin().solve(tasks.home(tasks.holds("at shelf"), [fact]), SearchLimits())
    assert result.status is EngineStatus.INVALID_INPUT
    words(result.message)


def test_numbers_are_not_for_this_engine(tasks):
    task = tasks.pouring(tasks.level("c1", Comparator.AT_LEAST, 1))
    assert "its goal compares numbers" in Builtin().unsupported(task)
    result = Builtin().solve(task, SearchLimits())
    assert result.status is EngineStatus.UNSUPPORTED
    assert "numbers" in result.message


def test_a_predicate_that_defines_itself_is_invalid(tasks, words: Words):
    task = tasks.home(tasks.holds("odd shelf"))
    rule = Derived(Symbol("odd", (Variable("?a", "asset"),)), Not(tasks.holds("odd ?a")))
    task = replace(task, domain=replace(task.domain, derived={"odd": rule}))
    result = Builtin().solve(task, SearchLimits())
    assert result.status is EngineStatus.INVALID_INPUT
    words(result.message)


def test_an_order_inside_an_alternative_is_invalid(tasks):
    goal = AnyOf((InOrder((tasks.holds("at shelf"), tasks.holds("at table_1"))), AllOf(())))
    result = Builtin().solve(tasks.home(goal), SearchLimits())
    assert result.status is EngineStatus.INVALID_INPUT
    assert "InOrder" in result.message


LAMPS = """(define (domain lamps) (:requirements :adl) (:types lamp)
  (:predicates (lit ?l - lamp) (broken ?l - lamp) (power) (dark) (alarm))
  (:action press :parameters () :effect (and
    (forall (?l - lamp) (when (and (power) (not (broken ?l))) (lit ?l)))
    (when (or (not (power)) (forall (?l - lamp) (broken ?l))) (alarm))
    (forall (?l - lamp) (when (and (broken ?l) (power)) (not (broken ?l))))
    (when (dark) (not (dark)))))
  (:action connect :parameters () :precondition (not (power)) :effect (power)))"""


@pytest.mark.parametrize(
    ("facts", "goal", "steps"),
    [
        ("", "(and (lit a) (lit b))", ["connect", "press"]),
        ("(broken a)", "(and (lit a) (lit b) (not (alarm)))", ["connect", "press", "press"]),
        ("(dark)", "(and (alarm) (not (dark)) (not (lit a)))", ["press"]),
        ("(power) (broken a) (broken b)", "(and (alarm) (not (broken a)) (not (lit a)))", ["press"]),
        ("(power)", "(alarm)", None),
    ],
)
def test_effects_under_several_conditions_come_about_where_all_of_them_hold(facts, goal, steps):
    domain = read_domain(LAMPS, source="domain").value
    text = f"(define (problem p) (:domain lamps) (:objects a b - lamp) (:init {facts}) (:goal {goal}))"
    task = read_task(text, domain, source="problem").value
    if steps is None:
        assert Builtin().solve(task, SearchLimits()).status is EngineStatus.UNSOLVABLE_PROVEN
    else:
        assert [c.skill for c in solved(task).calls] == steps
