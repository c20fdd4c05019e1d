# SPDX-License-Identifier: Apache-2.0
"""Others of the kind, by their place: "the cans in the fridge on the counter and those in the cupboard on table 1"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.sentence.shapes.parts import named_place_end

_THOSE = {"those": ("the", "ones"), "that": ("the", "one")}
_FROM_THERE = (("from", "there"), ("that's", "there"), ("that", "is", "there"), ("that", "are", "there"))
_ELSEWHERE = frozenset({"go", "drive", "come", "back"})  # "come back from there" names no thing
_ONE = (("the", "one"), ("the", "ones"))
_LONGEST = 4  # words of a name
_TOWARDS = frozenset({"to", "into", "onto", "towards"})


def those_there(words: Words, reader: SentenceReader) -> Words:
    """The words with "the ones" in place of "those", where it is told where they are and where they go."""
    words = _from_there(words, reader) if "there" in words else words
    sides, words = reader.book.places.sides, _one_there(words, reader) if "," in words else words
    if _THOSE.keys().isdisjoint(words):
        return words
    for at in range(len(words) - 4, 2, -1):
        side = sides.find(words, at + 1) if words[at] in _THOSE and words[at - 1] in ("and", ",") else None
        if side is None or words[at + 1] in _TOWARDS:
            continue
        end = named_place_end(words, at + 1 + side.length, reader)
        goes = end + (words[end : end + 1] == ("back",))
        if end > at + 1 + side.length and sides.find(words, goes) is not None:
            words = (*words[:at], *_THOSE[words[at]], *words[at + 1 :])
    return words


def _from_there(words: Words, reader: SentenceReader) -> Words:
    """The words with the furniture that was named last in "everything else from there", "the rest that's there"."""
    for at in range(3, len(words) - 1):
        length = next((len(p) for p in _FROM_THERE if words[at : at + len(p)] == p), 0)
        if not length or words[at - 1] in _ELSEWHERE:
            continue
        for begin in range(at - 2, 0, -1):
            side = reader.book.places.sides.find(words, begin) or reader.book.places.sources.find(words, begin)
            end = named_place_end(words, begin + side.length, reader) if side is not None else 0
            if side is not None and begin + side.length < end <= at:
                place = ("from", *words[begin + side.length : end])
                return _from_there((*words[:at], *place, *words[at + length :]), reader)
    return words


def _one_there(words: Words, reader: SentenceReader) -> Words:
    """The words with where a thing is right behind its name: "the teddy (the one on the shelf) on the sofa"."""
    sides = reader.book.places.sides
    for at in range(2, len(words) - 6):
        side = sides.find(words, at + 3) if words[at] == "," and words[at + 1 : at + 3] in _ONE else None
        if side is None or words[at + 3] in _TOWARDS:
            continue
        end = named_place_end(words, at + 3 + side.length, reader)
        closes = words[end : end + 1] == (",",)
        goes = sides.find(words, end + closes) is not None
        if end > at + 3 + side.length and closes and goes and _ends_name(words, at, reader):
            return (*words[:at], *words[at + 3 : end], *words[end + 1 :])
    return words


def _ends_name(words: Words, at: int, reader: SentenceReader) -> bool:
    names = ((i, reader.names.match(words, i)) for i in range(max(0, at - _LONGEST), at))
    return any(name is not None and i + name.length == at for i, name in names)
