# SPDX-License-Identifier: Apache-2.0
"""From grounded literals to skill calls: search in a good order, tidy up, leave out detours.

Rule of tidiness: a door or drawer that was closed, that the plan opens and that the goal does not want open is closed
again at the end. This is implied, not asked for: if it cannot be done, the plan stands without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from makedo_core.plan import SkillCall
from makedo_core.scene_graph import State
from makedo_core.skills import Literal, Predicate
from planner_node.ground import Scene
from planner_node.order import best_order
from planner_node.problem import Operator, Problem, make_problem
from planner_node.prune import relevant
from planner_node.search import Found, Limits, Status, after, search, search_in_order, without_detours

_TRIAL_STATES = 3000  # for a search that may fail without meaning anything


@dataclass(frozen=True, slots=True)
class Proof:
    """Skill calls that reach some literals, or why there are none."""

    status: Status
    calls: tuple[SkillCall, ...] = ()
    states: int = 0


def prove(scene: Scene, wanted: Sequence[Literal], limits: Limits, tidy: bool = True) -> Proof:
    """Find calls that make all literals true at once."""
    states = 0
    for parking in (False, True):
        closed = _closable(scene, wanted) if tidy else ()
        problem = make_problem(scene, (*wanted, *closed), parking)
        found = _reach(problem, best_order(wanted, scene.graph), limits)
        states += found.states
        if found.status is Status.SOLVED:
            plan = _tidied(problem, found.operators, problem.goal(wanted), closed, limits)
            return Proof(Status.SOLVED, tuple(operator.call for operator in plan), states)
        if found.status is not Status.UNSOLVABLE:
            return Proof(found.status, states=states)
    return Proof(Status.UNSOLVABLE, states=states)


def _reach(problem: Problem, order: Sequence[Literal], limits: Limits) -> Found:
    """One goal after the other; if that leads nowhere, all at once, which is complete."""
    expanded = [g for literal in order for g in _goals(problem, literal)]
    if len(set(expanded)) > 1:
        trial = search_in_order(problem, expanded, replace(limits, states=min(_TRIAL_STATES, limits.states)))
        if trial.status in (Status.SOLVED, Status.CANCELED, Status.TIMEOUT):
            return trial
    return search(problem, frozenset(expanded), limits)


def _goals(problem: Problem, literal: Literal) -> tuple[int, ...]:
    """Numbers of a goal literal; clear(x) is wanted as the absence of each thing that rests on x now."""
    if literal.predicate is Predicate.CLEAR and not literal.negated:
        placements = (Predicate.ON, Predicate.INSIDE)
        return tuple(
            number
            for fact, number in problem.numbers.items()
            if fact.negated and fact.predicate in placements and fact.terms[1] == literal.terms[0]
        )
    return (problem.numbers[literal],)


def _closable(scene: Scene, wanted: Sequence[Literal]) -> tuple[Literal, ...]:
    """Closed furniture that a plan may open, as literals that want it closed."""
    opened = {literal.terms[0] for literal in wanted if literal.predicate is Predicate.OPEN}
    return tuple(
        Literal(Predicate.OPEN, (asset,), negated=True)
        for asset in relevant(scene.graph, wanted).assets
        if State.CLOSED in scene.graph[asset].states and asset not in opened
    )


def _tidied(
    problem: Problem,
    plan: Sequence[Operator],
    goal: frozenset[int],
    closed: Sequence[Literal],
    limits: Limits,
) -> tuple[Operator, ...]:
    """The plan with what it opened closed again, if that can be done, and without detours."""
    plan = without_detours(problem, plan, goal)
    end = problem.initial
    for operator in plan:
        end = after(end, operator)
    wanted = {problem.numbers[literal] for literal in closed if problem.numbers[literal] not in end}
    reached = goal
    result = tuple(plan)
    for number in sorted(wanted):
        found = search(problem, reached | {number}, replace(limits, states=_TRIAL_STATES), end)
        if found.status is Status.SOLVED:
            for operator in found.operators:
                end = after(end, operator)
            result += found.operators
            reached |= {number}
    return result
