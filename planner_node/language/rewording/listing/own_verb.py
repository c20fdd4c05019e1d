# SPDX-License-Identifier: Apache-2.0
"""A thing that is to be near another of the same order: "the vase on the table and the candle next to it"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_begin
from planner_node.language.words import lexicon as lx

_JOINTS = frozenset({"and", ","})
_FAR = 6  # words of the thing


def own_verb(words: Words, reader: SentenceReader) -> Words:
    """With a verb of its own before such a thing, so that what it is near to has its place already."""
    near, along = reader.book.places.near, reader.book.places.together_with
    for at in range(4, len(words) - 1):
        found = near.find(words, at)
        if found is None and words[at + 1] in lx.PRONOUNS:
            found = along.find(words, at)  # "and the blue one with it"
        if found is None:
            continue
        begin = next((i for i in range(at - 1, max(0, at - _FAR), -1) if words[i] in _JOINTS), None)
        start = sentence_begin(words, at)
        if begin is None or begin < start or words[begin + 1] not in lx.ARTICLES:
            continue
        order = words[start:begin]
        is_thing = any((n := reader.names.match(words, i)) and i + n.length == at for i in range(begin + 1, at))
        is_thing = is_thing or (words[at - 1] in lx.ONES and at > begin + 2)
        verb = max((i for i in range(len(order)) if reader.book.said_verbs.find(order, i) is not None), default=0)
        placed = any(reader.book.places.sides.find(order, i) for i in range(verb + 2, len(order)))
        if is_thing and placed and reader.starts_order(order) and reader.book.said_verbs.find(words, begin + 1) is None:
            return (*words[: begin + 1], "put", *words[begin + 1 :])
    return words
