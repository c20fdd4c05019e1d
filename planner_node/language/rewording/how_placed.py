# SPDX-License-Identifier: Apache-2.0
"""How things are to stand, which no skill sees to: "the cans in a row on shelf 2" go on shelf 2.

"Over there on the sofa" is on the sofa.
"""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end
from planner_node.language.sentence.shapes.parts import placing_end
from planner_node.language.words import lexicon as lx

_POINTING = tuple((way, there) for way in ("over", "up", "down", "right") for there in ("here", "there"))
_BEHIND = ENDS | {",", "and"}


def how_placed(words: Words, reader: SentenceReader) -> Words:
    """The words without such a phrase before or behind the place; that no use is made of it, is told."""
    table = reader.book.sentences.arranged
    words = _without_top(_there_on(words, reader), reader)
    for at in range(2, len(words)):
        found = table.find(words, at)
        end = at + found.length if found is not None else 0
        placed = end and reader.book.places.sides.find(words, end) and placing_end(words, end, reader) > end
        if placed or (end and (end == len(words) or words[end] in _BEHIND)):
            return how_placed((*words[:at], *words[end:]), reader)
    return words


def _without_top(words: Words, reader: SentenceReader) -> Words:
    """Without ", the red one on top" at the end of a sentence: of those that go, it is to lie on the others."""
    for at in range(4, len(words) - 3):
        begin = at + 1 + (words[at + 1 : at + 2] in (("and",), ("with",)))
        end = sentence_end(words, at)
        top = next((n for n in range(begin + 2, end) if words[n : n + 2] == ("on", "top")), 0)
        of = words[top + 2 : end]
        behind = of in ((), ("of", "the", "others"), ("of", "the", "other"), ("of", "the", "other", "ones"))
        if words[at] == "," and top and behind and words[begin] == "the" and words[top - 1] in lx.ONES:
            return _without_top((*words[:at], *words[end:]), reader)
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
