# SPDX-License-Identifier: Apache-2.0
"""A second choice before the place: "serve the wine if there is any, else a cola, on table 2".

It is said as a choice, "the wine or failing that a cola on table 2".
"""

from __future__ import annotations

from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_end, skipped, without
from planner_node.language.sentence.shapes.parts import is_thing, named_place_end

_THERE = frozenset({"any", "one", "some", "it", "them", "left", "there", "available", "still"})
_WIDE = 7  # words of the second choice


def before_the_place(words: Words, reader: SentenceReader) -> Words:
    """The words with such a choice said by "or"."""
    known = reader.book.sentences
    for at in range(3, len(words) - 4):
        found = known.otherwise.find(words, at) if words[at - 1] == "," and words[at] != "or" else None
        begin = at + found.length if found is not None else 0
        begin += bool(begin) and words[begin : begin + 1] == (",",)
        comma = next((i for i in range(begin, min(len(words), begin + _WIDE)) if words[i] == ","), 0) if begin else 0
        stop = sentence_end(words, comma)
        side = reader.book.places.sides.find(words, comma + 1) if comma else None
        if side is None or named_place_end(words[:stop], comma + 1 + side.length, reader) != stop:
            continue
        second = words[begin:comma]
        if is_thing(second, reader):
            first = _without_case(words[: at - 1], reader)
            second = (*second[:-1], *_noun(first, reader)) if second[-1] == "one" else second
            return (*first, "or", "failing", "that", *second, *words[comma + 1 :])
    return words


def _noun(words: Words, reader: SentenceReader) -> Words:
    """The last name in some words; "one", where there is none."""
    for at in range(len(words) - 1, -1, -1):
        name = reader.names.match(words, at)
        if name is not None and at + name.length == len(words):
            return words[at:]
    return ("one",)


def _without_case(words: Words, reader: SentenceReader) -> Words:
    """The words without "if there is any" at their end."""
    known = reader.book.sentences
    for at in range(2, len(words) - 1):
        found = known.if_so.find(words, at)
        case = skipped(words[at + found.length :], known.exists) if found is not None else None
        if case and not without(case, _THERE):
            return words[: at - 1] if words[at - 1] == "," else words[:at]
    return words
