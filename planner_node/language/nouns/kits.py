# SPDX-License-Identifier: Apache-2.0
"""What is needed to make something: "the necessary parts to assemble a PC", "the ingredients for a sandwich"."""

from __future__ import annotations

from planner_node.language.phrasebook.household import Kit
from planner_node.language.reading.cursor import Cursor
from planner_node.language.reading.qualities import read_qualities
from planner_node.language.reading.quantities import read_quantity
from planner_node.language.reading.unknown import unknown
from planner_node.language.things import NounPhrase

_WHAT = frozenset({"what", "whatever", "everything", "all"})
_FAR = 14  # words from "the parts" to what they are for


class Kits:
    """Reads what is said by its purpose.

    Attributes:
        purpose: what is to be made: "I want to make a sandwich."
    """

    def __init__(self, cursor: Cursor) -> None:
        """Read with a cursor."""
        self.cursor = cursor
        self.names, self.book = cursor.names, cursor.book
        self.purpose: Kit | None = None

    def tells_purpose(self) -> bool:
        """Advance past "I want to make a sandwich"; whether that stood here."""
        begin = self.cursor.at
        if self.cursor.take(self.book.kits.making):
            self.cursor.skip(self.book.kits.states)
            kit = self.cursor.take(self.book.kit_of)
            if kit is not None:
                self.purpose = kit.value
                return True
        self.cursor.at = begin
        return False

    def kit(self) -> tuple[NounPhrase, ...] | None:
        """Past "the necessary pc parts to assemble a working PC"; None if that does not stand here.

        A number asks for so many of any parts. Otherwise one of each is asked for; it is implied unless those that
        are needed, or all, were spoken of.
        """
        begin = self.cursor.at
        if self.purpose is not None and self._what_is_needed():
            return self._pieces(self.purpose, True)
        if self.book.kits.parts.isdisjoint(self.cursor.words[self.cursor.at : self.cursor.at + _FAR]):
            return None
        every = self.cursor.word() in ("all", "everything", "every", "the")
        quantity = read_quantity(self.cursor)
        needed = read_qualities(self.cursor).needed
        if self.cursor.find(self.book.kit_of) and self.cursor.word(1) in self.book.kits.parts:  # "pc parts"
            self.cursor.at += 1
        if self.cursor.word() not in self.book.kits.parts:
            self.cursor.at = begin
            return None
        self.cursor.at += 1
        purpose = self.cursor.at
        found = self.cursor.take(self.book.kits.purpose)
        needed |= not self.book.kits.needed.isdisjoint(self.cursor.words[purpose : self.cursor.at])
        self.cursor.skip(self.book.kits.states)
        named = self.cursor.take(self.book.kit_of) if found else None
        kit = named.value if named else self.purpose
        if kit is None or (named is None and found is not None):
            self.cursor.at = begin
            return None
        text = self.cursor.said(begin)
        if quantity.stated and quantity.count is not None:
            return (self._parts(kit, text, quantity.count, quantity.or_fewer),)
        return self._pieces(kit, needed or every or "working" in text)

    def _what_is_needed(self) -> bool:
        """Past "what I need", "everything that is needed", of what is to be made; whether that stood here."""
        begin = self.cursor.at
        if self.cursor.word() in _WHAT:
            self.cursor.at += 1
            self.cursor.skip({"that"})
            if self.cursor.take(self.book.kits.needing):
                return True
        self.cursor.at = begin
        return False

    def _pieces(self, kit: Kit, asked: bool) -> tuple[NounPhrase, ...]:
        """One of each of what is needed, and of what goes with it.

        Args:
            kit: what it is for.
            asked: whether what is needed was asked for; else all is implied.
        """
        pieces = [self._piece(name, implied=not asked) for name in kit.needed]
        pieces += [self._piece(name, implied=True) for name in kit.welcome]
        return tuple(p for p in pieces if p is not None)

    def _parts(self, kit: Kit, text: str, count: int, or_fewer: bool) -> NounPhrase:
        """So many of any parts."""
        name = self.names.match(kit.part.split(), 0)
        if name is None:
            raise unknown(self.cursor, self.cursor.at, place=False)
        return NounPhrase(text, name.concept, count=count, or_fewer=or_fewer)

    def _piece(self, name: str, implied: bool) -> NounPhrase | None:
        found = self.names.match(name.split(), 0)
        if found is None:
            return None
        article = "an" if name[0] in "aeiou" else "a"
        return NounPhrase(f"{article} {name}", found.concept, found.node_id, implied=implied)
