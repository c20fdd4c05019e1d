# SPDX-License-Identifier: Apache-2.0
"""What a query may cost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from makedo_core.failure import FailureCause, Outcome
from makedo_core.record.answer import QueryAnswer

MAX_ROWS = 1000
TIME_LIMIT_S = 5.0
MEMORY_LIMIT_MB = 256


def never() -> bool:
    """Default of `stopped`: go on."""
    return False


@dataclass(frozen=True, slots=True)
class QueryLimits:
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


def too_much(memory_mb: int) -> QueryAnswer:
    """The answer to a query that ran out of memory."""
    message = f"the query was given up: it needs more than {memory_mb} MB of memory; ask for less"
    return QueryAnswer(Outcome(FailureCause.NOT_CAPABLE, message))
