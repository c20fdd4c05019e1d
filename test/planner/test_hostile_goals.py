# SPDX-License-Identifier: Apache-2.0
"""Goals that come as JSON: every kind of formula is pursued as it is meant, or refused with a typed cause and words."""

from __future__ import annotations

import json
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.failure import FailureCause
from makedo_core.goals.goal import (
    OBJECT_VARIABLE,
    AllOf,
    AnyOf,
    AtLeast,
    Exists,
    ForAll,
    Holds,
    InOrder,
    Not,
    Universe,
    Variable,
    satisfied,
)
from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph
from makedo_core.skills import Literal, Predicate
from planner_node.grounding.demand import Demand
from planner_node.grounding.formula.given_goal import demands_of
from planner_node.language.refusal import Refusal

INVALID, NEVER = FailureCause.INVALID_GOAL, FailureCause.UNSOLVABLE_PROVEN
TOO_FAR = FailureCause.NOTHING_ACCEPTABLE
NOBODY_UNDERSTANDS = "zorgle the flurb"  # so that the goal alone says what is wanted


def literal(predicate: str, *terms: str, negated: bool = False) -> dict:
    return {"predicate": predicate, "terms": list(terms), "negated": negated}


def holds(predicate: str, *terms: str, negated: bool = False) -> dict:
    return {"kind": "holds", "literal": literal(predicate, *terms, negated=negated)}


def parts(kind: str, *of: dict) -> dict:
    return {"kind": kind, "parts": list(of)}


def negation(part: dict) -> dict:
    return {"kind": "not", "part": part}


def ranging(kind: str, part: dict, **variables: str) -> dict:
    return {"kind": kind, "variables": [{"name": f"?{n}", "type": t} for n, t in variables.items()], "part": part}


def count(number: int, objects: list[str], of: dict) -> dict:
    return {"kind": "at_least", "count": number, "objects": objects, "literal": of}


every, some = partial(ranging, "for_all"), partial(ranging, "exists")
both, either, order = partial(parts, "all_of"), partial(parts, "any_of"), partial(parts, "in_order")
ON_2 = holds("on", "apple_1", "table_2")
ON_3 = holds("on", "apple_1", "table_3")
THERE = literal("on", "?object", "table_2")


@pytest.fixture
def pursue(plan, world):
    graph = world("apple_1 on table_1", "apple_2 on counter_1", "fork_1 inside drawer_1", "bowl_1 on table_3")
    return lambda goal: plan(NOBODY_UNDERSTANDS, graph, goal=json.dumps(goal))


