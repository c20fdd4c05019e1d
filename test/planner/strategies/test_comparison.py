# SPDX-License-Identifier: Apache-2.0
"""What a goal changes of what was asked, read off the formulas; laws of the reading."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.goals.entailment import entails
from makedo_core.goals.goal import OBJECT_VARIABLE, AllOf, AtLeast, Holds, InOrder, satisfied
from makedo_core.plan import RelaxationKind
from makedo_core.skills import Literal, Predicate
from planner_node.grounding.demand import Demand
from planner_node.strategies.context_matters.comparison import compare, is_weaker

ON, IN = Predicate.ON, Predicate.INSIDE
THINGS = tuple(f"thing_{i}" for i in range(5))
PLACES = ("table_1", "table_2", "shelf_1")
THERE = frozenset((*THINGS, *PLACES))


def at(thing: str, place: str = "table_1", predicate: Predicate = ON) -> Literal:
    return Literal(predicate, (thing, place))


def demand(count: int, wanted, *places: str) -> Demand:
    literals = tuple(at(OBJECT_VARIABLE, place) for place in places or ("table_1",))
    return Demand("some things", count, tuple(wanted), literals)


def kinds(found) -> list[RelaxationKind]:
    return [d.kind for d in found.differences]


def seen(wanted, *demands, true=()):
    return compare(wanted, demands, true, THERE)


def test_some_of_those_that_were_asked_for_are_what_was_asked():
    found = seen([at("thing_0"), at("thing_3")], demand(2, THINGS))
    assert (found.differences, found.surplus, found.goal) == ((), (), AtLeast(2, THINGS, at(OBJECT_VARIABLE)))


def test_the_place_where_most_is_counts():
    found = seen([at("thing_0", "table_2"), at("thing_1", "table_2")], demand(2, THINGS, "table_1", "table_2"))
    assert not found.differences


def test_a_stand_in_is_a_substitute_and_no_relaxation():
    asked = demand(2, THINGS[:2])
    found = seen([at("thing_0"), at("thing_4")], asked)
    assert kinds(found) == [RelaxationKind.SUBSTITUTE]
    assert found.differences[0].instead == ("thing_4",)
    assert found.goal == AllOf(
        (
            AtLeast(1, THINGS[:2], at(OBJECT_VARIABLE)),
            AtLeast(2, ("thing_0", "thing_1", "thing_4"), at(OBJECT_VARIABLE)),
        )
    )
    assert not is_weaker(asked.asked(), found.goal, found.differences)


def test_a_stand_in_for_what_cannot_hold_at_all_is_no_relaxation_either():
    asked = demand(3, THINGS[:2])
    found = seen([at("thing_0"), at("thing_1"), at("thing_2")], asked)
    assert entails(asked.asked(), found.goal)
    assert not is_weaker(asked.asked(), found.goal, found.differences)


def test_fewer_is_proven_weaker():
    asked = demand(3, THINGS)
    found = seen([at("thing_0")], asked)
    assert kinds(found) == [RelaxationKind.LOWER_COUNT]
    assert found.differences[0].missing == 2
    assert is_weaker(asked.asked(), found.goal, found.differences)


def test_one_of_two_demands_left_out_is_proven_weaker():
    first, second = demand(1, THINGS[:1]), demand(1, THINGS[1:2])
    found = seen([at("thing_0")], first, second)
    assert kinds(found) == [RelaxationKind.DROP]
    assert not found.nothing_left
    assert is_weaker(AllOf((first.asked(), second.asked())), found.goal, found.differences)


def test_nothing_left_is_told():
    assert seen([Literal(Predicate.OPEN, ("shelf_1",))], demand(1, THINGS)).nothing_left


def test_another_place_is_a_shift():
    asked = demand(2, THINGS)
    found = seen([at("thing_0", "shelf_1"), at("thing_1", "shelf_1")], asked)
    assert kinds(found) == [RelaxationKind.CHANGE_PLACE]
    assert not is_weaker(asked.asked(), found.goal, found.differences)


def test_the_other_side_of_the_same_place_weakens_the_relation():
    asked = demand(1, THINGS[:1])
    found = seen([at("thing_0", "table_1", IN)], asked)
    assert kinds(found) == [RelaxationKind.WEAKEN_RELATION]
    assert is_weaker(asked.asked(), found.goal, found.differences)


def test_another_thing_at_another_place_is_both():
    found = seen([at("thing_4", "shelf_1")], demand(1, THINGS[:1]))
    assert kinds(found) == [RelaxationKind.SUBSTITUTE, RelaxationKind.CHANGE_PLACE]


def test_a_place_that_does_not_exist_is_replaced():
    missing = Demand("some things", 1, THINGS, ())
    assert kinds(seen([at("thing_0", "shelf_1")], missing)) == [RelaxationKind.CHANGE_PLACE]


def test_more_than_was_asked_is_surplus():
    found = seen([at("thing_0"), at("thing_1")], demand(1, THINGS))
    assert found.surplus == (at("thing_1"),)


def test_keeping_what_holds_is_no_surplus():
    shut = Literal(Predicate.OPEN, ("shelf_1",), negated=True)
    found = seen([at("thing_0"), shut], demand(1, THINGS))
    assert found.surplus == ()
    assert found.goal == AllOf((AtLeast(1, THINGS, at(OBJECT_VARIABLE)), Holds(shut)))


def test_things_that_were_made_up_are_in_no_formula():
    made_up = Demand("a thing", 1, ("ghost_1",), (at(OBJECT_VARIABLE),))
    found = seen([at("thing_0")], made_up)
    assert found.goal == AtLeast(1, ("thing_0",), at(OBJECT_VARIABLE))


def test_what_two_demands_want_is_not_counted_twice():
    found = seen([at("thing_0")], demand(1, THINGS), demand(1, THINGS))
    assert kinds(found) == [RelaxationKind.DROP]


def test_what_becomes_of_a_thing_instead_weakens_what_was_asked_of_it():
    washed = Demand("a clean thing", 1, THINGS[:1], (Literal("washed", (OBJECT_VARIABLE,)),))
    found = seen([at("thing_0")], washed)
    assert kinds(found) == [RelaxationKind.WEAKEN_RELATION]
    assert is_weaker(washed.asked(), found.goal, found.differences)


def test_stages_are_told_apart():
    first, second = demand(1, THINGS[:1]), replace(demand(1, THINGS[1:2], "table_2"), stage=1)
    found = seen([at("thing_1", "table_2"), at("thing_0")], first, second)
    assert found.stages == ((at("thing_0"),),)
    assert found.goal == InOrder((first.asked(), second.asked()))


literals = st.builds(at, st.sampled_from(THINGS), st.sampled_from(PLACES), st.sampled_from((ON, IN)))
wishes = st.lists(literals, min_size=1, max_size=5, unique=True)
demands = st.lists(
    st.builds(
        lambda count, wanted, place: demand(min(count, len(wanted)), sorted(wanted), place),
        st.integers(1, 3),
        st.sets(st.sampled_from(THINGS), min_size=1, max_size=3),
        st.sampled_from(PLACES),
    ),
    min_size=1,
    max_size=2,
)


@given(wishes, demands)
def test_whatever_reaches_the_stated_goal_reaches_the_formula_that_is_told(wanted, asked):
    found = seen(wanted, *asked)
    assert satisfied(found.goal, frozenset(wanted))


@given(wishes, demands)
def test_without_a_difference_the_goal_ensures_what_was_asked(wanted, asked):
    found = seen(wanted, *asked)
    if not found.differences:
        assert all(satisfied(d.asked(), frozenset(wanted)) for d in asked)


@given(wishes, demands, st.frozensets(literals, max_size=8))
def test_a_proven_relaxation_holds_wherever_what_was_asked_does(wanted, asked, state):
    found = seen(wanted, *asked)
    before = AllOf(tuple(d.asked() for d in asked))
    if is_weaker(before, found.goal, found.differences) and satisfied(before, state):
        assert satisfied(found.goal, state)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_every_literal_is_shared_out_or_surplus(count):
    wanted = [at(thing) for thing in THINGS]
    found = seen(wanted, demand(count, THINGS[:count]))
    assert len(found.surplus) == len(THINGS) - count
