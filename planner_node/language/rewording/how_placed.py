# SPDX-License-Identifier: Apache-2.0
"""How things are to stand, which no skill sees to: "the cans in a row on shelf 2" go on shelf 2.

"Over there on the sofa" is on the sofa.
"""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.sentence.shapes.parts import placing_end

_POINTING = tuple((way, there) for way in ("over", "up", "down", "right") for there in ("here", "there"))
_BEHIND = ENDS | {",", "and"}


def how_placed(words: Words, reader: SentenceReader) -> Words:
    """The words without such a phrase before or behind the place; that no use is made of it, is told."""
    table = reader.book.sentences.arranged
    words = _there_on(words, reader)
    for at in range(2, len(words)):
        found = table.find(words, at)
        end = at + found.length if found is not None else 0
        placed = end and reader.book.places.sides.find(words, end) and placing_end(words, end, reader) > end
        if placed or (end and (end == len(words) or words[end] in _BEHIND)):
            return how_placed((*words[:at], *words[end:]), reader)
    return words


def _there_on(words: Words, reader: SentenceReader) -> Words:
    """Without "over there" before the place that it points at."""
    for at in range(2, len(words) - 3):
        end = at + 2
        if words[at:end] not in _POINTING:
            continue
        if reader.book.places.sides.find(words, end) and placing_end(words, end, reader) > end:
            return _there_on((*words[:at], *words[end:]), reader)
    return words
