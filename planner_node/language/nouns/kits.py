# SPDX-License-Identifier: Apache-2.0
"""What is needed to make something: "the necessary parts to assemble a PC", "the ingredients for a sandwich"."""

from __future__ import annotations

from collections.abc import Sequence

from planner_node.language.nouns.noun_phrases import NounPhrases
from planner_node.language.phrasebook import Phrasebook
from planner_node.language.phrasebook.household import Kit
from planner_node.language.reading.qualities import read_qualities
from planner_node.language.reading.quantities import read_quantity
from planner_node.language.request import NounPhrase
from planner_node.language.words.naming import Names

_FAR = 14  # words from "the parts" to what they are for


class Kits(NounPhrases):
    """Reads what is said by its purpose."""

    def __init__(self, words: Sequence[str], names: Names, book: Phrasebook) -> None:
        """Stand before the first word."""
        super().__init__(words, names, book)
        self.purpose: Kit | None = None  # "I want to make a sandwich."

    def tells_purpose(self) -> bool:
        """Advance past "I want to make a sandwich"; whether that stood here."""
        begin = self.at
        if self.take(self.book.kits.making):
            self.skip(self.book.kits.states)
            kit = self.take(self.book.kit_of)
            if kit is not None:
                self.purpose = kit.value
                return True
        self.at = begin
        return False

    def kit(self) -> tuple[NounPhrase, ...] | None:
        """Past "the necessary pc parts to assemble a working PC"; None if that does not stand here.

        A number asks for so many of any parts. Otherwise one of each is asked for; it is implied unless those that
        are needed, or all, were spoken of.
        """
        if self.book.kits.parts.isdisjoint(self.words[self.at : self.at + _FAR]):
            return None
        begin = self.at
        every = self.word() in ("all", "everything", "every")
        quantity = read_quantity(self)
        needed = read_qualities(self).needed
        if self.find(self.book.kit_of) and self.word(1) in self.book.kits.parts:  # "pc parts"
            self.at += 1
        if self.word() not in self.book.kits.parts:
            self.at = begin
            return None
        self.at += 1
        purpose = self.at
        found = self.take(self.book.kits.purpose)
        needed |= not self.book.kits.needed.isdisjoint(self.words[purpose : self.at])
        self.skip(self.book.kits.states)
        named = self.take(self.book.kit_of) if found else None
        kit = named.value if named else self.purpose
        if kit is None or (named is None and found is not None):
            self.at = begin
            return None
        text = self.said(begin)
        if quantity.stated and quantity.count is not None:
            return (self._parts(kit, text, quantity.count, quantity.or_fewer),)
        asked = needed or every or "working" in text
        pieces = [self._piece(name, implied=not asked) for name in kit.needed]
        pieces += [self._piece(name, implied=True) for name in kit.welcome]
        return tuple(p for p in pieces if p is not None)

    def _parts(self, kit: Kit, text: str, count: int, or_fewer: bool) -> NounPhrase:
        """So many of any parts."""
        name = self.names.match(kit.part.split(), 0)
        if name is None:
            raise self.unknown(self.at, place=False)
        return NounPhrase(text, name.concept, count=count, or_fewer=or_fewer)

    def _piece(self, name: str, implied: bool) -> NounPhrase | None:
        found = self.names.match(name.split(), 0)
        if found is None:
            return None
        article = "an" if name[0] in "aeiou" else "a"
        return NounPhrase(f"{article} {name}", found.concept, found.node_id, implied=implied)
