# SPDX-License-Identifier: Apache-2.0
"""Who commands the robot: Makedo, or a person to whom it was handed over. A stop works whoever has it."""

from __future__ import annotations

import threading
from collections.abc import Callable

from makedo_core.failure import SUCCESS, FailureCause, Outcome


class Control:
    """Says whether a person has the robot, and keeps our halts from the person's motions.

    A halt ends the goals of all controllers and sends the base a velocity of zero, whoever moves it. What ends an
    instruction for our own reasons, such as a lost node, must not do that to a person.

    Args:
        halt: stops whatever moves.
    """

    def __init__(self, halt: Callable[[], None]) -> None:
        self._stop = halt
        self._lock = threading.Lock()
        self._is_given = False
        self._person, self._reason = "", ""

    @property
    def handed_over(self) -> bool:
        """Whether a person has the robot."""
        return self._is_given

    @property
    def person(self) -> str:
        """To whom it was handed over; empty: nobody was named, or it is not handed over."""
        return self._person

    @property
    def reason(self) -> str:
        """Why it was handed over, in the words of whoever did; may be empty."""
        return self._reason

    @property
    def words(self) -> str:
        """One clause: "handed over to Anna: it is stuck"; empty when it is not."""
        with self._lock:
            if not self._is_given:
                return ""
            to, why = self._person or "a person", f": {self._reason}" if self._reason else ""
        return f"handed over to {to}{why}"

    @property
    def outcome(self) -> Outcome:
        """Why nothing may move now; SUCCESS when it may."""
        words = self.words
        return Outcome(FailureCause.HANDED_OVER, f"the robot is {words}; take it back first") if words else SUCCESS

    def halt(self) -> None:
        """Stop whatever moves, unless a person moves it."""
        with self._lock:
            if not self._is_given:
                self._stop()

    def stop(self) -> None:
        """Stop whatever moves, whoever moves it."""
        self._stop()

    def give(self, person: str, reason: str) -> bool:
        """Hand it over. Returns False, and changes nothing, if a person has it already."""
        with self._lock:
            if self._is_given:
                return False
            self._is_given, self._person, self._reason = True, person, reason
            return True

    def take(self) -> bool:
        """Take it back. Returns whether a person had it."""
        with self._lock:
            had, self._is_given = self._is_given, False
            self._person = self._reason = ""
            return had
