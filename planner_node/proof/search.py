# SPDX-License-Identifier: Apache-2.0
"""Search for a plan: lazy greedy best-first search with the FF heuristic and preferred operators.

`search` is complete on its problem: when it ends without a plan and without a limit, there is none.
`search_in_order` reaches goals one after the other and keeps those reached; it is fast and its order decides
how far the robot drives.

Source: Hoffmann and Nebel, The FF Planning System, JAIR 2001; Helmert, The Fast Downward Planning System,
    JAIR 2006.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import count
from typing import TypeAlias

from planner_node.proof.problem import OperatorInstance, Problem

# Priority, a number that settles ties in the order of arrival, a state, and the instance that leaves it (-1: none).
Queued: TypeAlias = "tuple[int, int, frozenset[int], int]"

_BOOST = 1000  # how long the preferred queue goes first after progress


class Status(Enum):
    """How a search ended."""

    SOLVED = auto()
    UNSOLVABLE = auto()  # proven: the whole space was searched
    TIMEOUT = auto()
    CANCELED = auto()
    MEMORY = auto()  # too many states
    OPEN = auto()  # neither a plan nor a proof, of another engine; our own search ends in no such way


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """When to give up.

    Attributes:
        deadline_s: value of time.monotonic() at which the time is over.
        states: most states to look at.
        cancelled: asked often; True ends the search.
    """

    deadline_s: float = float("inf")
    states: int = 200_000
    cancelled: Callable[[], bool] = lambda: False

    def reached(self, states: int) -> Status | None:
        """The limit that is reached, if any."""
        if self.cancelled():
            return Status.CANCELED
        if time.monotonic() >= self.deadline_s:
            return Status.TIMEOUT
        return Status.MEMORY if states > self.states else None


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search: a plan if it was SOLVED, and how many states were looked at."""

    status: Status
    instances: tuple[OperatorInstance, ...] = ()
    states: int = 0


def after(state: frozenset[int], instance: OperatorInstance) -> frozenset[int]:
    """The state that an instance leads to."""
    return (state - instance.deletes).union(instance.adds)


@dataclass(frozen=True, slots=True)
class _Estimate:
    """Length of a relaxed plan, the instances that begin it, and all applicable ones."""

    distance: int
    preferred: tuple[int, ...]
    applicable: tuple[int, ...]


class Heuristic:
    """The FF heuristic of a problem: the length of a plan that ignores deletions, built on additive costs."""

    def __init__(self, problem: Problem) -> None:
        """Index the instances by the facts that they need."""
        self._needs = [o.needs for o in problem.instances]
        self._missing = [len(needs) for needs in self._needs]
        self._adds = [o.adds for o in problem.instances]
        self._watching: list[list[int]] = [[] for _ in problem.literals]
        for index, needs in enumerate(self._needs):
            for fact in needs:
                self._watching[fact].append(index)
        self._free = [i for i, needs in enumerate(self._needs) if not needs]

    def estimate(self, state: frozenset[int], goal: frozenset[int]) -> _Estimate | None:
        """Distance to the goal; None if even the relaxed problem has no plan."""
        infinite = float("inf")  # additive costs of high piles pass any number
        cost: list[float] = [infinite] * len(self._watching)
        supporter = [-1] * len(self._watching)
        missing = self._missing.copy()
        sums = [0] * len(missing)
        heap = [(0, fact) for fact in state]
        for fact in state:
            cost[fact] = 0
        applicable = list(self._free)
        for index in self._free:
            for fact in self._adds[index]:
                if cost[fact] > 1:
                    cost[fact], supporter[fact] = 1, index
                    heap.append((1, fact))
        heapq.heapify(heap)
        open_goals = {g for g in goal if cost[g]}
        while heap:
            fact_cost, fact = heapq.heappop(heap)
            if fact_cost > cost[fact]:
                continue
            open_goals.discard(fact)
            if not open_goals and fact_cost > 0:
                break
            for index in self._watching[fact]:
                missing[index] -= 1
                sums[index] += fact_cost
                if missing[index] == 0:
                    if sums[index] == 0:
                        applicable.append(index)
                    reached = sums[index] + 1
                    for added in self._adds[index]:
                        if reached < cost[added]:
                            cost[added], supporter[added] = reached, index
                            heapq.heappush(heap, (reached, added))
        if any(cost[g] >= infinite for g in goal):
            return None
        return self._extract(goal, cost, supporter, applicable)

    def _extract(
        self, goal: frozenset[int], cost: list[float], supporter: list[int], applicable: list[int]
    ) -> _Estimate:
        """The relaxed plan, followed back from the goal."""
        plan: set[int] = set()
        done: set[int] = set()
        stack = list(goal)
        while stack:
            fact = stack.pop()
            if fact in done or cost[fact] == 0:
                continue
            done.add(fact)
            plan.add(supporter[fact])
            stack.extend(self._needs[supporter[fact]])
        preferred = tuple(sorted(i for i in plan if all(cost[f] == 0 for f in self._needs[i])))
        return _Estimate(len(plan), preferred, tuple(sorted(applicable)))


