# SPDX-License-Identifier: Apache-2.0
"""What is done again after each: "whenever you have finished a room" is "after each of them"."""

from __future__ import annotations

from planner_node.language.rewording.gaps import is_clause_end
from planner_node.language.sentence.sentence import SentenceReader, Words

_EACH = ("after", "each", "of", "them")


def after_each(words: Words, reader: SentenceReader) -> Words:
    """The words with "after each of them", which is no condition."""
    for at in range(1, len(words)):
        found = reader.book.clauses.after_each.find(words, at)
        if found is not None and words[at] != "after" and is_clause_end(words, at + found.length, reader):
            return after_each((*words[:at], *_EACH, *words[at + found.length :]), reader)
    return words
