# SPDX-License-Identifier: Apache-2.0
"""What is for whom, or for which place: "the banana is for me, the bread for the trash", "the cake is for Anna"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.words import lexicon as lx

_BEING = frozenset({"is", "are", "goes", "go"})
_JOINTS = frozenset({",", "and", "but", "while"})
_TO = frozenset({"for", "to"})


def meant_for(words: Words, reader: SentenceReader) -> Words:
    """With an order for each of several things of which nothing else is said than for whom or where each is."""
    said = words[:-1] if words[-1:] and words[-1] in ENDS else words
    if not ENDS.isdisjoint(said) or (_BEING | _TO).isdisjoint(said):
        return words
    parts: list[Words] = [()]
    for word in said:
        if word in _JOINTS:
            parts.append(())
        else:
            parts[-1] = (*parts[-1], word)
    parts = [part for part in parts if part]
    orders = [_order(part, reader) for part in parts]
    told = any(order[:1] == ("give",) for order in orders) or (parts and not _BEING.isdisjoint(parts[0]))
    if len(orders) < 2 or not (all(orders) and told):
        return words  # "cups to the sink, books to the shelf" is understood as it stands
    return tuple(word for order in orders for word in (*order, "."))


def _order(part: Words, reader: SentenceReader) -> Words:
    """One part as an order; empty: it is none, or says more."""
    begin = 1 if part[0] in lx.DEFINITE | {"a", "an"} | lx.NUMBERS.keys() else 0
    looks = begin
    while looks < len(part) and reader.names.match(part, looks) is None:
        if reader.book.adjectives.attribute(part[looks]) is None:
            return ()
        looks += 1
    name = reader.names.match(part, looks) if looks < len(part) else None
    if name is None or reader.names.is_place(name) or reader.names.is_person(name) or not begin:
        return ()
    end = looks + name.length
    thing, rest = part[:end], part[end:]
    verb = rest[:1] if rest and rest[0] in _BEING else ()
    rest = rest[len(verb) :]
    if len(rest) < 2:
        return ()
    if rest[0] in _TO and rest[1:] == ("me",):
        return ("give", "me", *thing)
    side = reader.book.places.sides.find(rest, 0)
    length = 1 if rest[0] in _TO else side.length if side is not None else 0
    where = rest[length:]
    there = 1 if where and where[0] in lx.DEFINITE else 0
    place = reader.names.match(where, there) if length and there < len(where) else None
    if place is None or there + place.length != len(where):
        return ()
    if reader.names.is_person(place):
        return ("give", *where, *thing) if rest[0] in _TO else ()
    if not reader.names.is_place(place):
        return ()
    return ("bring", *thing, "to", *where) if rest[0] in _TO else ("put", *thing, *rest)
