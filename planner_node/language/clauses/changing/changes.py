# SPDX-License-Identifier: Apache-2.0
"""What things, furniture or floors are to become: clean, empty, full, hot."""

from __future__ import annotations

from dataclasses import replace

from planner_node.language.clauses.carrying.putting import all_from, put_into
from planner_node.language.clauses.changing.becoming import becoming, rooms_for_floor
from planner_node.language.clauses.changing.made import check_made, drink_made
from planner_node.language.clauses.steps import ClauseStep
from planner_node.language.nouns.nouns import Nouns
from planner_node.language.reading.quantities import SOME
from planner_node.language.things import NounPhrase, Place, Side
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name
from planner_node.language.words.verbs import Said

_CHANGING = frozenset({"appliance", "fixture", "pail"})


def changing(nouns: Nouns, said: Said, words: str) -> tuple[ClauseStep, ...]:
    """Things or furniture that become clean, empty, full, ..."""
    cursor = nouns.cursor
    cursor.skip({"up", "out"})
    if cursor.word() == "from" and said.quality == "empty":
        cursor.at += 1
    if said.quality == "made":
        drink = drink_made(nouns)
        if drink is not None:
            return drink
        check_made(nouns)
    what = _emptied_before(nouns) if said.quality == "full" else ()
    what = what or changed_things(nouns)
    if said.quality == "pressed":
        what = tuple(_pressed(nouns, t) for t in what)
    sources: list[Place] = []
    using: NounPhrase | None = None
    while True:
        if cursor.take(nouns.book.places.anywhere) or cursor.accept("up") or cursor.accept("there"):
            continue
        if said.quality == "empty" and cursor.find(nouns.book.clauses.out_into):
            cursor.skip({"out"})
            nouns.spoken.emptied = what
            return (all_from(nouns, what, nouns.places.place()),)
        if cursor.find(nouns.book.clauses.using):
            cursor.take(nouns.book.clauses.using)
            begin = cursor.at
            using = nouns.descriptions.described(nouns.phrases.noun_phrase(bare=SOME))
            if said.quality == "full" and using.count != 1:  # "with dishes", not "with water"
                cursor.at = begin
                return (put_into(nouns, what),)
        elif cursor.find(nouns.book.places.sources):
            sources += nouns.places.source_list()
        elif (being := cursor.find(nouns.book.places.being)) is not None and cursor.side(being.length):
            cursor.at += being.length  # "the milk that is in the fridge"
            sources.append(nouns.places.place())
        elif cursor.side():
            place = nouns.places.place()
            if nouns.places.in_room(place.what) or _is_table(nouns, place) or _keeps_cold(nouns, place, said.quality):
                sources.append(place)
            elif _only_holds(nouns, what, place):
                sources.append(place)
            elif using is not None:
                nouns.spoken.note(f"I use {using.text}; where, I decide: '{place}' is left aside.")
            else:
                using = place.what  # "wash the dishes in the dishwasher"
        elif (more := nouns.more_of(what)) is not None:
            what = more
        else:
            break
    for source in sources:
        what = tuple(t if t.source else replace(t, source=source) for t in what)
    return (becoming(nouns, rooms_for_floor(nouns, what), said.quality, using),)


def _emptied_before(nouns: Nouns) -> tuple[NounPhrase, ...]:
    """Past "it", what was just emptied and is to be filled again; empty: something else is named."""
    emptied = nouns.spoken.emptied
    if nouns.cursor.word() != "it" or not nouns.ends_pronoun() or len(emptied) != 1:
        return ()
    nouns.cursor.at += 1
    return emptied


def _pressed(nouns: Nouns, phrase: NounPhrase) -> NounPhrase:
    """A button that is pressed is no button to sew on."""
    sewn = phrase.concept == "button" and not nouns.names.is_present(Name(1, "button"))
    return replace(phrase, concept=nouns.names.known("push_button", "button")) if sewn else phrase


def changed_things(nouns: Nouns) -> tuple[NounPhrase, ...]:
    """What changes: all of it, where only a plural is said; with the room that it is in."""
    cursor = nouns.cursor
    found: list[NounPhrase] = []
    while not found or nouns.continues():
        cursor.skip({",", "and"})
        if found and (cursor.word() == "from" or (cursor.word() in ("of", "in") and cursor.place_follows(1))):
            cursor.at += 1
        if cursor.word() in lx.PRONOUNS and nouns.ends_pronoun():
            found += [nouns.one_place()] if cursor.word() == "it" and not nouns.spoken.things else nouns.things(None)
        else:
            more = nouns.thing(None)
            found += nouns.articled(found[-1], more) if found else more
        room = nouns.places.attached_room()
        if room is not None:
            found = [*found[:-1], replace(found[-1], source=found[-1].source or room)]
    return tuple(found)


def _keeps_cold(nouns: Nouns, place: Place, quality: str) -> bool:
    """Whether things are only kept there: "heat up the noodles in the fridge"."""
    concept = place.what.concept or ""
    return quality not in ("cold", "frozen") and nouns.names.ontology.is_a(concept, "cold_storage")


def _only_holds(nouns: Nouns, what: tuple[NounPhrase, ...], place: Place) -> bool:
    """Whether things lie in what does nothing to them: "wash the shirts in the hamper"."""
    kinds = nouns.names.ontology.ancestors(place.what.concept) if place.what.concept else frozenset()
    return kinds.isdisjoint(_CHANGING) and bool(what) and nouns.names.here.lies_at(what[-1], place)


def _is_table(nouns: Nouns, place: Place) -> bool:
    """Whether things stand there while they are changed; in an appliance or a sink it serves to change them."""
    kinds = nouns.names.ontology.ancestors(place.what.concept) if place.what.concept else frozenset()
    return place.side is Side.ON or bool(kinds & {"storage", "worktop", "seat"})
