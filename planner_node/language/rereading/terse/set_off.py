# SPDX-License-Identifier: Apache-2.0
"""Things and their place in sentences of their own: "milk, bread. Counter, please", "the old newspaper? Recycling bin".

So is a place before things ("kids' table. The biggest book. Bring it over") and before an order that speaks of it
("fridge. Open it").
"""

from __future__ import annotations

from itertools import pairwise

from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_bounds, without
from planner_node.language.sentence.shapes.parts import (
    all_of,
    begins_things,
    named_place_end,
    names_things,
    placing_end,
)
from planner_node.language.things import NounPhrase, Place, Side
from planner_node.language.words import lexicon as lx

_ASIDE = frozenset({"then", "please", "there", "over", "across", "now", "ok", "okay"})
_OF_THEM = (("all", "of", "them"), ("all", "of", "it"), ("everything",), ("all",), ("both",), ("both", "of", "them"))
_ABOUT = (
    ("lying", "about"), ("lying", "around"), ("left", "lying", "around"), ("left", "out"), ("about",), ("around",),
    ("out",),
)  # fmt: skip
_IT = frozenset({"it", "them", "that", "those", "these"})
_OVER = frozenset({"over", "there", "across", "round", "along", "to"})
_MARKS = frozenset({",", "-", "\u2013", "\u2014", ":"})


def set_off(words: Words, reader: SentenceReader) -> Words:
    """The words with one sentence for the two or three."""
    bounds = [(begin, end) for begin, end in sentence_bounds(words) if end > begin]
    for (begin, end), (second, stop) in pairwise(bounds):
        first, behind = words[begin:end], words[second:stop]
        said = _things_then_place(first, words[end], behind, reader) or _place_then_order(first, behind, reader)
        is_there = said is None and _are_there(first, behind, reader)
        if said is None and not is_there and _place(first, reader) and names_things(behind, reader):
            third = words[stop + 1 : next((e for b, e in bounds if b == stop + 1), stop + 1)]
            said = _brought(third, behind, _place(first, reader), reader)
            stop = stop + 1 + len(third) if said is not None and third else stop
            said = said or ("put", *_whole(behind, reader), *_place(first, reader))
        if said is not None:
            return set_off((*words[:begin], *said, *words[stop:]), reader)
    return words


def _are_there(place: Words, things: Words, reader: SentenceReader) -> bool:
    """Whether some of the things are there: "sideboard. The lemon. Bring it over" says where it is to be found."""
    where = reader.names.match(without(place, lx.ARTICLES | {"on", "in"}), 0)
    names = [n for i in range(len(things)) if (n := reader.names.match(things, i)) is not None]
    if where is None:
        return False
    there = Place(Side.ANY, NounPhrase("", where.concept, where.node_id))
    return any(reader.names.here.lies_at(NounPhrase("", n.concept, n.node_id), there) for n in names)


def _things_then_place(things: Words, mark: str, behind: Words, reader: SentenceReader) -> Words | None:
    """The order for things, named or asked after, and where they go; None: the words say something else."""
    place = _place(behind, reader)
    if not place:
        return None
    asked = things[:1] == ("any",) and mark == "?"
    about = next((a for a in _ABOUT if things[-len(a) :] == a), ()) if mark == "?" else ()
    named = things[: len(things) - len(about)]
    if asked or not names_things(named, reader):
        return None
    reader.turned.add(about)
    return ("put", *_whole(named, reader), *place)


def _place(words: Words, reader: SentenceReader) -> Words:
    """A place with a preposition, where words are one and no more; empty: they are not."""
    every = next((t for t in _OF_THEM if words[: len(t)] == t), ())
    said = without(words[len(every) :], _ASIDE | {","})
    while said and said[-1] in _ASIDE | {","}:
        said = said[:-1]
    if said and placing_end(said, 0, reader) == len(said):
        return said
    return ("to", *said) if said and not every and named_place_end(said, 0, reader) == len(said) else ()


def _whole(things: Words, reader: SentenceReader) -> Words:
    """All of several things that are named without an article or a number."""
    return all_of(things, reader) if begins_things(things, reader) and not {",", "and"} & set(things) else things


def _place_then_order(place: Words, behind: Words, reader: SentenceReader) -> Words | None:
    """An order with the furniture that was named before it in place of "it": "fridge. Open it"; None: it has none."""
    order = opened(behind, reader.book.sentences).words
    if named_place_end(place, 0, reader) != len(place) or not reader.starts_order(order):
        return None
    verb = reader.book.said_verbs.find(order, 0)
    at = verb.length if verb is not None else len(order)
    if order[at : at + 1] != ("it",) or order[at + 1 : at + 2] not in ((), (",",), ("and",), ("then",)):
        return None
    article = () if place[0] in lx.DEFINITE else ("the",)
    return (*order[:at], *article, *place, *order[at + 1 :])


def _brought(order: Words, things: Words, place: Words, reader: SentenceReader) -> Words | None:
    """The order "bring it over" with the things and the place; None: it is another, or says a place of its own."""
    core = opened(order, reader.book.sentences).words
    verb = reader.book.said_verbs.find(core, 0)
    at = next((i for i, word in enumerate(core) if word in _IT), 0)
    if verb is None or not at or not reader.starts_order(core) or without(core[at + 1 :], _OVER):
        return None
    return (*core[: 1 if core[1:at] in (("over",), ()) else at], *_whole(things, reader), *place)
