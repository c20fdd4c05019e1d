# SPDX-License-Identifier: Apache-2.0
"""Places with things behind them and no verb: "in the rack: all magazines", "from the desk to the bed: the keys"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import SentenceReader, Words, skipped, without
from planner_node.language.sentence.shapes.parts import (
    MARKS,
    all_of,
    begins_things,
    joined,
    named_place_end,
    placing_end,
    side_in,
)

_JOINTS = frozenset({",", "and"})
_AWAY = frozenset({"out", "off", "away", "gone"})
_PEOPLE = frozenset({"people", "persons", "person", "guests", "of", "us"})


def place_first(words: Words, reader: SentenceReader) -> Words | None:
    """Each place with its preposition before its things: "on table 1 the bread and on table 2 the vase"."""
    pairs: list[tuple[Words, Words]] = []
    at = 0
    while at < len(words):
        if words[at] == "for":  # "for desk 1 the stapler"
            words = (*words[:at], "to", *words[at + 1 :])
        end = placing_end(words, at, reader)
        if end == at:
            return None
        until = next((i for i in range(end + 1, len(words)) if _begins_next(words, i, reader)), len(words))
        things = _things(words[end:until], reader)
        if things and (not begins_things(things, reader) or _is_placed_twice(words[at:end], things, reader)):
            return None
        if "either" in words[at:end]:  # "on either shelf should be a candle" may mean both
            return None
        if not things and until < len(words):
            return None
        pairs.append((things, words[at:end]))
        at = until
    *_, (last, where) = pairs
    if last:
        return ("put", *joined(tuple((*things, *place) for things, place in pairs)))
    taken = tuple((*things, *place) for things, place in pairs[:-1])
    if not taken or any(side_in(("", *place), reader) for _, place in pairs[:-1]):
        return None
    return ("put", *joined(taken), *where)  # "from shelf 1 the rice and from shelf 2 the honey, to the counter"


def _begins_next(words: Words, at: int, reader: SentenceReader) -> bool:
    if words[at - 1] not in _JOINTS:
        return False
    return placing_end(words, at, reader) > at or (
        words[at] == "for" and named_place_end(words, at + 1, reader) > at + 1
    )


def _things(words: Words, reader: SentenceReader) -> Words:
    """The things between two places, without what joins them and "go", "I need", "should be"."""
    while words and words[-1] in _JOINTS:
        words = words[:-1]
    words = without(words, MARKS | _JOINTS)
    for table in (reader.book.sentences.needing, reader.book.verbs.belonging):
        words = skipped(words, table) or words
    modal = skipped(words, reader.book.sentences.modals)
    words = (skipped(modal, reader.book.sentences.being) if modal else None) or words
    return without(words, MARKS)


def _is_placed_twice(place: Words, things: Words, reader: SentenceReader) -> bool:
    """Whether both the place before things and one behind them say where they go."""
    return side_in(("", *place), reader) and side_in(things, reader)


def headed(words: Words, reader: SentenceReader) -> Words | None:
    """Things behind the name of their place and a colon: "desk 1: the stapler", "table 3 for two: two plates"."""
    mark = next((i for i, word in enumerate(words) if word in MARKS), 0)
    if (where := _place_of_heading(words[:mark], reader)) and begins_things(words[mark + 1 :], reader):
        return None if side_in(words[mark + 1 :], reader) else ("put", *_each_all(words[mark + 1 :], reader), *where)
    end = named_place_end(words, 0, reader)
    if not mark or not 0 < end <= mark or not begins_things(words[mark + 1 :], reader):
        return None
    more = words[end:mark]
    if more and not (more[0] == "for" and len(more) <= 4 and all(w in _PEOPLE or w.isalnum() for w in more[1:])):
        return None
    things = words[mark + 1 :]
    if _takes_out(things):
        return None
    return None if side_in(things, reader) else ("put", *_each_all(things, reader), "to", *words[:end])


def _each_all(things: Words, reader: SentenceReader) -> Words:
    """A list with "all" before each bare plural: "fridge: apples and two lemons"."""
    found: list[str] = []
    for at, word in enumerate(things):
        begins = at == 0 or things[at - 1] in _JOINTS
        found += all_of(things[at:], reader)[: -len(things[at:])] if begins and word not in _JOINTS else ()
        found.append(word)
    return tuple(found)


def _takes_out(things: Words) -> bool:
    """Whether some of the things are to be gone from the place: "cabinet: scissors out, eraser stays"."""
    ends = (i for i, word in enumerate((*things, ",")) if word in _JOINTS)
    return any(end and things[end - 1] in _AWAY for end in ends)


def _place_of_heading(heading: Words, reader: SentenceReader) -> Words:
    """The place at the end of a heading that names no thing: "dinner for two at table 3"; empty: there is none."""
    for at in range(1, len(heading)):
        if placing_end(heading, at, reader) == len(heading):
            names = (reader.names.match(heading, i) for i in range(at))
            is_order = reader.starts_order(heading) or not reader.book.sentences.binding.isdisjoint(heading)
            return () if is_order or any(map(reader.names.is_present, filter(None, names))) else heading[at:]
    return ()
