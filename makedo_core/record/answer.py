# SPDX-License-Identifier: Apache-2.0
"""What a SPARQL query found. Imports nothing of weight: the process that keeps the triples reads it."""

from __future__ import annotations

from dataclasses import dataclass

from makedo_core.failure import SUCCESS, Outcome


@dataclass(frozen=True, slots=True)
class QueryAnswer:
    """What a query found.

    Attributes:
        outcome: INVALID_INSTRUCTION for what is no query, NOT_CAPABLE for what is refused or needs too much memory,
            TIMEOUT.
        columns: the variables without "?", in the order of SELECT ("*": sorted); "answer" for ASK.
        rows: one text for each column: ":snack" is a class, "g:apple_1" a node, anything else a value; empty: not
            bound.
        truncated: whether there are more rows.
    """

    outcome: Outcome = SUCCESS
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    truncated: bool = False
