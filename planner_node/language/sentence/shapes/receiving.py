# SPDX-License-Identifier: Apache-2.0
"""Places that are to have something: "every table needs a spoon", "desk 1 gets the stapler, desk 3 the calculator"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_end
from planner_node.language.sentence.shapes.parts import (
    all_further,
    all_of,
    begins_things,
    is_at_most,
    joined,
    named_place_end,
    place_in_room_end,
    side_in,
    told_where,
)
from planner_node.language.words import lexicon as lx

_JOINTS = frozenset({",", "and"})
_ALLOWING = frozenset({"can", "could", "may", "might", "shall", "let"})
_RELATIVE = frozenset({"that", "which", "who", "usually", "always", "not", "never"})
_GIVING = frozenset({"give", "bring", "hand", "serve", "get"})
_THEN = frozenset({"then", "also", "too", "now", "please"})
_ENDS = frozenset({",", "then", "."})
_EVERY = frozenset({"each", "every", "all", "both"})
_ONLY = frozenset({"only", "just"})  # which no use is made of
_AGAIN = frozenset({"on", "in", "it", "them", "there", "each"})


def receiving(words: Words, reader: SentenceReader) -> Words | None:
    """The order for places that get, need or are to have things; None: the words say no such thing."""
    if words and words[0] in _ALLOWING:  # "can every table have a glass"
        words = tuple("gets" if w == "have" and at > 1 else w for at, w in enumerate(words[1:]))
    found: list[Words] = []
    at, verb = 0, 0
    while at < len(words):
        first = _end_of_excepted(words, at, place_in_room_end(words, at, reader), reader)
        end = _end_of_several(words, first, reader)
        gets = reader.book.sentences.receiving.find(words, end)
        if end == at or not (gets or (found and not verb)):
            return None
        begin = end + (gets.length if gets else 0)
        until = next((i for i in range(begin + 1, len(words)) if _begins_next(words, i, reader)), len(words))
        things, but = _places_excepted(_without_end(words[begin:until]), reader)
        if (
            is_at_most(things, reader)
            or not begins_things(things, reader)
            or side_in(_before_told(things), reader)
            or reader.book.gerunds.find(things, 0)
        ):
            return None
        each = end > first and things[-1] != "each" and (things[0] in {"a", "an", *lx.NUMBERS} or things[0].isdecimal())
        found.append((*things, *(("each",) if each else ()), "to", *words[at:end], *but))
        at = until
    return ("put", *joined(tuple(found))) if found else None


def _end_of_several(words: Words, end: int, reader: SentenceReader) -> int:
    """Index behind further places that are to have the same: "table 2 and table 3 need a knife"."""
    last = end
    while words[last : last + 1] and words[last] in _JOINTS:
        begin = last + 1 + (words[last : last + 2] == (",", "and"))
        behind = named_place_end(words, begin, reader)
        if behind == begin:
            return end
        last = behind
    return last if reader.book.sentences.receiving.find(words, last) is not None else end


def _before_told(things: Words) -> Words:
    """Things without what is told of them behind: "the notebook that is in the meeting room"."""
    at = next((i for i in range(1, len(things)) if things[i] in ("that", "which")), len(things))
    return things[:at]


def going(words: Words, reader: SentenceReader) -> Words | None:
    """The order for things that go or belong somewhere, whatever is said of them; None: the words say no such thing."""
    words = words[1:] if words[:1] and words[0] in _ONLY else words
    if not begins_things(words, reader):
        return None
    for at in range(1, len(words) - 1):
        found = reader.book.verbs.belonging.find(words, at)
        behind = at + found.length if found else at
        places = reader.book.places
        while (
            found
            and behind < len(words) - 1
            and words[behind] in places.particles | _THEN
            and not places.sides.find(words, behind)
        ):
            behind += 1  # "go together on the counter"
        placed = places.sides.find(words, behind) or places.sources.find(words, behind)
        if found and words[at - 1] not in _RELATIVE and placed:
            subject = all_of(told_where(_without_comma(words[:at]), reader), reader)
            return ("put", *subject, *all_further(words[behind:], reader))
    return None


def _end_of_excepted(words: Words, at: int, end: int, reader: SentenceReader) -> int:
    """Index behind "except the second one" or "but shelf 2" behind the name of places; else where that ends."""
    if end == at or words[at] not in _EVERY:
        return end
    excepted = reader.book.nouns.excepted.find(words, end)
    if excepted is None and words[end : end + 1] != (lx.BUT,):
        return end
    begin = end + (excepted.length if excepted is not None else 1)
    begin += words[begin : begin + 2] != () and words[begin] == "the" and words[begin + 1] in lx.RANKS
    begin += words[begin : begin + 1] != () and words[begin] in lx.RANKS
    behind = named_place_end(words, begin, reader)
    return behind if behind > begin else end


def _places_excepted(things: Words, reader: SentenceReader) -> tuple[Words, Words]:
    """Things, and the places that are excepted behind them: "each table should get a glass, except table 1"."""
    for at in range(1, len(things) - 1):
        said = reader.book.nouns.excepted.find(things, at)
        length = said.length if said is not None else int(things[at] == lx.BUT)
        side = reader.book.places.sides.find(things, at + length) if length else None  # "except on table 1"
        begin = at + length + (side.length if side is not None else 0)
        if length and named_place_end(things, begin, reader) == len(things):
            room = (reader.names.match(things, i) for i in range(begin, len(things)))
            in_room = side is not None and any(name is not None and reader.names.is_room(name) for name in room)
            behind = ("the", "one", *things[at + length :]) if in_room else things[begin:]
            return things[: at - (things[at - 1] == ",")], (*things[at : at + length], *behind)
    return things, ()


def _without_comma(words: Words) -> Words:
    return words[:-1] if words[-1:] == (",",) else words


def given(words: Words, reader: SentenceReader) -> Words:
    """With things before the place that they are given to: "give each table a fork"; else the words."""
    end = place_in_room_end(words, 1, reader) if words and words[0] in _GIVING else 1
    things = words[end:]
    is_things = things[:1] and (things[0] in lx.ARTICLES | lx.NUMBERS.keys() or things[0].isdecimal())
    if end == 1 or not is_things or side_in(things, reader):
        return words
    until = sentence_end(things, 0, _ENDS)
    return ("put", *things[:until], "to", *words[1:end], *things[until:])


def _begins_next(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether the next place with its things begins there."""
    end = named_place_end(words, at, reader) if words[at - 1] in _JOINTS else at
    return end > at and (
        reader.book.sentences.receiving.find(words, end) is not None or begins_things(words[end:], reader)
    )


def _without_end(words: Words) -> Words:
    """The things without "on it" behind them."""
    while words and words[-1] in _JOINTS | _AGAIN:
        words = words[:-1]
    return words
