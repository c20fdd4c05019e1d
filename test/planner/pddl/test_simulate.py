# SPDX-License-Identifier: Apache-2.0
"""A run is judged by what holds in each of its states, numbers too."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.goals.goal import AllOf, AnyOf, Comparator, Compare, Exists, Goal, Holds, InOrder, Not, Variable
from makedo_core.skills import Literal, SkillCall
from planner_node.pddl.model import Derived, Domain, NumericChange, NumericEffect, Operator, PddlTask, Symbol
from planner_node.pddl.simulate import simulate

CUP = Variable("?c", "cup")
POUR, DRINK = (SkillCall(name, ("cup_1",)) for name in ("pour", "drink"))


def level(comparator: Comparator, value: float, cup: str = "cup_1") -> Compare:
    return Compare("level", (cup,), comparator, value)


def changing(name: str, change: NumericChange) -> Operator:
    return Operator(name, (CUP,), AllOf(()), (), (NumericEffect(change, "level", ("?c",), 1.0),))


FULL = Literal("full", ("cup_1",))
DOMAIN = Domain(
    "cups",
    {"cup": "object"},
    {},
    {"pour": changing("pour", NumericChange.INCREASE), "drink": changing("drink", NumericChange.DECREASE)},
    functions={"level": Symbol("level", (CUP,))},
    derived={"full": Derived(Symbol("full", (CUP,)), level(Comparator.AT_LEAST, 2.0, "?c"))},
)


def run(goal, *calls):
    values = {("level", ("cup_1",)): 0.0}
    return simulate(PddlTask("pour", DOMAIN, (Variable("cup_1", "cup"),), frozenset(), goal, values), calls)


FULL_THEN_EMPTY = InOrder((level(Comparator.AT_LEAST, 2.0), level(Comparator.EQUAL, 0.0)))


def test_an_earlier_part_of_an_order_is_judged_by_the_numbers_of_its_time():
    assert run(FULL_THEN_EMPTY, POUR, POUR, DRINK, DRINK).outcome.ok


def test_the_numbers_of_the_end_do_not_count_for_an_earlier_part():
    two_then_three = InOrder((level(Comparator.EQUAL, 3.0), level(Comparator.AT_MOST, 3.0)))
    assert run(two_then_three, POUR, POUR, POUR).outcome.ok
    result = run(FULL_THEN_EMPTY, POUR, DRINK)  # empty in the end, and never full
    assert result.outcome.cause is FailureCause.INVALID_PLAN
    assert "order" in result.outcome.message


def test_the_last_part_is_judged_by_the_end():
    result = run(FULL_THEN_EMPTY, POUR, POUR, DRINK)
    assert result.outcome.cause is FailureCause.INVALID_PLAN
    assert "level" in result.outcome.message
    assert result.values == {("level", ("cup_1",)): 1.0}


@pytest.mark.parametrize(("calls", "reached"), [((POUR, POUR, DRINK), True), ((POUR, DRINK, POUR), False)])
def test_what_derives_from_numbers_is_judged_by_those_of_its_time(calls, reached):
    goal = InOrder((Holds(FULL), Holds(~FULL)))
    assert run(goal, *calls).outcome.ok is reached


ROOM, OTHER = Variable("?a", "room"), Variable("?b", "room")
JOINED = Holds(Literal("door", ("?a", "?b")))


def home(near: Goal, *rules: Derived) -> Domain:
    symbols = {"door": Symbol("door", (ROOM, OTHER)), "dark": Symbol("dark", (ROOM,))}
    derived = {r.symbol.name: r for r in (Derived(Symbol("near", (ROOM, OTHER)), near), *rules)}
    return Domain("home", {"room": "object", "hall": "room"}, symbols, {}, derived=derived)


def holds(domain: Domain, literal: Literal) -> bool:
    rooms = tuple(Variable(name, "room") for name in ("den", "bath", "attic"))
    facts = frozenset({Literal("door", ("den", "bath")), Literal("door", ("bath", "attic"))})
    return simulate(PddlTask("walk", domain, rooms, facts, Holds(literal)), ()).outcome.ok


def test_what_is_defined_by_itself_is_what_its_rule_leads_to_in_however_many_steps():
    through = Variable("?over", "room")
    ways = (Holds(Literal("near", ("?a", "?over"))), Holds(Literal("door", ("?over", "?b"))))
    domain = home(AnyOf((JOINED, Exists((through,), AllOf(ways)))))
    assert domain.defines_by_itself
    assert holds(domain, Literal("near", ("den", "attic")))
    assert not holds(domain, Literal("near", ("attic", "den")))


def test_a_derived_fact_may_be_defined_by_that_another_does_not_hold():
    far = Derived(Symbol("far", (ROOM, OTHER)), Not(Holds(Literal("near", ("?a", "?b")))))
    domain = home(JOINED, far)
    assert not domain.defines_by_itself
    assert holds(domain, Literal("far", ("den", "attic")))
    assert not holds(domain, Literal("far", ("den", "bath")))


def test_a_derived_fact_holds_of_no_object_that_is_of_another_type():
    symbol = Symbol("lit", (Variable("?a", "hall"),))
    domain = home(JOINED, Derived(symbol, Not(Holds(Literal("dark", ("?a",))))))
    assert not holds(domain, Literal("lit", ("den",)))  # a room, which is no hall
