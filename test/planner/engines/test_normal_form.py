# SPDX-License-Identifier: Apache-2.0
"""Conditions in normal form mean the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.goals.goal import (
    AllOf,
    AnyOf,
    AtLeast,
    Comparator,
    Compare,
    Exists,
    ForAll,
    Goal,
    Holds,
    InOrder,
    Not,
    Universe,
    Variable,
    satisfied,
)
from makedo_core.skills import Literal
from planner_node.engines.external.normal_form import FALSE, TRUE, in_normal_form, normal_form
from planner_node.pddl.model import Derived, Effect, Symbol

X, Y, N = Variable("?x", "thing"), Variable("?y", "thing"), Variable("?n", "nothing")
UNIVERSE = Universe({"thing": ("a", "b"), "nothing": ()}, {("level", ("a",)): 1.0})

terms = st.sampled_from(["a", "b", "?x", "?y"])
leaves = st.one_of(
    st.builds(lambda t, no: Holds(Literal("p", (t,), no)), terms, st.booleans()),
    st.builds(lambda s, t, no: Holds(Literal("=", (s, t), no)), terms, terms, st.booleans()),
    st.builds(lambda n: AtLeast(n, ("a", "b"), Literal("p", ("?object",))), st.integers(-1, 3)),
    st.builds(lambda c, v: Compare("level", ("a",), c, v), st.sampled_from(Comparator), st.sampled_from([0.0, 1.0])),
)
formulas = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.builds(Not, inner),
        st.builds(lambda parts: AllOf(tuple(parts)), st.lists(inner, max_size=3)),
        st.builds(lambda parts: AnyOf(tuple(parts)), st.lists(inner, max_size=3)),
        st.builds(lambda v, part: Exists(v, part), st.sampled_from([(), (X,), (Y,), (N,), (X, N)]), inner),
        st.builds(lambda v, part: ForAll(v, part), st.sampled_from([(), (X,), (Y,), (N,), (X, N)]), inner),
    ),
    max_leaves=6,
)
sentences = st.builds(lambda part: Exists((X,), ForAll((Y,), part)), formulas) | st.builds(
    lambda part: ForAll((X, Y), part), formulas
)


def inner_parts(goal: Goal) -> Iterator[Goal]:
    yield goal
    match goal:
        case Not(part) | Exists(_, part) | ForAll(_, part):
            yield from inner_parts(part)
        case AllOf(parts) | AnyOf(parts):
            for part in parts:
                yield from inner_parts(part)


def with_equality(facts: frozenset[Literal]) -> frozenset[Literal]:
    return facts | {Literal("=", ("a", "a")), Literal("=", ("b", "b"))}


facts = st.frozensets(st.sampled_from([Literal("p", ("a",)), Literal("p", ("b",))]))


@given(sentences, facts, st.booleans())
def test_a_condition_in_normal_form_holds_in_the_same_states(goal, true, negated):
    state = with_equality(true)
    result = normal_form(goal, UNIVERSE, negated)
    assert satisfied(result, state, UNIVERSE) is (satisfied(goal, state, UNIVERSE) is not negated)


@given(sentences, st.booleans())
def test_negation_stands_before_leaves_and_nothing_trivial_inside(goal, negated):
    result = normal_form(goal, UNIVERSE, negated)
    for part in inner_parts(result):
        if isinstance(part, Not):
            assert isinstance(part.part, Compare)
        if isinstance(part, AllOf | AnyOf) and part is not result:
            assert TRUE not in part.parts
            assert FALSE not in part.parts
        if isinstance(part, Holds):
            assert part.literal.predicate != "="
        if isinstance(part, AtLeast):
            assert 0 < part.count <= len(part.objects)
        if isinstance(part, Exists | ForAll):
            assert part.variables


@pytest.mark.parametrize("term", ["a", "b"])
def test_equality_of_a_parameter_stays(term):
    goal = Holds(Literal("=", ("?parameter", term), negated=True))
    assert normal_form(goal, UNIVERSE) == goal
    assert normal_form(goal, UNIVERSE, negated=True) == Holds(Literal("=", ("?parameter", term)))


def test_an_order_is_left_alone():
    order = InOrder((Holds(Literal("p", ("a",))),))
    assert normal_form(order, UNIVERSE) == order
    assert normal_form(order, UNIVERSE, negated=True) == Not(order)


def test_what_can_never_happen_is_left_out(tasks):
    task = tasks.home(Not(Not(tasks.holds("at shelf"))))
    never = Holds(Literal("=", ("cup", "shelf")))
    go_to = task.domain.operators["go_to"]
    operators = {
        "go_to": replace(go_to, effects=(*go_to.effects, Effect(Literal("hand_empty"), never))),
        "pick_up": replace(task.domain.operators["pick_up"], precondition=never),
    }
    rule = Derived(Symbol("odd", ()), Not(ForAll((Variable("?a", "asset"),), tasks.holds("at ?a"))))
    domain = replace(task.domain, operators=operators, derived={"odd": rule})
    plain = in_normal_form(replace(task, domain=domain))
    assert list(plain.domain.operators) == ["go_to"]
    assert plain.domain.operators["go_to"].effects == go_to.effects
    assert plain.goal == Holds(tasks.lit("at shelf"))
    assert plain.domain.derived["odd"].condition == Exists(rule.condition.part.variables, Holds(tasks.lit("not at ?a")))
