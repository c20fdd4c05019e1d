# SPDX-License-Identifier: Apache-2.0
"""What is compiled away means the same afterwards."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.goals.goal import (
    AllOf,
    Comparator,
    Exists,
    ForAll,
    Goal,
    Holds,
    InOrder,
    Not,
    Variable,
    satisfied_along,
)
from makedo_core.skills import Literal, SkillCall
from planner_node.engines.builtin import Builtin
from planner_node.engines.compilation import adds_win, in_stages, numbers_in, without_axioms, without_stages
from planner_node.engines.outcome import EngineStatus
from planner_node.pddl.model import Derived, Domain, Effect, Operator, PddlTask, Symbol
from planner_node.pddl.simulate import simulate
from planner_node.proof.search import SearchLimits

LAMPS = ("p", "q", "r")


def lamp_task(goal: Goal, changes: dict[str, frozenset[str]]) -> PddlTask:
    """Buttons that each switch some lamps over. Every state of the lamps is a fact of each."""
    operators = {}
    for name, lamps in changes.items():
        effects = tuple(
            Effect(Literal(lamp, (), negated), Holds(Literal(lamp, (), not negated)))
            for lamp in sorted(lamps)
            for negated in (False, True)
        )
        operators[name] = Operator(name, (), AllOf(()), effects)
    predicates = {lamp: Symbol(lamp, ()) for lamp in LAMPS}
    return PddlTask("lamps", Domain("lamps", {}, predicates, operators), (), frozenset({Literal("p")}), goal)


def reachable_by_any_run(task: PddlTask) -> bool:
    """Whether some run satisfies the goal, by looking at all runs up to a length that is enough."""
    longest = 8
    queue = deque([((), (task.initial,))])
    while queue:
        calls, states = queue.popleft()
        if satisfied_along(task.goal, states):
            return True
        if len(calls) < longest:
            for name in task.domain.operators:
                run = simulate(replace(task, goal=AllOf(())), [SkillCall(name, ()) for name in (*calls, name)])
                if run.states[-1] not in states[_last_noted(task.goal, states) :]:
                    queue.append(((*calls, name), run.states))
    return False


def _last_noted(goal: Goal, states: tuple[frozenset[Literal], ...]) -> int:
    """Up to where a run has used the order; repeating a state after that leads nowhere new."""
    at = 0
    for part in goal.parts[:-1] if isinstance(goal, InOrder) else ():
        found = next((i for i in range(at, len(states)) if satisfied_along(part, [states[i]])), None)
        if found is None:
            return at
        at = found
    return at


conditions = st.lists(
    st.builds(lambda lamp, no: Holds(Literal(lamp, (), no)), st.sampled_from(LAMPS), st.booleans()),
    min_size=1,
    max_size=3,
).map(lambda parts: AllOf(tuple(parts)))
orders = st.lists(conditions, min_size=1, max_size=3).map(lambda parts: InOrder(tuple(parts)))
buttons = st.lists(st.frozensets(st.sampled_from(LAMPS), min_size=1), min_size=1, max_size=2, unique=True)


@given(orders, buttons)
def test_a_goal_in_stages_is_solvable_exactly_where_the_ordered_one_is(goal, lamps):
    task = lamp_task(goal, {f"press-{n}": group for n, group in enumerate(lamps)})
    result = Builtin().solve(task, SearchLimits())
    if reachable_by_any_run(task):
        assert result.status is EngineStatus.PLAN
        assert simulate(task, result.calls).outcome.ok
    else:
        assert result.status is EngineStatus.UNSOLVABLE_PROVEN


def test_a_task_without_order_is_left_alone(tasks):
    task = tasks.home(tasks.holds("on cup shelf"))
    assert in_stages(task) is task


def test_notes_are_taken_out_of_a_plan(tasks):
    staged = in_stages(tasks.home(InOrder((tasks.holds("at shelf"), tasks.holds("at table_1")))))
    (note,) = set(staged.domain.operators) - set(tasks.HOME.operators)
    calls = (SkillCall("go_to", ("shelf",)), SkillCall(note, ()), SkillCall("go_to", ("table_1",)))
    assert simulate(staged, calls).outcome.ok
    assert without_stages(calls) == (calls[0], calls[2])
    assert not simulate(staged, without_stages(calls)).outcome.ok


def test_objects_that_notes_name_become_constants(tasks):
    task = tasks.home(InOrder((tasks.holds("at shelf"), tasks.holds("at table_1"))))
    staged = in_stages(task)
    assert [v.name for v in staged.domain.constants] == ["shelf"]
    assert {v.name for v in staged.objects} == {v.name for v in task.objects} - {"shelf"}
    assert staged.universe.objects.keys() == task.universe.objects.keys()
    assert {n: set(i) for n, i in staged.universe.objects.items()} == {
        n: set(i) for n, i in task.universe.objects.items()
    }


def test_an_order_beside_other_goals_keeps_them(tasks):
    order = InOrder((tasks.holds("on cup shelf"), tasks.holds("at table_1")))
    task = tasks.home(AllOf((order, tasks.holds("holding Pen"))))
    result = Builtin().solve(task, SearchLimits())
    assert result.status is EngineStatus.PLAN
    assert simulate(task, result.calls).outcome.ok


@pytest.mark.parametrize("parts", [(), ("nested",)])
def test_orders_within_orders_go_on(tasks, parts):
    inner = InOrder((tasks.holds("at shelf"), tasks.holds("at table_1"))) if parts else InOrder(())
    task = tasks.home(InOrder((inner, tasks.holds("on cup shelf"), inner)))
    staged = in_stages(task)
    assert not isinstance(staged.goal, InOrder)
    result = Builtin().solve(task, SearchLimits())
    assert result.status is EngineStatus.PLAN
    assert simulate(task, result.calls).outcome.ok


def test_without_derived_predicates_the_same_plans_are_valid(tasks):
    task = tasks.home(tasks.holds("clear table_1"))
    compiled = without_axioms(task)
    assert compiled.domain.derived == {}
    plan = Builtin().solve(task, SearchLimits()).calls
    for calls in (plan, plan[:-1]):
        assert simulate(compiled, calls).outcome.ok is simulate(task, calls).outcome.ok


def test_derived_predicates_in_conditions_of_actions_are_replaced(tasks):
    rule = Derived(Symbol("free_hand", ()), tasks.holds("hand_empty"))
    task = tasks.home(tasks.holds("holding cup"))
    pick = task.domain.operators["pick_up"]
    pick = replace(pick, precondition=AllOf((pick.precondition, tasks.holds("free_hand"))))
    domain = replace(task.domain, derived={"free_hand": rule}, operators={**task.domain.operators, "pick_up": pick})
    compiled = without_axioms(replace(task, domain=domain))
    assert "free_hand" not in str(compiled.domain.operators["pick_up"])
    assert Builtin().solve(compiled, SearchLimits()).status is EngineStatus.PLAN


def moving(known: bool = False, **effect: object) -> PddlTask:
    """Something that moves between places; from and to may be the same unless that is excluded."""
    f, t = Variable("?f", "place"), Variable("?t", "place")
    condition: list[Goal] = [Holds(Literal("in", ("?f",)))]
    if known:
        condition.append(Holds(Literal("=", ("?t", "?f"), negated=True)))
    effects = (Effect(Literal("in", ("?t",))), Effect(Literal("in", ("?f",), negated=True), **effect))
    move = Operator("move", (f, t), AllOf(tuple(condition)), effects)
    domain = Domain("moving", {"place": "object"}, {"in": Symbol("in", (f,))}, {"move": move})
    places = (Variable("here", "place"), Variable("there", "place"))
    return PddlTask("moving", domain, places, frozenset({Literal("in", ("here",))}), AllOf(()))


def delete_condition(task: PddlTask) -> Goal:
    return next(e.condition for e in task.domain.operators["move"].effects if e.literal.negated)


def test_an_effect_that_may_be_overridden_says_when():
    same = Holds(Literal("=", ("?f", "?t")))
    assert delete_condition(adds_win(moving())) == AllOf((AllOf(()), Not(AllOf((same,)))))


def test_an_effect_that_cannot_be_overridden_is_left_alone():
    task = moving(known=True)
    assert delete_condition(adds_win(task)) == delete_condition(task)


def test_a_condition_that_excludes_the_clash_is_enough(tasks):
    task = tasks.home(AllOf(()))
    assert adds_win(task).domain.operators == task.domain.operators


def test_an_effect_that_is_always_overridden_is_left_out():
    f = Variable("?f", "place")
    effects = (Effect(Literal("in", ("?f",))), Effect(Literal("in", ("?f",), negated=True)))
    task = moving()
    stay = Operator("stay", (f,), AllOf(()), effects)
    task = replace(task, domain=replace(task.domain, operators={"stay": stay}))
    assert adds_win(task).domain.operators["stay"].effects == effects[:1]


def test_a_quantified_effect_overrides_where_its_condition_holds():
    f, g = Variable("?f", "place"), Variable("?g", "place")
    fill = Effect(Literal("in", ("?g",)), Holds(Literal("in", ("?g",))), (g,))
    clear = Effect(Literal("in", ("?f",), negated=True))
    task = moving()
    operator = Operator("tidy", (f,), AllOf(()), (fill, clear))
    task = replace(task, domain=replace(task.domain, operators={"tidy": operator}))
    (_, compiled) = adds_win(task).domain.operators["tidy"].effects
    (guard,) = [p for p in compiled.condition.parts if isinstance(p, Not)]
    assert isinstance(guard.part, Exists)
    call = [SkillCall("tidy", ("here",))]
    assert simulate(adds_win(task), call).states == simulate(task, call).states


@given(st.booleans(), st.lists(st.tuples(*[st.sampled_from(["here", "there"])] * 2), max_size=4))
def test_effects_that_say_so_do_the_same(known, moves):
    task = moving(known)
    calls = [SkillCall("move", pair) for pair in moves]
    before, after = simulate(task, calls), simulate(adds_win(task), calls)
    assert (before.states, before.failing_step) == (after.states, after.failing_step)


def test_numbers_are_found_where_they_are(tasks):
    assert numbers_in(tasks.home(AllOf(()))) == ""
    pouring = tasks.pouring(AllOf(()))
    assert numbers_in(pouring) == "pour changes numbers"
    more = tasks.level("c1", Comparator.MORE, 1)
    assert numbers_in(replace(pouring, goal=Not(more))) == "its goal compares numbers"
    without = replace(pouring.domain, operators={})
    assert numbers_in(replace(pouring, domain=without)) == ""
    rule = Derived(Symbol("full", ()), ForAll((), more))
    assert numbers_in(replace(pouring, domain=replace(without, derived={"full": rule}))) == "full compares numbers"
    asking = replace(pouring.domain.operators["pour"], numeric=())
    with_action = replace(pouring.domain, operators={"pour": asking})
    assert numbers_in(replace(pouring, domain=with_action)) == "pour compares numbers"
