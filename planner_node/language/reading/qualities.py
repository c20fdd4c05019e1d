# SPDX-License-Identifier: Apache-2.0
"""What things must be or look like: "for kids", "red", "dirty"; and adjectives that change nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace

from planner_node.language.reading.cursor import Cursor


@dataclass(frozen=True, slots=True)
class Qualities:
    """What was said of things before their name.

    Attributes:
        requirements: what each must be, e.g. "kid_safe".
        attributes: what each must look like, e.g. "red".
        original: whether those of before are meant ("the previous contents").
        needed: whether what is needed for something is meant ("the necessary parts").
    """

    requirements: frozenset[str] = frozenset()
    attributes: frozenset[str] = frozenset()
    original: bool = False
    needed: bool = False

    def with_more(self, more: Qualities) -> Qualities:
        """What was said, with what was said besides."""
        return replace(
            self, requirements=self.requirements | more.requirements, attributes=self.attributes | more.attributes
        )


def read_qualities(cursor: Cursor) -> Qualities:
    """Advance past adjectives, commas between them included."""
    requirements: set[str] = set()
    attributes: set[str] = set()
    original = needed = False
    adjectives, before = cursor.book.adjectives, cursor.book.originals.original
    unspecific = adjectives.plain | before | adjectives.superlatives
    while True:
        named, follows = cursor.name(), cursor.name(1)
        requirement = cursor.find(adjectives.requirements)
        looks = adjectives.attribute(cursor.word())
        if requirement is not None and not (named and named.length > requirement.length):
            requirements.add(requirement.value)
            cursor.at += requirement.length
        elif looks is not None and (named is None or (named.length == 1 and follows)):
            attributes.add(looks)
            cursor.at += 1
        elif named is None and cursor.word() in unspecific:
            original |= cursor.word() in before
            needed |= cursor.word() in adjectives.needed
            cursor.at += 1
        elif attributes and cursor.word() == "," and adjectives.attribute(cursor.word(1)):
            cursor.at += 1  # "the big, red ball"
        else:
            return Qualities(frozenset(requirements), frozenset(attributes), original, needed)


def read_qualities_behind(cursor: Cursor) -> frozenset[str]:
    """Past attributes behind "that are": "dirty", "red and small"."""
    found: set[str] = set()
    while (looks := cursor.book.adjectives.attribute(cursor.word())) is not None:
        found.add(looks)
        cursor.at += 1
        if (
            cursor.word() in (",", "and")
            and cursor.book.adjectives.attribute(cursor.word(1))
            and cursor.name(1) is None
        ):
            cursor.at += 1
    return frozenset(found)
