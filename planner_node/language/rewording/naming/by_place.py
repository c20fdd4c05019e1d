# SPDX-License-Identifier: Apache-2.0
"""Things told by where they are, before others of an order: "bring the milk in the fridge and the bread to me"."""

from __future__ import annotations

from planner_node.language.rewording.amounts.counted_here import count_of
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin
from planner_node.language.sentence.shapes.parts import named_place_end

_BRINGING = frozenset("bring take move carry fetch transfer relocate get".split())  # with "to", where things go
_JOINTS = frozenset({"and", ","})
_GOAL = frozenset({"to", "onto", "into"})


@needs(_GOAL, _JOINTS, _BRINGING)
def by_place(words: Words, reader: SentenceReader) -> Words:
    """With "from" before a place where such a thing is, so that it does not read as the place where the thing goes."""
    for goal in range(6, len(words) - 1):
        if words[goal] not in _GOAL or words[goal + 1] in ENDS | _JOINTS:
            continue
        begin = _order_begin(words, goal, reader)
        if words[begin] not in _BRINGING or not reader.starts_order(words[begin:goal]):
            continue
        for joint in range(begin + 4, goal):
            at = _place_begin(words, begin, joint, reader) if words[joint] in _JOINTS else 0
            side = reader.book.places.sides.find(words, at) if at else None
            if side is not None:
                return by_place((*words[:at], "from", *words[at + side.length :]), reader)
    return words


def _order_begin(words: Words, goal: int, reader: SentenceReader) -> int:
    """Where the order begins that an index is part of."""
    first = sentence_begin(words, goal)
    starts = (i for i in range(goal - 1, first, -1) if words[i - 1] in _JOINTS | {"then"})
    return next((i for i in starts if reader.starts_order(words[i:goal])), first)


def _place_begin(words: Words, begin: int, joint: int, reader: SentenceReader) -> int:
    """Where the preposition of a place stands that ends before a joint and holds what is named before it; 0: none."""
    sides = reader.book.places.sides
    for at in range(joint - 2, begin + 1, -1):
        side = sides.find(words, at)
        if words[at] in _JOINTS or side is None or words[at] in _GOAL:
            continue
        if named_place_end(words, at + side.length, reader) != joint:
            return 0
        named = (n for i in range(begin + 1, at) if (n := reader.names.match(words, i)) and i + n.length == at)
        name = next(named, None)
        return at if name is not None and count_of(name, words[at:joint], reader) else 0
    return 0
