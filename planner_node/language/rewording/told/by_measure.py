# SPDX-License-Identifier: Apache-2.0
"""A thing that is told by a measure behind its name: "the book that is the largest" is "the largest book"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.words import lexicon as lx

_RELATIVE = (("that", "is"), ("which", "is"), ("that", "are"), ("which", "are"), ("that's",))
_FAR = 5  # words of a thing with its looks
_GOES_ON = frozenset({",", "and", "but"})


def by_measure(words: Words, reader: SentenceReader) -> Words:
    """The words with the measure before the name."""
    for at in range(2, len(words) - 1):
        told = next((r for r in _RELATIVE if words[at : at + len(r)] == r), ())
        begin = at + len(told) + (words[at + len(told) : at + len(told) + 1] == ("the",)) if told else at
        most = reader.book.superlatives.find(words, begin) if told else None
        if told and most is None:
            most = reader.book.comparatives.find(words, begin)  # "the book that's thinner"
        first = _article(words, at, reader)
        if most is None or first is None:
            continue
        end = begin + most.length
        end += words[end : end + 1] == ("one",)
        if _ends(words, end, reader):
            return by_measure((*words[:first], "the", *words[begin:end], *words[first + 1 : at], *words[end:]), reader)
    return words


def _article(words: Words, end: int, reader: SentenceReader) -> int | None:
    """Where the article of the thing stands whose name ends there; None: no such thing stands there."""
    for at in range(end - 2, max(-1, end - _FAR), -1):
        if words[at] not in lx.ARTICLES:
            continue
        names = ((i, reader.names.match(words, i)) for i in range(at + 1, end))
        whole = any(n is not None and i + n.length == end and not reader.names.is_room(n) for i, n in names)
        return at if whole else None
    return None


def _ends(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether what is told ends there: the sentence does, or it is said where the thing goes."""
    tables = (reader.book.places.sides, reader.book.verbs.belonging, reader.book.sentences.modals)
    return at >= len(words) or words[at] in ENDS | _GOES_ON or any(table.find(words, at) for table in tables)
