# SPDX-License-Identifier: Apache-2.0
"""What the robot is doing and has done, as far as it is asked about it in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from makedo_core.failure import SUCCESS, Outcome
from makedo_core.record.skill_outcome import SkillOutcome
from makedo_core.skills import SkillCall

_UNITS = ((86400.0, "day"), (3600.0, "hour"), (60.0, "minute"), (1.0, "second"))


@dataclass(frozen=True, slots=True)
class Work:
    """How far one instruction is.

    Attributes:
        instruction: that is or was carried out.
        is_over: whether it has ended.
        message: what the executor says of it.
        call: that is being carried out; None: none is.
        step, steps: of the plan, from 1; 0: there is no plan yet.
        outcome: how it ended, or the newest failure on the way.
    """

    instruction: str
    is_over: bool
    message: str = ""
    call: SkillCall | None = None
    step: int = 0
    steps: int = 0
    outcome: Outcome = SUCCESS


@dataclass(frozen=True, slots=True)
class Story:
    """What is known of the past and the present.

    Attributes:
        deeds: skill calls that ended, the oldest first.
        works: instructions, the oldest first; the last one may go on.
    """

    deeds: tuple[SkillOutcome, ...] = ()
    works: tuple[Work, ...] = ()

    def without(self, instruction: str) -> Story:
        """Without the instruction that asks."""
        works = self.works
        while works and works[-1].instruction == instruction:
            works = works[:-1]
        return Story(self.deeds, works)

    def newest(self, fits: Callable[[SkillOutcome], bool]) -> SkillOutcome | None:
        """The newest deed of some; one that succeeded comes before one that failed."""
        found = [d for d in self.deeds if fits(d)]
        return next((d for d in reversed(found) if d.outcome.ok), found[-1] if found else None)


def ago(seconds: float) -> str:
    """How long ago something was, in words."""
    for unit_s, name in _UNITS:
        count = int(seconds // unit_s)
        if count:
            return f"{count} {name}{'' if count == 1 else 's'} ago"
    return "just now"
