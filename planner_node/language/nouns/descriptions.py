# SPDX-License-Identifier: Apache-2.0
"""What is said of things behind their name: "for the kids", "that are dirty", "except the cans"."""

from __future__ import annotations

from dataclasses import replace

from planner_node.language.nouns.discourse import Discourse
from planner_node.language.nouns.noun_phrases import NounPhrases
from planner_node.language.reading.cursor import Cursor
from planner_node.language.reading.qualities import read_qualities, read_qualities_behind
from planner_node.language.reading.unknown import ends_name
from planner_node.language.request import NounPhrase
from planner_node.language.words import lexicon as lx


class Descriptions:
    """Reads what is said behind a name of the things themselves."""

    def __init__(self, cursor: Cursor, spoken: Discourse, phrases: NounPhrases) -> None:
        """Read with a cursor; `phrases` reads what is excepted."""
        self.cursor = cursor
        self.names, self.book = cursor.names, cursor.book
        self.spoken = spoken
        self.phrases = phrases

    def described(self, phrase: NounPhrase) -> NounPhrase:
        """What is said behind a name of the things themselves: whom for, what they look like, what is excepted."""
        while True:
            comma = 1 if self.cursor.word() == "," else 0
            if self.cursor.word() == "for" and self.cursor.word(1) not in lx.RECIPIENTS:
                phrase = replace(phrase, requirements=phrase.requirements | {self.for_whom()})
            elif self.cursor.find(self.book.nouns.excepted, comma) or (
                self.cursor.word(comma) == lx.BUT and not self.cursor.verb_at(comma + 1)
            ):
                self.cursor.at += comma
                phrase = replace(phrase, excluded=(*phrase.excluded, *self.excepted()))
            elif (being := self.cursor.find(self.book.places.being)) and self.book.adjectives.attribute(
                self.cursor.word(being.length)
            ):
                self.cursor.at += being.length
                phrase = self.phrases.with_class(
                    replace(phrase, attributes=phrase.attributes | read_qualities_behind(self.cursor))
                )
            elif being and self.book.adjectives.requirements.find(self.cursor.words, self.cursor.at + being.length):
                self.cursor.at += being.length
                phrase = replace(phrase, requirements=phrase.requirements | read_qualities(self.cursor).requirements)
            elif self.cursor.take(self.book.nouns.history):
                self.history()
            elif not (
                self.cursor.accept("as", "possible")
                or self.cursor.accept("as", "you", "can")
                or self.cursor.take(self.book.originals.just_moved)
            ):
                return phrase

    def history(self) -> None:
        """Past whom things were given to and the like; a scene graph does not know that."""
        begin = self.cursor.at
        self.cursor.skip(lx.ARTICLES)
        while self.cursor.word() and not (ends_name(self.cursor, self.cursor.at) or self.cursor.verb_at(0)):
            self.cursor.at += 1
        self.spoken.note(f"Nothing tells what became of things before; '{self.cursor.said(begin - 2)}' is left aside")

    def for_whom(self) -> str:
        """The requirement in "for the kids"."""
        begin = self.cursor.at
        self.cursor.at += 1
        self.cursor.skip(lx.ARTICLES | frozenset(lx.NUMBERS))
        whom = self.cursor.take(self.book.adjectives.requirements)
        if whom is None:
            self.cursor.at = begin
            raise self.cursor.stuck()
        return whom.value

    def excepted(self) -> list[NounPhrase]:
        """What must not be taken."""
        if not self.cursor.take(self.book.nouns.excepted):
            self.cursor.at += 1  # "but"
        excluded = [self.phrases.noun_phrase(bare=None)]
        while self.cursor.word() in ("and", "or") and not self.cursor.verb_at(1) and not self.cursor.ends_clause(1):
            self.cursor.at += 1
            self.cursor.take(self.book.nouns.excepted)
            excluded.append(self.phrases.noun_phrase(bare=None))
        return excluded
