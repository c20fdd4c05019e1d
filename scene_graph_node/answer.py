# SPDX-License-Identifier: Apache-2.0
"""What a query may cost, and what it found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from makedo_core.failure import SUCCESS, Outcome
from scene_graph_node.time_limit import never

MAX_ROWS = 1000
TIME_LIMIT_S = 5.0


@dataclass(frozen=True, slots=True)
class Limits:
    """How much an answer may cost.

    Attributes:
        max_rows: further rows are left out.
        timeout_s: longest time for one query [s, wall].
        stopped: asked often; True ends the query.
    """

    max_rows: int = MAX_ROWS
    timeout_s: float = TIME_LIMIT_S
    stopped: Callable[[], bool] = never


@dataclass(frozen=True, slots=True)
class Answer:
    """What a query found.

    Attributes:
        outcome: INVALID_INSTRUCTION for what is no query, NOT_CAPABLE for what is refused, TIMEOUT.
        columns: the variables without "?", in the order of SELECT ("*": sorted); "answer" for ASK.
        rows: one text for each column: see `short`.
        truncated: whether there are more rows.
    """

    outcome: Outcome = SUCCESS
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    truncated: bool = False
