# SPDX-License-Identifier: Apache-2.0
"""Goals: when they hold, their JSON and their words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.goal import (
    OBJECT_VARIABLE,
    AllOf,
    AnyOf,
    AtLeast,
    GoalError,
    Holds,
    Not,
    conjuncts,
    every,
    goal_from_json,
    goal_to_json,
    literals,
    satisfied,
    there_is,
)
from makedo_core.goal_text import achieved, describe, failing
from makedo_core.scene_graph import Node, NodeKind, SceneGraph
from makedo_core.skills import Literal, Predicate

ITEMS = ("a_1", "b_1", "c_1")
ON_TABLE = Literal(Predicate.ON, ("?object", "table_1"))


def on_table(*objects: str) -> frozenset[Literal]:
    return frozenset(ON_TABLE.bind({"?object": o}) for o in objects)


literal_strategy = st.builds(
    lambda o, p, n: Literal(p, (o, "table_1"), n),
    st.sampled_from(ITEMS),
    st.sampled_from([Predicate.ON, Predicate.INSIDE]),
    st.booleans(),
)
goals = st.recursive(
    st.one_of(
        st.builds(Holds, literal_strategy),
        st.builds(AtLeast, st.integers(0, 3), st.just(ITEMS), st.just(ON_TABLE)),
    ),
    lambda inner: st.one_of(
        st.builds(Not, inner),
        st.builds(AllOf, st.lists(inner, max_size=3).map(tuple)),
        st.builds(AnyOf, st.lists(inner, max_size=3).map(tuple)),
    ),
    max_leaves=8,
)
states = st.frozensets(literal_strategy.map(lambda x: Literal(x.predicate, x.terms)))


@given(goals)
def test_json_round_trip(goal):
    assert goal_from_json(goal_to_json(goal)) == goal


@given(goals, states)
def test_negation_turns_satisfaction_round(goal, state):
    assert satisfied(Not(goal), state) is not satisfied(goal, state)


@given(goals, states)
def test_a_goal_holds_exactly_when_no_conjunct_fails(goal, state):
    assert satisfied(goal, state) is (failing(goal, state) == ())


@given(goals)
def test_every_goal_can_be_described(goal):
    assert describe(goal)
    assert all(isinstance(x, Literal) for x in literals(goal))


def test_counts():
    goal = AtLeast(2, ITEMS, ON_TABLE)
    assert not satisfied(goal, on_table("a_1"))
    assert satisfied(goal, on_table("a_1", "c_1"))
    assert failing(goal, on_table("a_1")) == (
        "only one instead of two: two of a 1, b 1 or c 1 are on table 1",
    )


def test_quantifiers():
    assert satisfied(there_is(ITEMS, ON_TABLE), on_table("b_1"))
    assert not satisfied(every(ITEMS, ON_TABLE), on_table("b_1"))
    assert satisfied(every(ITEMS, ON_TABLE), on_table(*ITEMS))


def test_empty_conjunction_holds_and_empty_disjunction_does_not():
    assert satisfied(AllOf(()), ())
    assert not satisfied(AnyOf(()), ())


def test_conjuncts_are_unfolded():
    first, second = Holds(ON_TABLE.bind({"?object": "a_1"})), AnyOf(())
    assert conjuncts(AllOf((first, AllOf((second,))))) == (first, second)


def test_description_counts_by_class_where_there_is_much_to_choose_from():
    ids = [f"apple_{i}" for i in range(8)]
    graph = SceneGraph({i: Node(i, "apple", NodeKind.OBJECT) for i in ids})
    assert describe(AtLeast(2, tuple(ids), ON_TABLE), graph) == "two of 8 apples are on table 1"
    assert describe(Holds(~Literal(Predicate.OPEN, ("fridge_1",)))) == "fridge 1 is closed"


DEEP = '{"kind":"not","part":' * 30 + '{"kind":"all_of","parts":[]}' + "}" * 30


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "top level"),
        ("[]", "top level"),
        ('{"kind": "perhaps"}', "perhaps"),
        ('{"kind": "holds"}', "literal"),
        ('{"kind": "holds", "literal": {"predicate": "loves", "terms": []}}', "predicate"),
        ('{"kind": "holds", "literal": {"predicate": "on", "terms": ["a"]}}', "on takes 2 terms"),
        ('{"kind": "at_least", "count": -1, "objects": [], "literal": {"predicate": "open"}}', "count"),
        ('{"kind": "all_of", "parts": [], "extra": 1}', "extra"),
        (DEEP, "nested more than"),
        ("x" * 1_000_001, "at most"),
    ],
)
def test_malformed_json_says_where_and_what_is_wrong(text, told):
    with pytest.raises(GoalError, match=told):
        goal_from_json(text)


def test_of_many_choices_those_that_were_taken_are_named():
    on = Literal(Predicate.ON, (OBJECT_VARIABLE, "table_2"))
    goal = AllOf((AtLeast(2, ("a_1", "b_1"), on), AtLeast(3, ("a_1", "b_1", "c_1", "d_1", "e_1"), on)))
    facts = {Literal(Predicate.ON, (o, "table_2")) for o in ("a_1", "b_1", "d_1")}
    assert achieved(goal, facts) == "a 1, b 1 and d 1 are on table 2"


def test_what_is_achieved_otherwise_is_told_as_asked():
    lamp = Holds(~Literal(Predicate.SWITCHED_ON, ("lamp_1",)))
    apple = AnyOf(tuple(Holds(Literal(Predicate.ON, (a, "table_1"))) for a in ("apple_1", "apple_2")))
    text = achieved(AllOf((lamp, apple)), {Literal(Predicate.ON, ("apple_2", "table_1"))})
    assert text == f"apple 2 is on table 1 and {describe(lamp)}"
    assert achieved(AllOf(()), set()) == describe(AllOf(()))
