# SPDX-License-Identifier: Apache-2.0
"""Choices of a goal are made so that nothing contradicts itself, and what is chosen entails the goal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.goals.goal import OBJECT_VARIABLE, AllOf, AnyOf, AtLeast, Holds, InOrder, Not, satisfied
from makedo_core.goals.goal_json import goal_to_json
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, SceneGraph
from makedo_core.skills import Literal
from makedo_eval.datasets.graph_homes.graph_home import graph_home
from planner_node.grounding.formula.decisions import decided
from planner_node.task import PlanningTask

THINGS, BOXES = ("a", "b", "c", "d"), ("x", "y", "z")


def inside(thing: str, box: str) -> Holds:
    return Holds(Literal("inside", (thing, box)))


def excludes(first: Literal, second: Literal) -> bool:
    """A thing is in one box."""
    if first == ~second:
        return True
    return first != second and not first.negated and not second.negated and first.terms[0] == second.terms[0]


def none_of(one: str, other: str, box: str) -> AnyOf:
    no = (Holds(~inside(one, box).literal), Holds(~inside(other, box).literal))
    return AnyOf(no)


def test_of_several_boxes_one_is_taken_for_all():
    goal = AnyOf(tuple(AllOf((inside("a", box), inside("b", box))) for box in BOXES))
    assert decided((goal,), excludes) == (inside("a", "x"), inside("b", "x"))


def test_a_choice_that_contradicts_the_rest_is_not_made():
    goal = AnyOf(tuple(AllOf((inside("a", box), inside("b", box))) for box in BOXES))
    assert decided((goal, inside("b", "z")), excludes) == (inside("b", "z"), inside("a", "z"))


def test_partners_are_found_for_all():
    each = [AnyOf(tuple(inside(t, box) for box in BOXES)) for t in THINGS[:3]]
    apart = [none_of(s, t, box) for s, t in (("a", "b"), ("a", "c"), ("b", "c")) for box in BOXES]
    chosen = decided((*each, *apart), excludes)
    assert sorted(part.literal.terms[1] for part in chosen) == list(BOXES)


def test_what_cannot_be_otherwise_is_not_demanded():
    goal = AnyOf((AllOf((inside("a", "x"), Holds(~inside("a", "y").literal))),))
    assert decided((goal,), excludes) == (inside("a", "x"),)


def test_counts_stay_and_choices_within_choices_are_made():
    count = AtLeast(1, ("c", "d"), Literal("inside", (OBJECT_VARIABLE, "z")))
    both = AtLeast(2, ("c", "d"), inside(OBJECT_VARIABLE, "y").literal)
    inner = AllOf((AnyOf((inside("a", "x"), inside("a", "y"))), both))
    one_of = AtLeast(1, ("b", "c"), inside(OBJECT_VARIABLE, "x").literal)
    chosen = decided((count, AnyOf((AllOf((inner, one_of)),))), excludes)
    assert chosen[0] == count
    assert set(chosen[1:]) == {inside("a", "x"), inside("c", "y"), inside("d", "y"), inside("b", "x")}


def test_nothing_rests_on_itself_nor_on_what_rests_on_it():
    goal = AllOf((AnyOf((inside("a", "a"), inside("a", "b"))), AnyOf((inside("b", "a"), inside("b", "c")))))
    assert decided(goal.parts, excludes) == (inside("a", "b"), inside("b", "c"))


def test_where_there_is_no_choice_without_contradiction_there_is_none():
    assert decided((inside("a", "x"), AnyOf((inside("a", "y"), inside("a", "z")))), excludes) is None
    assert decided((inside("a", "x"), inside("a", "y")), excludes) is None
    assert decided((AnyOf((InOrder((inside("a", "x"), inside("a", "y"))),)),), excludes) is None


@pytest.mark.slow
def test_a_search_that_takes_too_long_is_given_up():
    more = tuple(f"t{i}" for i in range(9))
    each = [AnyOf(tuple(inside(t, f"box{i}") for i in range(8))) for t in more]
    apart = [none_of(s, t, f"box{i}") for s in more for t in more if s < t for i in range(8)]
    assert decided((*each, *apart), excludes) is None  # nine into eight do not go


atoms = st.builds(inside, st.sampled_from(THINGS), st.sampled_from(BOXES))
choices = st.builds(lambda parts: AnyOf(tuple(parts)), st.lists(atoms, min_size=1, max_size=3))


@given(st.lists(st.one_of(atoms, choices), min_size=1, max_size=5))
def test_what_is_chosen_entails_the_goal(parts):
    chosen = decided(tuple(parts), excludes)
    if chosen is not None:
        end = {part.literal for part in chosen if isinstance(part, Holds) and not part.literal.negated}
        assert satisfied(AllOf(tuple(parts)), end)
        assert not satisfied(Not(AllOf(chosen)), end)


def test_a_partner_for_each_is_planned_and_things_may_be_kept_out_of_several_places(engine):
    """Three cups, two boxes: one in each, and the third in neither of them, nor on the shelf where it lies."""
    things, boxes = ("cup_1", "cup_2", "cup_3"), ("box_1", "box_2")
    nodes = [Node("room_1", "kitchen", NodeKind.ROOM), Node("robot", "robot", NodeKind.AGENT)]
    nodes += [Node(b, "cabinet", NodeKind.ASSET) for b in (*boxes, "shelf_1", "counter_1")]
    nodes += [Node(t, "cup", NodeKind.OBJECT, confidence=0.9) for t in things]
    relations = {Relation(n.id, RelationType.IN, "room_1") for n in nodes if n.kind in (NodeKind.ASSET, NodeKind.AGENT)}
    relations |= {Relation(t, RelationType.ON, "shelf_1") for t in things}
    graph = SceneGraph({n.id: n for n in nodes}, frozenset(relations), revision=1, scene="cups")
    each = [AnyOf(tuple(inside(t, b) for b in boxes)) for t in things[:2]]
    apart = [none_of("cup_1", "cup_2", b) for b in boxes]
    neither = [Holds(~inside("cup_3", b).literal) for b in boxes]
    off = Holds(~Literal("ontop", ("cup_3", "shelf_1")))
    goal = AllOf((*each, *apart, *neither, off))
    result = engine.plan(
        PlanningTask("x", graph, goal=goal_to_json(goal), domain=graph_home(), asks=False, time_limit_s=60.0)
    )
    assert result.plan is not None, result.explanation
    put = {c.arguments[1]: (c.skill, c.arguments[2]) for c in result.plan.calls if c.skill.startswith("put_")}
    assert {put["cup_1"], put["cup_2"]} == {("put_inside", box) for box in boxes}
    assert put["cup_3"] not in {("put_inside", "box_1"), ("put_inside", "box_2"), ("put_on", "shelf_1")}
    assert result.plan.relaxations == ()
