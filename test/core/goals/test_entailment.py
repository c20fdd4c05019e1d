# SPDX-License-Identifier: Apache-2.0
"""What is proven weaker holds wherever the stronger goal does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.goals.entailment import entails
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

ITEMS = ("a", "b", "c")
HIERARCHY = {"on": ("supported_by",), "supported_by": ()}


def weaker(predicate: str) -> tuple[str, ...]:
    return HIERARCHY.get(predicate, ())


def on(thing: str, predicate: str = "on") -> Literal:
    return Literal(predicate, (thing, "t"))


literals = st.builds(
    lambda o, p, n: Literal(p, (o, "t"), n), st.sampled_from(ITEMS), st.sampled_from(list(HIERARCHY)), st.booleans()
)
counts = st.builds(
    lambda n, objects, p: AtLeast(n, tuple(sorted(objects)), Literal(p, ("?object", "t"))),
    st.integers(0, 3),
    st.sets(st.sampled_from(ITEMS)),
    st.sampled_from(list(HIERARCHY)),
)
numbers = st.builds(Compare, st.just("fill"), st.just(("a",)), st.sampled_from(Comparator), st.integers(0, 3))
goals = st.recursive(
    st.one_of(st.builds(Holds, literals), counts, numbers),
    lambda inner: st.one_of(
        st.builds(Not, inner),
        st.builds(AllOf, st.lists(inner, max_size=3).map(tuple)),
        st.builds(AnyOf, st.lists(inner, max_size=3).map(tuple)),
        st.builds(lambda part: InOrder((part,)), inner),
        st.builds(lambda part: Exists((Variable("?x", "thing"),), part), inner),
        st.builds(lambda part: ForAll((Variable("?x", "thing"),), part), inner),
    ),
    max_leaves=6,
)


def closed(facts: frozenset[Literal]) -> frozenset[Literal]:
    """What is on something is supported by it."""
    return facts | {Literal("supported_by", f.terms) for f in facts if f.predicate == "on"}


states = st.frozensets(literals.map(lambda x: Literal(x.predicate, x.terms))).map(closed)


@given(goals, goals, states, st.integers(-1, 4))
def test_what_is_proven_weaker_holds_wherever_the_stronger_does(strong, weak, state, fill):
    universe = Universe({"thing": ITEMS}, {("fill", ("a",)): fill / 1.0})
    if entails(strong, weak, weaker) and satisfied(strong, state, universe):
        assert satisfied(weak, state, universe)


@given(goals, goals)
def test_leaving_out_a_conjunct_and_adding_a_way_is_proven_weaker(first, second):
    assert entails(AllOf((first, second)), first)
    assert entails(first, AnyOf((second, first)))
    assert entails(first, first)


@pytest.mark.parametrize(
    ("strong", "weak", "proven"),
    [
        (AtLeast(3, ITEMS, on("?object")), AtLeast(2, ITEMS, on("?object")), True),
        (AtLeast(2, ITEMS, on("?object")), AtLeast(3, ITEMS, on("?object")), False),
        (AtLeast(2, ("a", "b"), on("?object")), AtLeast(2, ITEMS, on("?object")), True),
        (AtLeast(2, ITEMS, on("?object")), AtLeast(2, ("a", "b"), on("?object")), False),
        (AtLeast(2, ITEMS, on("?object")), AtLeast(1, ("a", "b"), on("?object")), True),
        (AtLeast(2, ("a", "b"), on("?object")), AllOf((Holds(on("a")), Holds(on("b")))), True),
        (AllOf((Holds(on("a")), Holds(on("b")))), AtLeast(2, ITEMS, on("?object")), True),
        (AllOf((Holds(on("a")),)), AtLeast(2, ITEMS, on("?object")), False),
        (Holds(on("a")), Holds(on("a", "supported_by")), True),
        (Holds(on("a", "supported_by")), Holds(on("a")), False),
        (Holds(~on("a", "supported_by")), Holds(~on("a")), True),
        (AtLeast(1, ITEMS, on("?object")), AtLeast(1, ITEMS, on("?object", "supported_by")), True),
        (AtLeast(4, ITEMS, on("?object")), Holds(on("a")), True),
        (InOrder((Holds(on("a")), Holds(on("b")))), Holds(on("b")), True),
        (InOrder((Holds(on("a")), Holds(on("b")))), Holds(on("a")), False),
        (Holds(on("a")), InOrder((Holds(on("b")), Holds(on("a")))), False),
    ],
)
def test_counts_places_and_predicates(strong, weak, proven):
    assert entails(strong, weak, weaker) is proven


@pytest.mark.parametrize(
    ("strong", "weak", "proven"),
    [
        ((">=", 4), (">=", 3), True),
        ((">=", 3), (">", 3), False),
        ((">", 3), (">=", 3), True),
        (("<=", 3), ("<", 4), True),
        (("<=", 4), ("<", 4), False),
        (("=", 3), (">=", 3), True),
        (("=", 3), ("<", 3), False),
        ((">=", 3), ("<=", 5), False),
        (("=", 3), (">", 2), True),
        (("=", 3), ("<=", 2), False),
    ],
)
def test_numbers_are_widened(strong, weak, proven):
    first, second = (Compare("fill", ("a",), Comparator(c), v) for c, v in (strong, weak))
    assert entails(first, second) is proven
    assert not entails(first, Compare("weight", ("a",), first.comparator, first.value))
