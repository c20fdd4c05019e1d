# SPDX-License-Identifier: Apache-2.0
"""Clauses that leave to the robot what is done: hide, file, take care of, find out whether something works."""

from __future__ import annotations

from dataclasses import replace

from makedo_core.graph.scene_graph import State
from planner_node.language.clauses.changes import Changes
from planner_node.language.clauses.clearing import put_away
from planner_node.language.clauses.handling import ClauseStep
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.request import Change, NounPhrase, Place, SetState, Side
from planner_node.language.words.verbs import Said, Verb


class Care(Changes):
    """Reads clauses whose verb says what for, not what."""

    def tested(self) -> NounPhrase | None:
        """Past "if the lamp is working"; None if something else is to be found out."""
        begin = self.at
        self.take(self.book.clauses.whether)
        try:
            what = self.one_place()
        except NotUnderstoodError:
            what = None
        if (
            what is None
            or not self.is_furniture(what)
            or self.take(self.book.clauses.works) is None
            or not self.ends_clause()
        ):
            self.at = begin
            return None
        return what

    def hiding(self, said: Said) -> tuple[ClauseStep, ...]:
        """Things go into a cupboard; what is hidden is shut in, in the room where it is."""
        begin = self.at
        groups = self.groups()
        things = tuple(t for g in groups for t in g.sourced(*g.places[:-1]))
        last = groups[-1].places[-1] if groups[-1].places else None
        room = last.what if last is not None and self.in_room(last.what) else None
        if last is not None and room is None:  # "in the drawer"
            self.at = begin
            steps = self.handling(Said(Verb.BRING, like="put"), "put")
            return (*steps, SetState(last.what, State.CLOSED)) if said.verb is Verb.HIDE else steps
        if room is None and said.verb is Verb.HIDE:
            room = self.names.room_with(things[0])
        storage = NounPhrase("a cupboard", "closed_storage")
        if room is not None and self.names.stands_in("closed_storage", room):
            storage = replace(storage, source=Place(Side.INSIDE, room))
        elif last is not None:
            return (self.put(things, last),)
        put = self.put(things, Place(Side.INSIDE, storage))
        if said.verb is Verb.FILE or storage.source is None:
            return (put,)
        return put, SetState(replace(storage, text="the cupboards there", count=None), State.CLOSED)

    def tending(self, said: Said, words: str) -> tuple[ClauseStep, ...]:
        """What is usually done with such things: dirty ones are cleaned, waste is thrown away, others put away."""
        groups = self.groups()
        things = tuple(t for g in groups for t in g.sourced(*g.places))
        self.spoken.things, self.spoken.at_rest = things, False
        steps: list[ClauseStep] = []
        for thing in things:
            waste = thing.concept is not None and self.names.ontology.is_a(thing.concept, "waste")
            if waste or thing.attributes & self.book.adjectives.spoilt:
                steps += self.thrown_away((thing,))
            elif thing.attributes & self.book.adjectives.soiled:
                steps.append(Change((thing,), "clean"))
            else:
                steps += put_away(thing, self.names, self.names.surfaces())
        return tuple(steps)
