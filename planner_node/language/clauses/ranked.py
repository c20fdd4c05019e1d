# SPDX-License-Identifier: Apache-2.0
"""Which of several things go first or last: "the red one first", "starting with the blue one"."""

from __future__ import annotations

from dataclasses import dataclass

from planner_node.language.nouns.nouns import Nouns
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.reading.ranks import FIRST, LAST, rank_ahead
from planner_node.language.things import NounPhrase


@dataclass(frozen=True, slots=True)
class RankedThings:
    """Things that go before, or behind, all that they were named with."""

    things: tuple[NounPhrase, ...]
    is_last: bool


def ranked(nouns: Nouns) -> RankedThings | None:
    """Past what goes first or last; None: that does not stand here."""
    cursor, clauses = nouns.cursor, nouns.book.clauses
    begin = cursor.at
    led = "first" if cursor.word(-1) in FIRST and begin > 1 else ""
    if cursor.take(clauses.starting_with) is not None:
        led = "first"
    elif cursor.take(clauses.ending_with) is not None:
        led = "last"
    if not (led or rank_ahead(cursor)) or cursor.verb_at(0):
        cursor.at = begin
        return None
    named, clauses_before = dict(nouns.spoken.named), nouns.spoken.clauses
    nouns.spoken.begin_clause(cursor.at)
    try:
        things = nouns.things(None)
    except NotUnderstoodError:
        things = ()
    said = cursor.word()
    cursor.at += said in FIRST | LAST
    if not things or not cursor.ends_clause() or not (led or said in FIRST | LAST):
        cursor.at, nouns.spoken.named, nouns.spoken.clauses = begin, named, clauses_before
        return None
    return RankedThings(things, (led or said) in LAST)
