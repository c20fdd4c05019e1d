# SPDX-License-Identifier: Apache-2.0
"""As many of the same for another place: "a pen and a folder on desk 1, and the same on desk 2"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin
from planner_node.language.sentence.shapes.parts import named_place_end, placing_end
from planner_node.language.words import lexicon as lx

_SAME = (("the", "same"), ("the", "same", "again"), ("the", "same", "things"), ("the", "same", "thing"), ("ditto",))
_JOINTS = frozenset({",", "and", "then"})
_COUNTS = (frozenset({"a", "an"}) | lx.NUMBERS.keys()) - {"both", "the"}


def same_there(words: Words, reader: SentenceReader) -> Words:
    """The words with the order again for the other place, where its things are any of their kind."""
    if "same" not in words and "ditto" not in words:
        return words
    for at in range(5, len(words) - 3):
        same = max((s for s in _SAME if words[at : at + len(s)] == s), key=len, default=())
        if not same or words[at - 1] not in _JOINTS | ENDS:
            continue
        behind = at + len(same)
        end = placing_end(words, behind, reader)
        joint = at
        while joint > 0 and words[joint - 1] in _JOINTS | ENDS:
            joint -= 1
        begin = sentence_begin(words, joint)
        order = _order(words[begin:joint], reader)
        if order is None or end == behind or not (end == len(words) or words[end] in ENDS | _JOINTS):
            continue
        again = (*order, *words[behind:end])
        return same_there((*words[:joint], ".", *again, *words[end:]), reader)
    return words


def _order(words: Words, reader: SentenceReader) -> Words | None:
    """An order without its place at the end; None: it is none, or speaks of certain things."""
    verb = reader.book.said_verbs.find(words, 0)
    if verb is None or not reader.starts_order(words):
        return None
    sides = reader.book.places.sides
    starts = range(verb.length + 1, len(words) - 1)
    at = next((i for i in starts if sides.find(words, i) and _place_end(words, i, reader) == len(words)), None)
    things = words[verb.length : at] if at is not None else ()
    parts = " ".join(things).replace(",", " and ").split(" and ")
    counted = all(part.split() and (part.split()[0] in _COUNTS or part.split()[0].isdecimal()) for part in parts)
    return words[:at] if things and counted else None


def _place_end(words: Words, at: int, reader: SentenceReader) -> int:
    side = reader.book.places.sides.find(words, at)
    return named_place_end(words, at + side.length, reader) if side is not None else at
