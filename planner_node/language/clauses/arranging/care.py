# SPDX-License-Identifier: Apache-2.0
"""Verbs that say what for, not what: hide, file, take care of."""

from __future__ import annotations

from dataclasses import replace

from makedo_core.graph.scene_graph import State
from planner_node.language.clauses.arranging.usual_places import put_away
from planner_node.language.clauses.carrying.away import thrown_away
from planner_node.language.clauses.carrying.carried import read_groups
from planner_node.language.clauses.carrying.handling import handling
from planner_node.language.clauses.carrying.putting import put
from planner_node.language.clauses.steps import ClauseStep
from planner_node.language.nouns.nouns import Nouns
from planner_node.language.request import Change, SetState
from planner_node.language.things import NounPhrase, Place, Side
from planner_node.language.words.verbs import Said, Verb


def hiding(nouns: Nouns, said: Said, words: str) -> tuple[ClauseStep, ...]:
    """Things go into a cupboard; what is hidden is shut in, in the room where it is."""
    cursor = nouns.cursor
    begin = cursor.at
    groups = read_groups(nouns)
    things = tuple(t for g in groups for t in g.sourced(*g.places[:-1]))
    last = groups[-1].places[-1] if groups[-1].places else None
    room = last.what if last is not None and nouns.places.in_room(last.what) else None
    if last is not None and room is None:  # "in the drawer"
        cursor.at = begin
        steps = handling(nouns, Said(Verb.BRING, like="put"), "put")
        return (*steps, SetState(last.what, State.CLOSED)) if said.verb is Verb.HIDE else steps
    if room is None and said.verb is Verb.HIDE:
        room = nouns.names.here.room_with(things[0])
    storage = NounPhrase("a cupboard", "closed_storage")
    if room is not None and nouns.names.here.stands_in("closed_storage", room):
        storage = replace(storage, source=Place(Side.INSIDE, room))
    elif last is not None:
        return (put(nouns, things, last),)
    stored = put(nouns, things, Place(Side.INSIDE, storage))
    if said.verb is Verb.FILE or storage.source is None:
        return (stored,)
    return stored, SetState(replace(storage, text="the cupboards there", count=None), State.CLOSED)


def tending(nouns: Nouns, said: Said, words: str) -> tuple[ClauseStep, ...]:
    """What is usually done with such things: dirty ones are cleaned, waste is thrown away, others put away."""
    groups = read_groups(nouns)
    things = tuple(t for g in groups for t in g.sourced(*g.places))
    nouns.spoken.things, nouns.spoken.at_rest = things, False
    steps: list[ClauseStep] = []
    for thing in things:
        waste = thing.concept is not None and nouns.names.ontology.is_a(thing.concept, "waste")
        if waste or thing.attributes & (nouns.book.adjectives.spoilt | nouns.book.adjectives.worthless):
            steps += thrown_away(nouns, (thing,))
        elif thing.attributes & nouns.book.adjectives.soiled:
            steps.append(Change((thing,), "clean"))
        else:
            steps += put_away(thing, nouns.names, nouns.book.adjectives)
    return tuple(steps)
