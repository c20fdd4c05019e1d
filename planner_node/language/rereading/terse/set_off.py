# SPDX-License-Identifier: Apache-2.0
"""Things and their place in sentences of their own: "milk, bread. Counter, please", "the old newspaper? Recycling bin".

So is a place before things ("kids' table. The biggest book. Bring it over") and before an order that speaks of it
("fridge. Open it").
"""

from __future__ import annotations

from itertools import pairwise

from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import SentenceReader, Words, each_sentence, sentence_bounds, without
from planner_node.language.sentence.shapes.parts import (
    all_of,
    begins_things,
    lie_there,
    named_place_end,
    names_things,
    placing_end,
)
from planner_node.language.words import lexicon as lx

_ASIDE = frozenset({"then", "please", "there", "over", "across", "now", "ok", "okay"})
_OF_THEM = (("all", "of", "them"), ("all", "of", "it"), ("everything",), ("all",), ("both",), ("both", "of", "them"))
_ABOUT = (
    ("lying", "about"), ("lying", "around"), ("left", "lying", "around"), ("left", "out"), ("about",), ("around",),
    ("out",),
)  # fmt: skip
_HERE = (("here",), ("over", "here"), ("to", "me"))
_IT = frozenset({"it", "them", "that", "those", "these"})
_OVER = frozenset({"over", "there", "across", "round", "along", "to"})
_MARKS = frozenset({",", "-", "\u2013", "\u2014", ":"})


def set_off(words: Words, reader: SentenceReader) -> Words:
    """The words with one sentence for the two or three."""
    return each_sentence(_joined(words, reader), lambda said: _behind_comma(said, reader))


def _behind_comma(words: Words, reader: SentenceReader) -> Words:
    """Of "toys off the sofa, chest", "the remote, here" the order."""
    at = next((i for i in range(len(words) - 1, 0, -1) if words[i] in _MARKS), 0)
    things, behind = words[:at], words[at + 1 :]
    if not names_things(things, reader):
        return words
    if behind in _HERE:
        reader.turned.add(behind)
        return ("bring", "me", *_whole(things, reader))
    place = _place(behind[1:] if behind[:1] == ("back",) else behind, reader)
    at = next((i for i in range(1, len(things)) if placing_end(things, i, reader) == len(things)), 0)
    if not place or not at:
        return words
    there = reader.book.places.sides.find(things, at)
    if there is not None and not lie_there(things[:at], things[at + there.length :], reader):
        return words  # "a napkin on table 1, table 2" is for both
    source = things[at:] if there is None else ("from", *things[at + there.length :])
    return ("put", *_whole(things[:at], reader), *source, *place)


def _joined(words: Words, reader: SentenceReader) -> Words:
    bounds = [(begin, end) for begin, end in sentence_bounds(words) if end > begin]
    for (begin, end), (second, stop) in pairwise(bounds):
        first, behind = words[begin:end], words[second:stop]
        said = _things_then_place(first, words[end], behind, reader) or _place_then_order(first, behind, reader)
        is_there = said is None and lie_there(behind, first, reader)
        if said is None and not is_there and _place(first, reader) and names_things(behind, reader):
            third = words[stop + 1 : next((e for b, e in bounds if b == stop + 1), stop + 1)]
            said = _brought(third, behind, _place(first, reader), reader)
            stop = stop + 1 + len(third) if said is not None and third else stop
            said = said or ("put", *_whole(behind, reader), *_place(first, reader))
        if said is not None:
            return _joined((*words[:begin], *said, *words[stop:]), reader)
    return words


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
