# SPDX-License-Identifier: Apache-2.0
"""How a thing looks and where it is, told in one clause: "the towel that hangs on the rack and is dirty"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.sentence.shapes.parts import named_place_end
from planner_node.language.words import lexicon as lx

_RELATIVE = frozenset({"that", "which", "who"})
_BEING = frozenset({"is", "are", "was", "were"})
_RESTING = frozenset("hangs hang lies lie stands stand sits sit".split())
_RESTING_SO = frozenset({"hanging", "lying", "standing", "sitting"})
_BE = (("is",), ("are",))
_STILL = frozenset({"still", "also", "already", "all", "currently"})


def told_twice(words: Words, reader: SentenceReader) -> Words:
    """The words with the look before the noun, and with where it is behind it."""
    for at in range(len(words) - 5):
        if words[at] == "that's":
            spelt_out = (*words[:at], "that", "is", *words[at + 1 :])
            return again if (again := told_twice(spelt_out, reader)) != spelt_out else words
        begins = at == 0 or words[at - 1] in ENDS | {",", "and"} or reader.book.said_verbs.find(words, at - 1)
        whatever = words[at] == "what" and begins and words[at + 1] in _BEING | _RESTING
        if words[at] not in _RELATIVE and not whatever:
            continue
        first, begin = _told(words, at + 1, reader)
        if begin == at + 1 or words[begin : begin + 1] != ("and",):
            continue
        begin += 1 + (words[begin + 1 : begin + 2] == words[at : at + 1])
        second, end = _told(words, begin, reader, goes_on=True)
        looks, place = (first, second) if second[:1] in _BE else (second, first)
        if end == begin or place[:1] not in _BE or looks[:1] in _BE or not _ends(words, end, reader):
            continue
        where = ("that", *place)
        if whatever:
            return told_twice((*words[:at], "everything", *looks, *where, *words[end:]), reader)
        if words[at - 1] in reader.book.nouns.anything:
            return told_twice((*words[:at], *looks, *where, *words[end:]), reader)
        noun = next((i for i in range(max(0, at - 4), at) if _ends_name(words, i, at, reader)), None)
        if noun is not None:
            return told_twice((*words[:noun], *looks, *words[noun:at], *where, *words[end:]), reader)
    return words


def _told(words: Words, at: int, reader: SentenceReader, goes_on: bool = False) -> tuple[Words, int]:
    """A look, or "is" with a place, that is told there, and where it ends; where it begins: neither is.

    Args:
        words: of the instruction.
        at: where it begins.
        reader: knows the words.
        goes_on: whether "is" may be left out, as it was said before.
    """
    begin = at
    rests = words[at : at + 1] != () and words[at] in _RESTING
    is_said = words[at : at + 1] != () and words[at] in _BEING
    if not (rests or is_said or goes_on):
        return (), begin
    at += rests or is_said
    while words[at : at + 1] and words[at] in _STILL | _RESTING_SO:
        at += 1
    side = reader.book.places.sides.find(words, at)
    if side is not None:
        end = named_place_end(words, at + side.length, reader)
        return (("is", *words[at:end]), end) if end > at + side.length else ((), begin)
    end = at
    while end < len(words) and reader.book.adjectives.attribute(words[end]) is not None:
        end += 1
    return (words[at:end], end) if end > at and not rests else ((), begin)


def _ends_name(words: Words, begin: int, end: int, reader: SentenceReader) -> bool:
    name = reader.names.match(words[:end], begin)
    spoken_of = any(reader.names.match(words, i) is not None for i in range(begin))
    is_one = begin == end - 1 and words[begin] in lx.ONES and spoken_of
    return (name is not None and begin + name.length == end) or is_one


def _ends(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether what is told ends there: the words do, or the order goes on."""
    if at >= len(words) or words[at] in ENDS | {",", "and", "but", "should", "must"}:
        return True
    known = reader.book
    tables = (known.places.sides, known.places.sources, known.verbs.belonging, known.sentences.modals)
    return any(table.find(words, at) is not None for table in tables) or words[at] in known.places.particles
