# SPDX-License-Identifier: Apache-2.0
"""Words on where things were before: "the previous contents of the shelf", "back in the container where they were"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from planner_node.language.nouns.noun_phrases import NounPhrases
from planner_node.language.phrasebook import Phrasebook
from planner_node.language.request import NounPhrase, Place, Side
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Names

_PREPOSITIONS = frozenset("in on from at to".split())


@dataclass(frozen=True, slots=True)
class Recall:
    """What one clause says of where its things were.

    Attributes:
        back: whether "back" was said.
        origin: whether they are to go where they were.
        sources: furniture that they were in or on; None: it was not said.
        others: whether other furniture than where they go was said to be those.
    """

    back: bool = False
    origin: bool = False
    sources: tuple[NounPhrase, ...] | None = None
    others: bool = False


class Originals(NounPhrases):
    """Reads what refers to the state before."""

    def __init__(self, words: Sequence[str], names: Names, book: Phrasebook) -> None:
        """Stand before the first word."""
        super().__init__(words, names, book)
        self.recall = Recall()

    def recalls(self) -> bool:
        """Advance past words on where the things of this clause were; whether there were any."""
        if self.word() == "back" and self.word(1) != "to":
            self.at += 1
            self.recall = replace(self.recall, back=True)
            return True
        return self.origin() or self.once_at()

    def origin(self) -> bool:
        """Past "in the container where they were located originally", "back to its original place", "where it was"."""
        if self.word() not in _PREPOSITIONS | {"back", "into", "onto", "inside", "where"}:
            return False
        begin = self.at
        side = self.find(self.book.places.sides)
        back = self.recall.back or self.word() == "back"
        self.at += side.length if side else 0
        original = False
        while self.word() in lx.DEFINITE | self.book.originals.original | {"same"}:
            original |= self.word() in self.book.originals.original
            self.at += 1
        keeper = self.word() in self.book.originals.keepers
        self.at += keeper
        relative = self.word() in ("where", "which", "that") or (self.word() in _PREPOSITIONS and keeper)
        told = relative and any(self.word(i) in ("they", "it") for i in (1, 2)) and self._was_soon()
        if not (told or (keeper and (original or back))):
            self.at = begin
            return False
        while self.word() in self.book.recalling or (self.word() in _PREPOSITIONS and self._filler_or_end(1)):
            self.at += 1
        self.recall = replace(self.recall, origin=True)
        return True

    def _was_soon(self) -> bool:
        return any(self.word(i) in ("were", "was", "had", "used", "came") for i in range(1, 5))

    def _filler_or_end(self, ahead: int) -> bool:
        return self.ends_clause(ahead) or self.word(ahead) in self.book.recalling

    def once_at(self) -> bool:
        """Past ", that were originally located in other containers,"; whether it stood here."""
        comma = 1 if self.word() == "," else 0
        was = self.find(self.book.originals.was, comma)
        if was is None:
            return False
        begin = self.at
        self.at += comma + was.length
        self.skip(self.book.originals.originally | self.book.originals.how)
        if self.find(self.book.places.sides) is None:
            self.at = begin
            return False
        self.take(self.book.places.sides)
        sources = self.once_there()
        self.skip(self.book.originals.originally)
        if comma and self.word() == ",":
            self.at += 1
        self.recall = replace(self.recall, sources=sources)
        return True

    def once_there(self) -> tuple[NounPhrase, ...]:
        """The furniture that things were in: named, or "other containers", which are those that were emptied."""
        ahead = 0
        others = False
        while self.word(ahead) in lx.DEFINITE | {"other", "different", "various", "all"}:
            others |= self.word(ahead) == "other"
            ahead += 1
        if self.word(ahead) in self.book.originals.keepers and self.spoken.emptied:
            self.at += ahead + 1
            self.recall = replace(self.recall, others=others)
            return self.spoken.emptied
        found = [self.noun_phrase(place=True, bare=None)]
        while self.word() == "and" and self.name(1 + (self.word(1) in lx.DEFINITE)):
            self.at += 1
            found.append(self.noun_phrase(place=True, bare=None))
        return tuple(found)

    def contents(self) -> tuple[NounPhrase, ...] | None:
        """Past "the contents of the shelf" or "all the previous contents"; None if it does not stand here."""
        ahead, original, owned = 0, False, False
        while self.word(ahead) in lx.DEFINITE | self.book.originals.original | {"all", "of"}:
            original |= self.word(ahead) in self.book.originals.original
            owned |= self.word(ahead) in ("its", "their")
            ahead += 1
        if self.word(ahead) not in self.book.nouns.contents or self.name(ahead):
            return None
        begin = self.at
        self.at += ahead + 1
        text = self.said(begin)
        if self.accept("of"):
            sources = self.once_there()
        elif owned and self.spoken.furniture is not None and self.spoken.emptied == ():
            sources = (self.spoken.furniture,)
        else:
            sources = self.spoken.emptied
        if not sources:
            self.at = begin + ahead
            raise self.unknown(self.at, place=False)
        everything = NounPhrase(text, count=None)
        if original:
            self.recall = replace(self.recall, sources=sources)
            return (everything,)
        return tuple(replace(everything, source=Place(Side.ANY, source)) for source in sources)
