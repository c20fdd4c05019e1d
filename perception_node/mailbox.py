# SPDX-License-Identifier: Apache-2.0
"""Brings images of one instant together; the newest complete set wins, late ones are dropped and never queued."""

from __future__ import annotations

import threading
import time
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

_KEPT = 4  # instants that may be incomplete at a time


@dataclass(frozen=True, slots=True)
class MailboxCounts:
    """Since the start: complete sets, sets replaced before anyone took them, and sets that stayed incomplete."""

    complete: int
    late: int
    incomplete: int


class Mailbox:
    """A single slot for the newest complete set of images.

    Args:
        kinds: what makes a set complete, e.g. {"depth", "colour"}.
    """

    def __init__(self, kinds: Collection[str]) -> None:
        self._kinds = frozenset(kinds)
        self._partial: dict[int, dict[str, Any]] = {}
        self._slot: tuple[int, Mapping[str, Any]] | None = None
        self._changed = threading.Condition()
        self._complete = self._late = self._incomplete = 0
        self._completed_at = time.monotonic()

    def put(self, kind: str, stamp_ns: int, image: Any) -> None:
        """Add an image taken at a time [ns]. Equal stamps belong together."""
        with self._changed:
            parts = self._partial.setdefault(stamp_ns, {})
            parts[kind] = image
            if self._kinds <= parts.keys():
                self._drop([stamp for stamp in self._partial if stamp <= stamp_ns], but=stamp_ns)
                self._complete += 1
                self._completed_at = time.monotonic()
                self._late += self._slot is not None
                self._slot = (stamp_ns, parts)
                self._changed.notify()
            while len(self._partial) > _KEPT:
                self._drop([next(iter(self._partial))])  # the first that came: after a reset clock it is the newest

    def _drop(self, stamps: Iterable[int], but: int | None = None) -> None:
        """Forget sets; those other than `but` stayed incomplete."""
        for stamp in stamps:
            del self._partial[stamp]
            self._incomplete += stamp != but

    def take(self, timeout_s: float) -> tuple[float, Mapping[str, Any]] | None:
        """The newest complete set with its stamp [s], once; None if there is none within timeout_s [s, wall]."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._slot is not None, timeout_s) or self._slot is None:
                return None
            stamp, parts = self._slot
            self._slot = None
        return stamp * 1e-9, parts

    def clear(self) -> None:
        """Forget everything that waits, and how long nothing came."""
        with self._changed:
            self._completed_at = time.monotonic()
            self._partial.clear()
            self._slot = None

    @property
    def counts(self) -> MailboxCounts:
        """Figures since the start."""
        with self._changed:
            return MailboxCounts(self._complete, self._late, self._incomplete)

    def silent_s(self) -> float:
        """How long no set became complete [s, wall]."""
        with self._changed:
            return time.monotonic() - self._completed_at

    def waiting(self) -> bool:
        """Whether any incomplete set waits."""
        with self._changed:
            return bool(self._partial)

    def missing(self) -> frozenset[str]:
        """Kinds that the waiting incomplete sets lack; empty when nothing waits."""
        with self._changed:
            present = [parts.keys() for parts in self._partial.values()]
            return self._kinds - frozenset().union(*present) if present else frozenset()
