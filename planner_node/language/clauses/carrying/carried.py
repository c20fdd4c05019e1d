# SPDX-License-Identifier: Apache-2.0
"""What is said behind a verb of carrying: whom it is for, and things with their places."""

from __future__ import annotations

from dataclasses import dataclass, replace

from planner_node.language.clauses.carrying.recipients import recipient, recipient_first
from planner_node.language.clauses.carrying.where_they_are import where_they_are
from planner_node.language.nouns.described.waste import as_waste
from planner_node.language.nouns.groups import Group, one_by_one
from planner_node.language.nouns.nouns import Nouns
from planner_node.language.nouns.originals import Recall
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.reading.quantities import SOME, number_at
from planner_node.language.things import NounPhrase, Place, Side
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name
from planner_node.language.words.verbs import Said, Verb

_WITHOUT_A_PLACE = frozenset({Verb.HOLD, Verb.THROW_AWAY, Verb.RECYCLE, Verb.RETURN, Verb.TAKE})


@dataclass(frozen=True, slots=True)
class Carried:
    """What was said behind a verb of carrying.

    Attributes:
        groups: things with their places.
        told: whether they are for the speaker or somebody who was spoken of ("bring me ...").
        whom: whom they are for; None: nobody was named, or nobody knows who it is.
        early: where they go, if that was said before the things.
        to_speaker: whether they are for the speaker.
    """

    groups: tuple[Group, ...]
    told: bool = False
    whom: NounPhrase | None = None
    early: Place | None = None
    to_speaker: bool = False


def read_carried(nouns: Nouns, said: Said) -> Carried:
    """Whom something is for, and things with their places."""
    nouns.originals.recall = Recall(back=said.like.endswith(" back"))
    begin, told = nouns.cursor.at, recipient_first(nouns)
    whom = recipient(nouns, told)
    early = nouns.places.place() if nouns.cursor.side() else None
    nouns.spoken.is_bound = told or bool(whom or early) or said.verb in _WITHOUT_A_PLACE
    is_likely = whom is None and said.like in nouns.book.verbs.all_likely
    bare = None if is_likely or said.like in nouns.book.verbs.all_of else SOME
    read = (g if len(g.places) < 2 else standing_in_room(nouns, g) for g in read_groups(nouns, bare))
    groups = tuple(_those_around(nouns, replace(g, things=waste_in(nouns, g))) for g in read)
    if is_likely:
        groups = tuple(replace(g, things=tuple(_all_likely(t) for t in g.things)) for g in groups)
    elif bare is None:
        groups = tuple(replace(g, things=tuple(replace(t, unsaid=False) for t in g.things)) for g in groups)
    groups = where_they_are(nouns, said, groups, begin, told) if whom is None and early is None else groups
    to_speaker = bool(lx.SPEAKERS & set(nouns.cursor.words[begin : nouns.cursor.at]))
    return Carried(groups, told, whom, early, to_speaker)


def _all_likely(thing: NounPhrase) -> NounPhrase:
    """All of what was looked for as a bare plural: "look for forks and put them on the table"."""
    return replace(thing, count=None) if thing.unsaid and thing.count == SOME else thing


def waste_in(nouns: Nouns, group: Group) -> tuple[NounPhrase, ...]:
    """The things of a group; "the rubbish" means what is thrown away, though the same word may name the bin."""
    return tuple(as_waste(thing, nouns.names, nouns.book) for thing in group.things)


def standing_in_room(nouns: Nouns, group: Group) -> Group:
    """With the room of the furniture that things are taken from, where all of that stands in the room behind it.

    "The toys off the bed and the table in the kids room" are on these, and go nowhere yet.
    """
    room = group.places[0] if group.places and group.sources else None
    if room is None or room.side is not Side.INSIDE or not nouns.places.in_room(room.what):
        return group
    stand = all(nouns.names.here.stands_in(source.what.concept, room.what) for source in group.sources)
    sources = (replace(source, what=replace(source.what, source=room)) for source in group.sources)
    return replace(group, sources=tuple(sources), places=group.places[1:]) if stand else group


def read_groups(nouns: Nouns, bare: int | None = SOME) -> list[Group]:
    """Things with their places, as often as both follow each other: "the apple on the table and a pear ..."."""
    cursor = nouns.cursor
    found = list(one_by_one(nouns.group(bare)))
    while (found[-1].places or found[-1].sources) and nouns.continues():
        begin, before, furniture_before = cursor.at, nouns.spoken.things, nouns.spoken.furniture
        if found[-1].places and not nouns.places.in_room(found[-1].places[-1].what):
            nouns.spoken.furniture = found[-1].places[-1].what  # "on bench 1, the others on it ..."
        nouns.spoken.things = before or found[-1].things  # "the tomatoes into the crate, the rotten ones into the bin"
        cursor.skip({",", "and"})
        noun = (
            cursor.word() in lx.ARTICLES or cursor.find(nouns.book.quantities.bounds) or number_at(cursor) is not None
        )
        try:
            more = nouns.group(bare)
        except NotUnderstoodError:
            if noun:
                raise
            cursor.at, nouns.spoken.things, nouns.spoken.furniture = begin, before, furniture_before
            break
        named = more.things[0]
        furniture = nouns.names.is_place(Name(1, named.concept, named.node_id))
        done, goes = cursor.find(nouns.book.done_by), cursor.find(nouns.book.verbs.belonging)
        ahead = done.length if done else goes.length if goes else 0
        if ahead and cursor.side(ahead):  # "and the milk put in the fridge", "the others go to the shelf"
            cursor.at, nouns.spoken.things = begin, before
            break
        if furniture and not (more.places or more.sources):
            cursor.at, nouns.spoken.things = begin, before  # "on the table and the shelf" does not carry the shelf
            break
        if more.in_order and not any(
            g.places for g in found
        ):  # "the cup from the shelf and the jug to ... in that order"
            things = tuple(t for g in (*found, more) for t in g.sourced())
            found = list(one_by_one(Group(things, (), more.places, in_order=True)))
            continue
        found.extend(one_by_one(more))
    return found


def _those_around(nouns: Nouns, group: Group) -> Group:
    """A definite thing is the one at the place of a remark: "Tobi spilt soda on his desk. Throw away the can".

    So is everything: "desk 2 is a mess, everything to the shelf".
    """
    around = nouns.spoken.around
    if around is None or group.sources:
        return group
    on_furniture = not nouns.places.in_room(around.what)
    things = tuple(
        replace(t, source=around)
        if t.source is None and ((t.definite and nouns.names.here.lies_at(t, around)) or (on_furniture and _is_all(t)))
        else t
        for t in group.things
    )
    return replace(group, things=things)


def _is_all(thing: NounPhrase) -> bool:
    """Whether a phrase says "everything" and no more."""
    narrowed = thing.parts or thing.restrictions or thing.among is not None or thing.requirements or thing.attributes
    return thing.concept is None and thing.node_id is None and thing.count is None and not narrowed
