# SPDX-License-Identifier: Apache-2.0
"""Landmarks, milestones, drives, blocks, and plans that are put together from them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.failure import FailureCause
from makedo_core.skills import Literal, SkillCall
from planner_node.pddl.simulate import simulate
from planner_node.proof.problem import OperatorInstance, Problem
from planner_node.proof.search import SearchLimits, Status, after, search
from planner_node.strategies.hierarchical.macros.decompose import decomposed
from planner_node.strategies.hierarchical.macros.drives import driven_to, drives_of, is_drive
from planner_node.strategies.hierarchical.macros.landmarks import landmarks
from planner_node.strategies.hierarchical.macros.milestones import cut, milestones
from planner_node.strategies.hierarchical.macros.reorder import reordered
from planner_node.strategies.hierarchical.macros.shortest import shortest
from planner_node.strategies.hierarchical.model_free import plan_task
from test.planner.strategies.hierarchical.conftest import said

LIMITS = SearchLimits()


@st.composite
def problems(draw) -> Problem:
    """Small random problems over six facts."""
    facts = st.integers(0, 5)
    instances = []
    for number in range(draw(st.integers(0, 8))):
        needs = tuple(sorted(draw(st.sets(facts, max_size=2))))
        adds = tuple(sorted(draw(st.sets(facts, min_size=1, max_size=2))))
        deletes = frozenset(draw(st.sets(facts, max_size=2))) - set(adds)
        instances.append(OperatorInstance(SkillCall(f"o{number}", ()), needs, adds, deletes))
    literals = tuple(Literal(f"f{n}") for n in range(6))
    numbers = {x: n for n, x in enumerate(literals)}
    return Problem(numbers, frozenset(draw(st.sets(facts, max_size=3))), tuple(instances), literals, frozenset())


@given(problems(), st.sets(st.integers(0, 5), min_size=1, max_size=2))
def test_every_plan_passes_every_landmark_in_its_order(problem, goals):
    found = landmarks(problem, problem.initial, goals)
    plan = search(problem, frozenset(goals), LIMITS)
    if found is None:
        assert plan.status is Status.UNSOLVABLE
        return
    if plan.status is not Status.SOLVED:
        return
    first = dict.fromkeys(problem.initial, 0)
    state = problem.initial
    for step, instance in enumerate(plan.instances, 1):
        state = after(state, instance)
        for fact in state:
            first.setdefault(fact, step)
    for fact, before in found.before.items():
        assert fact in first
        assert all(first[earlier] < first[fact] or earlier == fact for earlier in before)


@given(problems(), st.sets(st.integers(0, 5), min_size=1, max_size=2))
def test_a_landmark_cannot_be_avoided(problem, goals):
    found = landmarks(problem, problem.initial, goals)
    for fact in found.before if found else ():
        without = replace(problem, instances=tuple(o for o in problem.instances if fact not in o.adds))
        assert search(without, frozenset(goals), LIMITS).status is Status.UNSOLVABLE


@given(problems(), st.sets(st.integers(0, 5), min_size=1, max_size=2))
def test_plans_reach_the_goal_and_are_found_where_there_are_any(problem, goals):
    goal = frozenset(goals)
    exists = search(problem, goal, LIMITS).status
    short = shortest(problem, problem.initial, goal, LIMITS)
    assert short.status is exists
    whole = decomposed(problem, problem.initial, sorted(goal), LIMITS)
    if exists is Status.UNSOLVABLE:
        assert whole.status is Status.UNSOLVABLE
    for found in (short, whole):
        if found.status is Status.SOLVED:
            state = problem.initial
            for instance in found.instances:
                assert state.issuperset(instance.needs)
                state = after(state, instance)
            assert goal <= state


def test_goals_that_undo_each_other_end_the_search():
    literals = tuple(Literal(f"f{n}") for n in range(2))
    numbers = {x: n for n, x in enumerate(literals)}
    either = (
        OperatorInstance(SkillCall("first", ()), (), (0,), frozenset({1})),
        OperatorInstance(SkillCall("second", ()), (), (1,), frozenset({0})),
    )
    problem = Problem(numbers, frozenset(), either, literals, frozenset())
    assert decomposed(problem, problem.initial, (0, 1), LIMITS).status is Status.UNSOLVABLE


def test_a_block_is_the_shortest(pantry, numbered):
    one = numbered(pantry("(opened beans)"))
    found = shortest(one.problem, one.problem.initial, frozenset(one.goals), LIMITS)
    assert said(found.instances) == ["take opener right", "go left", "open_tin beans opener left"]


@pytest.mark.parametrize(
    ("limits", "status"),
    [
        (SearchLimits(states=0), Status.MEMORY),
        (SearchLimits(deadline_s=0.0), Status.TIMEOUT),
        (SearchLimits(cancelled=lambda: True), Status.CANCELED),
    ],
)
def test_limits_end_the_search_and_are_no_proof(pantry, numbered, limits, status):
    one = numbered(pantry("(opened peas)"))
    assert shortest(one.problem, one.problem.initial, frozenset(one.goals), limits).status is status
    if status is not Status.MEMORY:
        assert decomposed(one.problem, one.problem.initial, one.goals, limits).status is status


def test_landmarks_of_what_lies_in_a_chest_are_ordered(pantry, numbered):
    one = numbered(pantry("(on peas left)"))
    found = landmarks(one.problem, one.problem.initial, one.goals)
    assert found is not None
    assert one.facts(found.before) == {"at(chest)", "at(left)", "holding(peas)", "lid_open(chest)", "on(peas, left)"}
    assert one.facts(found.before[one.number("holding", "peas")]) == {"at(chest)", "lid_open(chest)"}


def test_what_can_be_reached_in_two_ways_is_no_landmark(pantry, numbered):
    one = numbered(pantry("(holding beans)", init="(on beans right)"))
    found = landmarks(one.problem, one.problem.initial, one.goals)
    assert found is not None
    assert one.facts(found.before) == {"holding(beans)"}


def test_milestones_are_landmarks_without_drives(pantry, numbered):
    one = numbered(pantry("(on peas left)"))
    stones = milestones(one.problem, one.problem.initial, one.goals)
    assert stones is not None
    assert one.facts(stones.before) == {"holding(peas)", "lid_open(chest)", "on(peas, left)"}
    assert one.facts(stones.ready(frozenset())) == {"lid_open(chest)"}


def test_to_be_somewhere_is_a_milestone_where_it_is_the_goal(pantry, numbered):
    one = numbered(pantry("(at left)"))
    stones = milestones(one.problem, one.problem.initial, one.goals)
    assert stones is not None
    assert one.facts(stones.before) == {"at(left)"}


def test_what_cannot_be_reached_has_no_milestones(pantry, numbered):
    one = numbered(pantry("(opened beans)", without="(on opener right)"))
    assert milestones(one.problem, one.problem.initial, one.goals) is None
    assert decomposed(one.problem, one.problem.initial, one.goals, LIMITS).stones is None


def test_drives_are_told_from_their_effects(pantry, numbered):
    one = numbered(pantry("(opened peas)"))
    assert {o.call.skill for o in one.problem.instances if is_drive(o, one.problem)} == {"go"}


def test_a_missing_drive_is_found_and_nothing_else_is(pantry, numbered):
    one = numbered(pantry("(opened peas)"))
    drives = drives_of(one.problem)
    take, lid = one.instances("take beans left", "take_out peas chest")
    drive = driven_to(one.problem.initial, take, drives)
    assert drive is not None
    assert said([drive]) == ["go left"]
    assert driven_to(one.problem.initial, lid, drives) is None


def test_a_plan_is_cut_where_milestones_are_reached(pantry, numbered):
    one = numbered(pantry("(opened beans)"))
    start = one.problem.initial
    stones = milestones(one.problem, start, one.goals)
    assert stones is not None
    plan = one.instances("take opener right", "go left", "open_tin beans opener left", "go right")
    parts = cut(start, plan, stones)
    assert [said(p.instances) for p in parts] == [
        ["take opener right"],
        ["go left", "open_tin beans opener left"],
        ["go right"],
    ]
    assert parts[-1].reached is None
    assert one.facts([parts[0].reached, parts[1].reached]) == {"holding(opener)", "opened(beans)"}


def test_a_goal_that_is_given_up_on_the_way_is_restored(pantry):
    planned = plan_task(pantry("(and (opened beans) (on opener right))"), LIMITS)
    assert planned.outcome.ok
    assert planned.plan.macros[-1].target == Literal("on", ("opener", "right"))
    assert len(planned.plan.calls) == 5


def test_parts_are_moved_to_save_drives(pantry, numbered):
    task = pantry("(and (lid_open chest) (on beans right))")
    one = numbered(task)
    plan = one.instances(
        "go left", "go chest", "lift_lid chest", "go left", "take beans left", "go right", "put beans right"
    )
    short = reordered(one.problem, one.problem.initial, plan, frozenset(one.goals), LIMITS)
    assert len(short) == 6
    assert simulate(task, [o.call for o in short]).outcome.ok


def test_a_plan_that_ends_with_a_drive_keeps_its_order(pantry, numbered):
    one = numbered(pantry("(at left)"))
    plan = one.instances("go left")
    assert reordered(one.problem, one.problem.initial, plan, frozenset(one.goals), LIMITS) == plan


def test_opening_two_tins_takes_the_opener_once(pantry):
    planned = plan_task(pantry("(and (opened beans) (opened peas) (on opener right))"), LIMITS)
    assert planned.outcome.ok
    assert [c.skill for c in planned.plan.calls].count("take") == 1


def test_of_alternatives_the_shortest_is_planned(pantry):
    planned = plan_task(pantry("(or (opened peas) (holding opener))"), LIMITS)
    assert [str(c) for c in planned.plan.calls] == ["take(opener, right)"]


def test_what_holds_already_needs_no_macro_action(pantry):
    planned = plan_task(pantry("(free)"), LIMITS)
    assert planned.outcome.ok
    assert planned.plan.macros == ()


def test_macro_actions_say_what_they_need_and_change(pantry):
    first, second = plan_task(pantry("(opened beans)"), LIMITS).plan.macros
    assert (first.name, [str(x) for x in first.after]) == ("opener is holding", ["holding(opener)"])
    assert {"at(right)", "free()", "on(opener, right)"} == {str(x) for x in first.before}
    assert Literal("opened", ("beans",)) in second.after
    assert Literal("holding", ("opener",)) in second.before


@pytest.mark.parametrize(
    ("limits", "cause"),
    [
        (SearchLimits(deadline_s=0.0), FailureCause.PLANNING_TIMEOUT),
        (SearchLimits(cancelled=lambda: True), FailureCause.CANCELED),
        (SearchLimits(states=-1), FailureCause.PLANNING_MEMORY),
    ],
)
def test_a_limit_is_told_as_such(pantry, limits, cause):
    assert plan_task(pantry("(opened beans)"), limits).outcome.cause is cause


def test_what_cannot_be_done_is_no_success(pantry):
    planned = plan_task(pantry("(opened beans)", without="(on opener right)"), LIMITS)
    assert planned.outcome.cause is FailureCause.UNSOLVABLE_INCOMPLETE
    assert "no plan" in planned.outcome.message
