# SPDX-License-Identifier: Apache-2.0
"""From grounded literals to skill calls: search in a good order, tidy up, leave out detours.

Rule of tidiness: a door or drawer that was closed, that the plan opens and that the goal does not want open
is closed again at the end. This is implied, not asked for: if it cannot be done, the plan stands without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from makedo_core.facts import facts as facts_of
from makedo_core.goal import Goal, literals
from makedo_core.plan import SkillCall
from makedo_core.scene_graph import NodeKind, State
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
    closed: tuple[Literal, ...] = ()  # what the calls close again, unasked


def prove(scene: Scene, wanted: Sequence[Literal], limits: Limits, tidy: bool = True) -> Proof:
    """Find calls that make all literals true at once."""
    states = 0
    for parking in (False, True):
        closed = _closable(scene, wanted) if tidy else ()
        problem = make_problem(scene, (*wanted, *closed), parking)
        found = _reach(problem, best_order(wanted, scene.graph), limits)
        states += found.states
        if found.status is Status.SOLVED:
            plan, shut = _tidied(problem, found.operators, wanted, closed, limits)
            return Proof(Status.SOLVED, tuple(operator.call for operator in plan), states, shut)
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
        for asset in sorted({*relevant(scene.graph, wanted).assets, *scene.to_close})
        if (State.CLOSED in scene.graph[asset].states or asset in scene.to_close) and asset not in opened
    )


def _tidied(
    problem: Problem,
    plan: Sequence[Operator],
    asked: Sequence[Literal],
    closed: Sequence[Literal],
    limits: Limits,
) -> tuple[tuple[Operator, ...], tuple[Literal, ...]]:
    """The plan without detours, with what it opened closed again where that can be done; and what."""
    goal = frozenset(g for literal in asked for g in _goals(problem, literal))
    plan = without_detours(problem, plan, goal)
    end = problem.initial
    for operator in plan:
        end = after(end, operator)
    reached = goal
    result = tuple(plan)
    shut = []
    for literal in closed:
        number = problem.numbers[literal]
        if number in end:
            continue
        found = search(problem, reached | {number}, replace(limits, states=_TRIAL_STATES), end)
        if found.status is Status.SOLVED:
            for operator in found.operators:
                end = after(end, operator)
            result += found.operators
            reached |= {number}
            shut.append(literal)
    return result, tuple(shut)


def look_at_believed(goal: Goal, scene: Scene) -> tuple[SkillCall, ...]:
    """Calls that look at places where things are already as wanted, if they are only thought to be there.

    A goal that holds needs no plan; but that something holds which nobody has seen is worth a look.
    """
    graph = scene.graph
    facts = facts_of(graph, scene.known_failures)
    believed = dict.fromkeys(
        literal.terms[1]
        for literal in literals(goal)
        if literal.predicate in (Predicate.ON, Predicate.INSIDE) and literal in facts
        if graph[literal.terms[0]].is_belief and graph[literal.terms[1]].kind is NodeKind.ASSET
    )
    calls: list[SkillCall] = []
    for asset in believed:
        shut = State.CLOSED in graph[asset].states and graph.held() is None
        names = ("go_to", "open", "discover_objects", "close") if shut else ("go_to", "discover_objects")
        calls.extend(SkillCall(name, (asset,)) for name in names)
    return tuple(calls)
