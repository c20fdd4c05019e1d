# SPDX-License-Identifier: Apache-2.0
"""Noun phrases: quantity, adjectives and name."""

from __future__ import annotations

from dataclasses import replace

from planner_node.language.nouns.discourse import Discourse
from planner_node.language.nouns.rooms import Rooms
from planner_node.language.reading import quantities
from planner_node.language.reading.cursor import Cursor
from planner_node.language.reading.qualities import Qualities, read_qualities, read_qualities_behind
from planner_node.language.reading.quantities import SOME, Quantity, read_quantity
from planner_node.language.reading.unknown import unknown
from planner_node.language.request import NounPhrase, Place, Side
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name


class NounPhrases:
    """Reads noun phrases up to their name; what is said behind it, `Descriptions` reads."""

    def __init__(self, cursor: Cursor, spoken: Discourse) -> None:
        """Read with a cursor what may refer to things of the discourse."""
        self.cursor = cursor
        self.names, self.book = cursor.names, cursor.book
        self.spoken = spoken
        self.rooms = Rooms(cursor, spoken)

    def noun_phrase(self, place: bool = False, bare: int | None = SOME) -> NounPhrase:
        """A quantity, adjectives, and a name.

        Args:
            place: whether furniture or a room is expected, for the message about an unknown word.
            bare: how many a bare plural asks for; None: all.
        """
        begin = self.cursor.at
        owner = self.spoken.person if self.cursor.word() in lx.POSSESSIVES else None
        quantity = read_quantity(self.cursor)
        if quantity.stated and self.cursor.word() in lx.PRONOUNS and len(self.spoken.things) == 1:
            self.cursor.at += 1
            return replace(self.spoken.recalled()[0], count=quantity.count, text=self.cursor.said(begin))
        qualities = read_qualities(self.cursor)
        if (
            self.cursor.word() in lx.ONES
            and self.spoken.things
            and (quantity.definite or quantity.stated or self.cursor.at > begin)
        ):
            phrase = self.ones(quantity, qualities)
            return replace(phrase, text=self.cursor.said(begin))
        count_behind = quantities.number_at(self.cursor) if qualities.original or quantity.definite else None
        if count_behind is not None and not quantity.stated and self.cursor.name() is None:
            quantity = replace(quantity, count=count_behind, stated=True)  # "the other two apples"
            self.cursor.at += 1
        room = self.rooms.room_before()
        if room is not None and self.cursor.at < len(self.cursor.words):  # "one of Peter's valuable belongings"
            more = read_qualities(self.cursor)
            qualities = replace(
                qualities,
                requirements=qualities.requirements | more.requirements,
                attributes=qualities.attributes | more.attributes,
            )
        found = self.cursor.name() or self.rooms.short_room()
        if self.cursor.word() in lx.ANYTHING and (found is None or found.length == 1):
            phrase = self.anything(quantity, qualities)
        elif found is None:
            raise unknown(self.cursor, begin, place)
        else:
            self.cursor.at += found.length
            phrase = self.with_class(self.named(found, quantity, qualities, bare))
        source = Place(Side.INSIDE, room) if room else None
        if owner is not None and source is None and self.names.holds(owner, phrase):
            source = Place(Side.INSIDE, owner)
        self.meet(begin)
        return replace(phrase, text=self.cursor.said(begin), source=source)

    def meet(self, begin: int) -> None:
        """Remember the person and the superlatives that were spoken of since an index."""
        for word in self.cursor.words[begin : self.cursor.at]:
            room = self.names.owned(word)
            if room is not None and room in self.names.graph.nodes:
                who = word.removesuffix("'s").capitalize()
                self.spoken.person = NounPhrase(who, self.names.graph[room].label, room)
                self.spoken.person_at = None
            if word in self.book.adjectives.superlatives:
                self.spoken.note(f"Nothing tells which is the {word}; any will do")

    def ones(self, quantity: Quantity, qualities: Qualities) -> NounPhrase:
        """Others of the kind that was spoken of: "the rotten ones", "a red one"."""
        several = self.cursor.word() == "ones"
        self.cursor.at += 1
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
        collective = self.cursor.words[self.cursor.at - 1] in self.book.nouns.collectives
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
        word = self.cursor.word()
        self.cursor.at += 1
        if word.endswith("thing"):  # "something healthy"
            more = read_qualities(self.cursor)
            qualities = replace(
                qualities,
                requirements=qualities.requirements | more.requirements,
                attributes=qualities.attributes | more.attributes | read_qualities_behind(self.cursor),
            )
        every = word == "everything" or (quantity.definite and not quantity.stated)
        several = word in ("things", "objects", "items") and not quantity.stated
        count = None if every else SOME if several else quantity.count
        return NounPhrase(
            "", None, None, count, False, qualities.requirements, qualities.attributes, or_fewer=quantity.or_fewer
        )
