# SPDX-License-Identifier: Apache-2.0
"""Clauses that say what things, furniture or floors are to become: clean, empty, full, hot."""

from __future__ import annotations

from dataclasses import replace

from makedo_core.failure import FailureCause
from planner_node.language.clauses.handling import ClauseStep, Handling
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.reading.quantities import SOME
from planner_node.language.request import Change, NounPhrase, Place, Put, Side
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name
from planner_node.language.words.verbs import Said


class Changes(Handling):
    """Reads what is to become something."""

    def changing(self, said: Said) -> tuple[ClauseStep, ...]:
        """Things or furniture that become clean, empty, full, ..."""
        self.skip({"up", "out"})
        if self.word() == "from" and said.quality == "empty":
            self.at += 1
        if said.quality == "made":
            drink = self.drink_made()
            if drink is not None:
                return drink
            self.check_made()
        what = self.changed_things()
        if said.quality == "pressed":
            what = tuple(self._pressed(t) for t in what)
        sources: list[Place] = []
        using: NounPhrase | None = None
        while True:
            if self.take(self.book.places.anywhere) or self.accept("up") or self.accept("there"):
                continue
            if said.quality == "empty" and self.find(self.book.clauses.out_into):
                self.skip({"out"})
                self.spoken.emptied = what
                return (self.all_from(what, self.place()),)
            if self.find(self.book.clauses.using):
                self.take(self.book.clauses.using)
                begin = self.at
                using = self.described(self.noun_phrase(bare=SOME))
                if said.quality == "full" and using.count != 1:  # "with dishes", not "with water"
                    self.at = begin
                    return (self.put_into(what),)
            elif self.find(self.book.places.sources):
                sources += self.source_list()
            elif self.side():
                place = self.place()
                if self.in_room(place.what) or self.is_table(place) or self.keeps_cold(place, said.quality):
                    sources.append(place)
                elif using is not None:
                    self.note(f"I use {using.text}; where, I decide: '{place}' is left aside.")
                else:
                    using = place.what  # "wash the dishes in the dishwasher"
            elif (more := self.more_of(what)) is not None:
                what = more
            else:
                break
        for source in sources:
            what = tuple(t if t.source else replace(t, source=source) for t in what)
        return (self._change(self._rooms_for_floor(what), said.quality, using),)

    def _pressed(self, phrase: NounPhrase) -> NounPhrase:
        """A button that is pressed is no button to sew on."""
        sewn = phrase.concept == "button" and not self.names.is_present(Name(1, "button"))
        return replace(phrase, concept=self.names.known("push_button", "button")) if sewn else phrase

    def changed_things(self) -> tuple[NounPhrase, ...]:
        """What changes: all of it, where only a plural is said; with the room that it is in."""
        found: list[NounPhrase] = []
        while not found or self.continues():
            self.skip({",", "and"})
            if found and self.word() == "from":
                self.at += 1
            if self.word() in lx.PRONOUNS and self.ends_pronoun():
                found += [self.one_place()] if self.word() == "it" and not self.spoken.things else self.things(None)
            else:
                more = self.thing(None)
                found += self.articled(found[-1], more) if found else more
            room = self.attached_room()
            if room is not None:
                found = [*found[:-1], replace(found[-1], source=found[-1].source or room)]
        return tuple(found)

    def floors(self, said: Said) -> tuple[ClauseStep, ...]:
        """Floors of rooms that are mopped, vacuumed or swept."""
        floor = self.names.known("floor")
        if self.ends_clause() or self.find(self.book.clauses.using):
            what: tuple[NounPhrase, ...] = (NounPhrase("the floor", floor, count=None),)
        else:
            what = self.changed_things()
        while self.word() in ("in", "of", "inside", "from") or self.find(self.book.places.anywhere):
            if not self.take(self.book.places.anywhere):
                self.at += 1
                what = self._rooms(what, self.changed_things())
        tool = self.names.known(said.tool)
        using = NounPhrase(f"a {tool.replace('_', ' ')}", tool, implied=True) if tool else None
        if self.take(self.book.clauses.using):
            using = self.described(self.noun_phrase())
        return (self._change(self._rooms_for_floor(what), said.quality, using),)

    def _rooms(self, what: tuple[NounPhrase, ...], rooms: tuple[NounPhrase, ...]) -> tuple[NounPhrase, ...]:
        """Each thing in each room; of floors the rooms alone."""
        if all(self._is_floor(t) for t in what):
            return rooms
        return tuple(replace(t, source=Place(Side.INSIDE, room)) for t in what for room in rooms)

    def _rooms_for_floor(self, what: tuple[NounPhrase, ...]) -> tuple[NounPhrase, ...]:
        """The rooms that are meant by "the floor in the kitchen" and what is listed behind it."""
        if not what or not self._is_floor(what[0]) or what[0].source is None:
            return what
        first = what[0].source.what
        others = tuple(t for t in what[1:] if not self._is_floor(t))
        return (first, *others)

    def _is_floor(self, phrase: NounPhrase) -> bool:
        return phrase.concept is not None and self.names.ontology.is_a(phrase.concept, "floor")

    def _change(self, what: tuple[NounPhrase, ...], quality: str, using: NounPhrase | None) -> Change:
        if quality == "empty":
            self.spoken.emptied = what
            self.spoken.furniture = what[-1]
        if not any(self.in_room(t) for t in what):
            self.spoken.things, self.spoken.at_rest = what, False
        return Change(what, quality, using)

    def drink_made(self) -> tuple[ClauseStep, ...] | None:
        """Past "Niko a coffee": a cup is filled by a machine for hot drinks; None if something else is to be made."""
        begin = self.at
        whom = self.recipient(self.recipient_first())
        self.skip(lx.ARTICLES)
        drink = self.name()
        kind = "hot_drink_machine"
        if drink is not None and drink.concept == "coffee":
            kind = "coffee_machine"
        hot = drink is not None and drink.concept is not None and self.names.ontology.is_a(drink.concept, "hot_drink")
        if drink is None or not hot or not self.names.is_present(Name(1, kind)):
            self.at = begin
            return None
        self.at += drink.length
        if self.accept("for"):
            whom = self.recipient(told=True) if self.word() in lx.RECIPIENTS else self.noun_phrase(place=True)
        cup = NounPhrase("a cup", "cup_or_mug")
        made = self._change((cup,), "filled", NounPhrase("the machine", kind))
        if whom is None or self.word(1):  # what follows may say where it goes
            return (made,)
        return made, self.put((cup,), Place(Side.ANY, whom))

    def check_made(self) -> None:
        """Refuse to make what there is not; a bed is made where it stands."""
        ahead = 0
        while self.word(ahead) in lx.ARTICLES | {"all", "both"}:
            ahead += 1
        name = self.name(ahead)
        if name is None or name.concept not in self.book.verbs.made:
            what = " ".join(self.words[self.at : self.at + 4])
            raise NotUnderstoodError(FailureCause.NOT_CAPABLE, f"I cannot make '{what}'; I can bring what there is.")

    def all_from(self, what: tuple[NounPhrase, ...], place: Place) -> Put:
        """Everything in or on some furniture goes to a place."""
        things = tuple(NounPhrase("everything", count=None, source=Place(Side.ANY, source)) for source in what)
        return self.put(things, place)

    def put_into(self, what: tuple[NounPhrase, ...]) -> Put:
        """Furniture is filled or loaded with things."""
        group = self.group()
        return self.put(group.sourced(*group.places), Place(Side.INSIDE, what[0]))

    def is_furniture(self, phrase: NounPhrase) -> bool:
        """Whether a phrase names furniture."""
        node = self.names.graph.nodes.get(phrase.node_id) if phrase.node_id else None
        concept = node.label if node else phrase.concept
        return concept is not None and self.names.ontology.is_a(concept, "furniture")

    def keeps_cold(self, place: Place, quality: str) -> bool:
        """Whether things are only kept there: "heat up the noodles in the fridge"."""
        concept = place.what.concept or ""
        return quality not in ("cold", "frozen") and self.names.ontology.is_a(concept, "cold_storage")

    def is_table(self, place: Place) -> bool:
        """Whether things stand there while they are changed; in an appliance or a sink it serves to change them."""
        kinds = self.names.ontology.ancestors(place.what.concept) if place.what.concept else frozenset()
        return place.side is Side.ON or bool(kinds & {"storage", "worktop", "seat"})
