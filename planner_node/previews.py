# SPDX-License-Identifier: Apache-2.0
"""Previews of plans while an instruction is being typed: of each caller only the newest counts."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from makedo_core.failure import FailureCause, Outcome
from planner_node.task import Result

OUTRUN = Result(Outcome(FailureCause.CANCELED, "a newer preview was asked for"))
MOST_CALLERS = 1000


@dataclass(eq=False, slots=True)
class PendingPreview:
    """One preview that is being made.

    Attributes:
        caller: who asked; empty: nobody in particular.
        number: of the caller's own; the highest is the newest; 0: by arrival.
    """

    caller: str = ""
    number: int = 0
    _over: threading.Event = field(default_factory=threading.Event)

    @property
    def is_over(self) -> bool:
        """Whether a newer one of the same caller has begun."""
        return self._over.is_set()

    def outrun(self) -> None:
        """Tell that a newer one has begun."""
        self._over.set()


class Previews:
    """Previews that are being made. Safe for threads."""

    def __init__(self) -> None:
        """None is being made."""
        self._lock = threading.Lock()
        self._newest: dict[str, PendingPreview] = {}

    def begin(self, caller: str, number: int = 0) -> PendingPreview:
        """A preview that ends the one before it of the same caller; one of nobody in particular ends none.

        Args:
            caller: as `PendingPreview` has it.
            number: as `PendingPreview` has it. One that was overtaken on its way here is over at once.
        """
        preview = PendingPreview(caller, number)
        if not caller:
            return preview
        with self._lock:
            before = self._newest.pop(caller, preview)
            over, newest = (preview, before) if 0 < number < before.number else (before, preview)
            if over is not newest:
                over.outrun()
            self._newest[caller] = newest
            while len(self._newest) > MOST_CALLERS:  # whoever makes up a new name each time
                self._newest.pop(next(iter(self._newest)))
        return preview

    def end(self, preview: PendingPreview) -> None:
        """It was answered."""
        with self._lock:
            if self._newest.get(preview.caller) is preview:
                del self._newest[preview.caller]
