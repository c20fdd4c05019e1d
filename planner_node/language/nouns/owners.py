# SPDX-License-Identifier: Apache-2.0
"""Whose something is: "Anna's mug", "my cup"."""

from __future__ import annotations

from planner_node.language.reading.cursor import Cursor

SPEAKER = "you"
"""The owner of "my" things, as the robot says it."""

_TITLES = frozenset({"mr", "mrs", "ms", "dr", "prof", "aunt", "uncle", "grandma", "grandpa"})
_CONTRACTED = frozenset("it's that's there's what's whatever's who's here's let's where's he's she's".split())


def read_owner(cursor: Cursor, begin: int) -> str | None:
    """Past "Anna's"; or the speaker, if "my" stood between an index and the position; None if nobody was named."""
    word = cursor.word()
    if word in _TITLES and cursor.word(1).endswith("'s") and cursor.name() is None:
        cursor.at += 1
        word = cursor.word()
    named = word.endswith("'s") and word not in _CONTRACTED and cursor.name() is None
    if named and cursor.find(cursor.book.adjectives.requirements) is None and not cursor.ends_clause(1):
        cursor.at += 1
        return word.removesuffix("'s")
    return SPEAKER if "my" in cursor.words[begin : cursor.at] else None
