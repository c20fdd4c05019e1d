# SPDX-License-Identifier: Apache-2.0
"""Things with the places behind them: where they are taken from and where they go."""

from __future__ import annotations

from dataclasses import replace

from makedo_core.failure import FailureCause
from planner_node.language.nouns.groups import Group, about_things
from planner_node.language.nouns.kits import Kits
from planner_node.language.nouns.originals import Originals
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.reading.quantities import SOME
from planner_node.language.request import NounPhrase, Place, Side
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name
from planner_node.language.words.phrases import Found, Phrases

_AFTER_PRONOUN = frozenset("away up back out all both with using down off".split())


class Places(Originals, Kits):
    """Reads lists of things, and places."""

    def group(self, bare: int | None = SOME) -> Group:
        """Things joined by commas and "and", with the places behind them."""
        things = self.things(bare)
        sources: list[Place] = []
        places: list[Place] = []
        while True:
            speaker = self.speaker_follows()
            if speaker is not None:
                places.append(speaker)
                continue
            if self.recipient_follows() or self.take(self.book.places.anywhere) or self.recalls():
                continue
            being = self.find(self.book.places.being)
            ahead = being.length if being else 0
            if self.find(self.book.places.sources):
                sources += self.source_list()
            elif being is not None and self.side(ahead):
                self.at += ahead
                sources.append(self.place())
            elif being and self.find(self.book.places.anywhere, ahead):
                self.at += ahead
            elif self.side() and not self.ends_particle():
                places.append(self.place())
            elif (somewhere := self.somewhere()) is not None:
                places.append(somewhere)
            elif self.word() in lx.THERE:
                self.at += 1
                places += [self.spoken.place] if self.spoken.place else []
            elif self.find(self.book.places.no_sides):
                raise self.no_side()
            elif (more := self.more_of(things)) is not None:
                things = more
            else:
                return about_things(Group(things, tuple(sources), tuple(places)))

    def more_of(self, things: tuple[NounPhrase, ...]) -> tuple[NounPhrase, ...] | None:
        """The things with what is said behind the last of them; None if nothing is."""
        begin = self.at
        last = self.described(things[-1])
        return (*things[:-1], last) if self.at > begin else None

    def side(self, ahead: int = 0) -> Found[Side] | None:
        """A preposition of place; "at" of "at least" and "at the end" is none."""
        return (
            None
            if self.find(self.book.quantities.bounds, ahead) or self.at_last(ahead)
            else self.find(self.book.places.sides, ahead)
        )

    def ends_particle(self) -> bool:
        """Whether a word like "on" is no preposition here: "turn the lamp on"."""
        return self.word() in lx.PARTICLES and self.ends_clause(1)

    def no_side(self) -> NotUnderstoodError:
        """A place that the robot cannot aim at."""
        found = self.find(self.book.places.no_sides)
        said = " ".join(self.words[self.at : self.at + (found.length if found else 1)])
        return NotUnderstoodError(
            FailureCause.NOT_CAPABLE, f"I know things on or in furniture, not '{said}' something. Say on or in what."
        )

    def source_list(self) -> list[Place]:
        """Furniture and rooms behind "from", joined by "and"."""
        first = self.place(self.book.places.sources)
        found = [first]
        while self.word() in ("and", ",") and self.place_follows(1):
            self.at += 1
            self.take(self.book.places.sources)
            found.append(Place(first.side, self.noun_phrase(place=True, bare=None)))
        return found

    def place_follows(self, ahead: int) -> bool:
        """Whether the name of furniture or a room stands there, for sure no thing and no verb."""
        source = self.find(self.book.places.sources, ahead)
        ahead += source.length if source else 0
        while self.word(ahead) in lx.DEFINITE:
            ahead += 1
        name = self.name(ahead)
        return name is not None and self.names.is_place(name) and not self.verb_at(ahead)

    def speaker_follows(self) -> Place | None:
        """Past "to me", if the scene knows of the person who says it."""
        over = self.word() == "over"
        speaker = self.names.speaker()
        if speaker is None or self.word(over) != "to" or self.word(1 + over) not in lx.SPEAKERS:
            return None
        self.at += 2 + over
        return Place(Side.ANY, speaker)

    def recipient_follows(self) -> bool:
        """Skip "to me"."""
        if self.word() in ("to", "for") and self.word(1) in lx.RECIPIENTS:
            self.at += 2
            return True
        return False

    def place(self, table: Phrases[Side] | None = None) -> Place:
        """A preposition and furniture or a room; "the table in the kitchen" is one place."""
        found = self.take(table or self.book.places.sides)
        assert found is not None
        side = found.value
        if self.word() in lx.PRONOUNS and self.spoken.furniture is not None and self.ends_place(1):
            self.at += 1
            return Place(side, self.spoken.furniture)
        if self.word() in lx.THERE and self.spoken.place is not None:
            self.at += 1
            return self.spoken.place
        somewhere = self.somewhere() or self.to_one_side(side)
        if somewhere is not None:
            return somewhere
        what = self.described(self.noun_phrase(place=True, bare=None))
        attached = self.attached_room()
        if attached is not None and what.source is None:
            what = replace(what, source=attached)
        return self.where_served(what, attached, side)

    def where_served(self, whom: NounPhrase, attached: Place | None, side: Side = Side.ANY) -> Place:
        """Where things are to go: people whom the scene knows nothing of are served where they are said to be."""
        if whom.concept != "person" or whom.node_id is not None:
            return Place(side, whom)
        self.spoken.served = whom if whom.count != 1 else None
        if whom.count is None:
            self.note("Nothing tells how many people there are; I bring as many as there are for them")
        return attached if attached is not None and not self.names.is_present(Name(1, "person")) else Place(side, whom)

    def to_one_side(self, side: Side) -> Place | None:
        """Past "the left", "the right side": the only furniture that is called so; None if that does not stand here."""
        ahead = 1 if self.word() in lx.DEFINITE else 0
        length = ahead + 1 + (self.word(ahead + 1) == "side")
        if self.word(ahead) not in ("left", "right") or not self.ends_place(length):
            return None
        node = self.names.called_with(self.word(ahead))
        if node is None:
            return None
        begin = self.at
        self.at += length
        return Place(side, NounPhrase(self.said(begin), node.label, node.id))

    def somewhere(self) -> Place | None:
        """Past "somewhere where I can eat it": furniture by what is done there; None if that does not stand here."""
        begin = self.at
        if self.take(self.book.places.somewhere) is None:
            return None
        self.take(self.book.places.can)
        done = self.take(self.book.done_at)
        if done is None:
            self.at = begin
            return None
        self.skip(lx.PRONOUNS | {"in", "peace", "at", "on"})
        concept = next((c for c in done.value if self.names.is_present(Name(1, c))), done.value[0])
        side = Side.INSIDE if concept.endswith("storage") else Side.ON
        return Place(side, NounPhrase(self.said(begin), concept))

    def ends_place(self, ahead: int) -> bool:
        """Whether no further name belongs to a place."""
        return self.ends_clause(ahead) or bool(self.side(ahead) or self.find(self.book.places.sources, ahead))

    def attached_room(self) -> Place | None:
        """The room in "the table in the kitchen", read only where a room follows."""
        being = self.find(self.book.places.being)
        ahead = being.length if being else 0
        if self.word(ahead) not in self.book.places.attaching:
            return None
        begin = self.at
        self.at += ahead + 1
        here = self.at
        self.skip(lx.DEFINITE)
        name = self.name() or self.short_room()
        self.at = here
        if name is None or not self.names.is_room(name):
            self.at = begin
            return None
        return Place(Side.INSIDE, self.noun_phrase(place=True, bare=None))

    def one_place(self, bare: int | None = None) -> NounPhrase:
        """One piece of furniture or one room, or a thing, with where it is."""
        if self.word() in lx.PRONOUNS and self.ends_pronoun():
            known = self.spoken.furniture or (self.spoken.things[0] if self.spoken.things else None)
            if known is not None:
                self.at += 1
                return known
        phrase = self.described(self.noun_phrase(place=True, bare=bare))
        while not self.ends_particle():
            being = self.find(self.book.places.being)
            ahead = being.length if being else 0
            if self.find(self.book.places.anywhere, ahead):
                self.at += ahead
                self.take(self.book.places.anywhere)
            elif self.word() in lx.THERE and self.spoken.place is not None:
                self.at += 1
                phrase = replace(phrase, source=self.spoken.place)
            elif self.find(self.book.places.sources):
                phrase = replace(phrase, source=self.place(self.book.places.sources))
            elif self.side(ahead):
                self.at += ahead
                phrase = replace(phrase, source=self.place())
            else:
                break
        return self.described(phrase)

    def ends_pronoun(self) -> bool:
        """Whether a pronoun stands alone: "close it", not "close that drawer"."""
        ends = (
            self.ends_place(1)
            or self.find(self.book.places.anywhere, 1)
            or self.find(self.book.nouns.excepted, 1)
            or self.find(self.book.places.somewhere, 1)
        )
        return bool(ends) or self.word(1) in _AFTER_PRONOUN

    def things(self, bare: int | None = SOME) -> tuple[NounPhrase, ...]:
        """Noun phrases joined by commas and "and"."""
        if self.word() in lx.PRONOUNS and self.spoken.things and self.ends_pronoun():
            self.at += 1
            self.skip({"all", "both"})
            return self.recalled_things()
        if self.word() == "everything" and self.spoken.waiting and self.ends_pronoun():
            self.at += 1
            return self.spoken.waiting
        found = list(self.thing(bare))
        while self.continues():
            self.skip({",", "and"})
            found += self.articled(found[-1], self.thing(bare))
        return tuple(found)

    def in_hand(self) -> tuple[NounPhrase, ...] | None:
        """Past "what you are holding"; None if that does not stand here."""
        found = self.find(self.book.nouns.in_hand)
        if found is None:
            return None
        held = self.names.graph.held()
        if held is None:
            raise NotUnderstoodError(FailureCause.OBJECT_NOT_FOUND, "There is nothing in my hand.")
        self.at += found.length
        return (NounPhrase("what is in my hand", self.names.graph[held].label, held),)

    def articled(self, before: NounPhrase, things: tuple[NounPhrase, ...]) -> tuple[NounPhrase, ...]:
        """The things with the article of the one before: "the shelf and locker", "all cups and glasses"."""
        first = things[0]
        word = first.text.split()[0]
        if word in lx.ARTICLES | lx.NUMBERS.keys() or word.isdigit() or word in self.book.quantities.counted.words:
            return things
        if before.definite and first.count == 1:
            return (replace(first, definite=True), *things[1:])
        if before.count is None and first.count == SOME:
            return (replace(first, count=None), *things[1:])
        return things

    def thing(self, bare: int | None) -> tuple[NounPhrase, ...]:
        """One of a list; some are said in a word and mean several, such as "the parts to assemble a PC"."""
        several = self.contents() or self.kit() or self.in_hand()
        return several or (self.described(self.noun_phrase(bare=bare)),)

    def continues(self) -> bool:
        """Whether another noun phrase of the same list follows, rather than another clause."""
        ahead = 0
        while self.word(ahead) in (",", "and"):
            ahead += 1
        if ahead == 0 or self.ends_clause(ahead) or self.find(self.book.originals.was, ahead):
            return False
        return not (self.side(ahead) or self.find(self.book.places.sources, ahead) or self.verb_at(ahead))

    def in_room(self, phrase: NounPhrase) -> bool:
        """Whether a phrase names a room."""
        node = self.names.graph.nodes.get(phrase.node_id) if phrase.node_id else None
        concept = node.label if node else phrase.concept
        return concept is not None and self.names.ontology.is_a(concept, "room")
