# SPDX-License-Identifier: Apache-2.0
"""Which kinds a thing is of."""

from __future__ import annotations

import re
from collections.abc import Iterable

from makedo_core.danger.values import DangerBook, NamedThing, ThingKind
from makedo_core.ontology import Ontology

_PLURAL = r"(?:e?s)?"
_NOT_REAL = re.compile(
    r"\b(?:toy|pretend|fake|dummy|plush|imaginary|picture)"
    r"(?! (?:box|chest|basket|bin|bag|drawer|shelf|room|frame|book|kitchen)\b)\b"
)
"""What makes a thing none of what it is called: a toy knife is not sharp. A toy box is a box."""


class ThingKinds:
    """Tells which kinds things are of. Holds the answers."""

    def __init__(self, book: DangerBook, ontology: Ontology) -> None:
        self.book = book
        self.ontology = ontology
        self._known: dict[tuple[str, NamedThing], bool] = {}

    def has(self, name: str, thing: NamedThing | None) -> bool:
        """Whether a thing is of a kind; everything is of the kind "", also nothing."""
        if not name or thing is None:
            return not name
        key = (name, thing)
        if key not in self._known:
            self._known[key] = self._find(self.book.kinds[name], thing)
        return self._known[key]

    def any(self, name: str, things: Iterable[NamedThing]) -> bool:
        """Whether one of several things is of a kind; with the kind "" there may be none."""
        return not name or any(self.has(name, thing) for thing in things)

    def _find(self, kind: ThingKind, thing: NamedThing) -> bool:
        if _NOT_REAL.search(thing.words):
            return False
        if kind.marks and not any(said_of(mark, thing.words) for mark in kind.marks):
            return False
        if any(self._is_left_out(name, thing) for name in kind.but_not):
            return False
        traits = (kind.hazards, kind.materials, kind.qualities, kind.affordances)
        named = (*traits, kind.classes, kind.kinds, kind.words, kind.senses, kind.said)
        return not any(named) or self._is_one(kind, thing)

    def _is_left_out(self, name: str, thing: NamedThing) -> bool:
        if name in self.book.kinds:
            return self.has(name, thing)
        return self.ontology.is_a(thing.label, name)

    def _is_one(self, kind: ThingKind, thing: NamedThing) -> bool:
        known = self.ontology
        return (
            any(known.is_a(thing.label, name) for name in kind.classes)
            or bool(known.hazards(thing.label).intersection(kind.hazards))
            or bool(known.materials(thing.label).intersection(kind.materials))
            or bool(set(kind.materials).intersection(thing.words.split()))
            or bool(known.qualities(thing.label).intersection(kind.qualities))
            or bool(known.affordances(thing.label).intersection(kind.affordances))
            or any(known.means(thing.label, sense) for sense in kind.senses)
            or any(self.has(name, thing) for name in kind.kinds)
            or any(_called(word, thing.words) for word in kind.words)
            or any(said_of(word, thing.words) for word in kind.said)
        )


def _called(phrase: str, words: str) -> bool:
    """Whether words end in a phrase, also in the plural: a dog bed is called a bed, and no dog."""
    return phrase in words and re.search(rf"(?<![\w-]){re.escape(phrase)}{_PLURAL}$", words) is not None


def said_of(phrase: str, words: str) -> bool:
    """Whether words hold a phrase, also in the plural."""
    return phrase in words and re.search(rf"(?<![\w-]){re.escape(phrase)}{_PLURAL}(?![\w-])", words) is not None
