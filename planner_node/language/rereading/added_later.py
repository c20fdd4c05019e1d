# SPDX-License-Identifier: Apache-2.0
"""Things that are added behind the place where they go: "bring the bottles to the desk, and two of the binders"."""

from __future__ import annotations

from collections.abc import Iterator

from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_bounds, sentence_end, without
from planner_node.language.sentence.shapes.parts import begins_things, named_place_end
from planner_node.language.words import lexicon as lx

_ADDING = frozenset({",", "and", "also", "plus"})
_TOO = (("too",), ("as", "well"), ("also",))


def with_added(words: Words, reader: SentenceReader) -> Iterator[Words]:
    """The words with what was added where it belongs."""
    apart = _with_place(words, reader)
    if apart != words:
        yield apart
    for begin, end in sentence_bounds(words):
        order = _more_things(words[begin:end], reader)
        if order is not None:
            yield (*words[:begin], *order, *words[end:])


def _with_place(words: Words, reader: SentenceReader) -> Words:
    """With a comma between a thing and its place, each a sentence of its own: "Flask 1. Bench 1."."""
    begin = 0
    for at, word in enumerate(words):
        if word not in ENDS:
            continue
        end = sentence_end(words, at + 1)
        thing, place = opened(words[begin:at], reader.book.sentences).words, words[at + 1 : end]
        side = reader.book.places.sides.find(place, 0)
        length = side.length if side is not None else 0
        name = reader.names.match(without(thing, lx.ARTICLES), 0)
        whole = name is not None and name.length == len(without(thing, lx.ARTICLES)) and not reader.names.is_place(name)
        if whole and place and named_place_end(place, length, reader) == len(place) > length:
            return _with_place((*words[:at], *(() if side else (",",)), *words[at + 1 :]), reader)
        begin = at + 1
    return words


def _more_things(words: Words, reader: SentenceReader) -> Words | None:
    """With things named behind the place before it: "bring the bottles and two of the binders to the desk"."""
    if not reader.starts_order(words):
        return None
    for at in range(len(words) - 2, 3, -1):
        if words[at] not in _ADDING:
            continue
        more = without(words[at:], _ADDING)
        more = more[: len(more) - next((len(t) for t in _TOO if more[-len(t) :] == t), 0)]
        before = words[:at]
        while before and before[-1] in _ADDING:
            before = before[:-1]
        if not more or not begins_things(more, reader) or reader.starts_order(more):
            continue
        places = reader.book.places
        if "together" in more:
            continue  # where, was not said
        if any(places.sides.find(more, i) or places.no_sides.find(more, i) for i in range(len(more))):
            continue  # it has a place of its own
        for side in range(2, len(before) - 1):
            found = reader.book.places.sides.find(before, side)
            if found is not None and named_place_end(before, side + found.length, reader) == len(before):
                at_place = side - 1 if before[side - 1] in reader.book.places.particles else side
                return (*before[:at_place], "and", *more, *before[at_place:])
    return None
