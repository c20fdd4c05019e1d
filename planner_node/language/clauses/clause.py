# SPDX-License-Identifier: Apache-2.0
"""One clause of an instruction: a verb and what it needs."""

from __future__ import annotations

from dataclasses import replace

from planner_node.language.clauses.arranging.tidying import what_to_tidy
from planner_node.language.clauses.carrying.carried import waste_in
from planner_node.language.clauses.carrying.putting import put
from planner_node.language.clauses.people.asking import asked
from planner_node.language.clauses.people.attending import guided
from planner_node.language.clauses.politeness import polite
from planner_node.language.clauses.readers import READERS
from planner_node.language.clauses.refusing import no_verb
from planner_node.language.clauses.states import in_state
from planner_node.language.clauses.steps import ClauseStep
from planner_node.language.clauses.wording.ahead import things_ahead
from planner_node.language.clauses.wording.plain import in_plain_words
from planner_node.language.nouns.groups import Group, from_there, one_by_one
from planner_node.language.nouns.nouns import Nouns
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.reading.looks import goes_with_its_looks
from planner_node.language.request import Inquire
from planner_node.language.words import lexicon as lx


def clause(nouns: Nouns) -> tuple[ClauseStep, ...]:
    """The clauses of one verb, which decides their shape."""
    cursor = nouns.cursor
    question = asked(nouns)
    if isinstance(question, Inquire):
        return (question,)
    polite(nouns)
    in_plain_words(nouns)
    begin = cursor.at
    nouns.spoken.begin_clause(begin)
    try:
        return _of_verb(nouns)
    except NotUnderstoodError as stop:
        if question is not None and cursor.words[begin] in nouns.book.clauses.questions:
            raise question from stop
        raise


def _of_verb(nouns: Nouns) -> tuple[ClauseStep, ...]:
    cursor = nouns.cursor
    begin = cursor.at
    says_looks = goes_with_its_looks(cursor.words, begin, nouns.names, nouns.book)
    found = None if says_looks or _is_a_name(nouns) else cursor.take(nouns.book.said_verbs)
    if found is None:
        without = without_verb(nouns)
        if without is None:
            raise no_verb(nouns)
        return without
    words = cursor.said(begin)
    if words in nouns.book.verbs.alone and cursor.ends_clause() and cursor.word() not in lx.PRONOUNS:
        raise what_to_tidy(nouns, words)
    led = guided(nouns, found.value)
    if led is not None:
        return led
    return READERS[found.value.verb](nouns, found.value, words)


def _is_a_name(nouns: Nouns) -> bool:
    """Whether a verb is the first word of a longer name of something here: "water bottle to table 2"."""
    cursor = nouns.cursor
    verb, name = cursor.find(nouns.book.said_verbs), cursor.name()
    if verb is None or name is None or name.length <= verb.length or not nouns.names.is_present(name):
        return False
    places = nouns.book.places
    return any(table.find(cursor.words, cursor.at + name.length) for table in (places.sides, places.sources))


def without_verb(nouns: Nouns) -> tuple[ClauseStep, ...] | None:
    """Things with a place: "clothes to the wardrobe"; behind such "the bowl" or "books on the shelf", too.

    None: something else stands here.
    """
    cursor = nouns.cursor
    begin = cursor.at
    counted = bool(cursor.find(nouns.book.quantities.counted)) or bool(cursor.find(nouns.book.quantities.shares))
    it_goes = cursor.word() in lx.PRONOUNS and cursor.find(nouns.book.verbs.belonging, 1)  # "it goes on the table"
    begins = lx.ARTICLES | set(lx.NUMBERS) | nouns.book.nouns.contents
    if cursor.word() not in begins and cursor.name() is None and not (counted or it_goes):
        return None
    switched = _switched(nouns)
    if switched is not None:
        return switched
    try:
        group = nouns.group(None)
        group = replace(group, things=waste_in(nouns, group))
        if group.in_order and group.places and cursor.ends_clause():
            return tuple(put(nouns, g.sourced(), g.places[-1]) for g in one_by_one(group))
        goes = cursor.take(nouns.book.verbs.belonging) is not None
        place = nouns.places.place() if cursor.side() and not cursor.ends_particle() else None
        place = place or (nouns.places.where_it_is((*group.sources, *group.places)) if goes else None)
        bare = cursor.words[begin] not in lx.ARTICLES  # "books on the shelf, toys in the box"
        goes |= place is None and (bare or bool(nouns.book.places.towards & set(cursor.words[begin : cursor.at])))
        in_order = place is not None and nouns.past(nouns.book.quantities.respectively)
        if place is not None and in_order and cursor.ends_clause() and goes:
            pairs = one_by_one(Group(group.things, (*group.sources, *group.places), (place,), in_order))
            return tuple(put(nouns, g.sourced(), g.places[-1]) for g in pairs)
        said = (*group.sources, *group.places[: None if place else -1])
        things = from_there(group.sourced(*group.places[: None if place else -1]), said, nouns.names)
        place = place or next(reversed(group.places), None)
    except NotUnderstoodError:
        cursor.at = begin
        return None
    again = nouns.spoken.place if nouns.spoken.at_rest else None
    goes |= nouns.spoken.listing and place is not None
    where = place or (None if goes else again)
    if where is None or not (goes or again) or not cursor.ends_clause():
        cursor.at = begin
        return None
    return (put(nouns, things, where),)


def _switched(nouns: Nouns) -> tuple[ClauseStep, ...] | None:
    """Things with "on" or "off" and nothing more: "lamp on"; None: something else stands here."""
    found = things_ahead(nouns)
    if found is None:
        return None
    things, length = found
    state = lx.PARTICLES.get(nouns.cursor.word(length))
    if state is None or not nouns.cursor.ends_clause(length + 1):
        return None
    nouns.cursor.at += length + 1
    return tuple(in_state(nouns, thing, state) for thing in things)
