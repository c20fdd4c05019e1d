# SPDX-License-Identifier: Apache-2.0
"""Words behind things that say in which order they go: "the red one first"."""

from __future__ import annotations

from planner_node.language.reading.cursor import Cursor
from planner_node.language.words import lexicon as lx

FIRST = frozenset({"first", "firstly"})
LAST = frozenset({"last", "lastly"})
RANKED = frozenset({"last", "final", "first"})
"""Which one of several no scene tells: any of them is "the last one"."""
_LONGEST = 8  # words of what goes first


def rank_ahead(cursor: Cursor, ahead: int = 0) -> str:
    """The "first" or "last" that ends the words up to the next mark; empty: none does."""
    words = cursor.words[cursor.at + ahead : cursor.at + ahead + _LONGEST]
    marks = lx.SENTENCE_ENDS | {",", "and", "then", "but"}
    end = next((i for i, word in enumerate(words) if word in marks), len(words))
    return words[end - 1] if end > 1 and words[end - 1] in FIRST | LAST else ""
