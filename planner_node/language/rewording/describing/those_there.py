# SPDX-License-Identifier: Apache-2.0
"""Others of the kind, by their place: "the cans in the fridge on the counter and those in the cupboard on table 1"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.sentence.shapes.parts import named_place_end

_THOSE = {"those": ("the", "ones"), "that": ("the", "one")}
_TOWARDS = frozenset({"to", "into", "onto", "towards"})


def those_there(words: Words, reader: SentenceReader) -> Words:
    """The words with "the ones" in place of "those", where it is told where they are and where they go."""
    sides = reader.book.places.sides
    for at in range(len(words) - 4, 2, -1):
        side = sides.find(words, at + 1) if words[at] in _THOSE and words[at - 1] in ("and", ",") else None
        if side is None or words[at + 1] in _TOWARDS:
            continue
        end = named_place_end(words, at + 1 + side.length, reader)
        goes = end + (words[end : end + 1] == ("back",))
        if end > at + 1 + side.length and sides.find(words, goes) is not None:
            words = (*words[:at], *_THOSE[words[at]], *words[at + 1 :])
    return words
