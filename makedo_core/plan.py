# SPDX-License-Identifier: Apache-2.0
"""Plans: ordered skill calls for one goal and one revision of the scene graph, with what was relaxed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from makedo_core.goals.goal import Goal
from makedo_core.skills import SkillCall


class Light(IntEnum):
    """What a dry run says of a skill call, worst last; the numbers are those of msg/PlannedCall.msg."""

    GREEN = 1
    YELLOW = 2
    RED = 3


@dataclass(frozen=True, slots=True)
class PlannedCall:
    """A skill call with its light, and why that is not green, or what a green one leaves out."""

    call: SkillCall
    light: Light
    reason: str = ""


class RelaxationKind(IntEnum):
    """How a goal was changed; the numbers are those of msg/Relaxation.msg."""

    SUBSTITUTE = 0
    DROP = 1
    GENERALISE = 2
    LOWER_COUNT = 3
    CHANGE_PLACE = 4
    WEAKEN_RELATION = 5


@dataclass(frozen=True, slots=True)
class Relaxation:
    """One change between what was asked and what will be done.

    Attributes:
        kind: how the goal was changed.
        asked: what was asked, plain language.
        instead: what will be done instead; empty when dropped.
        reasons: why, and what else is to be said of it: clauses without a full stop, the cause first.
        cost: how far this change is from the instruction; above 0.
    """

    kind: RelaxationKind
    asked: str
    instead: str
    reasons: tuple[str, ...]
    cost: float

    @property
    def reason(self) -> str:
        """All that is said of it, in one line."""
        return "; ".join(self.reasons)

    def __str__(self) -> str:
        change = f"{self.instead} instead of {self.asked}" if self.instead else f"without {self.asked}"
        return f"{change}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan that was validated on one revision of the scene graph.

    Attributes:
        provisional: it only finds out what the instruction needs; once it is carried out, one plans again.
    """

    instruction: str
    goal: Goal
    calls: tuple[SkillCall, ...]
    revision: int
    relaxations: tuple[Relaxation, ...] = ()
    provisional: bool = False

    @property
    def relaxation_cost(self) -> float:
        """Sum of the costs of the changes; zero only when nothing was changed."""
        return sum(r.cost for r in self.relaxations)
