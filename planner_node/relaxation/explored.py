# SPDX-License-Identifier: Apache-2.0
"""Which changes of a goal planning looked at, and what came of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from makedo_core.enums import StrEnum
from makedo_core.goals.goal import Goal, staged
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


def asked_goal(demands: Sequence[Demand]) -> Goal:
    """What was asked for, with every place that was named as an alternative."""
    return staged([(d.stage, d.asked()) for d in demands])


def changed_goal(chosen: Sequence[Variant]) -> Goal:
    """What a choice of variants asks for."""
    return staged([(v.stage, v.goal) for v in chosen if not v.is_dropped])
