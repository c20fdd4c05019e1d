# SPDX-License-Identifier: Apache-2.0
"""Setting a table: "set the table for two people, we'll have soup"."""

from __future__ import annotations

from dataclasses import replace

from planner_node.language.clauses.carrying.putting import put
from planner_node.language.clauses.changing.table_settings import covers, decoration
from planner_node.language.clauses.wording.ahead import things_ahead
from planner_node.language.nouns.nouns import Nouns
from planner_node.language.reading import quantities
from planner_node.language.request import Put
from planner_node.language.things import NounPhrase, Place, Side
from planner_node.language.words import lexicon as lx


def table_set(nouns: Nouns, verb: str) -> tuple[Put, ...] | None:
    """Past "the table for two people"; None if the sentence is about something else.

    Without things named, a cover for each person is meant. What was not counted is implied.
    """
    cursor = nouns.cursor
    if verb not in nouns.book.verbs.setting_a_table or not table_ahead(nouns):
        return None
    table = nouns.phrases.noun_phrase(place=True)
    room = nouns.places.attached_room()
    place = Place(Side.ON, replace(table, source=table.source or room))
    setting, decorated = nouns.book.usual_setting, False
    people, stated = setting.people, False
    named: tuple[NounPhrase, ...] = ()
    left_out: tuple[NounPhrase, ...] = ()
    while True:
        begin = cursor.at
        cursor.skip({","})
        cursor.take(nouns.book.table_settings.links)
        if cursor.take(nouns.book.table_settings.decorating):
            decorated = True
        elif cursor.take(nouns.book.table_settings.manners):
            pass
        elif (having := cursor.find(nouns.book.table_settings.having)) and (
            course := cursor.find(nouns.book.courses, having.length)
        ):
            cursor.at += having.length + course.length
            setting = course.value
        elif not named and (cursor.word() == "with" or (cursor.word() == ":" and _is_list(nouns))):
            cursor.at += 1
            named = nouns.things()
        elif cursor.word() == "for" and (occasion := cursor.find(nouns.book.occasions, 1)):
            cursor.at += 1 + occasion.length
            setting = occasion.value
            people = people if stated else setting.people
        elif cursor.word() == "for" and (number := quantities.number_at(cursor, 1)) is not None:
            cursor.at += 1
            people, stated = quantities.read_quantity(cursor).count or number, True
            cursor.take(nouns.book.table_settings.people)
        elif not left_out and (excepted := cursor.find(nouns.book.nouns.excepted) or _no(nouns)):
            cursor.at += excepted if isinstance(excepted, int) else excepted.length
            left_out = nouns.things()
        else:
            cursor.at = begin
            break
    things = _asked(nouns, named, people, stated) if named else tuple(covers(nouns.names, setting, people, stated))
    things = tuple(
        replace(thing, excluded=(*thing.excluded, *left_out))
        for thing in things
        if not any(_is_one_of(nouns, thing, other) for other in left_out)
    )
    more = tuple(decoration(nouns.names)) if decorated else ()
    return (put(nouns, (*things, *more), place),)


def _no(nouns: Nouns) -> int:
    """How many words "no" or "but no" before a thing are: "set the table, no knives"; 0: that does not stand here."""
    ahead = int(nouns.cursor.word() == "but")
    return ahead + 1 if nouns.cursor.word(ahead) == "no" and nouns.cursor.name(ahead + 1) is not None else 0


def _is_one_of(nouns: Nouns, thing: NounPhrase, other: NounPhrase) -> bool:
    """Whether things of a cover are what was left out of it."""
    return nouns.names.ontology.is_a(thing.concept or "", other.concept or "")


def _is_list(nouns: Nouns) -> bool:
    """Whether things are listed behind a colon: "for breakfast: a bowl and a spoon"."""
    return not nouns.cursor.verb_at(1) and things_ahead(nouns, 1) is not None


def table_ahead(nouns: Nouns) -> bool:
    """Whether "the table" stands here, and nothing that makes it a thing to be carried."""
    cursor = nouns.cursor
    ahead = 0
    while cursor.word(ahead) in lx.ARTICLES:
        ahead += 1
    name = cursor.name(ahead)
    if name is not None and nouns.names.is_room(name):
        ahead += name.length
        name = cursor.name(ahead)
    concept = name.concept if name else None
    if name is None or concept is None or not nouns.names.ontology.is_a(concept, "table"):
        return False
    ahead += name.length
    attached = cursor.word(ahead) in ("in", "of")
    return cursor.ends_clause(ahead) or attached or cursor.word(ahead) in ("for", "with")


def _asked(nouns: Nouns, named: tuple[NounPhrase, ...], people: int, stated: bool) -> tuple[NounPhrase, ...]:
    """Things that were named: a bare plural is one for each of the people who were counted."""
    if not stated:
        return named
    return tuple(
        replace(t, count=people) if t.count == quantities.SOME and t.text.split()[0] not in lx.NUMBERS else t
        for t in named
    )
