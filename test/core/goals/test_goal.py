# SPDX-License-Identifier: Apache-2.0
"""Goals: when they hold, their JSON and their words."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.goals.goal import (
    OBJECT_VARIABLE,
    AllOf,
    AnyOf,
    AtLeast,
    Comparator,
    Compare,
    Exists,
    ForAll,
    GoalError,
    Holds,
    InOrder,
    Not,
    Universe,
    Variable,
    bound,
    conjuncts,
    constants,
    every,
    grounded,
    literals,
    satisfied,
    satisfied_along,
    there_is,
)
from makedo_core.goals.goal_json import goal_from_json, goal_to_json
from makedo_core.goals.goal_text import achieved, describe, failing
from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph
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
variables = st.just((Variable("?x", "thing"),))
rich_goals = st.recursive(
    st.one_of(
        goals,
        st.builds(
            Compare,
            st.just("fill"),
            st.sampled_from([("a_1",), ("b_1",)]),
            st.sampled_from(Comparator),
            st.integers(0, 3),
        ),
        st.builds(
            lambda p, n: Holds(Literal(p, ("?x", "table_1"), n)),
            st.sampled_from([Predicate.ON, Predicate.INSIDE]),
            st.booleans(),
        ),
    ),
    lambda inner: st.one_of(
        st.builds(Exists, variables, inner),
        st.builds(ForAll, variables, inner),
        st.builds(InOrder, st.lists(inner, max_size=3).map(tuple)),
        st.builds(Not, inner),
    ),
    max_leaves=6,
)
UNIVERSE = Universe({"thing": ITEMS}, {("fill", ("a_1",)): 1.0, ("fill", ("b_1",)): 2.0})
states = st.frozensets(literal_strategy.map(lambda x: Literal(x.predicate, x.terms)))


@given(goals)
def test_json_round_trip(goal):
    assert goal_from_json(goal_to_json(goal)) == goal


@given(rich_goals)
def test_every_kind_of_formula_survives_json_and_can_be_described(goal):
    assert goal_from_json(goal_to_json(goal)) == goal
    assert describe(goal)


@given(rich_goals, states)
def test_grounding_quantifiers_changes_no_meaning(goal, state):
    whole = grounded(goal, UNIVERSE)
    assert satisfied(whole, state, Universe(values=UNIVERSE.values)) is satisfied(goal, state, UNIVERSE)


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
    assert failing(goal, on_table("a_1")) == ("only one instead of two: two of a 1, b 1 or c 1 are on table 1",)


def test_of_a_count_those_that_hold_are_told():
    facts = on_table("a_1", "c_1")
    assert [x.terms[0] for x in AtLeast(1, ITEMS, ON_TABLE).true_in(facts)] == ["a_1", "c_1"]
    assert {x.terms[0] for x in AtLeast(1, ITEMS, ~ON_TABLE).true_in(facts)} == set(ITEMS) - {"a_1", "c_1"}


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
    assert describe(Holds(Literal(Predicate.CLOSED, ("fridge_1",)))) == "fridge 1 is closed"


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


def test_what_an_ordered_goal_keeps_is_told_once():
    on_1, on_2, lamp = (
        Holds(Literal(Predicate.ON, ("a_1", "table_1"))),
        Holds(Literal(Predicate.ON, ("b_1", "table_1"))),
        Holds(Literal(Predicate.SWITCHED_ON, ("lamp_1",))),
    )
    facts = {on_1.literal, on_2.literal, lamp.literal}
    goal = InOrder((on_1, AllOf((on_1, on_2)), AllOf((on_1, on_2, lamp))))
    assert achieved(goal, facts) == "a 1 is on table 1, then b 1 is on table 1, then lamp 1 is switched on"


def test_what_was_undone_in_between_is_told_again():
    is_open, is_closed = (Holds(Literal(p, ("fridge_1",))) for p in (Predicate.OPEN, Predicate.CLOSED))
    goal = InOrder((is_open, is_closed, is_open))
    told = achieved(goal, {is_open.literal})
    assert told == "fridge 1 is open, then fridge 1 is closed, then fridge 1 is open"


def test_an_ordered_goal_that_counts_names_what_it_kept_once():
    some = AtLeast(1, ("a_1", "b_1"), Literal(Predicate.ON, (OBJECT_VARIABLE, "table_1")))
    held = Holds(Literal(Predicate.ON, ("b_1", "table_1")))
    lamp = Holds(Literal(Predicate.SWITCHED_ON, ("lamp_1",)))
    told = achieved(InOrder((some, AllOf((held, lamp)))), {held.literal, lamp.literal})
    assert told == "b 1 is on table 1, then lamp 1 is switched on"


def test_what_is_achieved_otherwise_is_told_as_asked():
    lamp = Holds(~Literal(Predicate.SWITCHED_ON, ("lamp_1",)))
    apple = AnyOf(tuple(Holds(Literal(Predicate.ON, (a, "table_1"))) for a in ("apple_1", "apple_2")))
    text = achieved(AllOf((lamp, apple)), {Literal(Predicate.ON, ("apple_2", "table_1"))})
    assert text == f"apple 2 is on table 1 and {describe(lamp)}"
    assert achieved(AllOf(()), set()) == describe(AllOf(()))


def test_a_quantifier_over_an_unknown_type_names_the_known_ones():
    goal = Exists((Variable("?x", "planet"),), Holds(Literal(Predicate.HOLDING, ("?x",))))
    with pytest.raises(GoalError, match=r"planet.*thing"):
        satisfied(goal, frozenset(), UNIVERSE)


def test_an_unknown_number_is_named():
    with pytest.raises(GoalError, match=r"weight\(a_1\)"):
        satisfied(Compare("weight", ("a_1",), Comparator.LESS, 1.0), frozenset(), UNIVERSE)


@pytest.mark.parametrize(
    ("comparator", "expected"),
    [("<", False), ("<=", True), ("=", True), (">=", True), (">", False)],
)
def test_numbers_are_compared(comparator, expected):
    goal = Compare("fill", ("a_1",), Comparator(comparator), 1.0)
    assert satisfied(goal, frozenset(), UNIVERSE) is expected
    assert "fill of a 1" in describe(goal)


def test_an_inner_variable_of_the_same_name_is_another_one():
    inner = Exists((Variable("?x", "thing"),), Holds(Literal(Predicate.ON, ("?x", "table_1"))))
    assert bound(inner, {"?x": "a_1"}) == inner


def test_order_is_asked_of_a_run_and_not_of_its_end_alone():
    first, then = Holds(ON_TABLE.bind({"?object": "a_1"})), Holds(ON_TABLE.bind({"?object": "b_1"}))
    goal = InOrder((first, then))
    a, b = on_table("a_1"), on_table("b_1")
    assert satisfied_along(goal, [frozenset(), a, b])
    assert satisfied_along(goal, [a | b])
    assert not satisfied_along(goal, [b, a])
    assert not satisfied_along(goal, [frozenset(), b])
    assert satisfied(goal, b) and not satisfied(goal, a)
    assert satisfied_along(AllOf((goal, then)), [a, b]) and satisfied_along(AnyOf((goal, first)), [b, a])


def test_each_state_of_a_run_has_numbers_of_its_own():
    rising = InOrder((Compare("fill", (), Comparator.EQUAL, 1), Compare("fill", (), Comparator.EQUAL, 2)))
    one, two = (Universe(values={("fill", ()): value}) for value in (1.0, 2.0))
    assert satisfied_along(rising, [frozenset()] * 2, [one, two])
    assert not satisfied_along(rising, [frozenset()] * 2, [two, two])
    assert not satisfied_along(rising, [frozenset()] * 2, [two, one])


def test_a_run_needs_a_state_and_a_universe_for_each_if_for_any():
    with pytest.raises(ValueError, match="state"):
        satisfied_along(Holds(ON_TABLE), [])
    with pytest.raises(ValueError, match="shorter"):
        satisfied_along(Holds(ON_TABLE), [frozenset()] * 2, [Universe()])


def test_constants_are_all_objects_that_are_named():
    goal = Not(
        ForAll(
            (Variable("?x", "thing"),),
            AllOf((Holds(Literal(Predicate.ON, ("?x", "table_1"))), Compare("fill", ("a_1",), Comparator.LESS, 1))),
        )
    )
    assert constants(goal) == {"table_1", "a_1"}


def test_a_predicate_of_another_vocabulary_is_read_when_it_is_declared():
    text = goal_to_json(Holds(Literal("is-clean", ("mop_1",))))
    assert goal_from_json(text, {"is-clean": 1}) == Holds(Literal("is-clean", ("mop_1",)))
    with pytest.raises(GoalError, match="is-clean"):
        goal_from_json(text)
    assert describe(Holds(Literal("is-clean", ("mop_1",)))) == "mop 1 is clean"


def counted(**change) -> str:
    raw = {"kind": "at_least", "count": 1, "objects": ["a"]}
    raw["literal"] = {"predicate": "on", "terms": ["?object", "table_1"]}
    return json.dumps(raw | change)


def wanting(predicate: object = "on", terms: object = ("a", "b"), **more) -> str:
    return json.dumps({"kind": "holds", "literal": {"predicate": predicate, "terms": terms, **more}})


def compared(value: object = 1, comparator: object = "<") -> str:
    return json.dumps({"kind": "compare", "function": "fill", "comparator": comparator, "value": value})


def ranging(name: object = "?x", of: object = "thing") -> str:
    part = {"kind": "all_of", "parts": []}
    return json.dumps({"kind": "exists", "variables": [{"name": name, "type": of}], "part": part})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("\x00", "Invalid JSON"),
        ("\ufeff" + wanting(), "Invalid JSON"),
        (wanting() + wanting(), "trailing characters"),
        ('{"kind": "\ud800"}', "unicode"),
        ("null", "top level"),
        ("{}", "kind"),
        ('{"kind": null}', "kind"),
        ('{"kind": ["holds"]}', "kind"),
        ('{"kind": "HOLDS"}', "HOLDS"),
        ('{"kind": "not", "not": 1}', "part"),
        ('{"kind": "not", "part": null}', "part"),
        ('{"kind": "all_of", "parts": null}', "parts"),
        ('{"kind": "all_of", "parts": {}}', "parts"),
        ('{"kind": "any_of", "parts": [1]}', "parts.0"),
        ('{"kind": "in_order", "parts": ["holds"]}', "parts.0"),
        ('{"kind": "any_of", "kind": "all_of", "parts": []}', "key 'kind' twice"),
        ('{"kind":"all_of","parts":[' * 5000, "recursion limit"),
        (wanting("ON"), "no predicate 'ON'"),
        (wanting(""), "no predicate ''"),
        (wanting(1), "predicate"),
        (wanting("p" * 100_000), "at most 200"),
        (wanting("on", ["a", "b", "c"]), "on takes 2 terms"),
        (wanting("hand_empty", ["robot"]), "hand_empty takes 0 terms"),
        (wanting("open", []), "open takes 1 terms"),
        (wanting("on", "ab"), "terms"),
        (wanting("on", ["a", None]), "terms.1"),
        (wanting("on", ["a", 7]), "terms.1"),
        (wanting("on", ["a", "b" * 201]), "at most 200"),
        (wanting(negated="no"), "negated"),
        (wanting(negated=1), "negated"),
        (wanting(sure=True), "sure"),
        (counted(count="2"), "count"),
        (counted(count=1.5), "count"),
        (counted(count=True), "count"),
        (counted(count=10**30), "count"),
        (counted(objects="a"), "objects"),
        (counted(objects=["a", "b", "a"]), "'a' is listed twice"),
        (compared(float("nan")), "value"),
        (compared(float("inf")), "value"),
        (compared("1"), "value"),
        (compared(comparator="=="), "comparator"),
        (compared(comparator="!="), "comparator"),
        (ranging("x"), "name"),
        (ranging("?"), "name"),
        (ranging("?a b"), "name"),
        (ranging(of=None), "type"),
        (ranging(of="t" * 201), "at most 200"),
    ],
)
def test_hostile_json_is_refused_with_the_place_and_briefly(text, told):
    with pytest.raises(GoalError, match=told) as caught:
        goal_from_json(text)
    assert len(str(caught.value)) < 1000
