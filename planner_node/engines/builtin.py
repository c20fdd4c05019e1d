# SPDX-License-Identifier: Apache-2.0
"""The in-process planner as an engine: instantiation by reachability, then heuristic search. It is complete."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from makedo_core.goals.goal import GoalError
from makedo_core.skills import Literal, SkillCall
from planner_node.engines.compilation import in_stages, numbers_in, without_stages
from planner_node.engines.names import wrong_names
from planner_node.engines.outcome import EngineResult, EngineStatus, Stopwatch
from planner_node.pddl.alternatives import Branch, branches, without_derived
from planner_node.pddl.model import DomainError, PddlTask
from planner_node.proof.instantiate import instantiate
from planner_node.proof.problem import OperatorInstance, Problem
from planner_node.proof.search import SearchLimits, SearchResult, Status, search, search_in_order, without_detours

_TRIAL_STATES = 3000  # for the search that takes one goal after the other, which may fail without meaning anything
GOAL = "makedo-goal"
"""The skill of calls that stand for one of several ways to reach a goal; they are no part of a plan."""

_STATUS = {
    Status.SOLVED: EngineStatus.PLAN,
    Status.UNSOLVABLE: EngineStatus.UNSOLVABLE_PROVEN,
    Status.TIMEOUT: EngineStatus.TIMEOUT,
    Status.MEMORY: EngineStatus.MEMORY,
    Status.CANCELED: EngineStatus.CANCELED,
}


@dataclass(frozen=True, slots=True)
class Builtin:
    """Makedo's own planner: no numbers that change, everything else that a task can say."""

    name: str = "built-in search"

    def unsupported(self, task: PddlTask) -> str:
        """Why the engine cannot be given a task; empty if it can."""
        numbers = numbers_in(task)
        return f"the {self.name} knows no numbers, and {numbers}" if numbers else ""

    def solve(self, task: PddlTask, limits: SearchLimits) -> EngineResult:
        """A plan, or why there is none; UNSOLVABLE_PROVEN is a proof."""
        watch = Stopwatch()
        unable, wrong = self.unsupported(task), wrong_names(task)
        if unable or wrong:
            status = EngineStatus.UNSUPPORTED if unable else EngineStatus.INVALID_INPUT
            said = unable or wrong
            return watch.result(status, f"{said[0].upper()}{said[1:]}.")
        staged = in_stages(task)
        try:
            problem, goal = instantiated(staged)
        except (DomainError, GoalError) as error:
            return watch.result(EngineStatus.INVALID_INPUT, f"The {self.name} cannot be given this task: {error}.")
        except MemoryError:
            return watch.result(EngineStatus.MEMORY, f"The {self.name} ran out of memory while instantiating.")
        found = _reach(problem, goal, limits)
        calls: tuple[SkillCall, ...] = ()
        if found.status is Status.SOLVED:
            short = without_detours(problem, found.instances, frozenset(goal))
            calls = without_stages(o.call for o in short if o.call.skill != GOAL)
        return watch.result(_STATUS[found.status], self._words(found, problem), calls)

    def _words(self, found: SearchResult, problem: Problem) -> str:
        size = f"{len(problem.instances)} operators, {found.states} states looked at"
        said = {
            Status.SOLVED: "found a plan",
            Status.UNSOLVABLE: "proved that there is no plan",
            Status.TIMEOUT: "ran out of time",
            Status.MEMORY: "reached its limit of states",
            Status.CANCELED: "was cancelled",
        }[found.status]
        return f"The {self.name} {said} ({size})."


def instantiated(staged: PddlTask) -> tuple[Problem, tuple[int, ...]]:
    """The numbered problem of a task without an order, and the facts that make its goal true.

    Raises:
        DomainError, GoalError: for what cannot be instantiated.
    """
    ways = branches(without_derived(staged.goal, staged.domain), staged.universe)
    return _with_goal(instantiate(staged, sorted({x for way in ways for x in way}, key=str)), ways)


def _with_goal(problem: Problem, ways: Sequence[Branch]) -> tuple[Problem, tuple[int, ...]]:
    """The goal's numbers; of alternatives, the number of a new fact that an instance for each makes true."""
    numbered = [tuple(sorted(problem.numbers[x] for x in way)) for way in ways]
    if len(numbered) == 1:
        return problem, numbered[0]
    literal = Literal(GOAL)
    number = len(problem.literals)
    chosen = tuple(OperatorInstance(SkillCall(GOAL, ()), needs, (number,), frozenset()) for needs in numbered)
    extended = replace(
        problem,
        numbers={**problem.numbers, literal: number},
        instances=(*problem.instances, *chosen),
        literals=(*problem.literals, literal),
    )
    return extended, (number,)


def _reach(problem: Problem, goal: Sequence[int], limits: SearchLimits) -> SearchResult:
    """One goal after the other, which is fast; if that leads nowhere, all at once, which is complete."""
    if len(goal) > 1:
        trial = search_in_order(problem, goal, replace(limits, states=min(_TRIAL_STATES, limits.states)))
        if trial.status in (Status.SOLVED, Status.TIMEOUT, Status.CANCELED):
            return trial
    return search(problem, frozenset(goal), limits)
