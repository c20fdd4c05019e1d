# SPDX-License-Identifier: Apache-2.0
"""Reads who is meant: "Anna", "the waving person", "a man wearing a red coat", "everybody", "them".

What tells a person apart becomes attributes of the noun phrase: "waving", "wearing_red_coat". Whether anybody is like
that, grounding finds out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from planner_node.language.phrasebook import Phrasebook
from planner_node.language.things import NounPhrase
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Names
from planner_node.language.words.phrases import Found, Phrases

PERSON = "person"
_BEING = (("who", "is"), ("who", "are"), ("that", "is"), ("that", "are"), ("who", "s"), ("who's",), ("that's",))
_INDEFINITE = frozenset({"a", "an", "any", "some"})
_LONGEST = 24  # words of a person
_EVERY = frozenset({"all", "every", "each"})


@dataclass(frozen=True, slots=True)
class PersonRead:
    """Somebody who was read.

    Attributes:
        phrase: who.
        length: how many words that took.
        is_pronoun: whether it stands for somebody who was spoken of before.
    """

    phrase: NounPhrase
    length: int
    is_pronoun: bool = False


def read_person(words: Sequence[str], at: int, names: Names, book: Phrasebook) -> PersonRead | None:
    """The person who is spoken of at a position; None if none is.

    Args:
        words: of the instruction.
        at: index of the first word.
        names: what the scene has.
        book: words for people.
    """
    return _reader(words, at, names, book).read(0)


def named_person(word: str) -> NounPhrase:
    """Somebody whom the scene does not know, by a name."""
    return NounPhrase(word.capitalize(), PERSON, None, 1, definite=True, attributes=frozenset({f"named_{word}"}))


def qualities_of_people(words: Sequence[str], at: int, names: Names, book: Phrasebook) -> tuple[frozenset[str], int]:
    """How people are, said without a noun: "sitting", "wearing red shirts"; with how many words that took."""
    return _reader(words, at, names, book).behind(0)


def _reader(words: Sequence[str], at: int, names: Names, book: Phrasebook) -> _Reader:
    """A look at the words from an index on, as far as a person takes words at most."""
    said = tuple(words[at : at + _LONGEST])
    return _Reader(tuple("their" if w in ("his", "her") else w for w in said), said, names, book)


@dataclass(frozen=True, slots=True)
class _Reader:
    """One look at the words; `normal` has "their" for "his" and "her"."""

    normal: tuple[str, ...]
    said: tuple[str, ...]
    names: Names
    book: Phrasebook

    def word(self, at: int) -> str:
        return self.normal[at] if at < len(self.normal) else ""

    def find(self, table: Phrases[str], at: int) -> Found[str] | None:
        return table.find(self.normal, at)

    def read(self, at: int) -> PersonRead | None:
        people = self.book.people
        if self.said[at : at + 1] and self.said[at] in people.pronouns:
            return PersonRead(NounPhrase(self.said[at], PERSON), 1, is_pronoun=True)
        for table, count in ((people.somebody, 1), (people.everybody, None)):
            if found := table.find(self.normal, at):
                return self.told_apart(at, at + found.length, NounPhrase("", PERSON, None, count))
        before = int(self.word(at) == "the" and self.find(people.kinds, at + 1) is None)  # "the nurse" who is here
        named = self.names.match(self.said, at + before)
        if named is not None and named.node_id is not None and self.names.is_person(named):
            length = before + named.length
            text = " ".join(self.said[at : at + length])
            phrase = NounPhrase(text if before else text.title(), PERSON, named.node_id, definite=True)
            attributes, behind = self.behind(at + length)
            return PersonRead(replace(phrase, attributes=attributes), length + behind)
        return self.described(at)

    def described(self, at: int) -> PersonRead | None:
        """An article, how the person is, a noun, and how the person is."""
        begin, definite, count = at, False, 1
        every = False
        while self.word(at) in lx.ARTICLES | _INDEFINITE | _EVERY or self.word(at) == "of":
            definite |= self.word(at) in lx.DEFINITE
            every |= self.word(at) in _EVERY
            at += 1
        before, at = self.before(at)
        kind = self.find(self.book.people.kinds, at)
        if kind is None or (kind.value == PERSON and self.word(at) in ("one", "ones") and not before):
            return None
        plural = self.word(at + kind.length - 1).endswith(("s", "men", "people", "children", "elderly"))
        attributes = before if kind.value == PERSON else before | {kind.value}
        phrase = NounPhrase("", PERSON, None, None if plural or every else count, definite, attributes=attributes)
        return self.told_apart(begin, at + kind.length, phrase)

    def told_apart(self, begin: int, at: int, phrase: NounPhrase) -> PersonRead:
        """The phrase with what is said behind the noun."""
        more, length = self.behind(at)
        end = at + length
        text = " ".join(self.said[begin:end])
        return PersonRead(replace(phrase, text=text, attributes=phrase.attributes | more), end - begin)

    def before(self, at: int) -> tuple[frozenset[str], int]:
        """How a person is, in front of the noun, and where the noun begins."""
        found: set[str] = set()
        people = self.book.people
        while True:
            quality = self.find(people.gestures, at) or self.find(people.poses, at)
            if quality is not None and self.find(people.kinds, at) is None:
                found.add(quality.value)
                at += quality.length
            elif self.word(at) in people.most:
                found.add(self.word(at))
                at += 1
            else:
                return frozenset(found), at

    def behind(self, at: int) -> tuple[frozenset[str], int]:
        """How a person is, behind the noun, and how many words that took."""
        begin, found = at, set[str]()
        while True:
            being = next((len(b) for b in _BEING if self.normal[at : at + len(b)] == b), 0)
            being += self.word(at + being) in ("is", "are") and not being
            quality = self.find(self.book.people.gestures, at + being) or self.find(self.book.people.poses, at + being)
            clothes = None if quality else self.clothes(at + being)
            joined = self.word(at) == "and" and found
            if quality is not None:
                found.add(quality.value)
                at += being + quality.length
            elif clothes is not None:
                found |= clothes[0]
                at += being + clothes[1]
            elif joined and (again := self.behind_one(at + 1)) is not None:
                found |= again[0]
                at += 1 + again[1]
            else:
                return frozenset(found), at - begin

    def behind_one(self, at: int) -> tuple[frozenset[str], int] | None:
        """One more quality behind "and"; None if none stands there."""
        quality = self.find(self.book.people.gestures, at) or self.find(self.book.people.poses, at)
        if quality is not None:
            return frozenset({quality.value}), quality.length
        return self.clothes(at)

    def clothes(self, at: int) -> tuple[frozenset[str], int] | None:
        """What somebody has on, behind "wearing" and the like; None if nothing is said of that."""
        wearing = self.book.people.wearing.find(self.normal, at)
        if wearing is None:
            return None
        begin = at
        at += wearing.length
        while self.word(at) in _INDEFINITE | {"the"}:
            at += 1
        colour = self.book.adjectives.attribute(self.word(at))
        at += colour is not None
        garment = self.find(self.book.people.garments, at)
        if garment is None and colour is None:
            return None
        length = garment.length if garment else 0
        parts = [p for p in (colour, garment.value if garment else None) if p]
        return frozenset({"_".join(("wearing", *parts))}), at + length - begin
