# SPDX-License-Identifier: Apache-2.0
"""The place of what something is for: "I'd like to build a PC in the study, so bring the parts there"."""

from __future__ import annotations

from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end
from planner_node.language.sentence.shapes.parts import named_place_end

_WISHES = (("want",), ("would", "like"), ("need",), ("plan",), ("am", "going"), ("are", "going"), ("have",))
_PURPOSES = (
    *((who, *wish, "to") for who in ("i", "we") for wish in _WISHES),
    ("i'd", "like", "to"), ("we'd", "like", "to"), ("i'm", "going", "to"), ("we're", "going", "to"), ("to",),
)  # fmt: skip
_JOINTS = frozenset({",", "so", "and", "therefore", "then", "please"})


def purpose_there(words: Words, reader: SentenceReader) -> Words:
    """The words with that place, as it was said, for "there" in the order behind it."""
    if "there" not in words[4:]:
        return words
    for begin in range(len(words) - 6):
        said = next((p for p in _PURPOSES if words[begin : begin + len(p)] == p), None)
        if said is None or not (begin == 0 or words[begin - 1] in ENDS):
            continue
        for at in range(begin + len(said) + 1, len(words) - 3):
            side = reader.book.places.sides.find(words, at)
            end = named_place_end(words, at + side.length, reader) if side is not None else at
            if (
                side is None
                or end <= at + side.length
                or words[end : end + 1] == ()
                or words[end] not in _JOINTS | ENDS
            ):
                continue
            behind = end
            while behind < len(words) and words[behind] in _JOINTS | ENDS:
                behind += 1
            stop = sentence_end(words, behind)
            order = words[behind:stop]
            if "there" not in order or not reader.starts_order(opened(order, reader.book.sentences).words):
                break
            there = order.index("there")
            named = (i for i in range(1, there) if reader.book.places.sides.find(order, i) is not None)
            if order[there + 1 : there + 2] in (("is",), ("are",)) or any(named):
                break
            bare = (*order[:there], *order[there + 1 :])
            return (*words[:behind], *bare, *words[at:end], *words[stop:])
    return words
