# SPDX-License-Identifier: Apache-2.0
"""Going somewhere, and looking for things or at places."""

from __future__ import annotations

from dataclasses import replace

from makedo_core.failure import FailureCause
from planner_node.language.clauses.people.attending import sought
from planner_node.language.clauses.states import is_furniture
from planner_node.language.clauses.steps import ClauseStep
from planner_node.language.nouns.groups import Group
from planner_node.language.nouns.nouns import Nouns
from planner_node.language.people.whereabouts import own_place, whereabouts
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.request import Attend, GoTo, Look, TryOut
from planner_node.language.things import NounPhrase, Place, Side
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Said


def going(nouns: Nouns, said: Said, words: str) -> tuple[GoTo, ...]:
    """Drive to furniture or into a room, or into several."""
    cursor = nouns.cursor
    if (unknown := own_place(cursor)) is not None:
        raise unknown
    if cursor.word() == "back" and (cursor.word(1) == "to" or cursor.name(1) is not None):
        cursor.at += 1
    cursor.take(nouns.book.places.sides)
    if cursor.word() == "your" and cursor.name(1) is not None:
        cursor.at += 1  # "your home": only the robot is spoken to
    if cursor.word() in lx.SPEAKERS | lx.HERE and cursor.ends_clause(1):
        cursor.at += 1
        speaker = nouns.spoken.speaker_at or nouns.names.speaker()
        if speaker is None:
            raise whereabouts(cursor)
        return (GoTo(speaker),)
    found = [nouns.one_place(bare=1)]
    while nouns.continues() and cursor.place_follows(1):
        cursor.skip({",", "and"})
        found.append(nouns.one_place(bare=1))
    what = found[-1]
    nouns.spoken.rooms = tuple(f for f in found if nouns.places.in_room(f))
    nouns.spoken.place = Place(Side.INSIDE if nouns.places.in_room(what) else Side.ANY, what)
    nouns.spoken.sent_to = nouns.spoken.place
    if not nouns.places.in_room(what):
        nouns.spoken.furniture = what
    return tuple(GoTo(f) for f in found)


def finding(nouns: Nouns, said: Said, words: str) -> tuple[Look | Attend, ...]:
    """Things, where they are thought to be; or people."""
    person = sought(nouns)
    if person is not None:
        return (person,)
    group = nouns.group()
    return _sought(nouns, tuple(_here(nouns, thing) for thing in group.sourced(*group.places)))


def _here(nouns: Nouns, thing: NounPhrase) -> NounPhrase:
    """A thing as one of those where the robot was sent just before, if there is one."""
    here = nouns.spoken.sent_to
    if here is None or thing.source is not None or not nouns.names.here.lies_at(thing, here):
        return thing
    return replace(thing, source=here)


def looking(nouns: Nouns, said: Said, words: str) -> tuple[ClauseStep, ...]:
    """A place is looked at: "search the kitchen for apples" is about the apples."""
    cursor = nouns.cursor
    tried_out = _tested(nouns)
    if tried_out is not None:
        return (TryOut(tried_out),)
    if cursor.word() in nouns.book.clauses.unconditional | {"whether", "that", "how"}:
        raise NotUnderstoodError(FailureCause.NOT_CAPABLE, "I can look at things, not tell whether something is so.")
    what = nouns.phrases.noun_phrase(place=True)
    room = nouns.places.attached_room()
    place = replace(what, source=room) if room else what
    if not cursor.accept("for"):
        nouns.spoken.furniture = place
        cursor.take(nouns.book.places.anywhere)
        return (Look(nouns.descriptions.described(place)),)
    source = Place(Side.INSIDE if nouns.places.in_room(place) else Side.ANY, place)
    return _sought(nouns, Group(nouns.things(), (source,)).sourced())


def _sought(nouns: Nouns, things: tuple[NounPhrase, ...]) -> tuple[Look, ...]:
    nouns.spoken.things, nouns.spoken.at_rest = things, False
    return tuple(Look(thing) for thing in things)


def _tested(nouns: Nouns) -> NounPhrase | None:
    """Past "if the lamp is working"; None if something else is to be found out."""
    cursor = nouns.cursor
    begin = cursor.at
    cursor.take(nouns.book.clauses.whether)
    try:
        what = nouns.one_place()
    except NotUnderstoodError:
        what = None
    if (
        what is None
        or not is_furniture(nouns, what)
        or cursor.take(nouns.book.clauses.works) is None
        or not cursor.ends_clause()
    ):
        cursor.at = begin
        return None
    return what
