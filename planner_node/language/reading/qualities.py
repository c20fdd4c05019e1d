# SPDX-License-Identifier: Apache-2.0
"""What things must be or look like: "for kids", "red", "dirty"; and adjectives that change nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace

from planner_node.language.reading.cursor import Cursor
from planner_node.language.things import NounPhrase, Superlative
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name


@dataclass(frozen=True, slots=True)
class Qualities:
    """What was said of things before their name.

    Attributes:
        requirements: what each must be, e.g. "kid_safe".
        attributes: what each must look like, e.g. "red".
        original: whether those of before are meant ("the previous contents").
        needed: whether what is needed for something is meant ("the necessary parts").
        other: whether those that were not spoken of are meant ("the other mug").
        superlative: which of all those are meant ("the biggest").
    """

    requirements: frozenset[str] = frozenset()
    attributes: frozenset[str] = frozenset()
    original: bool = False
    needed: bool = False
    other: bool = False
    superlative: Superlative | None = None

    def with_more(self, more: Qualities) -> Qualities:
        """What was said, with what was said besides."""
        return replace(
            self,
            requirements=self.requirements | more.requirements,
            attributes=self.attributes | more.attributes,
            other=self.other or more.other,
            superlative=more.superlative or self.superlative,
        )


def read_qualities(cursor: Cursor) -> Qualities:
    """Advance past adjectives, commas between them included."""
    found = Qualities()
    adjectives, before = cursor.book.adjectives, cursor.book.originals.original
    unspecific = adjectives.plain | before
    while True:
        named, follows = cursor.name(), cursor.name(1)
        requirement = cursor.find(adjectives.requirements)
        looks = cursor.attribute()
        if requirement is not None and not (named and named.length > requirement.length):
            found = replace(found, requirements=found.requirements | {requirement.value})
            cursor.at += requirement.length
        elif looks is not None and (named is None or _is_taken_apart(cursor, named, follows, looks)):
            found = replace(found, attributes=found.attributes | {looks})
            cursor.at += 1
        elif named is None and cursor.word() in cursor.book.nouns.others:
            found = replace(found, other=True)
            cursor.at += 1
        elif named is None and (superlative := read_superlative(cursor)) is not None:
            found = replace(found, superlative=superlative)
        elif named is None and cursor.word() == "only" and cursor.word(-1) in lx.DEFINITE and _describes(cursor):
            cursor.at += 1  # "the only clean mug"
        elif named is None and cursor.word() in unspecific:
            original, needed = cursor.word() in before, cursor.word() in adjectives.needed
            found = replace(found, original=found.original or original, needed=found.needed or needed)
            cursor.at += 1
        elif found.attributes and cursor.word() == "," and cursor.attribute(1):
            cursor.at += 1  # "the big, red ball"
        else:
            return found


def _describes(cursor: Cursor) -> bool:
    """Whether a look or a name stands behind the word at the position."""
    return cursor.attribute(1) is not None or cursor.name(1) is not None


def _is_taken_apart(cursor: Cursor, whole: Name, rest: Name | None, looks: str) -> bool:
    """Whether a name that begins with an attribute is a thing with it: an empty can, where a can is empty."""
    if rest is None:
        return False
    if whole.length == 1 or rest.length >= whole.length:  # "the empty tin can" is no empty tin
        return True
    same = rest.length == whole.length - 1 and not cursor.names.is_present(whole)
    return same and cursor.names.here.looks_so(NounPhrase("", rest.concept), frozenset({looks}))


def read_superlative(cursor: Cursor) -> Superlative | None:
    """Past "biggest", "second biggest" or the "larger" of "the larger box"; None if it does not stand here."""
    ordinal = cursor.find(cursor.book.adjectives.ordinals)
    ahead = ordinal.length if ordinal else 0
    most = cursor.find(cursor.book.superlatives, ahead)
    more = cursor.find(cursor.book.comparatives, ahead) if most is None else None
    found = most or more
    if found is None or cursor.word(ahead + found.length) == "than":
        return None
    begin = cursor.at
    cursor.at += ahead + found.length
    measure, largest = found.value
    rank = ordinal.value if ordinal is not None and ordinal.value is not None else 1
    return Superlative(measure, largest, cursor.said(begin), rank)


def read_qualities_behind(cursor: Cursor) -> frozenset[str]:
    """Past attributes behind "that are": "dirty", "red and small"."""
    found: set[str] = set()
    while (looks := cursor.attribute()) is not None:
        found.add(looks)
        cursor.at += 1
        if cursor.word() in (",", "and") and cursor.attribute(1) and cursor.name(1) is None:
            cursor.at += 1
    return frozenset(found)
