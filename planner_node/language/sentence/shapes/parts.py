# SPDX-License-Identifier: Apache-2.0
"""Where things and places begin and end in words that have no verb."""

from __future__ import annotations

from dataclasses import replace

from makedo_core.ontology.words import plural
from planner_node.language.phrasebook.sections import Bound
from planner_node.language.sentence.openings import spelt_out
from planner_node.language.sentence.sentence import SentenceReader, Words, without
from planner_node.language.things import NounPhrase, Place, Side
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name

MARKS = frozenset({":", "-", "\u2013", "\u2014"})  # between what is spoken of and what is said of it
_LONGEST_NAME = 6  # words of a place with its article and adjectives
_LONGEST_LIST = 12  # words of several things
_EVERY = frozenset({"each", "every", "all", "both"})
_JOINTS = frozenset({",", "and"})
_SIDES = frozenset({"on", "in", "at", "inside"})
_LIMITS = lx.ARTICLES | lx.NUMBERS.keys() | {"some", "any", "another"}
_BEING = frozenset({"is", "are", "lies", "lie", "lying", "standing", "sitting", "left", "kept"})


def begins_things(words: Words, reader: SentenceReader) -> bool:
    """Whether words begin as things do: with an article, a number, an adjective or a name that is no place's."""
    if not words or reader.starts_order(words):
        return False
    book, first = reader.book, words[0]
    counted = any(
        table.find(words, 0) for table in (book.quantities.counted, book.quantities.shares, book.quantities.bounds)
    )
    if counted or first in lx.ARTICLES or first in lx.NUMBERS or first.isdecimal():
        return True
    if book.nouns.whatever.find(words, 0) is not None or first in book.nouns.anything | book.nouns.whichever:
        return True
    name = reader.names.match(words, 0)
    if name is None and first.endswith("'s"):
        name = reader.names.match(words, 1)  # "dad's shirt"
    if name is not None:
        return not reader.names.is_place(name)
    known = book.adjectives.attribute(first) or first in reader.names.attributes
    return bool(known) or book.superlatives.find(words, 0) is not None


def is_look(word: str, reader: SentenceReader) -> bool:
    """Whether a word says how something looks, in general or here."""
    return reader.book.adjectives.attribute(word) is not None or word in reader.names.attributes


def is_thing(words: Words, reader: SentenceReader) -> bool:
    """Whether words name things with how they look, and nothing else: "two red mugs", "a blue one"."""
    bare = without(words, _LIMITS)
    bare = bare[1:] if len(bare) > 1 and bare[0].endswith("'s") else bare  # "dad's shirt"
    if len(bare) > 1 and bare[0] in reader.book.nouns.anything:  # "everything dirty"
        return all(is_look(word, reader) for word in bare[1:])
    most = reader.book.superlatives.find(bare, 0)
    bare = bare[most.length :] if most is not None else bare
    if bare[-1:] in (("one",), ("ones",)):
        return len(bare) > 1 and all(reader.book.adjectives.attribute(word) is not None for word in bare[:-1])
    name = name_with_looks(bare, reader)
    return name is not None and not reader.names.is_place(name)


def names_things(words: Words, reader: SentenceReader) -> bool:
    """Whether words name one thing or several, perhaps with where they are, and nothing else: "milk, two red mugs"."""
    if not words or len(words) > _LONGEST_LIST or not begins_things(words, reader):
        return False
    end = next((i for i in range(1, len(words)) if placing_end(words, i, reader) == len(words)), len(words))
    named = " ".join("," if word == "and" else word for word in words[:end]).split(",")
    parts = [tuple(part.split()) for part in named]
    return all(part and is_thing(part, reader) for part in parts)


def lie_there(things: Words, place: Words, reader: SentenceReader) -> bool:
    """Whether some of the things that are named are known to be at a place."""
    where = reader.names.match(without(place, lx.ARTICLES | _SIDES), 0)
    names = [n for i in range(len(things)) if (n := reader.names.match(things, i)) is not None]
    if where is None:
        return False
    there = Place(Side.ANY, NounPhrase("", where.concept, where.node_id))
    return any(reader.names.here.lies_at(NounPhrase("", n.concept, n.node_id), there) for n in names)


def name_with_looks(words: Words, reader: SentenceReader) -> Name | None:
    """The name of a thing or place that words are, with how it looks before it and nothing else; None: they are not."""
    at = next((i for i in range(len(words)) if reader.names.match(words, i) is not None), len(words))
    name = reader.names.match(words, at)
    looks = all(reader.book.adjectives.attribute(word) is not None for word in words[:at])
    return name if name is not None and looks and at + name.length == len(words) else None


def only_named(words: Words, reader: SentenceReader) -> Words:
    """The only certain thing that a sentence names, or else the only furniture; empty: there is none, or several."""
    matches = ((i, reader.names.match(words, i)) for i in range(len(words)))
    present = ((i, n) for i, n in matches if n is not None and reader.names.is_present(n))
    named = [(i, n) for i, n in present if not reader.names.is_person(n)]
    things = [(i, n) for i, n in named if not reader.names.is_place(n)] or named
    if len(things) != 1:
        return ()
    (at, name), before = things[0], words[max(0, things[0][0] - 1) : things[0][0]]
    spoken_of = reader.book.sentences.exists.find(spelt_out(words, reader.book.sentences), 0) is not None
    if name.node_id is None and not (before and (before[0] in lx.DEFINITE or (spoken_of and before[0] in ("a", "an")))):
        return ()
    called = words[at : at + name.length]
    return called if name.node_id is not None else (before[0] if before[0] in lx.DEFINITE else "the", *called)


