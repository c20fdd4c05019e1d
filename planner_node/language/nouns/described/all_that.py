# SPDX-License-Identifier: Apache-2.0
"""All things that are so, whatever they are: "whatever is on the table", "whichever mug is dirty"."""

from __future__ import annotations

from dataclasses import replace

from planner_node.language.nouns.described.descriptions import Descriptions
from planner_node.language.reading.qualities import read_qualities_behind, read_superlative
from planner_node.language.things import NounPhrase
from planner_node.language.words import lexicon as lx


class AllThat:
    """Reads what has no other name than how or where it is."""

    def __init__(self, descriptions: Descriptions) -> None:
        """Read with the cursor, and the readers of names and places, of what is said behind names."""
        self.descriptions = descriptions
        self.cursor = descriptions.cursor
        self.book = descriptions.book
        self.phrases = descriptions.phrases

    def whatever(self) -> NounPhrase | None:
        """Past "whatever is on the table", "what's left in the drawer"; None if that does not stand here."""
        begin = self.cursor.at
        if self.cursor.take(self.book.nouns.whatever) is None:
            return None
        everything = NounPhrase("", count=None)
        being = self.cursor.find(self.book.places.being)
        if self.cursor.side(being.length if being else 0):
            self.cursor.at += being.length if being else 0
            place = self.descriptions.read_place()
            return replace(everything, text=f"everything {place}", source=place)
        if self.cursor.attribute():
            looks = read_qualities_behind(self.cursor)
            return replace(everything, text=self.cursor.said(begin), attributes=looks)
        requirement = self.cursor.take(self.book.adjectives.requirements)
        if requirement is not None:
            required = frozenset({requirement.value})
            return replace(everything, text=self.cursor.said(begin), requirements=required)
        self.cursor.at = begin
        return None

    def whichever(self) -> NounPhrase | None:
        """Past "whichever mug is dirty", "what forks there are": all of those; None if that does not stand here."""
        begin = self.cursor.at
        if self.cursor.word() not in self.book.nouns.whichever or self.cursor.name(1) is None:
            return None
        self.cursor.at += 1
        phrase = replace(self.phrases.noun_phrase(bare=None), count=None, definite=False)
        if self.cursor.word() in ("is", "are") and self.cursor.find(self.book.superlatives, 1):
            self.cursor.at += 1
            phrase = replace(phrase, superlative=read_superlative(self.cursor), count=1)
        elif (
            self.cursor.word() in ("is", "are") and self.cursor.word(1) in lx.PARTICLES and self.cursor.ends_clause(2)
        ):  # "whichever lamp is on"
            phrase = replace(phrase, attributes=phrase.attributes | {str(lx.PARTICLES[self.cursor.word(1)])})
            self.cursor.at += 2
        elif self.cursor.word() in ("is", "are") and (self.cursor.attribute(1) or self.cursor.side(1)):
            self.cursor.at += 1
            looks = read_qualities_behind(self.cursor)
            place = None if looks else self.descriptions.read_place()
            phrase = replace(phrase, attributes=phrase.attributes | looks, source=place or phrase.source)
        elif (negated := self.descriptions.negated(phrase)) is not None:
            phrase = negated
        elif self.descriptions.existing() is None:
            self.cursor.at = begin
            return None
        return replace(phrase, text=self.cursor.said(begin))
