# SPDX-License-Identifier: Apache-2.0
"""What is not wanted, before the order and without a comma: "instead of the lemon put the cake on the table"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.words import lexicon as lx

_OPENINGS = (("instead", "of"), ("rather", "than"), ("in", "place", "of"), ("apart", "from"), ("except", "for"))


def instead_first(words: Words, reader: SentenceReader) -> Words:
    """The words with a comma behind what is not wanted."""
    for at in range(len(words) - 5):
        opening = next((o for o in _OPENINGS if words[at : at + len(o)] == o), None)
        if opening is None or not (at == 0 or words[at - 1] in ENDS):
            continue
        begin = at + len(opening)
        begin += words[begin] in lx.ARTICLES
        while begin < len(words) and reader.book.adjectives.attribute(words[begin]) and not _name(words, begin, reader):
            begin += 1
        end = begin + _name(words, begin, reader)
        if end > begin and reader.starts_order(words[end:]):
            return (*words[:end], ",", *words[end:])
    return words


def _name(words: Words, at: int, reader: SentenceReader) -> int:
    """How many words there name something; 0: none do."""
    name = reader.names.match(words, at) if at < len(words) else None
    return name.length if name is not None else 0
