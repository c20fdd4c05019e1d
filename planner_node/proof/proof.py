# SPDX-License-Identifier: Apache-2.0
"""From grounded literals to skill calls: search in a good order, tidy up, leave out detours.

Rule of tidiness: a door or drawer that was closed, that the plan opens and that the goal does not want open
is closed again at the end. This is implied, not asked for: if it cannot be done, the plan stands without it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from makedo_core.failure import Outcome
from makedo_core.skills import Literal, SkillCall
from planner_node.proof.backend import Backend, Manner
from planner_node.proof.order import best_order
from planner_node.proof.problem import OperatorInstance, Problem
from planner_node.proof.search import (
    SearchLimits,
    SearchResult,
    Status,
    after,
    merged,
    search,
    search_in_order,
    without_detours,
)

_TRIAL_STATES = 3000  # for a search that may fail without meaning anything
_CLOSING_STATES = 300
_DRIVE_AND_CLOSE = 2  # instances

Stages = Sequence[Sequence[Literal]]
"""Literals that are to be reached together, stage after stage."""


@dataclass(frozen=True, slots=True)
class Proof:
    """Skill calls that reach some literals, or why there are none."""

    status: Status
    calls: tuple[SkillCall, ...] = ()
    states: int = 0
    closed: tuple[Literal, ...] = ()  # what the calls close again, unasked
    kept: tuple[Literal, ...] = ()  # which of the literals of all stages hold in the end
    why: Outcome | None = None  # without a plan or a proof: what the engine that was asked said


StageSearch = Callable[[Problem, Sequence[int], SearchLimits], SearchResult]
"""How facts of a problem are reached together from its initial state. UNSOLVABLE from it is a proof."""


def one_after_the_other(problem: Problem, goals: Sequence[int], limits: SearchLimits) -> SearchResult:
    """One goal after the other; if that leads nowhere, all at once, which is complete."""
    if len(set(goals)) > 1:
        trial = search_in_order(problem, goals, replace(limits, states=min(_TRIAL_STATES, limits.states)))
        if trial.status in (Status.SOLVED, Status.CANCELED, Status.TIMEOUT):
            return trial
    return search(problem, frozenset(goals), limits)


def prove(
    backend: Backend,
    stages: Stages,
    limits: SearchLimits,
    manner: Manner,
    tidy: bool = True,
    reach: StageSearch = one_after_the_other,
) -> Proof:
    """Find calls that make the literals of each stage true at once, one stage after the other.

    UNSOLVABLE is a proof only for a single stage: another way to end an earlier one is not tried.

    Args:
        backend: what can be done, and where.
        stages: literals.
        limits: of everything.
        manner: how it is to be done.
        tidy: close again what the plan opens.
        reach: how the literals of one stage are reached.
    """
    states = 0
    wanted = tuple(dict.fromkeys(literal for stage in stages for literal in stage))
    for wide in (False, True):
        closed = backend.closable(wanted) if tidy else ()
        problem = backend.problem((*wanted, *closed), manner, wide)
        found, reached = _stage_by_stage(backend, problem, stages, limits, reach)
        states += found.states
        if found.status is Status.SOLVED:
            plan, shut = _tidied(problem, found.instances, reached, closed, limits)
            kept = tuple(x for x in wanted if reached.issuperset(problem.numbers_of(x)))
            return Proof(Status.SOLVED, tuple(instance.call for instance in plan), states, shut, kept)
        if found.status is not Status.UNSOLVABLE:
            return Proof(found.status, states=states)
    return Proof(Status.UNSOLVABLE, states=states)


def _stage_by_stage(
    backend: Backend, problem: Problem, stages: Stages, limits: SearchLimits, reach: StageSearch
) -> tuple[SearchResult, frozenset[int]]:
    """A plan for the stages, and the facts that it reaches and keeps.

    What was reached before stays reached, unless a later stage asks for what excludes it; where the robot stands is
    for the moment only: "go to the kitchen, then open the fridge" does not end at the kitchen's table.
    """
    stands = backend.robot_at()
    plan: list[OperatorInstance] = []
    start = problem.initial
    states = 0
    before: tuple[Literal, ...] = ()
    kept: tuple[int, ...] = ()
    for stage in stages:
        before = tuple(x for x in before if stands is None or x.predicate != stands.predicate)
        before = tuple(x for x in before if not any(backend.excludes(y, x) for y in stage))
        order = (*before, *(x for x in best_order(stage, backend.graph) if x not in before))
        goals = tuple(g for literal in stage for g in problem.numbers_of(literal))
        opposites = {problem.numbers.get(~problem.literals[g]) for g in goals}
        every = (g for literal in order for g in problem.numbers_of(literal))
        kept = tuple(g for g in dict.fromkeys(every) if g not in opposites or g in goals)
        before = order
        here = replace(problem, initial=start)
        found = reach(here, kept, limits)
        states += found.states
        if found.status is not Status.SOLVED:
            return SearchResult(found.status, states=states), frozenset()
        for instance in merged(here, without_detours(here, found.instances, frozenset(kept))):
            start = after(start, instance)
            plan.append(instance)
    return SearchResult(Status.SOLVED, tuple(plan), states), frozenset(kept)


def _closed_earlier(
    problem: Problem,
    plan: Sequence[OperatorInstance],
    reached: frozenset[int],
    closed: int,
    limits: SearchLimits,
    most: int,
) -> tuple[OperatorInstance, ...] | None:
    """The plan with something closed as soon as it is not needed, where that is shorter than closing it at the end.

    Who holds something in the end would have to put it down for that.

    Args:
        problem: whose facts those are.
        plan: which leaves it open.
        reached: what the plan reaches.
        closed: the fact that it is closed.
        limits: of the searches.
        most: how many instances it takes at the end.
    """
    if most <= _DRIVE_AND_CLOSE:
        return None
    states = [problem.initial]
    for instance in plan:
        states.append(after(states[-1], instance))
    small = replace(limits, states=min(_CLOSING_STATES, limits.states))
    best: tuple[OperatorInstance, ...] | None = None
    for at in range(len(plan) - 1, 0, -1):
        if closed in states[at]:
            break
        first = search(problem, (reached & states[at]) | {closed}, small, states[at])
        if first.status is not Status.SOLVED or len(first.instances) > _DRIVE_AND_CLOSE:
            continue
        state = states[at]
        for instance in first.instances:
            state = after(state, instance)
        rest = search(problem, reached | {closed}, replace(limits, states=_TRIAL_STATES), state)
        whole = (*plan[:at], *first.instances, *rest.instances)
        shortest = len(best) if best is not None else len(plan) + most
        best = whole if rest.status is Status.SOLVED and len(whole) < shortest else best
    return best


def _tidied(
    problem: Problem,
    plan: Sequence[OperatorInstance],
    reached: frozenset[int],
    closed: Sequence[Literal],
    limits: SearchLimits,
) -> tuple[tuple[OperatorInstance, ...], tuple[Literal, ...]]:
    """The plan with what it opened closed again where that can be done; and what."""
    end = problem.initial
    for instance in plan:
        end = after(end, instance)
    result = tuple(plan)
    shut = []
    for literal in closed:
        number = problem.numbers[literal]
        if number in end:
            continue
        found = search(problem, reached | {number}, replace(limits, states=_TRIAL_STATES), end)
        if found.status is Status.SOLVED:
            result = _closed_earlier(problem, result, reached, number, limits, len(found.instances)) or (
                *result, *found.instances,
            )  # fmt: skip
            end = problem.initial
            for instance in result:
                end = after(end, instance)
            reached |= {number}
            shut.append(literal)
    return result, tuple(shut)
