# SPDX-License-Identifier: Apache-2.0
"""What was tried in vain meanwhile, in words: one thing that found no room on a tray does not mean that none would."""

from __future__ import annotations

from collections.abc import Collection

from makedo_core.failure import NO_WAY
from makedo_core.goals.goal_text import spoken
from makedo_core.known_failure import FailureKind, KnownFailure
from makedo_core.skills import Literal, Predicate

_TRIED: dict[Predicate, tuple[str, frozenset[FailureKind]]] = {
    Predicate.SURFACE: ("put something on {}", frozenset({FailureKind.FULL, FailureKind.FULL_ON})),
    Predicate.CONTAINER: ("put something into {}", frozenset({FailureKind.FULL, FailureKind.FULL_INSIDE})),
    Predicate.RECIPIENT: ("hand something to {}", frozenset({FailureKind.FULL})),
    Predicate.REACHABLE: ("drive to {}", frozenset({FailureKind.BLOCKED})),
    Predicate.GRASPABLE: ("take {}", frozenset({FailureKind.UNREACHABLE})),
    Predicate.OPENABLE: ("open or close {}", frozenset({FailureKind.STUCK})),
    Predicate.SWITCHABLE: ("switch {}", frozenset({FailureKind.STUCK})),
    Predicate.PRESSABLE: ("press {}", frozenset({FailureKind.STUCK})),
    Predicate.TURNABLE: ("turn {} over", frozenset({FailureKind.STUCK})),
}
"""What a fact that does not hold any more was found out by, and by which failures."""


def tried_words(literal: Literal, known_failures: Collection[KnownFailure]) -> str:
    """That what is not so any more was tried in vain; empty: nothing was learnt of it while moving.

    Args:
        literal: what does not hold, e.g. that things can be put on a tray.
        known_failures: what was learnt.
    """
    if not isinstance(literal.predicate, Predicate) or literal.predicate not in _TRIED or not literal.terms:
        return ""
    words, kinds = _TRIED[literal.predicate]
    thing = literal.terms[0]
    learnt = any(failure.node_id == thing and failure.kind in kinds for failure in known_failures)
    return f"{NO_WAY}{words.format(spoken(thing))}" if learnt else ""
