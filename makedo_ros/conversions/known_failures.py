# SPDX-License-Identifier: Apache-2.0
"""What was learnt while moving, to and from the texts of the field `known_failures` of PlanInstruction."""

from __future__ import annotations

from collections.abc import Iterable

from makedo_core.known_failure import KnownFailure


def known_failures_to_ros(known: Iterable[KnownFailure]) -> list[str]:
    """Known failures -> texts, one each: the kind and the node id, e.g. "unreachable cola_can_1"."""
    return [str(failure) for failure in known]


def known_failures_from_ros(texts: Iterable[str]) -> tuple[KnownFailure, ...]:
    """Texts -> known failures.

    Raises:
        MakedoError: on a text that is not a kind and one node id; the message names the kinds.
    """
    return tuple(map(KnownFailure.parse, texts))