@pytest.mark.parametrize(
    ("goal", "cause", "told"),
    [
        # what is no goal
        ([], INVALID, "top level"),
        ({"kind": "perhaps"}, INVALID, "perhaps"),
        (holds("loves", "apple_1", "table_1"), INVALID, "no predicate 'loves'"),
        (holds("on", "apple_1"), INVALID, "takes 2 terms"),
        (count(2, ["apple_1", "apple_1"], THERE), INVALID, "listed twice"),
        (count(10**30, ["apple_1"], THERE), INVALID, "count"),
        ({"kind": "compare", "function": "fill", "comparator": ">", "value": 10**400}, INVALID, "value"),
        # names and types that mean nothing here
        (holds("on", "ghost_1", "table_1"), INVALID, "'ghost_1', unknown to the graph"),
        (holds("on", "", "table_1"), INVALID, "'', unknown"),
        (holds("on", "?x", "table_1"), INVALID, "'?x', unknown"),
        (holds("on", "?object", "table_1"), INVALID, "'?object', unknown"),
        (both(*(holds("on", f"ghost_{i}", "table_1") for i in range(50))), INVALID, "and 45 more"),
        (some(holds("on", "?y", "table_1"), x="apple"), INVALID, "'?y', unknown"),
        (every(holds("on", "?x", "table_2"), x="planet"), INVALID, "type 'planet'; known are room, asset, object"),
        (some(holds("on", "?x", "table_2"), x="Apple"), INVALID, "type 'Apple'"),
        (every(ON_2, **{f"v{i}": "asset" for i in range(12)}), INVALID, "cases"),
        # what cannot be pursued
        (
            {"kind": "compare", "function": "fill", "terms": ["apple_1"], "comparator": ">=", "value": 1},
            INVALID,
            "fill",
        ),
        (negation({"kind": "compare", "function": "fill", "comparator": "<", "value": 1}), INVALID, "no skill"),
        (negation(order(ON_2, ON_3)), INVALID, "an order is not kept"),
        (either(order(ON_2, ON_3), order(ON_3, ON_2)), INVALID, "too intricate"),
        (
            both(order(ON_2, holds("open", "drawer_1")), order(ON_2, holds("open", "fridge_1"))),
            INVALID,
            "Several orders",
        ),
        (holds("hand_empty"), INVALID, "the robot's hand is empty"),
        (both(*(holds("open", "drawer_1", negated=b) for b in (True, False))), None, ""),
        (both(*(holds(p, a) for p in ("open", "clear", "explored") for a in ("table_1", "shelf_1"))), None, ""),
        # what can never be
        (either(), NEVER, "can never be reached"),
        (some(holds("on", "?x", "table_2"), x="agent"), NEVER, ""),
        (count(1, [], THERE), NEVER, "can never be reached"),
        (count(10**6, ["apple_1"], THERE), TOO_FAR, "only one"),
        (holds("on", "apple_1", "apple_1"), NEVER, "I cannot do this"),
        (holds("on", "apple_1", "kitchen"), NEVER, "kitchen is no furniture to put things on"),
        (holds("on", "apple_1", "bowl_1"), NEVER, "bowl 1 is no furniture to put things on"),
        (holds("inside", "apple_1", "kitchen"), NEVER, "kitchen is no furniture to put things in"),
        (holds("holding", "table_1"), NEVER, "table 1 is furniture, which the robot does not move"),
        (holds("on", "fridge_1", "table_1"), NEVER, "fridge 1 is furniture, which the robot does not move"),
        (holds("inside", "table_1", "fridge_1"), NEVER, "table 1 is furniture, which the robot does not move"),
        (holds("holding", "kitchen"), NEVER, "kitchen is a room, which nobody moves"),
        (holds("holding", "robot"), NEVER, "robot is the robot itself"),
        (holds("inside", "apple_1", "table_2"), NEVER, "nothing can be put inside table 2"),
        (holds("open", "apple_1"), NEVER, "I cannot do this"),
        (holds("locked", "fridge_1"), NEVER, "no skill can bring it about"),
        (holds("on", "robot", "table_1"), NEVER, "I cannot do this"),
    ],
)
def test_a_hostile_goal_is_refused_with_a_cause_and_words_or_pursued_with_what_was_left_out(pursue, goal, cause, told):
    result = pursue(goal)
    if cause is None:
        assert result.plan is not None and result.plan.relaxations
        assert all(change.reason for change in result.plan.relaxations)
        return
    assert result.outcome.cause is cause
    assert result.plan is None
    assert told in result.outcome.message
    assert len(result.outcome.message) < 600


@pytest.mark.parametrize(
    ("goal", "last"),
    [
        (ON_2, "put_on(apple_1, table_2)"),
        (negation(negation(ON_2)), "put_on(apple_1, table_2)"),
        (some(holds("on", "?x", "table_2"), x="apple"), "put_on(apple_1, table_2)"),
        (some(holds("on", "?x", "table_2"), x="fork"), "put_on(fork_1, table_2)"),
        (some(holds("on", "bowl_1", "?t"), t="shelf"), "put_on(bowl_1, shelf_1)"),
        (some(holds("inside", "?x", "?f"), x="bowl", f="fridge"), "put_inside(bowl_1, fridge_1)"),
        (every(holds("open", "?x", negated=False), x="fridge"), "open(fridge_1)"),
        (negation(some(holds("on", "?x", "table_3"), x="object")), "pick_up(bowl_1, table_3)"),
        (negation(either(holds("on", "bowl_1", "table_3"), holds("open", "fridge_1"))), "pick_up(bowl_1, table_3)"),
        (either(ON_2, holds("on", "apple_2", "table_2")), "put_on(apple_1, table_2)"),
        (either(either(), ON_2), "put_on(apple_1, table_2)"),
        (both(both(), both(ON_2), *[ON_2] * 300), "put_on(apple_1, table_2)"),
        (order(order(), ON_2, order(holds("open", "drawer_1"))), "open(drawer_1)"),
        (both(holds("open", "drawer_1"), order(ON_2, holds("open", "fridge_1"))), "open(drawer_1)"),
        (count(1, ["apple_1", "apple_2"], literal("on", "bowl_1", "table_2")), "put_on(bowl_1, table_2)"),
    ],
)
def test_every_kind_of_formula_is_pursued_unchanged(pursue, goal, last):
    result = pursue(goal)
    assert result.plan is not None, result.outcome
    assert result.plan.relaxations == ()
    assert last in [str(call) for call in result.plan.calls]


@pytest.mark.parametrize(
    "goal",
    [both(), order(), count(0, [], THERE), count(0, ["apple_1"], THERE), negation(either()), either(both(), ON_2)],
)
def test_what_holds_whatever_happens_needs_no_plan(pursue, goal):
    result = pursue(goal)
    assert result.plan is not None and result.plan.calls == ()
    assert result.plan.relaxations == ()