def search(
    problem: Problem,
    goal: frozenset[int],
    limits: SearchLimits,
    start: frozenset[int] | None = None,
    heuristic: Heuristic | None = None,
) -> SearchResult:
    """A plan from a start (default: the initial state) to all facts of a goal."""
    state = problem.initial if start is None else start
    heuristic = heuristic or Heuristic(problem)
    instances = problem.instances
    parents: dict[frozenset[int], tuple[frozenset[int], int]] = {}
    queues: tuple[list[Queued], list[Queued]] = ([], [])
    priorities = [0, 0]
    order = count()
    best = 1 << 30
    heapq.heappush(queues[0], (0, next(order), state, -1))
    closed: set[frozenset[int]] = set()
    while queues[0] or queues[1]:
        limit = limits.reached(len(closed))
        if limit is not None:
            return SearchResult(limit, states=len(closed))
        turn = 0 if queues[0] and (not queues[1] or priorities[0] <= priorities[1]) else 1
        priorities[turn] += 1
        _, _, parent, index = heapq.heappop(queues[turn])
        state = parent if index < 0 else after(parent, instances[index])
        if state in closed:
            continue
        closed.add(state)
        if index >= 0:
            parents[state] = (parent, index)
        if goal <= state:
            return SearchResult(Status.SOLVED, _path(state, parents, instances), len(closed))
        estimate = heuristic.estimate(state, goal)
        if estimate is None:
            continue
        if estimate.distance < best:
            best = estimate.distance
            priorities[1] -= _BOOST
        for i in estimate.applicable:
            heapq.heappush(queues[0], (estimate.distance, next(order), state, i))
        for i in estimate.preferred:
            heapq.heappush(queues[1], (estimate.distance, next(order), state, i))
    return SearchResult(Status.UNSOLVABLE, states=len(closed))


def _path(
    state: frozenset[int],
    parents: dict[frozenset[int], tuple[frozenset[int], int]],
    instances: Sequence[OperatorInstance],
) -> tuple[OperatorInstance, ...]:
    path = []
    while state in parents:
        state, index = parents[state]
        path.append(instances[index])
    return tuple(reversed(path))


def search_in_order(problem: Problem, goals: Sequence[int], limits: SearchLimits) -> SearchResult:
    """A plan that reaches goals one after the other, keeping those reached. It may miss plans there are."""
    heuristic = Heuristic(problem)
    state = problem.initial
    reached = frozenset(g for g in goals if g in state)
    plan: list[OperatorInstance] = []
    states = 0
    for goal in goals:
        reached |= {goal}
        found = search(problem, reached, limits, state, heuristic)
        states += found.states
        if found.status is not Status.SOLVED:
            return SearchResult(found.status, states=states)
        for instance in found.instances:
            state = after(state, instance)
        plan.extend(found.instances)
    return SearchResult(Status.SOLVED, tuple(plan), states)


def merged(problem: Problem, plan: Sequence[OperatorInstance]) -> tuple[OperatorInstance, ...]:
    """The plan with two instances in a row replaced by one that leads to the same state, where there is one.

    Drives by way of somewhere are the case in point: leaving out one of them would break the other.
    """
    leading: dict[int, list[OperatorInstance]] = {}
    for instance in problem.instances:
        for fact in instance.adds:
            leading.setdefault(fact, []).append(instance)
    result: list[OperatorInstance] = []
    states = [problem.initial]
    for instance in plan:
        result.append(instance)
        states.append(after(states[-1], instance))
        while len(result) >= 2:
            start, end = states[-3], states[-1]
            candidates = leading.get(min(end - start, default=-1), ())
            one = next((o for o in candidates if start.issuperset(o.needs) and after(start, o) == end), None)
            if one is None:
                break
            result[-2:] = [one]
            states[-2:] = [end]
    return tuple(result)


def without_detours(
    problem: Problem, plan: Sequence[OperatorInstance], goal: frozenset[int]
) -> tuple[OperatorInstance, ...]:
    """The plan without instances that it does not need.

    Each instance is left out on trial, with all that then cannot be applied; the shorter plan is kept if it
    still reaches the goal. Source: Nakhost and Mueller, Action Elimination, ICAPS 2010.
    """
    kept = list(plan)
    index, before = 0, problem.initial
    while index < len(kept):
        state = before
        trial = kept[:index]
        for instance in kept[index + 1 :]:
            if state.issuperset(instance.needs):
                state = after(state, instance)
                trial.append(instance)
        if goal <= state:
            kept = trial
        else:
            before = after(before, kept[index])
            index += 1
    return tuple(kept)
