# SPDX-License-Identifier: Apache-2.0
"""Which of several places is meant, by how much is there: "the shelf with the fewest books", "... with more room"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from planner_node.language.reading.cursor import Cursor, NotUnderstoodError
from planner_node.language.things import Dimension, NounPhrase, Superlative

_MOST = {"most": True, "more": True, "fewest": False, "least": False, "fewer": False, "less": False}
_ROOM = frozenset({"room", "space"})
_LEFT = frozenset({"left", "free", "available"})
_FREE = _LEFT | {"empty", "open", "spare", "unused"}


def by_contents(cursor: Cursor, phrase: NounPhrase, another: Callable[[NounPhrase], NounPhrase]) -> NounPhrase | None:
    """Past "with the most plates" behind the name of places; None: that does not stand here.

    Args:
        cursor: behind the name.
        phrase: that names the places.
        another: reads the name of what is counted.
    """
    if phrase.superlative is not None or phrase.node_id is not None:
        return None
    if (empty := _with_nothing(cursor, phrase)) is not None:
        return empty
    relative = cursor.find(cursor.book.nouns.holding)
    ahead = relative.length if relative is not None else int(cursor.word() == "with")
    if not ahead:
        return None
    most = cursor.word(ahead + (cursor.word(ahead) == "the"))
    if most not in _MOST or cursor.word(ahead + 1 + (cursor.word(ahead) == "the")) == "than":
        return None
    begin = cursor.at
    cursor.at += ahead + 1 + (cursor.word(ahead) == "the")
    found = _counted(cursor, phrase, another)
    if found is None:
        cursor.at = begin
        return None
    of, is_room = found
    cursor.take(cursor.book.nouns.on_it)
    measure = Dimension.ROOM if is_room else Dimension.CONTENTS
    by = Superlative(measure, _MOST[most], f"the one {cursor.said(begin)}", of=of)
    return replace(phrase, superlative=by, count=1 if phrase.count is not None else None)


def _with_nothing(cursor: Cursor, phrase: NounPhrase) -> NounPhrase | None:
    """Past "with nothing on it", which says no more than that it is empty; None: that does not stand here."""
    relative = cursor.find(cursor.book.nouns.holding)
    ahead = relative.length if relative is not None else int(cursor.word() == "with")
    there = cursor.find(cursor.book.nouns.on_it, ahead + 1)
    if not ahead or cursor.word(ahead) != "nothing" or there is None:
        return None
    cursor.at += ahead + 1 + there.length
    return replace(phrase, attributes=phrase.attributes | {"empty"})


def _counted(
    cursor: Cursor, phrase: NounPhrase, another: Callable[[NounPhrase], NounPhrase]
) -> tuple[NounPhrase | None, bool] | None:
    """Past what is counted, and whether it is room."""
    begin = cursor.at
    cursor.skip(_FREE)
    if cursor.word() in _ROOM and cursor.name(1) is None:
        cursor.at += 1
        cursor.skip(_LEFT)
        return None, True
    cursor.at = begin
    if cursor.word() in cursor.book.nouns.anything:
        cursor.at += 1
        return None, False
    try:
        return replace(another(phrase), count=None), False
    except NotUnderstoodError:
        return None
