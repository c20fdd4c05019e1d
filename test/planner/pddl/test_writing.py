# SPDX-License-Identifier: Apache-2.0
"""What is written reads back as the same values, and what PDDL cannot say is refused."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from math import comb
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from makedo_core.goals.goal import (
    AllOf,
    AnyOf,
    AtLeast,
    Comparator,
    Compare,
    Exists,
    ForAll,
    Holds,
    InOrder,
    Not,
    Universe,
    Variable,
    satisfied,
)
from makedo_core.skills import Literal
from planner_node.pddl.model import Domain, DomainError, Operator, PddlTask, Symbol
from planner_node.pddl.reading.reader import read_domain
from planner_node.pddl.reading.tasks import read_condition, read_task
from planner_node.pddl.writer import MOST_COMBINATIONS, condition_to_pddl, domain_to_pddl, task_to_pddl
from support.words import Words


def _sibling(name: str):
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


random = _sibling("strategies")
slowly = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)

CUPS = tuple(Variable(f"cup_{i}", "cup") for i in range(9))
DOMAIN = Domain(
    "d",
    {"cup": "object"},
    {"clean": Symbol("clean", (Variable("?c", "cup"),)), "done": Symbol("done", ())},
    {"wash": Operator("wash", (Variable("?c", "cup"),), AllOf(()), ())},
)


def clean(cup: str, negated: bool = False) -> Holds:
    return Holds(Literal("clean", (cup,), negated))


def some(count: int, cups: int) -> AtLeast:
    return AtLeast(count, tuple(c.name for c in CUPS[:cups]), Literal("clean", ("?object",)))


@given(random.domains())
@slowly
def test_a_domain_reads_back_as_it_was(domain):
    reading = read_domain(domain_to_pddl(domain))
    assert reading.value == domain
    assert reading.notes == ()


@given(random.tasks())
@slowly
def test_a_task_reads_back_as_it_was(task):
    reading = read_task(task_to_pddl(task), task.domain)
    assert reading.value == task
    assert reading.notes == ()


@given(random.domains(), st.data())
@slowly
def test_a_condition_reads_back_as_it_was(domain, data):
    goal = data.draw(random.conditions(domain, domain.constants))
    assert read_condition(condition_to_pddl(goal), domain).value == goal


@given(random.domains())
@slowly
def test_equal_values_are_written_alike(domain):
    text = domain_to_pddl(domain)
    assert domain_to_pddl(read_domain(text).value) == text


@given(st.integers(-1, 6), st.integers(0, 5), st.booleans(), st.sets(st.sampled_from([c.name for c in CUPS])))
@settings(max_examples=200, deadline=None)
def test_a_count_is_written_as_an_equivalent_condition(count, cups, negated, cleaned):
    goal = replace(some(count, cups), literal=Literal("clean", ("?object",), negated))
    read = read_condition(condition_to_pddl(goal), DOMAIN, objects=CUPS).value
    facts = {Literal("clean", (cup,)) for cup in cleaned}
    assert satisfied(read, facts) is satisfied(goal, facts)
    opposite = read_condition(condition_to_pddl(Not(goal)), DOMAIN, objects=CUPS).value
    assert satisfied(opposite, facts) is not satisfied(goal, facts)


def test_small_counts_are_written_plainly():
    assert condition_to_pddl(some(1, 2)) == "(or (clean cup_0) (clean cup_1))"
    assert condition_to_pddl(some(2, 2)) == "(and (clean cup_0) (clean cup_1))"
    assert condition_to_pddl(some(0, 2)) == "(and)"
    assert condition_to_pddl(some(3, 2)) == "(or)"


def test_a_count_with_too_many_choices_is_refused(words: Words):
    assert comb(8, 2) <= MOST_COMBINATIONS < comb(9, 4)
    assert condition_to_pddl(some(2, 8)).count("(and") == comb(8, 2)
    with pytest.raises(DomainError) as raised:
        condition_to_pddl(AllOf((clean("cup_1"), some(4, 9))))
    words(str(raised.value))


def test_parts_in_order_are_refused(words: Words):
    with pytest.raises(DomainError) as raised:
        condition_to_pddl(AnyOf((InOrder((clean("cup_1"), clean("cup_2"))),)))
    words(str(raised.value))


def test_in_a_universe_quantifiers_are_written_out():
    universe = Universe({"cup": ("cup_1", "cup_2")})
    x = (Variable("?x", "cup"),)
    assert condition_to_pddl(ForAll(x, clean("?x")), universe) == "(and (clean cup_1) (clean cup_2))"
    assert condition_to_pddl(Exists(x, clean("?x")), universe) == "(or (clean cup_1) (clean cup_2))"
    assert condition_to_pddl(Exists(x, clean("?x"))) == "(exists (?x - cup) (clean ?x))"


@pytest.mark.parametrize("name", ["7up", "two words", "", "k\u00fcche", "a(b", "?x y", "-"])
def test_a_name_that_pddl_does_not_have_is_refused(name, words: Words):
    with pytest.raises(DomainError) as raised:
        condition_to_pddl(clean(name))
    words(str(raised.value))


@pytest.mark.parametrize("value", [float("inf"), float("-inf"), float("nan")])
def test_a_number_that_pddl_does_not_have_is_refused(value, words: Words):
    with pytest.raises(DomainError) as raised:
        condition_to_pddl(Compare("level", ("cup_1",), Comparator.LESS, value))
    words(str(raised.value))


def test_numbers_are_written_without_exponents():
    assert condition_to_pddl(Compare("level", (), Comparator.LESS, 1e-7)) == "(< (level) 0.0000001)"
    assert condition_to_pddl(Compare("level", (), Comparator.EQUAL, -3.0)) == "(= (level) -3)"
    assert condition_to_pddl(Compare("level", (), Comparator.MORE, 1e22)) == "(> (level) 10000000000000000000000)"


def test_objects_that_differ_by_their_case_only_are_refused(words: Words):
    task = PddlTask("t", DOMAIN, (Variable("Cup", "cup"), Variable("cup", "cup")), frozenset(), AllOf(()))
    with pytest.raises(DomainError) as raised:
        task_to_pddl(task)
    words(str(raised.value))


def test_a_negated_initial_fact_is_refused():
    task = PddlTask("t", DOMAIN, CUPS, frozenset({Literal("done", (), negated=True)}), AllOf(()))
    with pytest.raises(DomainError, match="negated literal"):
        task_to_pddl(task)


def test_a_negative_cost_is_refused(words: Words):
    wash = replace(DOMAIN.operators["wash"], cost=-1.0)
    with pytest.raises(DomainError) as raised:
        domain_to_pddl(replace(DOMAIN, operators={"wash": wash}))
    words(str(raised.value))


def test_costs_are_written_only_where_one_is_not_1():
    assert "total-cost" not in domain_to_pddl(DOMAIN)
    assert ":metric" not in task_to_pddl(PddlTask("t", DOMAIN, CUPS, frozenset(), AllOf(())))
    costly = replace(DOMAIN, operators={"wash": replace(DOMAIN.operators["wash"], cost=3.0)})
    assert "(increase (total-cost) 3)" in domain_to_pddl(costly)
    text = task_to_pddl(PddlTask("t", costly, CUPS, frozenset(), AllOf(())))
    assert "(= (total-cost) 0)" in text
    assert "(:metric minimize (total-cost))" in text


def test_a_task_declares_what_its_goal_needs_beyond_the_domain():
    text = task_to_pddl(PddlTask("t", DOMAIN, CUPS, frozenset(), some(1, 3)))
    assert "(:requirements :disjunctive-preconditions)" in text


def test_long_text_is_broken_into_lines():
    text = condition_to_pddl(AllOf(tuple(clean(f"cup_{i}") for i in range(20))))
    assert text.count("\n") == 20
    domain = domain_to_pddl(DOMAIN)
    assert max(map(len, domain.split("\n"))) <= 120
    assert "\n    :parameters (?c - cup)\n    :precondition (and)\n" in domain
