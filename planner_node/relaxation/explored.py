# SPDX-License-Identifier: Apache-2.0
"""Which changes of a goal planning looked at, and what came of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from makedo_core.enums import StrEnum
from makedo_core.goals.goal import AllOf, Goal, InOrder
from makedo_core.plan import Relaxation
from planner_node.grounding.demand import Demand
from planner_node.relaxation.relax import Variant


class GoalVerdict(StrEnum):
    """What came of a goal."""

    SOLVED = "solved"
    UNREACHABLE = "unreachable"  # proven by delete relaxation, or because there are not enough things
    UNSOLVABLE = "unsolvable"  # proven by search
    STOPPED = "stopped"  # a limit or the caller ended the search


@dataclass(frozen=True, slots=True)
class Explored:
    """One goal that was looked at."""

    goal: Goal
    changes: tuple[Relaxation, ...]
    verdict: GoalVerdict
    reason: str = ""

    @property
    def cost(self) -> float:
        """Relaxation cost."""
        return sum(c.cost for c in self.changes)


def all_of(goals: Sequence[Goal]) -> Goal:
    """A conjunction, of one goal the goal itself."""
    return goals[0] if len(goals) == 1 else AllOf(tuple(goals))


def staged(goals: Sequence[tuple[int, Goal]]) -> Goal:
    """Goals with the numbers of their stages as one: in order, if there are several stages."""
    numbers = sorted({stage for stage, _ in goals})
    parts = [all_of([g for stage, g in goals if stage == number]) for number in numbers]
    return all_of(parts) if len(parts) <= 1 else InOrder(tuple(parts))


def asked_goal(demands: Sequence[Demand]) -> Goal:
    """What was asked for, with every place that was named as an alternative."""
    return staged([(d.stage, d.asked()) for d in demands])


def changed_goal(chosen: Sequence[Variant]) -> Goal:
    """What a choice of variants asks for."""
    return staged([(v.stage, v.goal) for v in chosen if not v.is_dropped])
