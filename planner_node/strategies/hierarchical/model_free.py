# SPDX-License-Identifier: Apache-2.0
"""Hierarchical planning of a PDDL task without a model: macro plan, blocks, library, simulation."""

from __future__ import annotations

from dataclasses import dataclass, field

from makedo_core.failure import FailureCause, Outcome
from planner_node.pddl.alternatives import branches, without_derived
from planner_node.pddl.model import PddlTask
from planner_node.pddl.simulate import simulate
from planner_node.proof.instantiate import instantiate
from planner_node.proof.search import SearchLimits, Status
from planner_node.strategies.hierarchical.macros.decompose import Expand, decomposed, unknown
from planner_node.strategies.hierarchical.macros.library import ClassOf, MacroStore, Reuse, lessons
from planner_node.strategies.hierarchical.macros.macro import MacroPlan, macro_plan

_CAUSES = {
    Status.UNSOLVABLE: FailureCause.UNSOLVABLE_INCOMPLETE,
    Status.TIMEOUT: FailureCause.PLANNING_TIMEOUT,
    Status.MEMORY: FailureCause.PLANNING_MEMORY,
    Status.CANCELED: FailureCause.CANCELED,
}


@dataclass(frozen=True, slots=True)
class Planned:
    """What came of a task.

    Attributes:
        plan: simulated; empty unless the outcome is a success.
        states: that were looked at, over all blocks.
        reused: blocks that came from the library, of those that were considered.
        searched: blocks that were searched for.
    """

    outcome: Outcome
    plan: MacroPlan = field(default_factory=MacroPlan)
    states: int = 0
    reused: int = 0
    searched: int = 0


def plan_task(task: PddlTask, limits: SearchLimits, store: MacroStore | None = None) -> Planned:
    """A macro plan with its blocks for a task, or why there is none.

    Of a goal with alternatives each is tried and the shortest plan is taken. A plan that succeeds in simulation is
    remembered in the store.

    Raises:
        DomainError: for what the in-process search cannot instantiate, e.g. numbers.
    """
    ways = branches(without_derived(task.goal, task.domain), task.universe)
    problem = instantiate(task, sorted({x for way in ways for x in way}, key=str))
    class_of = classes_of(task)
    known: Expand = unknown if store is None else Reuse(store, problem, class_of)
    best: MacroPlan | None = None
    status, states, reused, searched = Status.UNSOLVABLE, 0, 0, 0
    for way in ways:
        goals = sorted(problem.numbers[x] for x in way)
        found = decomposed(problem, problem.initial, goals, limits, known)
        states, reused, searched = states + found.states, reused + found.reused, searched + found.searched
        if found.status is Status.SOLVED and found.stones is not None:
            plan = macro_plan(problem, problem.initial, found.instances, found.stones)
            best = plan if best is None or len(plan.calls) < len(best.calls) else best
        elif found.status is not Status.UNSOLVABLE:
            status = found.status
    if best is None:
        ended = f"planning ended early ({status.name.lower()})"
        why = "no plan was found" if status is Status.UNSOLVABLE else ended
        return Planned(Outcome(_CAUSES[status], f"For {task.name or 'the task'} {why}."), MacroPlan(), states)
    run = simulate(task, best.calls)
    if not run.outcome.ok:
        return Planned(run.outcome, MacroPlan(), states, reused, searched)
    if store is not None:
        store.remember(lessons(best, problem, class_of))
    return Planned(run.outcome, best, states, reused, searched)


def classes_of(task: PddlTask) -> ClassOf:
    """The types of a task's things as their classes."""
    types = {thing.name: thing.type for thing in (*task.domain.constants, *task.objects)}
    return lambda name: types.get(name, "")