def test_all_of_a_type_are_one_demand_and_what_comes_after_is_done_after(pursue):
    goal = order(every(holds("on", "?x", "table_2"), x="apple"), holds("open", "fridge_1"))
    result = pursue(goal)
    calls = [str(call) for call in result.plan.calls]
    assert calls[-1] == "open(fridge_1)"
    assert {"put_on(apple_1, table_2)", "put_on(apple_2, table_2)"} < set(calls)


def test_classes_of_the_ontology_are_types(world, ontology):
    graph = world("apple_1 on table_1", "banana_1 on table_1", "fork_1 on table_1")
    goal = ForAll((Variable("?x", "fruit"),), Holds(Literal(Predicate.ON, ("?x", "table_2"))))
    there = Literal(Predicate.ON, (OBJECT_VARIABLE, "table_2"))
    demands = demands_of(goal, graph, ontology)
    assert [(d.count, d.wanted, d.literals) for d in demands] == [(2, ("apple_1", "banana_1"), (there,))]
    assert isinstance(demands_of(goal, graph), Refusal)


def test_too_many_parts_are_refused(world):
    graph = world(*(f"apple_{i} on table_1" for i in range(70)))
    goal = AllOf(tuple(Holds(Literal(Predicate.ON, (f"apple_{i}", "table_2"))) for i in range(70)))
    refusal = demands_of(goal, graph)
    assert isinstance(refusal, Refusal) and "70 parts" in refusal.message


THINGS, PLACES = ("a", "b", "c"), ("s", "t")


@pytest.mark.parametrize(
    "goal",
    [
        either(order(ON_2, ON_3), ON_2),
        either(both(ON_2, holds("on", "apple_2", "table_2")), holds("open", "fridge_1")),
        either(ON_2, holds("open", "fridge_1")),
        either(ON_2, holds("on", "apple_2", "table_3")),
        negation(both(holds("open", "fridge_1"), ON_2)),
        both(either(ON_2, holds("open", "fridge_1")), either(ON_3, holds("open", "drawer_1"))),
    ],
)
def test_a_choice_that_no_demand_expresses_is_made_and_the_goal_holds_in_the_end(pursue, goal):
    result = pursue(goal)
    assert result.outcome.ok, result.outcome
    assert not result.plan.relaxations


GRAPH = SceneGraph(
    {
        **{i: Node(i, "thing", NodeKind.OBJECT) for i in THINGS},
        **{i: Node(i, "place", NodeKind.ASSET) for i in PLACES},
    }
)
UNIVERSE = Universe({"object": THINGS, "asset": PLACES, "agent": (), "place": PLACES})
terms = st.tuples(st.sampled_from((*THINGS, "?x")), st.sampled_from((*PLACES, "?y")))
atoms = st.builds(lambda t, n: Holds(Literal(Predicate.ON, t, n)), terms, st.booleans())
counts = st.builds(
    lambda n, objects, place, no: AtLeast(n, tuple(objects), Literal(Predicate.ON, (OBJECT_VARIABLE, place), no)),
    st.integers(0, 3),
    st.lists(st.sampled_from(THINGS), unique=True),
    st.sampled_from(PLACES),
    st.booleans(),
)
formulas = st.recursive(
    st.one_of(atoms, counts),
    lambda inner: st.one_of(
        st.builds(Not, inner),
        st.builds(AllOf, st.lists(inner, max_size=3).map(tuple)),
        st.builds(AnyOf, st.lists(inner, max_size=3).map(tuple)),
    ),
    max_leaves=6,
)
closed = st.builds(
    lambda first, second, x, part: first((Variable("?x", x),), second((Variable("?y", "place"),), part)),
    st.sampled_from([Exists, ForAll]),
    st.sampled_from([Exists, ForAll]),
    st.sampled_from(["object", "agent"]),
    formulas,
)
states = st.frozensets(
    st.builds(lambda a, b: Literal(Predicate.ON, (a, b)), st.sampled_from(THINGS), st.sampled_from(PLACES))
)


@given(closed, states)
def test_the_demands_of_a_goal_mean_the_same_as_the_goal(goal, state):
    demands = demands_of(goal, GRAPH)
    if isinstance(demands, Refusal):
        assert demands.message
        assert demands.cause is not NEVER or not satisfied(goal, state, UNIVERSE)
    else:
        meant = all(satisfied(demand.asked(), state) for demand in demands)
        assert meant is satisfied(goal, state, UNIVERSE)


@given(closed)
def test_the_parts_of_an_order_become_stages(goal):
    opened = Holds(Literal(Predicate.OPEN, ("t",)))
    alone, staged = demands_of(goal, GRAPH), demands_of(InOrder((goal, opened)), GRAPH)
    if isinstance(alone, Refusal):
        assert isinstance(staged, Refusal)
    else:
        assert all(isinstance(d, Demand) for d in staged)
        assert [d.stage for d in staged] == [*(0 for _ in alone), 1]
