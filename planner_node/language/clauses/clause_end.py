# SPDX-License-Identifier: Apache-2.0
"""Where a clause ends whose words are no things and places: before the next verb, or with the sentence."""

from __future__ import annotations

from planner_node.language.nouns.nouns import Nouns
from planner_node.language.words import lexicon as lx

_LONGEST = 60
"""Words of a question, or of what is said; a longer one is not understood."""


def clause_end(nouns: Nouns) -> int:
    """Index behind the last word of the clause where reading stands."""
    cursor = nouns.cursor
    last = min(len(cursor.words), cursor.at + _LONGEST)
    for index in range(cursor.at + 1, last):
        ahead = index - cursor.at
        word = cursor.words[index]
        if word in lx.SENTENCE_ENDS or word == ":":
            return index
        if cursor.find(nouns.book.clauses.next_stage, ahead):
            return index
        if (word in lx.SEPARATORS or word == "and") and _verb_behind(nouns, ahead):
            return index
    return last


def _verb_behind(nouns: Nouns, ahead: int) -> bool:
    """Whether a verb stands behind the separators there."""
    cursor = nouns.cursor
    while cursor.word(ahead) in lx.SEPARATORS:
        ahead += 1
    return cursor.verb_at(ahead) or bool(cursor.find(nouns.book.clauses.next_stage, ahead))
