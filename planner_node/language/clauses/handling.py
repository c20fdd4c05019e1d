# SPDX-License-Identifier: Apache-2.0
"""Clauses about things that are carried: bring, put, throw away, pick up, put back."""

from __future__ import annotations

from dataclasses import dataclass, replace

from makedo_core.failure import FailureCause
from makedo_core.goals.goal_text import enumerate_words
from planner_node.language.nouns.groups import Group
from planner_node.language.nouns.originals import Recall
from planner_node.language.nouns.passing import HoldsNouns
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.reading.quantities import number_at
from planner_node.language.request import Clause, Hold, NounPhrase, Place, Put, PutBack, Side
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name
from planner_node.language.words.verbs import Said, Verb


@dataclass(frozen=True, slots=True)
class Pending:
    """Things that were spoken of and still need a place: "collect the books and put them on the shelf"."""

    what: tuple[NounPhrase, ...]
    reason: NotUnderstoodError
    to_speaker: bool = False  # "bring me ...", where nobody knows yet where that is


ClauseStep = Clause | Pending


class Handling(HoldsNouns):
    """Reads clauses about things that are carried."""

    def handling(self, said: Said, words: str) -> tuple[ClauseStep, ...]:
        """Things that go somewhere, or into the hand.

        Args:
            said: the verb.
            words: the verb as it was said.
        """
        self.recall = Recall(back=said.like.endswith(" back"))
        told = self.recipient_first()
        whom = self.recipient(told)
        early = self.place() if self.side() else None
        groups = [self._those_around(g) for g in self.groups()]
        if said.verb in (Verb.THROW_AWAY, Verb.RECYCLE) or self._thrown_away(said):
            return self._away(groups, said)
        if said.verb is Verb.POUR:
            return self._poured(groups, whom)
        if self.recall.sources is not None or self.recall.origin:
            return self._put_back(groups)
        if said.like == "add" and self.spoken.place is not None and not any(g.places for g in groups):
            early = self.spoken.place  # to what was spoken of: "..., add soap"
        if whom is not None and not any(p.side is Side.ANY for g in groups for p in g.places):
            return (self.put(tuple(t for g in groups for t in g.sourced(*g.places)), Place(Side.ANY, whom)),)
        puts = self._puts(groups, early, detach=said.like in self.book.verbs.putting_down)
        if puts is not None:
            return puts
        self.skip({"up", "out", "away"})
        things = tuple(t for g in groups for t in g.sourced(*g.places))
        self.spoken.things, self.spoken.at_rest = things, False
        if said.verb is Verb.RETURN or (self.recall.back and said.like in ("put", "take")):
            return tuple(PutBack((), thing) for thing in things)
        if said.verb in (Verb.TAKE, Verb.HOLD) and not told:
            return (Hold(things[0]),) if len(things) == 1 and things[0].count == 1 else (self._one_hand(things, said),)
        return (replace(self.homeless(things, words), to_speaker=told),)

    def recipient_first(self) -> bool:
        """Whether "me" in "bring me an apple" stands here; "them" in "put them on the table" are things."""
        word = self.word()
        if word not in lx.RECIPIENTS or self.ends_clause(1):
            return False
        return word == "me" or not (word == "them" and self.ends_pronoun())

    def recipient(self, told: bool) -> NounPhrase | None:
        """Past whom something is given to: "me" (`told`), or "the person" in "give the person an apple"."""
        if told:
            self.at += 1
            if self.words[self.at - 1] in lx.SPEAKERS:
                return self.spoken.speaker_at or self.names.speaker()
            return self.spoken.person_at or self.spoken.person
        begin = self.at
        self.skip(lx.DEFINITE)
        name = self.name()
        known = name is not None and (self.names.is_person(name) or self.is_owner_here())
        self.at = begin
        if name is None or not known:
            return None
        whom = self.noun_phrase(place=True)
        attached = self.attached_room()
        if self.ends_place(0) or self.word() in ("and", ","):
            self.at = begin
            return None
        there = self.where_served(whom, attached).what
        nowhere = there is whom and whom.count != 1 and not self.names.is_present(name)
        return None if nowhere else there  # "our guests": a later sentence may say where they are

    def groups(self) -> list[Group]:
        """Things with their places, as often as both follow each other: "the apple on the table and a pear ..."."""
        found = [self.group()]
        while (found[-1].places or found[-1].sources) and self.continues():
            begin = self.at
            self.skip({",", "and"})
            noun = (
                self.word() in lx.ARTICLES
                or self.find(self.book.quantities.bounds)
                or number_at(self.cursor) is not None
            )
            try:
                more = self.group()
            except NotUnderstoodError:
                if noun:
                    raise
                self.at = begin
                break
            named = more.things[0]
            furniture = self.names.is_place(Name(1, named.concept, named.node_id))
            if furniture and not (more.places or more.sources):
                self.at = begin  # "on the table and the shelf" does not carry the shelf
                break
            found.append(more)
        return found

    def _puts(self, groups: list[Group], early: Place | None, detach: bool) -> tuple[Put, ...] | None:
        """Each group to its own place, or to the next that is said; None if no place is said."""
        *before, last = groups
        if len(last.places) > 1 and all(len(g.places) < 2 for g in before):
            shared, last_sources = last.places[-1], last.places[:-1]
            grouped = [t for g in before for t in g.sourced(*g.places)]
            return (self.put((*grouped, *last.sourced(*last_sources)), shared),)
        if detach and len(groups) == 1 and not last.places:
            groups = [_detached(last)]
        place = early or next((g.places[-1] for g in groups if g.places), None)
        if place is None:
            return None
        result: list[tuple[list[NounPhrase], Place]] = []
        waiting: list[NounPhrase] = []
        for group in groups:
            own = group.places[-1] if group.places else None
            things = [*waiting, *group.sourced(*group.places[:-1])]
            waiting = []
            if own is None and early is None and not result:
                waiting = things
            elif own is None and result:
                result[-1][0].extend(things)
            else:
                result.append((things, own or place))
        return tuple(self.put(tuple(things), where) for things, where in result)

    def put(self, things: tuple[NounPhrase, ...], place: Place) -> Put:
        """The clause, and what later words may refer to."""
        things = self._for_each(things)
        self.spoken.things, self.spoken.at_rest, self.spoken.place = things, True, place
        self.spoken.waiting = ()
        if not self.in_room(place.what):
            self.spoken.furniture = place.what
        held = tuple(t for t in things if self._holds(t))
        if held and not self.spoken.emptied:
            self.spoken.emptied = held
        return Put(things, place)

    def _for_each(self, things: tuple[NounPhrase, ...]) -> tuple[NounPhrase, ...]:
        """One of each for each of those who are served, if somebody is."""
        people = self.spoken.served
        return things if people is None else tuple(_for_all(t, people) for t in things)

    def is_owner_here(self) -> bool:
        """Whether somebody who is known by a room is named here, not what is theirs."""
        return self.names.is_owner(self.words, self.at) and not self.word().endswith("'s")

    def _those_around(self, group: Group) -> Group:
        """A definite thing is the one at the place of a remark: "Tobi spilt soda on his desk. Throw away the can"."""
        around = self.spoken.around
        if around is None or group.sources:
            return group
        things = tuple(
            replace(t, source=around) if t.definite and t.source is None and self.names.lies_at(t, around) else t
            for t in group.things
        )
        return replace(group, things=things)

    def _holds(self, thing: NounPhrase) -> bool:
        """Whether something that is moved may have contents: furniture to store or to put things on."""
        kinds = self.names.ontology.ancestors(thing.concept) if thing.concept else frozenset()
        return bool(kinds & {"storage", "worktop", "cold_storage", "small_container", "container"})

    def _thrown_away(self, said: Said) -> bool:
        if said.verb is Verb.THROW and self.word() in ("away", "out"):
            self.at += 1
            return True
        return False

    def _away(self, groups: list[Group], said: Said) -> tuple[ClauseStep, ...]:
        """Into the bin, unless another place is said."""
        self.skip({"away", "out"})
        groups = [replace(g, things=tuple(self._as_waste(t) for t in g.things)) for g in groups]
        words, concept = ("the recycling bin", "recycling_bin") if said.verb is Verb.RECYCLE else ("the bin", "bin")
        usual = Place(Side.INSIDE, NounPhrase(words, concept=concept, definite=False))
        while self.side():  # "throw it away in the bin"
            groups[-1] = replace(groups[-1], places=(*groups[-1].places, self.place()))
        return self._puts(groups, None, detach=False) or self._puts(groups, usual, detach=False) or ()

    def _poured(self, groups: list[Group], whom: NounPhrase | None) -> tuple[ClauseStep, ...]:
        """Out of what things are in, into a place that must be said; nobody is poured anything into their hands."""
        self.skip({"out"})
        while self.side():  # "pour the nuts out into the bowl"
            groups[-1] = replace(groups[-1], places=(*groups[-1].places, self.place()))
        puts = self._puts(groups, None, detach=False)
        if whom is not None or puts is None:
            things = enumerate_words(t.text for g in groups for t in g.things)
            message = f"Where shall I pour {things} into? Say an open container, for example 'into the bowl'."
            raise NotUnderstoodError(FailureCause.AMBIGUOUS, message)
        return tuple(replace(put, place=replace(put.place, side=Side.POURED)) for put in puts)

    def thrown_away(self, things: tuple[NounPhrase, ...]) -> tuple[ClauseStep, ...]:
        """Things go into the bin."""
        return self._away([Group(things)], Said(Verb.THROW_AWAY))

    def _as_waste(self, thing: NounPhrase) -> NounPhrase:
        """What "the rubbish" means as a thing, all of it; the same word may name the bin."""
        concept = self.names.known("waste", "disposable")
        word = thing.text.split()[-1]
        if word not in self.book.nouns.waste or concept is None or thing.node_id is not None:
            return thing
        named_bin = thing.concept is not None and self.names.ontology.is_a(thing.concept, "bin")
        return replace(
            thing, concept=concept if named_bin else thing.concept, count=None if thing.text == word else thing.count
        )

    def _put_back(self, groups: list[Group]) -> tuple[ClauseStep, ...]:
        """To where things were, or from where they were to another place."""
        recall, place = self.recall, groups[-1].places[-1] if groups[-1].places else None
        sources = recall.sources
        if sources is None:
            sources = self.spoken.emptied
        elif place is not None and recall.others:
            there = (place.what.concept, place.what.node_id)
            sources = tuple(s for s in sources if (s.concept, s.node_id) != there)
        things = [t for g in groups for t in g.sourced(*g.places[:-1])]
        self.spoken.things, self.spoken.at_rest = tuple(things), True
        return tuple(PutBack(sources, None if _is_everything(t) else t, place) for t in things)

    def homeless(self, things: tuple[NounPhrase, ...], words: str) -> Pending:
        """Things that need a place: a later clause may say it, else it is asked for."""
        things = self.spoken.waiting = self._for_each(things)
        surfaces = self.names.surfaces()
        named = " and ".join(t.text for t in things)
        example = surfaces[0] if surfaces else "the table"
        message = f"Where shall I {words} {named} to? Say the place, for example 'to {example}'."
        return Pending(things, NotUnderstoodError(FailureCause.AMBIGUOUS, message, surfaces))

    def _one_hand(self, things: tuple[NounPhrase, ...], said: Said) -> Pending:
        message = "I have one hand and can hold one thing at a time."
        return Pending(things, NotUnderstoodError(FailureCause.NOT_CAPABLE, message))


def _detached(group: Group) -> Group:
    """The room of the last source as the destination: "put the book from the shelf in the kitchen"."""
    if not group.sources or group.sources[-1].what.source is None:
        return group
    source = group.sources[-1]
    kept = (*group.sources[:-1], replace(source, what=replace(source.what, source=None)))
    return Group(group.things, kept, (group.sources[-1].what.source,))


def _for_all(thing: NounPhrase, people: NounPhrase) -> NounPhrase:
    """One for each of some people, all there are where nobody knows how many; a number that was said stays."""
    first = thing.text.split()[0] if thing.text else ""
    if first in lx.ARTICLES or first in lx.NUMBERS or first.isdigit() or thing.count is None:
        return thing
    return replace(thing, count=people.count, or_fewer=people.count is None)


def _is_everything(thing: NounPhrase) -> bool:
    return (thing.concept, thing.node_id, thing.count) == (None, None, None) and not thing.attributes
