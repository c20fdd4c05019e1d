# SPDX-License-Identifier: Apache-2.0
"""What belongs to furniture is in it: "the cupboard's contents" are "the contents of the cupboard"."""

from __future__ import annotations

from planner_node.language.nouns.nouns import Nouns
from planner_node.language.words import lexicon as lx

_LONGEST = 4  # words of a name of furniture


def turn_contents(nouns: Nouns) -> None:
    """Say "of" instead of "'s" in the rest of the sentence."""
    cursor, here, ahead = nouns.cursor, nouns.cursor.at, 0
    while (word := cursor.word(ahead)) and word not in lx.SENTENCE_ENDS:
        original = 1 if cursor.word(ahead + 1) in nouns.book.originals.original else 0
        if word.endswith("'s") and cursor.word(ahead + 1 + original) in nouns.book.nouns.contents:
            begin = max(
                (i for i in range(max(0, ahead - _LONGEST), ahead) if cursor.word(i) in lx.DEFINITE), default=ahead
            )
            owner = (*cursor.words[here + begin : here + ahead], word.removesuffix("'s"))
            name = nouns.names.match(owner, 1 if owner[0] in lx.DEFINITE else 0)
            if name is not None and nouns.names.is_place(name):
                end = here + ahead + 2 + original
                cursor.rewrite(here + begin, end, ("the", *cursor.words[here + ahead + 1 : end], "of", *owner))
                cursor.at = here
            return
        ahead += 1
