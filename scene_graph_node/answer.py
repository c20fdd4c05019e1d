# SPDX-License-Identifier: Apache-2.0
"""What a query may cost, and what it found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from makedo_core.failure import SUCCESS, FailureCause, Outcome

MAX_ROWS = 1000
TIME_LIMIT_S = 5.0
MEMORY_LIMIT_MB = 256


def never() -> bool:
    """Default of `stopped`: go on."""
    return False


@dataclass(frozen=True, slots=True)
class Limits:
    """How much an answer may cost.

    Attributes:
        max_rows: further rows are left out.
        timeout_s: longest time for one query [s, wall].
        stopped: asked often; True ends the query.
        memory_mb: most memory that evaluating it may take [MB].
    """

    max_rows: int = MAX_ROWS
    timeout_s: float = TIME_LIMIT_S
    stopped: Callable[[], bool] = never
    memory_mb: int = MEMORY_LIMIT_MB


@dataclass(frozen=True, slots=True)
class Answer:
    """What a query found.

    Attributes:
        outcome: INVALID_INSTRUCTION for what is no query, NOT_CAPABLE for what is refused or needs too much memory,
            TIMEOUT.
        columns: the variables without "?", in the order of SELECT ("*": sorted); "answer" for ASK.
        rows: one text for each column: see `rdf.terms.short`.
        truncated: whether there are more rows.
    """

    outcome: Outcome = SUCCESS
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    truncated: bool = False


def too_much(memory_mb: int) -> Answer:
    """The answer to a query that ran out of memory."""
    message = f"the query was given up: it needs more than {memory_mb} MB of memory; ask for less"
    return Answer(Outcome(FailureCause.NOT_CAPABLE, message))
