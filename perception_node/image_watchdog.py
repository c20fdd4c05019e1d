# SPDX-License-Identifier: Apache-2.0
"""Whether the perception sees anything at all: images come, of one camera, and can be used."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from makedo_core.health.voices import Voices
from perception_node.mailbox import Mailbox


class ImageWatchdog:
    """Notices that no image came, or that none could be used, for too long, or that two cameras send them.

    Args:
        mailbox: that the images come to.
        topics: of the images, by their kind in the mailbox.
        timeout_s: so long without a usable image is too long [s, wall].
        clock: monotonic wall clock.
    """

    def __init__(
        self,
        mailbox: Mailbox,
        topics: Mapping[str, str],
        timeout_s: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._mailbox, self._topics, self._timeout_s, self._clock = mailbox, topics, timeout_s, clock
        self._failing: tuple[float, float, str] | None = None  # since when, when last, and why then
        self._voices = Voices(clock)

    def is_of_one(self, kind: str, number: int | None) -> bool:
        """Whether an image that came may be looked at: none may while two publishers send images of a kind.

        Args:
            kind: of the image.
            number: that its publisher gave it; None: it is not told, and nothing is found out.
        """
        self._voices.heard([kind], number)
        return not self._voices.doubled()

    def serves(self) -> None:
        """An image could be used, or was left out although it could have been."""
        self._failing = None

    def fails(self, reason: str) -> None:
        """An image could not be used."""
        now = self._clock()
        self._failing = (now if self._failing is None else self._failing[0], now, reason)

    def lost(self) -> str:
        """Why nothing is seen, and what to look at; empty while something is, or has been until just now."""
        doubled = self._voices.doubled()
        if doubled:
            topics = " and ".join(t for kind, t in self._topics.items() if kind in doubled)
            return f"two publishers send images on {topics}: which of them are this robot's is not known"
        if self._mailbox.silent_s() > self._timeout_s:
            return self._silence()
        if self._failing is None:
            return ""
        first, last, reason = self._failing
        if last - first <= self._timeout_s:  # a detector may take longer than that for a single image
            return ""
        return f"no image could be used for {self._timeout_s:g} s: {reason}"

    def _silence(self) -> str:
        since = f"for {self._timeout_s:g} s"
        alone = self._mailbox.missing()
        if self._mailbox.waiting() and not alone:
            topics = " and ".join(self._topics.values())
            return f"no two images of {topics} had the same time stamp {since}; does the camera's driver pair them?"
        topics = " and ".join(t for kind, t in self._topics.items() if kind in alone or not alone)
        return f"no image came on {topics} {since}; does the camera run?"
