# SPDX-License-Identifier: Apache-2.0
"""What clause readers that still inherit find under `self`: each name leads to the reader that is held."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from planner_node.language.nouns.discourse import Discourse
from planner_node.language.nouns.groups import Group
from planner_node.language.nouns.nouns import Nouns
from planner_node.language.nouns.originals import Recall
from planner_node.language.phrasebook import Phrasebook
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.reading.quantities import SOME
from planner_node.language.reading.unknown import unknown
from planner_node.language.request import NounPhrase, Place, Side
from planner_node.language.words.naming import Name, Names
from planner_node.language.words.phrases import Found, Phrases, T


class HoldsNouns:
    """Holds one reader of nouns."""

    def __init__(self, words: Sequence[str], names: Names, book: Phrasebook) -> None:
        """Stand before the first word."""
        self.nouns = Nouns(words, names, book)
        self.cursor = self.nouns.cursor
        self.words = self.cursor.words
        self.names = names
        self.book = book

    @property
    def at(self) -> int:
        """As of the reader that is held."""
        return self.cursor.at

    @at.setter
    def at(self, value: int) -> None:
        self.cursor.at = value

    @property
    def recall(self) -> Recall:
        """As of the reader that is held."""
        return self.nouns.originals.recall

    @recall.setter
    def recall(self, value: Recall) -> None:
        self.nouns.originals.recall = value

    @property
    def spoken(self) -> Discourse:
        """What was spoken of so far."""
        return self.nouns.spoken

    def word(self, ahead: int = 0) -> str:
        """As `cursor.word`."""
        return self.cursor.word(ahead)

    def name(self, ahead: int = 0) -> Name | None:
        """As `cursor.name`."""
        return self.cursor.name(ahead)

    def find(self, table: Phrases[T], ahead: int = 0) -> Found[T] | None:
        """As `cursor.find`."""
        return self.cursor.find(table, ahead)

    def take(self, table: Phrases[T]) -> Found[T] | None:
        """As `cursor.take`."""
        return self.cursor.take(table)

    def accept(self, *words: str) -> bool:
        """As `cursor.accept`."""
        return self.cursor.accept(*words)

    def skip(self, words: Collection[str]) -> None:
        """As `cursor.skip`."""
        self.cursor.skip(words)

    def said(self, begin: int) -> str:
        """As `cursor.said`."""
        return self.cursor.said(begin)

    def ends_clause(self, ahead: int = 0) -> bool:
        """As `cursor.ends_clause`."""
        return self.cursor.ends_clause(ahead)

    def when_finished(self, ahead: int = 0) -> int:
        """As `cursor.when_finished`."""
        return self.cursor.when_finished(ahead)

    def at_last(self, ahead: int = 0) -> int:
        """As `cursor.at_last`."""
        return self.cursor.at_last(ahead)

    def stuck(self) -> NotUnderstoodError:
        """As `cursor.stuck`."""
        return self.cursor.stuck()

    def verb_at(self, ahead: int) -> bool:
        """As `cursor.verb_at`."""
        return self.cursor.verb_at(ahead)

    def side(self, ahead: int = 0) -> Found[Side] | None:
        """As `cursor.side`."""
        return self.cursor.side(ahead)

    def ends_particle(self) -> bool:
        """As `cursor.ends_particle`."""
        return self.cursor.ends_particle()

    def ends_place(self, ahead: int) -> bool:
        """As `cursor.ends_place`."""
        return self.cursor.ends_place(ahead)

    def place_follows(self, ahead: int = 0) -> bool:
        """As `cursor.place_follows`."""
        return self.cursor.place_follows(ahead)

    def unknown(self, begin: int, place: bool) -> NotUnderstoodError:
        """As `unknown`."""
        return unknown(self.cursor, begin, place)

    def note(self, text: str) -> None:
        """As `nouns.spoken.note`."""
        self.nouns.spoken.note(text)

    def noun_phrase(self, place: bool = False, bare: int | None = SOME) -> NounPhrase:
        """As `nouns.phrases.noun_phrase`."""
        return self.nouns.phrases.noun_phrase(place, bare)

    def meet(self, begin: int) -> None:
        """As `nouns.phrases.meet`."""
        self.nouns.phrases.meet(begin)

    def described(self, phrase: NounPhrase) -> NounPhrase:
        """As `nouns.descriptions.described`."""
        return self.nouns.descriptions.described(phrase)

    def tells_purpose(self) -> bool:
        """As `nouns.kits.tells_purpose`."""
        return self.nouns.kits.tells_purpose()

    def place(self, table: Phrases[Side] | None = None) -> Place:
        """As `nouns.places.place`."""
        return self.nouns.places.place(table)

    def source_list(self) -> list[Place]:
        """As `nouns.places.source_list`."""
        return self.nouns.places.source_list()

    def where_served(self, whom: NounPhrase, attached: Place | None, side: Side = Side.ANY) -> Place:
        """As `nouns.places.where_served`."""
        return self.nouns.places.where_served(whom, attached, side)

    def attached_room(self) -> Place | None:
        """As `nouns.places.attached_room`."""
        return self.nouns.places.attached_room()

    def in_room(self, phrase: NounPhrase) -> bool:
        """As `nouns.places.in_room`."""
        return self.nouns.places.in_room(phrase)

    def group(self, bare: int | None = SOME) -> Group:
        """As `nouns.group`."""
        return self.nouns.group(bare)

    def more_of(self, things: tuple[NounPhrase, ...]) -> tuple[NounPhrase, ...] | None:
        """As `nouns.more_of`."""
        return self.nouns.more_of(things)

    def one_place(self, bare: int | None = None) -> NounPhrase:
        """As `nouns.one_place`."""
        return self.nouns.one_place(bare)

    def ends_pronoun(self) -> bool:
        """As `nouns.ends_pronoun`."""
        return self.nouns.ends_pronoun()

    def things(self, bare: int | None = SOME) -> tuple[NounPhrase, ...]:
        """As `nouns.things`."""
        return self.nouns.things(bare)

    def thing(self, bare: int | None) -> tuple[NounPhrase, ...]:
        """As `nouns.thing`."""
        return self.nouns.thing(bare)

    def articled(self, before: NounPhrase, things: tuple[NounPhrase, ...]) -> tuple[NounPhrase, ...]:
        """As `nouns.articled`."""
        return self.nouns.articled(before, things)

    def continues(self) -> bool:
        """As `nouns.continues`."""
        return self.nouns.continues()
