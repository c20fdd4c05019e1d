# SPDX-License-Identifier: Apache-2.0
"""Lists of things with the places behind them; whoever reads a clause holds this reader of all that nouns say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from makedo_core.failure import FailureCause
from planner_node.language.nouns.described.all_that import AllThat
from planner_node.language.nouns.described.descriptions import Descriptions
from planner_node.language.nouns.groups import Group, about_things, all_else, from_there, with_exceptions
from planner_node.language.nouns.kits import Kits
from planner_node.language.nouns.nearby import along, contradicting, place_near, refuse_two_sources
from planner_node.language.nouns.noun_phrases import NounPhrases
from planner_node.language.nouns.originals import Originals
from planner_node.language.nouns.places import Places
from planner_node.language.nouns.sharing import like_the_first
from planner_node.language.nouns.sides import past_a_side
from planner_node.language.phrasebook import Phrasebook
from planner_node.language.reading.cursor import Cursor, NotUnderstoodError
from planner_node.language.reading.quantities import SOME
from planner_node.language.reading.ranks import rank_ahead
from planner_node.language.referring.discourse import Discourse
from planner_node.language.referring.pronouns import several_of, stood_for
from planner_node.language.referring.referents import referred
from planner_node.language.things import NounPhrase, Place, Referent
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name, Names
from planner_node.language.words.phrases import Phrases

_TOWARDS = frozenset("to towards over back".split())
_LAST = frozenset("down up over along across round".split())  # particles that say nothing at the end
_AFTER_PRONOUN = frozenset("away up back out all both with using down off".split())


class Nouns:
    """Reads lists of things with their places, by readers of their parts.

    Attributes:
        cursor: where reading stands.
        spoken: what was spoken of so far.
        phrases: reads names with their quantity and adjectives.
        descriptions: reads what is said behind names.
        places: reads places.
        all_that: reads what has no other name than how or where it is.
        originals: reads what refers to the state before.
        kits: reads what is said by its purpose.
    """

    def __init__(self, words: Sequence[str], names: Names, book: Phrasebook) -> None:
        """Stand before the first word of an instruction."""
        self.cursor = Cursor(words, names, book)
        self.names, self.book = names, book
        self.spoken = Discourse()
        self.phrases = NounPhrases(self.cursor, self.spoken)
        self.descriptions = Descriptions(self.cursor, self.spoken, self.phrases, lambda: self.places.place())
        self.places = Places(self.cursor, self.spoken, self.phrases, self.descriptions)
        self.all_that = AllThat(self.descriptions)
        self.originals = Originals(self.cursor, self.spoken, self.phrases)
        self.kits = Kits(self.cursor)

    def group(self, bare: int | None = SOME) -> Group:
        """Things joined by commas and "and", with the places behind them."""
        things = self.things(bare)
        sources, places = list[Place](), list[Place]()
        apart = in_order = towards = is_handed = False
        whom = ""
        while True:
            if self.past(self.book.quantities.respectively):
                in_order = True
                continue
            if self.past(self.book.quantities.apart):
                apart = True
                continue
            if self.past(self.book.quantities.all_of_them):
                things = tuple(replace(t, count=None) for t in things)
                continue
            speaker = self.places.speaker_follows() or self.places.somebody_follows()
            if speaker is not None:
                places.append(speaker)
                continue
            if self.past_particle():
                continue
            if recipient := self.places.recipient_follows():
                whom, is_handed = recipient, self.cursor.word(-2) == "to"
                if is_handed and not towards:  # "the apple on the counter to me": it is there now
                    sources, places = [*sources, *places], []
                continue
            if self.past(self.book.places.anywhere) or self.originals.recalls():
                continue
            if (beside := self.places.where_it_is((*sources, *places))) is not None:
                places.append(beside)
                continue
            being = self.cursor.find(self.book.places.being)
            ahead = being.length if being else 0
            if self.cursor.find(self.book.places.sources):
                refuse_two_sources(self.cursor, sources, things[-1])
                sources += self.places.source_list()
            elif being is not None and self._is_placed(ahead):
                self.cursor.at += ahead
                sources.append(self.places.place())
            elif being and self.cursor.find(self.book.places.anywhere, ahead):
                self.cursor.at += ahead
            elif self.cursor.side() and not self.cursor.ends_particle():
                towards = self.cursor.word() in self.book.places.towards
                places.append(self.places.place())
            elif (somewhere := self.places.somewhere()) is not None:
                places.append(somewhere)
            elif self.cursor.word() in lx.THERE:
                self.cursor.at += 1
                there = self.spoken.place or self.spoken.around
                places += [there] if there else []
            elif (too := self.together(things)) is not None:
                things = too
            elif (more := along(self.cursor, self.spoken, self.thing, places)) is not None:
                things = (*things, more)
            elif (near := self.near(places, sources)) is not None:
                if places and self._is_there(near, places[-1]):
                    places.pop()  # "on the side table with the glasses": one place
                elif places:
                    raise contradicting(near, places[-1])
                places.append(near)
            elif self.cursor.find(self.book.places.no_sides):
                past_a_side(self.places, bool(places))
            elif (described := self.more_of(things)) is not None:
                things = described
            else:
                self.remember(things := all_else(things, sources, places, self.spoken, self.names), sources, places)
                things = from_there(things, (*sources, *places[:-1]), self.names)
                to_each = (replace(p, what=replace(p.what, each=p.what.each or apart)) for p in places)
                group = Group(things, tuple(sources), tuple(to_each), in_order, towards, whom, is_handed)
                return about_things(group, self.names)

    def _is_placed(self, ahead: int) -> bool:
        """Whether a preposition behind "that are" says where things are: not "to", nor "on" of what is switched on."""
        word, side = self.cursor.word(ahead), self.cursor.side(ahead)
        switched = word in lx.PARTICLES and self.cursor.ends_clause(ahead + 1)
        return side is not None and word not in _TOWARDS and not switched

    def together(self, things: tuple[NounPhrase, ...]) -> tuple[NounPhrase, ...] | None:
        """Past "with the jam", of which a place follows where it is not yet: both go there; None: it is not so."""
        begin, found = self.cursor.at, self.cursor.find(self.book.places.together_with)
        if found is None or self.spoken.is_bound:
            return None
        self.cursor.at += found.length
        try:
            more = self.thing(None)
            behind = self.cursor.at
            is_there = bool(self.cursor.side()) and self.names.here.lies_at(more[0], self.places.place())
        except NotUnderstoodError:
            self.cursor.at = begin
            return None
        is_here = more[0].definite or (more[0].count is not None and bool(self.names.here.places_of(more[0])))
        plain = behind < self.cursor.at and is_here and len(more) == 1 and self.cursor.ends_clause()
        self.cursor.at = behind if plain and not is_there else begin
        return (*things, *more) if self.cursor.at == behind else None

    def near(self, places: Sequence[Place], sources: Sequence[Place]) -> Place | None:
        """Past "next to the vase": where that is; None: something else stands here."""
        said = places[-1] if places else None
        return place_near(self.cursor, self.spoken, self.phrases, self.places.place, said, sources)

    def _is_there(self, near: Place, said: Place) -> bool:
        """Whether a place that is told by a thing there is the one that was named just before."""
        node = self.names.graph.nodes.get(near.what.node_id or "")
        return node is not None and not said.what.parts and self.names.here.is_one(node, said.what)

    def remember(self, things: Sequence[NounPhrase], sources: Sequence[Place], places: Sequence[Place]) -> None:
        """Where things that were named are taken from: "the rest" is there, too."""
        origin = sources[-1] if sources else places[0] if len(places) > 1 else None
        for at, thing in self.spoken.named.items():
            if thing.source is None and any(thing is t for t in things):
                self.spoken.named[at] = replace(thing, source=origin)

    def past_here(self) -> bool:
        """Past "here", "over here", where the speaker is; whether it stood at the end of a clause."""
        over = self.cursor.word() in ("over", "right")
        if self.cursor.word(over) not in lx.HERE or not self.cursor.ends_clause(1 + over):
            return False
        self.cursor.at += 1 + over
        return True

    def past_particle(self) -> bool:
        """Past a small word that adds nothing to the place behind it: "down on the bench", "out to the terrace"."""
        particle = self.cursor.word() in self.book.places.particles and self.cursor.side() is None
        follows = self.cursor.side(1) is not None or (
            self.cursor.word(1) in self.book.places.particles and self.cursor.side(2) is not None
        )
        follows = follows or (self.cursor.word() in _LAST and self.cursor.ends_clause(1))  # "bring the wine down"
        if not (particle and follows) or self.cursor.word(1) == "of":
            return False
        self.cursor.at += 1
        return True

    def past(self, table: Phrases[None]) -> bool:
        """Past a phrase of a table, with a comma before it; whether one stood here."""
        comma = 1 if self.cursor.word() == "," else 0
        found = self.cursor.find(table, comma)
        if found is None:
            return False
        self.cursor.at += comma + found.length
        return True

    def more_of(self, things: tuple[NounPhrase, ...]) -> tuple[NounPhrase, ...] | None:
        """The things with what is said behind the last of them; None if nothing is."""
        begin = self.cursor.at
        last = with_exceptions(self.descriptions.described(things[-1]), self.names)
        return (*things[:-1], last) if self.cursor.at > begin else None

    def one_place(self, bare: int | None = None) -> NounPhrase:
        """One piece of furniture or one room, or a thing, with where it is."""
        if self.cursor.word() in lx.PRONOUNS and self.ends_pronoun():
            known = self.spoken.furniture or (self.spoken.things[0] if self.spoken.things else None)
            if known is not None:
                self.cursor.at += 1
                return known
        phrase = self.all_that.whichever() or self.descriptions.described(
            self.phrases.noun_phrase(place=True, bare=bare)
        )
        while not self.cursor.ends_particle():
            being = self.cursor.find(self.book.places.being)
            ahead = being.length if being else 0
            if self.cursor.find(self.book.places.anywhere, ahead):
                self.cursor.at += ahead
                self.cursor.take(self.book.places.anywhere)
            elif self.cursor.word() in lx.THERE and self.spoken.place is not None:
                self.cursor.at += 1
                phrase = replace(phrase, source=self.spoken.place)
            elif self.cursor.find(self.book.places.sources):
                phrase = replace(phrase, source=self.places.place(self.book.places.sources))
            elif self.cursor.side(ahead) and (being is None or self._is_placed(ahead)):
                self.cursor.at += ahead
                phrase = replace(phrase, source=self.places.place())
            else:
                break
        return with_exceptions(self.descriptions.described(phrase), self.names)

    def ends_pronoun(self) -> bool:
        """Whether a pronoun stands alone: "close it", not "close that drawer"."""
        ends = (
            self.cursor.ends_place(1)
            or self.cursor.find(self.book.places.anywhere, 1)
            or self.cursor.find(self.book.nouns.excepted, 1)
            or self.cursor.find(self.book.places.somewhere, 1)
            or self.cursor.find(self.book.verbs.belonging, 1)
            or self.cursor.find(self.book.places.no_sides, 1)
            or self.places.where_begins(1)
        )
        if self.cursor.word(1) in lx.THERE | lx.HERE:  # of "the shelf is for the book, put it there" not the shelf
            named = (Name(1, t.concept, t.node_id) for t in self.spoken.things)
            return not any(map(self.names.is_place, named))
        return bool(ends) or self.cursor.word(1) in _AFTER_PRONOUN

    def things(self, bare: int | None = SOME) -> tuple[NounPhrase, ...]:
        """Noun phrases joined by commas and "and"."""
        if self.cursor.word() in lx.PRONOUNS | lx.DEMONSTRATIVE and self.spoken.things and self.ends_pronoun():
            pronoun = self.cursor.word()
            self.cursor.at += 1
            together = self.cursor.word() in ("all", "both")
            self.cursor.skip({"all", "both"})
            meant = stood_for(pronoun, self.cursor.at - 1, self.spoken, self.names, together)
            return self._listed_behind(meant, bare)
        if self.spoken.things and self.cursor.take(self.book.quantities.all_of_them):
            return self.spoken.recalled()
        if self.cursor.word() == "everything" and self.spoken.waiting and self.ends_pronoun():
            self.cursor.at += 1
            return self.spoken.waiting
        again = self.of_those_listed()
        if again is not None:
            return again
        found = list(self.thing(bare))
        while not self.cursor.find(self.book.quantities.all_of_them, 1) and self.continues():
            begin = self.cursor.at
            self.cursor.skip({",", "and"})
            more = self.articled(found[-1], self.thing(bare))
            if "and" not in self.cursor.words[begin : begin + 2] and _says_again(more[0], found[-1]):
                found.pop()  # "the mug, the blue one"
            found += more
        if len(found) > 1:
            found = list(like_the_first(tuple(found)))
            self.spoken.listed = tuple(found)
        return tuple(found)

    def _listed_behind(self, meant: tuple[NounPhrase, ...], bare: int | None) -> tuple[NounPhrase, ...]:
        """What a pronoun stands for with what is listed behind it: "put it, the vase and the mug on the shelf"."""
        begin, found = self.cursor.at, list(meant)
        try:
            while self.continues():
                self.cursor.skip({",", "and"})
                found += self.thing(bare)
        except NotUnderstoodError:
            found = []  # another clause follows
        if found and self.cursor.side():
            return tuple(found)
        self.cursor.at = begin
        return meant

    def of_those_listed(self) -> tuple[NounPhrase, ...] | None:
        """Past "the former", "the latter", "the two of them": of what was named together; None: nothing of it is."""
        listed = self.spoken.listed
        which = self.cursor.find(self.book.quantities.of_listed)
        both = self.cursor.find(self.book.quantities.two_of_them)
        alone = which is not None and self.cursor.ends_place(which.length)
        if which is not None and alone and which.value is not None and len(listed) == 2:
            self.cursor.at += which.length
            return (listed[which.value - 1],)
        ends = both is not None and (
            self.cursor.ends_place(both.length) or self.cursor.word(both.length) in _AFTER_PRONOUN
        )
        if both is not None and ends and self.spoken.things:
            two = several_of(self.cursor.at, self.spoken)
            if sum(t.count or 3 for t in two) == 2:
                self.cursor.at += both.length
                return two
        return None

    def in_hand(self) -> tuple[NounPhrase, ...] | None:
        """Past "what you are holding"; None if that does not stand here."""
        found = self.cursor.find(self.book.nouns.in_hand)
        if found is None:
            return None
        held = self.names.graph.held()
        if held is None:
            raise NotUnderstoodError(FailureCause.OBJECT_NOT_FOUND, "There is nothing in my hand.")
        self.cursor.at += found.length
        return (NounPhrase("what is in my hand", self.names.graph[held].label, held),)

    def articled(self, before: NounPhrase, things: tuple[NounPhrase, ...]) -> tuple[NounPhrase, ...]:
        """The things with the article and looks of the one before: "the shelf and locker", "all red cups and bowls"."""
        first, word = things[0], things[0].text.split()[0]
        known = lx.ARTICLES | lx.NUMBERS.keys() | self.book.quantities.bounds.words
        if word in known or word.isdigit() or word in self.book.quantities.counted.words:
            return things
        of_kind = first.concept is not None  # "the dirty towel and everything in the hamper"
        if of_kind and not first.attributes and self.names.here.looks_so(first, before.attributes):
            first = replace(first, attributes=before.attributes)  # "all empty bottles and cans"
        if before.definite and first.count == 1:
            first = replace(first, definite=True)
        if before.count is None and first.count == SOME:
            first = replace(first, count=None)
        if before.share is not None and first.count is None and first.share is None:
            share = before.text.rpartition(" ")[0]
            first = replace(first, share=before.share, text=f"{share} {first.text}")  # "half of the forks and spoons"
        return (first, *things[1:])

    def thing(self, bare: int | None) -> tuple[NounPhrase, ...]:
        """One of a list; some are said in a word and mean several, such as "the parts to assemble a PC"."""
        several = self.originals.contents() or self.kits.kit() or self.in_hand()
        if several:
            return several
        begin = self.cursor.at
        said = self.all_that.whatever() or self.all_that.whichever() or self.phrases.noun_phrase(bare=bare)
        phrase = with_exceptions(self.descriptions.described(said), self.names)
        if phrase.parts:
            named = tuple(_as_said_of(phrase, part) for part in phrase.parts)
            named = tuple(replace(n, referent=Referent(self.spoken.new_number())) for n in named)
        else:
            named = referred(phrase, begin, self.spoken, self.names)
        for index, thing in enumerate(named):
            self.spoken.name(begin + index, thing)
        return named

    def continues(self) -> bool:
        """Whether another noun phrase of the same list follows, rather than another clause."""
        ahead = 0
        while self.cursor.word(ahead) in (",", "and"):
            ahead += 1
        if ahead == 0 or self.cursor.ends_clause(ahead) or self.cursor.find(self.book.originals.was, ahead):
            return False
        if self.cursor.word() == "," and rank_ahead(self.cursor, ahead):
            return False  # "the cans on the bench, the green one first"
        return not (
            self.cursor.side(ahead) or self.cursor.find(self.book.places.sources, ahead) or self.cursor.verb_at(ahead)
        )


def _as_said_of(whole: NounPhrase, part: NounPhrase) -> NounPhrase:
    """One of several things that share a noun, with what is said behind it of all."""
    return replace(
        part,
        requirements=part.requirements | whole.requirements,
        attributes=part.attributes | whole.attributes,
        excluded=(*part.excluded, *whole.excluded),
        source=part.source or whole.source,
    )


def _says_again(more: NounPhrase, before: NounPhrase) -> bool:
    """Whether "the blue one" only says which of what was named just before is meant."""
    kind = more.text.split()[-1] in lx.ONES and more.concept == before.concept
    return kind and more.text.split()[0] in lx.DEFINITE and before.text.split()[0] in lx.DEFINITE
