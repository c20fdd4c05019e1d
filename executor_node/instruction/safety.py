# SPDX-License-Identifier: Apache-2.0
"""What a stop button and a person detector say: a pressed button ends the instruction, a near person holds it.

Neither replaces the robot's own emergency stop. Both are optional: what was never heard of is not waited for, unless it
is said to be needed.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

PERSON = "person"
NEAR = "a person is near"
SILENT = "the person detector fell silent"
UNHEARD = "the person detector has not said yet that nobody is near"
PRESSED = "the stop button is pressed"


class SafetyInputs:
    """Turns messages into stops, pauses and going on.

    Args:
        stop: called when the button is pressed, and at every word of a pressed one while `running`.
        running: whether an instruction is being carried out that nobody has ended.
        pause: called with a holder and a reason when a person comes near, or when nobody knows any more.
        resume: called with the holder when nobody has been near for `clear_s`.
        clear_s: a person detector must have said for so long that nobody is near [s, wall].
        silence_s: a person detector that was heard once must be heard again within this [s, wall].
        needed: there is a person detector: nothing moves before it said that nobody is near.
        clock: monotonic wall clock.
    """

    def __init__(
        self,
        stop: Callable[[], None],
        running: Callable[[], bool],
        pause: Callable[[str, str], object],
        resume: Callable[[str], object],
        clear_s: float,
        silence_s: float,
        clock: Callable[[], float] = time.monotonic,
        needed: bool = False,
    ) -> None:
        self._stop, self._running, self._pause, self._resume = stop, running, pause, resume
        self._clear_s, self._silence_s = clear_s, silence_s
        self._clock = clock
        self._lock = threading.Lock()
        self._heard_at: float | None = None
        self._away_since: float | None = None  # None while its last word is that somebody is near
        self._reason = UNHEARD if needed else ""
        self.pressed = False

    @property
    def reason(self) -> str:
        """Why nothing may move now; empty when it may."""
        return PRESSED if self.pressed else self._reason

    def on_button(self, pressed: bool) -> None:
        """The stop button's state."""
        before, self.pressed = self.pressed, pressed
        if pressed and (not before or self._running()):
            self._stop()

    def on_person(self, near: bool) -> None:
        """Whether a person is near."""
        with self._lock:
            self._heard_at = self._clock()
            if near:
                self._away_since = None
                self._hold(NEAR)
            else:
                if self._away_since is None:
                    self._away_since = self._heard_at
                if self._reason == SILENT:
                    self._reason = NEAR  # nobody knows how long they have been away
        self.watch()

    def tell(self) -> None:
        """Hold an instruction that has just begun, if a person is near or nobody knows."""
        with self._lock:
            if self._reason:
                self._pause(PERSON, self._reason)

    def watch(self) -> None:
        """Call it a few times a second: notices silence, and that a person has been away for long enough."""
        with self._lock:
            if self._heard_at is None:
                return
            now = self._clock()
            if now - self._heard_at > self._silence_s:
                self._away_since = None
                self._hold(SILENT)
            elif self._reason and self._away_since is not None and now - self._away_since >= self._clear_s:
                self._reason = ""
                self._resume(PERSON)

    def _hold(self, reason: str) -> None:
        if self._reason != reason:
            self._reason = reason
            self._pause(PERSON, reason)
