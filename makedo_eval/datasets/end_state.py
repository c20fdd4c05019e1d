# SPDX-License-Identifier: Apache-2.0
"""Judges a plan in a home that is a graph by what is true in the end.

A plan counts if every step of it can be made and all that had to change is as it should be. Where any of several
things would do, relations are counted, not ids.

Source: Onishchenko et al., "LookPlanGraph", section V and appendix B.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from makedo_core.goals.facts import apply, facts, failing_preconditions
from makedo_core.goals.goal import AllOf, AnyOf, AtLeast, Goal, Holds, InOrder, Not, satisfied, satisfied_along
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.ontology import Ontology
from makedo_core.skills import Literal
from makedo_eval.case import Score
from planner_node.backends.domains.domain_backend import DomainBackend
from planner_node.pddl.simulate import simulate
from planner_node.proof.validate import ungrounded, validate
from planner_node.task import PlanningTask, Result


def judged(result: Result, task: PlanningTask, goal: Goal, ontology: Ontology) -> Score:
    """Score an answer to a task that comes with a domain.

    Args:
        result: the answer.
        task: what was asked, with its domain.
        goal: what the end has to be like, in predicates of the domain.
        ontology: classes of things.
    """
    assert task.domain is not None
    world = DomainBackend(task.domain, task.graph, ontology).whole_task(goal)
    calls = result.plan.calls if result.plan is not None else ()
    run = simulate(world, calls)
    possible = result.outcome.ok and run.failing_step < 0
    success = possible and satisfied_along(goal, run.states)
    note = "" if success else str(run.outcome if result.outcome.ok else result.outcome)
    return Score(success, precision(goal, run.states[0], run.states[-1]), {"steps": float(len(calls))}, note)


def judged_by_skills(result: Result, goal: Goal, graph: SceneGraph) -> Score:
    """Score an answer to a task for the robot's own skills.

    Args:
        result: the answer.
        goal: what the end has to be like.
        graph: the scene.
    """
    calls = result.plan.calls if result.plan is not None else ()
    validation = validate(calls, goal, graph)
    success = result.outcome.ok and validation.outcome.ok
    start = end = facts(graph)
    for call in calls:
        if ungrounded(call, graph) or failing_preconditions(call, end):
            break
        end = apply(call, end)
    note = "" if success else str(validation.outcome if result.outcome.ok else result.outcome)
    return Score(success, precision(goal, start, end), {"steps": float(len(calls))}, note)


def precision(goal: Goal, start: Collection[Literal], end: Collection[Literal]) -> float:
    """The share of the facts that had to change that are right in the end; where none had to, whether all is right.

    Of alternatives, the one counts that most is right of; of parts in order, the last.
    """
    changed = [x for x in closest(goal, end) if not satisfied(Holds(x), start)]
    if not changed:
        return 1.0 if satisfied(goal, end) else 0.0
    return sum(satisfied(Holds(x), end) for x in changed) / len(changed)


def closest(goal: Goal, end: Collection[Literal]) -> tuple[Literal, ...]:
    """A goal as facts of named things, the choices made in favour of an end."""
    return tuple(dict.fromkeys(_facts(goal, end)))


def _facts(goal: Goal, end: Collection[Literal]) -> Iterator[Literal]:
    match goal:
        case Holds(literal):
            yield literal
        case Not(Holds(literal)):
            yield ~literal
        case InOrder(parts) if parts:
            yield from _facts(parts[-1], end)
        case AllOf(parts):
            for part in parts:
                yield from _facts(part, end)
        case AtLeast(count):
            yield from sorted(goal.instances(), key=lambda x: not satisfied(Holds(x), end))[:count]
        case AnyOf(parts) if parts:
            yield from max((closest(p, end) for p in parts), key=lambda some: _share(some, end))


def _share(facts: Collection[Literal], end: Collection[Literal]) -> float:
    return sum(satisfied(Holds(x), end) for x in facts) / len(facts) if facts else 1.0
