# SPDX-License-Identifier: Apache-2.0
"""What a statement is about, for what "it" and "them" stand for behind it: "some plates are dirty, wash them"."""

from __future__ import annotations

from dataclasses import replace

from planner_node.language.nouns.nouns import Nouns
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.things import NounPhrase, Place, Side
from planner_node.language.words.naming import Name

SOME = (("some",), ("several",), ("many",), ("a", "few"), ("quite", "a", "few"), ("a", "lot", "of"), ("lots", "of"))
"""Amounts that leave open how many are told of."""
LONGEST_SUBJECT = 14
"""Words, such as those of three things with their looks."""
_SMELLY = "smelly"


def tell_subject(nouns: Nouns, finite: int, attributes: frozenset[str]) -> None:
    """Note what a statement is about, for "it" in what follows.

    Args:
        nouns: with the cursor at the beginning of the statement.
        finite: index of its verb.
        attributes: how the things are said to be.
    """
    cursor = nouns.cursor
    cursor.take(nouns.book.remarks.exists)
    try:
        phrase, *more = nouns.things(None)
    except NotUnderstoodError:
        return
    if cursor.at > finite + LONGEST_SUBJECT or nouns.places.in_room(phrase) or phrase.concept == "person":
        return
    found = _where_they_are((phrase, *more), nouns, finite)
    if all(nouns.names.is_place(Name(1, t.concept, t.node_id)) for t in found):
        nouns.spoken.around = Place(Side.ANY, found[-1])  # "desk 2 is a mess, everything to the shelf"
    tell_of(found, nouns)
    nouns.spoken.things = tuple(  # what is told of a thing singles it out only where something is so
        replace(t, attributes=t.attributes | attributes)
        if (t.source is None and _singles_out(t, attributes, nouns)) or (t.concept is None and t.node_id is None)
        else t
        for t in found
    )
    nouns.spoken.kind = None
    nouns.spoken.at_rest = False
    nouns.spoken.changed = ()


def tell_of(found: tuple[NounPhrase, ...], nouns: Nouns) -> None:
    """Remember where what a statement was about is said to be, for "the others"."""
    nouns.spoken.told |= {thing.referent.number: thing.source for thing in reversed(found) if thing.referent.number}


def _singles_out(thing: NounPhrase, attributes: frozenset[str], nouns: Nouns) -> bool:
    """Whether what is told of things says which are meant: not of "the mugs are dirty" where none is known as clean."""
    if not nouns.names.here.is_any_so(thing, attributes):
        return False
    unlike = frozenset[str]().union(*(nouns.book.adjectives.unlike(look) for look in attributes))
    several = thing.count is None and thing.node_id is None
    return not several or any(nouns.names.here.is_any_so(thing, frozenset({look})) for look in unlike)


def _where_they_are(found: tuple[NounPhrase, ...], nouns: Nouns, finite: int) -> tuple[NounPhrase, ...]:
    """What a statement is about, with the place behind the noun: "the pipette in the storage room is broken"."""
    cursor, begin = nouns.cursor, nouns.cursor.at
    if begin >= finite or cursor.side() is None:
        return found
    try:
        place = nouns.places.place()
    except NotUnderstoodError:
        place = None
    if place is None or cursor.at > finite:
        cursor.at = begin
        return found
    side = Side.INSIDE if nouns.places.in_room(place.what) else place.side
    there = [replace(found[-1], source=Place(side, place.what))]
    while cursor.word() == "and" and cursor.at < finite and cursor.place_follows(1):  # "... and the counter"
        cursor.at += 1
        there.append(replace(found[-1], source=Place(side, nouns.phrases.noun_phrase(place=True, bare=None))))
        nouns.spoken.named[cursor.at - 1] = there[-1]
    return (*found[:-1], *there)


def all_of_some(nouns: Nouns) -> None:
    """Of "there are some forks in the drawer", "several plates are dirty" all that are so, however many that are.

    What smells is what looks as if it did.
    """
    spoken = nouns.spoken
    spoken.things = tuple(_of_smell(t, nouns) if _SMELLY in t.attributes else t for t in spoken.things)
    some = [t for t in spoken.things if any(tuple(t.text.split()[: len(words)]) == words for words in SOME)]
    if some:
        spoken.things = tuple(replace(t, count=None) if t in some else t for t in spoken.things)
        spoken.named = {
            at: replace(t, count=None) if any(t.referent.is_same(s.referent) for s in some) else t
            for at, t in spoken.named.items()
        }


def _of_smell(thing: NounPhrase, nouns: Nouns) -> NounPhrase:
    """What smells, by how that looks there: smelly, or spoilt; no more is said of it by "bad"."""
    looks = nouns.names.here.looks_of_what_smells(_SMELLY, nouns.book.adjectives.spoilt, thing.source)
    return replace(thing, attributes=looks)
