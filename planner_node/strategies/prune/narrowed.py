# SPDX-License-Identifier: Apache-2.0
"""Demands over the things that a model chose, and the goals of plans for them over all things again.

A plan for one of five apples is made with the apples that were chosen. What is pursued is still any of the five: a plan
that fails on the way is made anew from that goal.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from makedo_core.goals.goal import AllOf, AnyOf, AtLeast, Goal, InOrder
from planner_node.grounding.demand import Demand
from planner_node.relaxation.explored import asked_goal
from planner_node.task import Result


def narrowed(demands: Sequence[Demand], chosen: Collection[str]) -> tuple[Demand, ...]:
    """The demands over chosen things alone, where enough of them were chosen."""
    result = []
    for demand in demands:
        kept = tuple(w for w in demand.wanted if w in chosen)
        enough = kept and len(kept) >= max(demand.count, 1)
        result.append(replace(demand, wanted=kept) if enough else demand)
    return tuple(result)


def restored(result: Result, narrow: Sequence[Demand], demands: Sequence[Demand]) -> Result:
    """A result for narrowed demands in the words of the whole ones; what it reaches entails those."""
    whole = {n.wanted: d.wanted for n, d in zip(narrow, demands, strict=True) if n.wanted != d.wanted}
    if not whole:
        return result
    plan = result.plan and replace(result.plan, goal=_over(result.plan.goal, whole))
    explored = tuple(replace(e, goal=_over(e.goal, whole)) for e in result.explored)
    return replace(result, plan=plan, asked=asked_goal(demands), explored=explored)


def _over(goal: Goal, whole: Mapping[tuple[str, ...], tuple[str, ...]]) -> Goal:
    match goal:
        case AtLeast(_, objects) if objects in whole:
            return replace(goal, objects=whole[objects])
        case AllOf(parts):
            return AllOf(tuple(_over(p, whole) for p in parts))
        case AnyOf(parts):
            return AnyOf(tuple(_over(p, whole) for p in parts))
        case InOrder(parts):
            return InOrder(tuple(_over(p, whole) for p in parts))
    return goal
