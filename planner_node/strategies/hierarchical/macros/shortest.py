# SPDX-License-Identifier: Apache-2.0
"""Short plans for small goals: A* search with the FF heuristic.

The heuristic may overestimate, so a plan need not be the shortest; for the few steps of a block it nearly always is.
"""

from __future__ import annotations

import heapq
from itertools import count

from planner_node.proof.problem import Problem
from planner_node.proof.search import Heuristic, SearchLimits, SearchResult, Status, after


def shortest(
    problem: Problem,
    start: frozenset[int],
    goal: frozenset[int],
    limits: SearchLimits,
    heuristic: Heuristic | None = None,
) -> SearchResult:
    """A short plan from a start to all facts of a goal. UNSOLVABLE is a proof."""
    heuristic = heuristic or Heuristic(problem)
    instances = problem.instances
    first = heuristic.estimate(start, goal)
    if first is None:
        return SearchResult(Status.UNSOLVABLE, states=1)
    order = count()
    costs: dict[frozenset[int], int] = {start: 0}
    parents: dict[frozenset[int], tuple[frozenset[int], int]] = {}
    closed: set[frozenset[int]] = set()
    queue = [(first.distance, first.distance, next(order), start, first.applicable)]
    while queue:
        limit = limits.reached(len(closed))
        if limit is not None:
            return SearchResult(limit, states=len(closed))
        _, _, _, state, applicable = heapq.heappop(queue)
        if state in closed:
            continue
        closed.add(state)
        if goal <= state:
            path = []
            while state in parents:
                state, index = parents[state]
                path.append(instances[index])
            return SearchResult(Status.SOLVED, tuple(reversed(path)), len(closed))
        for index in applicable:
            successor = after(state, instances[index])
            cost = costs[state] + 1
            if successor in closed or cost >= costs.get(successor, cost + 1):
                continue
            costs[successor] = cost
            parents[successor] = (state, index)
            ahead = heuristic.estimate(successor, goal)
            if ahead is not None:
                heapq.heappush(queue, (cost + ahead.distance, ahead.distance, next(order), successor, ahead.applicable))
    return SearchResult(Status.UNSOLVABLE, states=len(closed))
