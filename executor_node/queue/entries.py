# SPDX-License-Identifier: Apache-2.0
"""What stands in the queue: an instruction, its time, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from makedo_core.failure import SUCCESS, Outcome


class EntryState(IntEnum):
    """What an entry does; the numbers are those of msg/QueueEntry.msg."""

    WAITING = 0
    RUNNING = 1
    DONE = 2
    FAILED = 3
    MISSED = 4

    @property
    def is_over(self) -> bool:
        """Whether nothing more happens with it by itself."""
        return self not in (EntryState.WAITING, EntryState.RUNNING)


@dataclass(frozen=True, slots=True)
class Entry:
    """One instruction of the queue.

    Attributes:
        number: by which people name it; given once.
        instruction: without the words for its time.
        strategy: how to plan; empty: as the planner is configured.
        due_s: when it is due, seconds since 1970 on the clock on the wall; None: as soon as it is its turn.
        is_relative: whether its time was said as so long from then, and moves with a clock that is set.
        message: what people are to know of it.
        outcome: how it ended; SUCCESS before.
    """

    number: int
    instruction: str
    strategy: str = ""
    due_s: float | None = None
    is_relative: bool = False
    state: EntryState = EntryState.WAITING
    message: str = ""
    outcome: Outcome = SUCCESS
