# SPDX-License-Identifier: Apache-2.0
"""Where something is believed to be: "I think the bread is on table 1" tells that, and asks for nothing."""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.sentence.shapes.parts import begins_things, named_place_end

_WHO = frozenset({"i", "we"})
_BELIEVING = frozenset("think guess believe suppose reckon know assume bet presume imagine remember".split())
_BETWEEN = frozenset({"just", "really", "still"})
_IS = frozenset({"is", "are", "was", "were"})
_SOMEWHERE = frozenset({"somewhere", "still", "probably", "maybe", "already"})
_LONGEST = 6  # words of a thing


def believed_there(words: Words, reader: SentenceReader) -> Words:
    """Without who believes it, where nothing depends on whether it is so."""
    if "if" in words:
        return words
    for at in range(len(words) - 5):
        verb = at + 1 + (words[at + 1] in _BETWEEN)
        begins = at == 0 or words[at - 1] in ENDS | {",", "and", "but"}
        if words[at] not in _WHO or words[verb] not in _BELIEVING or not begins:
            continue
        begin = verb + 1 + (words[verb + 1] == "that")
        said = _apart(words, begin)
        found = next((i for i in range(begin + 1, min(len(said) - 2, begin + _LONGEST)) if said[i] in _IS), None)
        if found is None or not begins_things(said[begin:found], reader):
            continue
        there = found + 1
        while said[there : there + 1] and said[there] in _SOMEWHERE:
            there += 1
        side = reader.book.places.sides.find(said, there)
        if side is not None and named_place_end(said, there + side.length, reader) > there + side.length:
            reader.turned.add(said[at:begin])
            return believed_there((*said[:at], *said[begin : found + 1], *said[there:]), reader)
    return words


def _apart(words: Words, begin: int) -> Words:
    """With "is" for what is drawn together with a name: "the flour's somewhere on the shelf"."""
    for at in range(begin + 1, min(len(words) - 2, begin + _LONGEST)):
        bare = words[at].removesuffix("'s")
        if bare != words[at] and words[at + 1] in {"in", "on", "at", "inside", "under", *_SOMEWHERE}:
            return (*words[:at], bare, "is", *words[at + 1 :])
    return words
