# SPDX-License-Identifier: Apache-2.0
"""What is left of a place: "everything else on the bed" is the rest of the things there."""

from __future__ import annotations

from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.sentence.shapes.parts import named_place_end

_ELSE = (("everything", "else"), ("anything", "else"), ("all", "else"), ("whatever", "else"))
_REST = (("the", "rest", "of", "what", "is"), ("the", "rest", "of", "what's"), ("what", "else", "is"))
_PLAIN = ("the", "rest", "of", "the", "things")


def remaining(words: Words, reader: SentenceReader) -> Words:
    """The words with "the rest of the things" on furniture, where something was named before."""
    for at in range(3, len(words) - 2):
        said = next((p for p in (*_ELSE, *_REST) if words[at : at + len(p)] == p), None)
        end = at + len(said) if said is not None else at
        being = reader.book.places.being.find(words, end)
        side = reader.book.places.sides.find(words, end + (being.length if being is not None else 0))
        begin = end + (being.length if being is not None else 0)
        if said is None or side is None or named_place_end(words, begin + side.length, reader) == begin + side.length:
            continue
        if any(reader.names.match(words, i) is not None for i in range(at)):
            return remaining((*words[:at], *_PLAIN, *words[begin:]), reader)
    return words
