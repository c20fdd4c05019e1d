# SPDX-License-Identifier: Apache-2.0
"""Whom a clause is about, and where that is."""

from __future__ import annotations

from dataclasses import replace

from planner_node.language.nouns.nouns import Nouns
from planner_node.language.people.person_phrases import PersonRead, named_person, read_person
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.things import NounPhrase, Place
from planner_node.language.words import lexicon as lx

_TOWARDS = frozenset({"to", "into", "towards", "onto"})
SPEAKER = NounPhrase("you", "person", definite=True, attributes=frozenset({"speaker"}))
"""Who says "me", where nobody knows yet who that is."""


def somebody(nouns: Nouns) -> NounPhrase | None:
    """Past the person who is named here; None if nobody is."""
    cursor = nouns.cursor
    word = cursor.word()
    if word in lx.SPEAKERS:
        cursor.at += 1
        return nouns.names.speaker() or SPEAKER
    read = read_person(cursor.words, cursor.at, nouns.names, nouns.book)
    if read is None:
        return None
    cursor.at += read.length
    if read.is_pronoun:
        return nouns.spoken.somebody or read.phrase
    return read.phrase


def somebody_or_a_name(nouns: Nouns) -> NounPhrase | None:
    """As `somebody`; a word that names nothing known is the name of somebody, where nothing but people can stand."""
    found = somebody(nouns)
    cursor = nouns.cursor
    word = cursor.word()
    if found is not None or not word.isalpha() or cursor.name() is not None or cursor.ends_clause():
        return found
    book = nouns.book
    known = lx.WORDS | book.nouns.anything | book.adjectives.plain | book.adjectives.attributes
    if word in known or cursor.side() or cursor.find(nouns.book.places.sources):
        return None
    cursor.at += 1
    return named_person(word)


def remember(nouns: Nouns, whom: NounPhrase | None) -> None:
    """Whom "her" and "them" stand for from now on."""
    if whom is None or "speaker" in whom.attributes:
        return
    nouns.spoken.somebody = nouns.spoken.person_at = whom
    nouns.spoken.things_before = nouns.spoken.things


def place_here(nouns: Nouns) -> tuple[str, Place] | None:
    """Past a preposition and a place: "from", "to" or "at" with it; None if none stands here."""
    cursor = nouns.cursor
    being = cursor.find(nouns.book.places.being)
    ahead = being.length if being and cursor.side(being.length) else 0
    if cursor.find(nouns.book.places.sources):
        return "from", nouns.places.place(nouns.book.places.sources)
    preposition = cursor.word(ahead)
    if cursor.side(ahead) is None:
        return None
    begin = cursor.at
    cursor.at += ahead
    if preposition in _TOWARDS and _person_behind(nouns) is not None:
        cursor.at = begin
        return None
    return ("to" if preposition in _TOWARDS else "at"), nouns.places.place()


def _person_behind(nouns: Nouns) -> PersonRead | None:
    """Somebody who stands behind the preposition here."""
    cursor = nouns.cursor
    try:
        return read_person(cursor.words, cursor.at + 1, nouns.names, nouns.book)
    except NotUnderstoodError:
        return None


def at(whom: NounPhrase, place: Place | None) -> NounPhrase:
    """Somebody who is at a place."""
    return whom if place is None else replace(whom, source=place)
