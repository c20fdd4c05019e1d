# SPDX-License-Identifier: Apache-2.0
"""Whom something is given to."""

from __future__ import annotations

from dataclasses import replace

from planner_node.language.nouns.nouns import Nouns
from planner_node.language.people.person_phrases import read_person
from planner_node.language.people.whereabouts import names_stranger, whereabouts_of
from planner_node.language.things import NounPhrase
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name

_BEFORE_THINGS = lx.ARTICLES | lx.POSSESSIVES | {"its", "some", "another"}


def recipient_first(nouns: Nouns) -> bool:
    """Whether "me" in "bring me an apple" stands here; "them" in "put them on the table" are things."""
    cursor = nouns.cursor
    word = cursor.word()
    if word not in lx.RECIPIENTS or cursor.ends_clause(1):
        return False
    return word == "me" or not (word == "them" and nouns.ends_pronoun())


def recipient(nouns: Nouns, told: bool) -> NounPhrase | None:
    """Past whom something is given to: "me" (`told`), or "the person" in "give the person an apple"."""
    cursor = nouns.cursor
    if told:
        cursor.at += 1
        if cursor.words[cursor.at - 1] in lx.SPEAKERS:
            return nouns.spoken.speaker_at or nouns.names.speaker()
        return nouns.spoken.person_at or nouns.spoken.person
    if names_stranger(cursor, first=True):
        raise whereabouts_of(cursor, cursor.word())
    begin = cursor.at
    cursor.skip(lx.DEFINITE)
    name = cursor.name()
    everybody = cursor.find(nouns.book.people.everybody)
    if nouns.spoken.things and cursor.find(nouns.book.quantities.all_of_them):
        everybody = None  # "take all of them to ...": the things
    known = name is not None and (nouns.names.is_person(name) or is_owner_here(nouns))
    cursor.at = begin
    told_apart = None if known or everybody else _somebody_before_a_thing(nouns)
    if not (known or everybody or told_apart):
        return None
    whom = told_apart or nouns.phrases.noun_phrase(place=True)
    attached = nouns.places.attached_room()
    if cursor.ends_place(0) or cursor.word() in ("and", ","):
        cursor.at = begin
        return None
    there = nouns.places.where_served(whom, attached).what
    nowhere = there is whom and whom.count != 1 and not nouns.names.is_present(Name(1, "person"))
    return None if nowhere else there  # "our guests": a later sentence may say where they are


def _somebody_before_a_thing(nouns: Nouns) -> NounPhrase | None:
    """Past somebody by what they are, if something that is given stands behind: "the child a yogurt"."""
    cursor = nouns.cursor
    read = read_person(cursor.words, cursor.at, nouns.names, nouns.book)
    if read is None or read.is_pronoun:
        return None
    behind = cursor.words[cursor.at + read.length :]
    if not behind[:1] or not (behind[0] in _BEFORE_THINGS or behind[0] in lx.NUMBERS or behind[0].isdigit()):
        return None
    phrase = replace(read.phrase, text=" ".join(cursor.words[cursor.at : cursor.at + read.length]))
    cursor.at += read.length
    return phrase


def is_owner_here(nouns: Nouns) -> bool:
    """Whether somebody who is known by a room is named here, not what is theirs."""
    cursor = nouns.cursor
    return nouns.names.is_owner(cursor.words, cursor.at) and not cursor.word().endswith("'s")
