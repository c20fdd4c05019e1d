# SPDX-License-Identifier: Apache-2.0
"""Words on where things were before: "the previous contents of the shelf", "back in the container where they were"."""

from __future__ import annotations

from dataclasses import dataclass, replace

from planner_node.language.nouns.noun_phrases import NounPhrases
from planner_node.language.reading.cursor import Cursor
from planner_node.language.reading.unknown import unknown
from planner_node.language.referring.discourse import Discourse
from planner_node.language.things import NounPhrase, Place, Side
from planner_node.language.words import lexicon as lx

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


class Originals:
    """Reads what refers to the state before.

    Attributes:
        recall: what was said of it in the clause that is being read.
    """

    def __init__(self, cursor: Cursor, spoken: Discourse, phrases: NounPhrases) -> None:
        """Read with a cursor; `phrases` reads the furniture that things were in."""
        self.cursor = cursor
        self.names, self.book = cursor.names, cursor.book
        self.spoken = spoken
        self.phrases = phrases
        self.recall = Recall()

    def recalls(self) -> bool:
        """Advance past words on where the things of this clause were; whether there were any."""
        if self.cursor.word() == "back" and self.cursor.word(1) != "to":
            self.cursor.at += 1
            self.recall = replace(self.recall, back=True)
            return True
        return self.origin() or self.once_at()

    def origin(self) -> bool:
        """Past "in the container where they were located originally", "back to its original place", "where it was"."""
        if self.cursor.word() not in _PREPOSITIONS | {"back", "into", "onto", "inside", "where"}:
            return False
        begin = self.cursor.at
        side = self.cursor.find(self.book.places.sides)
        back = self.recall.back or self.cursor.word() == "back"
        self.cursor.at += side.length if side else 0
        original = False
        while self.cursor.word() in lx.DEFINITE | self.book.originals.original | {"same"}:
            original |= self.cursor.word() in self.book.originals.original
            self.cursor.at += 1
        keeper = self.cursor.word() in self.book.originals.keepers
        self.cursor.at += keeper
        relative = self.cursor.word() in ("where", "which", "that") or (self.cursor.word() in _PREPOSITIONS and keeper)
        bare = keeper and self.cursor.word() in ("they", "it")  # "to the container they were in"
        told = (bare or (relative and any(self.cursor.word(i) in ("they", "it") for i in (1, 2)))) and self._was_soon()
        if not (told or (keeper and (original or back))):
            self.cursor.at = begin
            return False
        while self.cursor.word() in self.book.recalling or (
            self.cursor.word() in _PREPOSITIONS and self._filler_or_end(1)
        ):
            self.cursor.at += 1
        self.recall = replace(self.recall, origin=True)
        return True

    def _was_soon(self) -> bool:
        return any(self.cursor.word(i) in ("were", "was", "had", "used", "came") for i in range(1, 5))

    def _filler_or_end(self, ahead: int) -> bool:
        return self.cursor.ends_clause(ahead) or self.cursor.word(ahead) in self.book.recalling

    def once_at(self) -> bool:
        """Past ", that were originally located in other containers,"; whether it stood here."""
        comma = 1 if self.cursor.word() == "," else 0
        was = self.cursor.find(self.book.originals.was, comma)
        if was is None:
            return False
        begin = self.cursor.at
        self.cursor.at += comma + was.length
        self.cursor.skip(self.book.originals.originally | self.book.originals.how)
        if self.cursor.find(self.book.places.sides) is None:
            self.cursor.at = begin
            return False
        self.cursor.take(self.book.places.sides)
        sources = self.once_there()
        self.cursor.skip(self.book.originals.originally)
        if comma and self.cursor.word() == ",":
            self.cursor.at += 1
        self.recall = replace(self.recall, sources=sources)
        return True

    def once_there(self) -> tuple[NounPhrase, ...]:
        """The furniture that things were in: named, or "other containers", which are those that were emptied."""
        ahead = 0
        others = False
        while self.cursor.word(ahead) in lx.DEFINITE | {"other", "different", "various", "all"}:
            others |= self.cursor.word(ahead) == "other"
            ahead += 1
        if self.cursor.word(ahead) in self.book.originals.keepers and self.spoken.emptied:
            self.cursor.at += ahead + 1
            self.recall = replace(self.recall, others=others)
            return self.spoken.emptied
        found = [self.phrases.noun_phrase(place=True, bare=None)]
        while self.cursor.word() == "and" and self.cursor.name(1 + (self.cursor.word(1) in lx.DEFINITE)):
            self.cursor.at += 1
            found.append(self.phrases.noun_phrase(place=True, bare=None))
        return tuple(found)

    def contents(self) -> tuple[NounPhrase, ...] | None:
        """Past "the contents of the shelf" or "all the previous contents"; None if it does not stand here."""
        ahead, original, owned = 0, False, False
        while self.cursor.word(ahead) in lx.DEFINITE | self.book.originals.original | {"all", "of"}:
            original |= self.cursor.word(ahead) in self.book.originals.original
            owned |= self.cursor.word(ahead) in ("its", "their")
            ahead += 1
        if self.cursor.word(ahead) not in self.book.nouns.contents or self.cursor.name(ahead):
            return None
        begin = self.cursor.at
        self.cursor.at += ahead + 1
        text = self.cursor.said(begin)
        if self.cursor.accept("of"):
            sources = self.once_there()
        elif owned and self.spoken.furniture is not None and self.spoken.emptied == ():
            sources = (self.spoken.furniture,)
        else:
            sources = self.spoken.emptied
        if not sources:
            self.cursor.at = begin + ahead
            raise unknown(self.cursor, self.cursor.at, place=False)
        everything = NounPhrase(text, count=None)
        if original:
            self.recall = replace(self.recall, sources=sources)
            return (everything,)
        return tuple(replace(everything, source=Place(Side.ANY, source)) for source in sources)
