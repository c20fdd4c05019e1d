# SPDX-License-Identifier: Apache-2.0
"""Noun phrases: quantity, adjectives, name, and what is said behind the name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from makedo_core.failure import FailureCause
from planner_node.language.nouns.discourse import Discourse
from planner_node.language.phrasebook import Phrasebook
from planner_node.language.reading import quantities
from planner_node.language.reading.cursor import Cursor, NotUnderstoodError
from planner_node.language.reading.qualities import Qualities, read_qualities
from planner_node.language.reading.quantities import SOME, Quantity, read_quantity
from planner_node.language.request import NounPhrase, Place, Side
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name, Names

_SHOWN = 4  # words of an unknown name that a message repeats


class NounPhrases(Cursor):
    """Reads noun phrases."""

    def __init__(self, words: Sequence[str], names: Names, book: Phrasebook) -> None:
        """Stand before the first word."""
        super().__init__(words, names, book)
        self.spoken = Discourse()

    def noun_phrase(self, place: bool = False, bare: int | None = SOME) -> NounPhrase:
        """A quantity, adjectives, and a name.

        Args:
            place: whether furniture or a room is expected, for the message about an unknown word.
            bare: how many a bare plural asks for; None: all.
        """
        begin = self.at
        owner = self.spoken.person if self.word() in lx.POSSESSIVES else None
        quantity = read_quantity(self)
        if quantity.stated and self.word() in lx.PRONOUNS and len(self.spoken.things) == 1:
            self.at += 1
            return replace(self.recalled_things()[0], count=quantity.count, text=self.said(begin))
        qualities = read_qualities(self)
        if self.word() in lx.ONES and self.spoken.things and (quantity.definite or quantity.stated or self.at > begin):
            phrase = self.ones(quantity, qualities)
            return replace(phrase, text=self.said(begin))
        count_behind = quantities.number_at(self) if qualities.original or quantity.definite else None
        if count_behind is not None and not quantity.stated and self.name() is None:
            quantity = replace(quantity, count=count_behind, stated=True)  # "the other two apples"
            self.at += 1
        room = self.room_before()
        if room is not None and self.at < len(self.words):  # "one of Peter's valuable belongings"
            more = read_qualities(self)
            qualities = replace(
                qualities,
                requirements=qualities.requirements | more.requirements,
                attributes=qualities.attributes | more.attributes,
            )
        found = self.name() or self.short_room()
        if self.word() in lx.ANYTHING and (found is None or found.length == 1):
            phrase = self.anything(quantity, qualities)
        elif found is None:
            raise self.unknown(begin, place)
        else:
            self.at += found.length
            phrase = self.with_class(self.named(found, quantity, qualities, bare))
        source = Place(Side.INSIDE, room) if room else None
        if owner is not None and source is None and self.names.holds(owner, phrase):
            source = Place(Side.INSIDE, owner)
        self.meet(begin)
        return replace(phrase, text=self.said(begin), source=source)

    def meet(self, begin: int) -> None:
        """Remember the person and the superlatives that were spoken of since an index."""
        for word in self.words[begin : self.at]:
            room = self.names.owned(word)
            if room is not None and room in self.names.graph.nodes:
                who = word.removesuffix("'s").capitalize()
                self.spoken.person = NounPhrase(who, self.names.graph[room].label, room)
                self.spoken.person_at = None
            if word in self.book.adjectives.superlatives:
                self.note(f"Nothing tells which is the {word}; any will do")

    def ones(self, quantity: Quantity, qualities: Qualities) -> NounPhrase:
        """Others of the kind that was spoken of: "the rotten ones", "a red one"."""
        several = self.word() == "ones"
        self.at += 1
        last = self.spoken.things[-1]
        count = quantity.count
        if several and not quantity.stated:
            count = None if quantity.definite else SOME
        definite = quantity.definite and count == 1
        requirements, looks = last.requirements | qualities.requirements, qualities.attributes
        phrase = NounPhrase("", last.concept, None, count, definite, requirements, looks, source=last.source)
        return self.with_class(phrase)

    def with_class(self, phrase: NounPhrase) -> NounPhrase:
        """Things by the class that their looks make them, if the scene knows such: rotten tomatoes."""
        for looks in sorted(phrase.attributes):
            words = (looks, *(phrase.concept or "").split("_"))
            found = self.names.match(words, 0)
            if phrase.concept and found is not None and found.length == len(words) and self.names.is_present(found):
                attributes = phrase.attributes - {looks}
                return replace(phrase, concept=found.concept, node_id=found.node_id, attributes=attributes)
        return phrase

    def named(self, found: Name, quantity: Quantity, qualities: Qualities, bare: int | None) -> NounPhrase:
        """The phrase of a name; its text is still missing."""
        count = quantity.count
        collective = self.words[self.at - 1] in self.book.nouns.collectives
        if not quantity.stated and (found.is_plural or collective):
            count = None if quantity.definite else bare
        return NounPhrase(
            "",
            found.concept,
            found.node_id,
            count,
            quantity.definite and count == 1,
            qualities.requirements,
            qualities.attributes,
            or_fewer=quantity.or_fewer,
        )

    def anything(self, quantity: Quantity, qualities: Qualities) -> NounPhrase:
        """Things of any class: "everything", "all the objects", "something"."""
        word = self.word()
        self.at += 1
        if word.endswith("thing"):  # "something healthy"
            more = read_qualities(self)
            qualities = replace(
                qualities,
                requirements=qualities.requirements | more.requirements,
                attributes=qualities.attributes | more.attributes | read_qualities_behind(self),
            )
        every = word == "everything" or (quantity.definite and not quantity.stated)
        several = word in ("things", "objects", "items") and not quantity.stated
        count = None if every else SOME if several else quantity.count
        return NounPhrase(
            "", None, None, count, False, qualities.requirements, qualities.attributes, or_fewer=quantity.or_fewer
        )

    def room_before(self) -> NounPhrase | None:
        """The room in "the living room bookshelf"; a class such as "coffee table" stays one.

        A name that begins with a room of the scene is taken apart where it is said of any such thing ("kitchen table")
        or the scene has none so called, but the thing ("kitchen sink").
        """
        name = self.name()
        if name is None:
            return None
        room = name if self.names.is_room(name) else self.room_within(name)
        if room is None or (self.names.owned(self.word()) is not None and not self.is_possessive(room)):
            return None  # "give Ben Anna's pen"
        if self.name(room.length) is None and not (self.is_possessive(room) and self.belongs(room.length)):
            return None
        begin = self.at
        self.at += room.length
        return NounPhrase(self.said(begin), room.concept, room.node_id)

    def is_possessive(self, name: Name) -> bool:
        """Whether a name says whose something is: "Peter's"."""
        return self.word(name.length - 1).endswith("'s")

    def belongs(self, ahead: int) -> bool:
        """Whether a noun phrase without an article stands there: "valuable belongings", "dirty mug"."""
        here = self.at
        self.at += ahead
        read_qualities(self)
        stands = self.name() is not None or self.word() in lx.ANYTHING
        self.at = here
        return stands

    def room_within(self, whole: Name) -> Name | None:
        """The room that a name of furniture begins with; None if the name stays one."""
        if whole.node_id is not None:
            return None
        words = self.words[self.at : self.at + whole.length]
        for split in range(1, whole.length):
            room, rest = self.names.match(words[:split], 0), self.names.match(words, split)
            if room is None or rest is None or (room.length, rest.length) != (split, whole.length - split):
                continue
            same = rest.concept == whole.concept or (self.names.is_present(rest) and not self.names.is_present(whole))
            if same and self.names.is_room(room) and self.names.has_room(room):
                return room
        return None

    def short_room(self) -> Name | None:
        """The room in "in the living"."""
        full = self.book.places.short_rooms.get(self.word())
        found = self.names.match(full.split(), 0) if full else None
        if found is not None:
            self.note(f"I read 'the {self.word()}' as 'the {full}'.")
            found = replace(found, length=1)
        return found

    def note(self, text: str) -> None:
        """Tell what was understood otherwise than it was written."""
        self.spoken.notes = tuple(dict.fromkeys((*self.spoken.notes, text)))

    def recalled_things(self) -> tuple[NounPhrase, ...]:
        """What "it" and "them" stand for; what was put down is no longer told by where it came from."""
        if self.spoken.at_rest:
            return tuple(replace(t, source=None) for t in self.spoken.things)
        return self.spoken.things

    def described(self, phrase: NounPhrase) -> NounPhrase:
        """What is said behind a name of the things themselves: whom for, what they look like, what is excepted."""
        while True:
            comma = 1 if self.word() == "," else 0
            if self.word() == "for" and self.word(1) not in lx.RECIPIENTS:
                phrase = replace(phrase, requirements=phrase.requirements | {self.for_whom()})
            elif self.find(self.book.nouns.excepted, comma) or (
                self.word(comma) == lx.BUT and not self.verb_at(comma + 1)
            ):
                self.at += comma
                phrase = replace(phrase, excluded=(*phrase.excluded, *self.excepted()))
            elif (being := self.find(self.book.places.being)) and self.book.adjectives.attribute(
                self.word(being.length)
            ):
                self.at += being.length
                phrase = self.with_class(replace(phrase, attributes=phrase.attributes | read_qualities_behind(self)))
            elif being and self.book.adjectives.requirements.find(self.words, self.at + being.length):
                self.at += being.length
                phrase = replace(phrase, requirements=phrase.requirements | read_qualities(self).requirements)
            elif self.take(self.book.nouns.history):
                self.history()
            elif not (
                self.accept("as", "possible")
                or self.accept("as", "you", "can")
                or self.take(self.book.originals.just_moved)
            ):
                return phrase

    def history(self) -> None:
        """Past whom things were given to and the like; a scene graph does not know that."""
        begin = self.at
        self.skip(lx.ARTICLES)
        while self.word() and not (self._ends_name(self.at) or self.verb_at(0)):
            self.at += 1
        self.note(f"Nothing tells what became of things before; '{self.said(begin - 2)}' is left aside")

    def for_whom(self) -> str:
        """The requirement in "for the kids"."""
        begin = self.at
        self.at += 1
        self.skip(lx.ARTICLES | frozenset(lx.NUMBERS))
        whom = self.take(self.book.adjectives.requirements)
        if whom is None:
            self.at = begin
            raise self.stuck()
        return whom.value

    def excepted(self) -> list[NounPhrase]:
        """What must not be taken."""
        if not self.take(self.book.nouns.excepted):
            self.at += 1  # "but"
        excluded = [self.noun_phrase(bare=None)]
        while self.word() in ("and", "or") and not self.verb_at(1) and not self.ends_clause(1):
            self.at += 1
            self.take(self.book.nouns.excepted)
            excluded.append(self.noun_phrase(bare=None))
        return excluded

    def verb_at(self, ahead: int) -> bool:
        """Whether a verb begins a clause there. A noun is taken as a verb before an article only."""
        while polite := self.find(self.book.clauses.polite, ahead) or self.find(self.book.clauses.narrated, ahead):
            ahead += polite.length
        verb = self.find(self.book.said_verbs, ahead)
        word = self.word(ahead)
        if verb is None and word not in self.book.verbs.cannot and not self.find(self.book.clauses.prohibitions, ahead):
            return False
        after = self.word(ahead + (verb.length if verb else 1))
        determined = after in lx.ARTICLES or after in ("it", "them", "all", "every", "each")
        return determined or self.name(ahead) is None

    def unknown(self, begin: int, place: bool) -> NotUnderstoodError:
        """A word that names nothing known."""
        stop = self.at
        while stop < len(self.words) and stop - self.at < _SHOWN and not self._ends_name(stop):
            stop += 1
        text = " ".join(self.words[self.at : stop])
        if not text and place and self.at > begin and self.words[self.at - 1] not in lx.DEFINITE:
            return NotUnderstoodError(
                FailureCause.UNKNOWN_PLACE,
                f"I do not know where '{self.said(begin)}' is. Say the furniture or the room.",
                begins=self.words[begin],
            )
        if not text:
            behind = f" behind '{self.said(max(0, begin - 3))}'" if self.at else ""
            return NotUnderstoodError(FailureCause.NOT_UNDERSTOOD, f"Something is missing{behind}: what or where?")
        if self.word() in lx.PRONOUNS | self.book.nouns.contents:
            return NotUnderstoodError(
                FailureCause.NOT_UNDERSTOOD,
                f"I do not know what '{self.word()}' stands for here; name the thing.",
            )
        near = self.names.nearest(text, places=place)
        hint = f" Nearest known: {', '.join(near)}." if near else ""
        begins = self.word()
        if place:
            what = f"I know no place called '{text}'.{hint}"
            return NotUnderstoodError(FailureCause.UNKNOWN_PLACE, what, near, begins=begins)
        what = f"I do not know what '{text}' is.{hint}"
        return NotUnderstoodError(FailureCause.UNKNOWN_OBJECT, what, near, text, begins)

    def _ends_name(self, index: int) -> bool:
        word = self.words[index]
        one = (word,)
        tables = (self.book.places.sides, self.book.places.sources, self.book.places.no_sides)
        return word in lx.SEPARATORS or word in ("for", "except", "that") or any(t.find(one, 0) for t in tables)


def read_qualities_behind(cursor: Cursor) -> frozenset[str]:
    """Past attributes behind "that are": "dirty", "red and small"."""
    found: set[str] = set()
    while (looks := cursor.book.adjectives.attribute(cursor.word())) is not None:
        found.add(looks)
        cursor.at += 1
        if (
            cursor.word() in (",", "and")
            and cursor.book.adjectives.attribute(cursor.word(1))
            and cursor.name(1) is None
        ):
            cursor.at += 1
    return frozenset(found)
