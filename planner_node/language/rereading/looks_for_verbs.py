# SPDX-License-Identifier: Apache-2.0
"""A verb that may be a look: "clean plates on table 2" may ask for the clean plates to be put there."""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, MARKS, SentenceReader, Words
from planner_node.language.sentence.shapes.parts import placing_end


def looks_for_verbs(words: Words, reader: SentenceReader) -> Words:
    """The order with the verb as a look of its things; empty: it is no such order."""
    words = tuple(word for word in words if word not in ENDS)
    name = reader.names.match(words, 1) if len(words) > 3 and MARKS.isdisjoint(words) else None
    if name is None or not name.is_plural or reader.names.is_place(name):
        return ()
    is_both = reader.book.said_verbs.find(words, 0) is not None and reader.book.adjectives.attribute(words[0])
    placed = placing_end(words, 1 + name.length, reader) == len(words) > 1 + name.length
    side = reader.book.places.sides.find(words, 1 + name.length)
    return ("put", "the", *words) if is_both and placed and side is not None else ()
