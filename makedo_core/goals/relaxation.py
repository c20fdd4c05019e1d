# SPDX-License-Identifier: Apache-2.0
"""One change between the goal that was asked for and the one that is pursued."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


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
        chosen: whether an operator chose it.
    """

    kind: RelaxationKind
    asked: str
    instead: str
    reasons: tuple[str, ...]
    cost: float
    chosen: bool = False

    @property
    def reason(self) -> str:
        """All that is said of it, in one line."""
        return "; ".join(self.reasons)

    def __str__(self) -> str:
        change = f"{self.instead} instead of {self.asked}" if self.instead else f"without {self.asked}"
        return f"{change}: {self.reason}"