def named_place_end(words: Words, at: int, reader: SentenceReader) -> int:
    """Index behind the name of a place that begins there, with what stands before it; the index itself: none does."""
    begin = at
    quantities = reader.book.quantities
    counted = quantities.counted.find(words, at)
    if counted is not None:
        at += counted.length
    while at < len(words) and at < begin + _LONGEST_NAME:
        name = _short_room(words, at, reader) or reader.names.match(words, at)
        if name is not None and reader.names.is_place(name):
            end = at + name.length
            more = reader.names.match(words, end) if reader.names.is_room(name) else None
            return end + more.length if more is not None and reader.names.is_place(more) else end
        known = words[at] in lx.DEFINITE | _EVERY | lx.NUMBERS.keys() or words[at] in reader.names.attributes
        if not known and reader.book.adjectives.attribute(words[at]) is None:
            return begin
        at += 1
    return begin


def place_in_room_end(words: Words, at: int, reader: SentenceReader) -> int:
    """As `named_place_end`, with the room that the place is in behind it: "each table in the canteen"."""
    end = named_place_end(words, at, reader)
    if end == at or words[end : end + 1] not in (("in",), ("of",), ("from",), ("inside",)):
        return end
    begin = end + 1 + (words[end + 1 : end + 2] == ("the",))
    room = reader.names.match(words, begin)
    return begin + room.length if room is not None and reader.names.is_room(room) else end


def _short_room(words: Words, at: int, reader: SentenceReader) -> Name | None:
    """The room that the first word of its name stands for, before furniture: "the storage shelf"."""
    room = reader.names.match((words[at], "room"), 0)
    more = reader.names.match(words, at + 1)
    is_room = room is not None and room.length == 2 and reader.names.has_room(room)
    return replace(room, length=1) if room and is_room and more is not None and reader.names.is_place(more) else None


def placing_end(words: Words, at: int, reader: SentenceReader) -> int:
    """Index behind prepositions with places that begin there; the index itself: none do."""
    while at < len(words):
        side = reader.book.places.sides.find(words, at) or reader.book.places.sources.find(words, at)
        end = named_place_end(words, at + side.length, reader) if side is not None else at
        if side is None or end == at + side.length:
            return at
        at = end
    return at


def into_room(words: Words, reader: SentenceReader) -> Words:
    """With "into" for "in" before a room that words begin with, which would say where the place before it is."""
    at = 1 + (words[1:2] == ("the",))
    name = reader.names.match(words, at) if words[:1] == ("in",) else None
    return ("into", *words[1:]) if name is not None and reader.names.is_room(name) else words


def side_in(words: Words, reader: SentenceReader) -> bool:
    """Whether a preposition of place stands behind the first of the words."""
    return any(reader.book.places.sides.find(words, i) for i in range(1, len(words)))


def joined(parts: tuple[Words, ...]) -> Words:
    """Parts with "and" between them."""
    return tuple(word for n, part in enumerate(parts) for word in ((("and",) if n else ()) + part))


def all_of(subject: Words, reader: SentenceReader) -> Words:
    """A bare plural or collective as all of it: "clean socks go in the basket", "food belongs in the fridge"."""
    looks = next((i for i, word in enumerate(subject) if reader.book.adjectives.attribute(word) is None), len(subject))
    name = reader.names.match(subject, looks)
    return ("all", *subject) if name is not None and is_several(subject, looks, name, reader) else subject


def all_further(words: Words, reader: SentenceReader) -> Words:
    """With "all" before further bare plurals that have a place: "in the fridge, fruit in the basket"."""
    for at in range(1, len(words) - 2):
        begins = words[at - 1] in _JOINTS and begins_things(words[at:], reader) and side_in(words[at:], reader)
        if begins and len(all_of(words[at:], reader)) > len(words[at:]):
            return (*words[:at], "all", words[at], *all_further(words[at + 1 :], reader))
    return words


def is_several(words: Words, at: int, name: Name, reader: SentenceReader) -> bool:
    """Whether the name that stands there is of several things: a plural, or a collective as "food"."""
    return name.is_plural or words[at + name.length - 1] in reader.book.nouns.collectives


def told_where(subject: Words, reader: SentenceReader) -> Words:
    """Things of several places with "from" before each: "every cup on table 1 and every mug on table 2"."""
    sides = [i for i in range(1, len(subject)) if subject[i] in _SIDES and reader.book.places.sides.find(subject, i)]
    sides = [i for i in sides if subject[i - 1] not in _BEING]
    several = any(not _JOINTS.isdisjoint(subject[i:]) for i in sides)
    return tuple("from" if several and i in sides else word for i, word in enumerate(subject))


def is_at_most(things: Words, reader: SentenceReader) -> bool:
    """Whether no more than so many things are to be somewhere: nothing is brought there for that."""
    bound = reader.book.quantities.bounds.find(things, 0)
    return bound is not None and bound.value in (Bound.AT_MOST, Bound.FEWER_THAN)


def singular(several: Words, reader: SentenceReader) -> Words:
    """The name of one of several things; the same words where it is not known."""
    last = several[-1]
    ves = tuple(last.removesuffix("ves") + end for end in ("f", "fe")) if last.endswith("ves") else ()
    for word in (last.removesuffix("es"), last.removesuffix("s"), last.removesuffix("ies") + "y", *ves):
        one = (*several[:-1], word)
        name = reader.names.match(one, 0)
        if word != last and name is not None and name.length == len(one) and plural(word) == last:
            return one
    return several
