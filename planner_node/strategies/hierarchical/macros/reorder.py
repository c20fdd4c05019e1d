# SPDX-License-Identifier: Apache-2.0
"""Makes a plan shorter by doing parts of it earlier or later, which saves drives.

A plan without its drives stays a plan in another order if every instance can still be applied; which drives it needs
then follows from the order. Parts are moved as long as the plan becomes shorter, by way of plans of the same length
where need be.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from itertools import count

from planner_node.proof.problem import OperatorInstance, Problem
from planner_node.proof.search import SearchLimits, after
from planner_node.strategies.hierarchical.macros.drives import Drives, driven_to, drives_of, is_drive

_LONGEST_PART = 9
_MOST_PLANS = 12  # whose neighbours are looked at


def reordered(
    problem: Problem,
    start: frozenset[int],
    plan: Sequence[OperatorInstance],
    goals: frozenset[int],
    limits: SearchLimits,
) -> tuple[OperatorInstance, ...]:
    """The plan, or a shorter one of the same instances besides drives."""
    drives = drives_of(problem)
    acts = tuple(o for o in plan if not is_drive(o, problem))
    best = _driven(start, acts, goals, drives, len(plan))
    if best is None:
        return tuple(plan)  # it ends with a drive that is a goal, or drives where it need not
    order = count()
    queue = [(len(best), next(order), acts)]
    seen = {acts}
    for _ in range(_MOST_PLANS):
        if not queue or limits.reached(0) is not None:
            break
        _, _, acts = heapq.heappop(queue)
        for other in _neighbours(acts):
            if other in seen:
                continue
            seen.add(other)
            found = _driven(start, other, goals, drives, len(best))
            if found is None:
                continue
            heapq.heappush(queue, (len(found), next(order), other))
            if len(found) < len(best):
                best = found
                break
    return best


def _neighbours(acts: tuple[OperatorInstance, ...]) -> Iterator[tuple[OperatorInstance, ...]]:
    """Every order in which one part is at another place."""
    for length in range(1, min(_LONGEST_PART, len(acts) - 1) + 1):
        for begin in range(len(acts) - length + 1):
            part, rest = acts[begin : begin + length], (*acts[:begin], *acts[begin + length :])
            for place in range(len(rest) + 1):
                if place != begin:
                    yield (*rest[:place], *part, *rest[place:])


def _driven(
    state: frozenset[int], acts: Sequence[OperatorInstance], goals: frozenset[int], drives: Drives, longest: int
) -> tuple[OperatorInstance, ...] | None:
    """The instances with the drives that they need; None: it cannot be done, or only in more steps than the longest."""
    plan: list[OperatorInstance] = []
    for instance in acts:
        if not state.issuperset(instance.needs):
            drive = driven_to(state, instance, drives)
            if drive is None:
                return None
            plan.append(drive)
            state = after(state, drive)
        plan.append(instance)
        if len(plan) > longest:
            return None
        state = after(state, instance)
    return tuple(plan) if goals <= state else None
