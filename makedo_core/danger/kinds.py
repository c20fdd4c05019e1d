# SPDX-License-Identifier: Apache-2.0
"""Which kinds a thing is of."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from makedo_core.danger.values import DangerBook, NamedThing, ThingKind
from makedo_core.ontology import Ontology

_PLURAL = r"(?:e?s)?"
_NOT_REAL = re.compile(
    r"\b(?:toy|pretend|fake|dummy|plush|imaginary|picture)"
    r"(?! (?:box|chest|basket|bin|bag|drawer|shelf|room|frame|book|kitchen|toy)\b)(?= \w)"
)
"""What makes a thing none of what it is called: a toy knife is not sharp. A toy box is a box."""
_STUFFED = re.compile(r"\b(?:stuffed|cuddly)\b")  # a stuffed dog is a toy, and a stuffed pepper is none
_GENERIC = frozenset(
    "object item thing article product device gadget equipment appliance apparatus machine tool utensil instrument "
    "implement material substance liquid fluid surface container vessel receptacle goods piece element component "
    "compound agent place area location space zone unit furniture furnishing fixture base support good".split()
)
"""Nouns of no certain kind of things: what is said before them tells more."""
_REMEMBERED = 5_000  # things


@dataclass(frozen=True, slots=True)
class _Traits:
    """What is known of a thing: by its class, and by the words that it is called with (`ends`: the last of them)."""

    classes: frozenset[str]
    hazards: frozenset[str]
    materials: frozenset[str]
    qualities: frozenset[str]
    affordances: frozenset[str]
    parts: frozenset[str]
    ends: frozenset[str]
    is_generic: bool
    is_real: bool


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What a kind asks for, as sets: words also in the plural."""

    classes: frozenset[str]
    hazards: frozenset[str]
    materials: frozenset[str]
    qualities: frozenset[str]
    affordances: frozenset[str]
    words: frozenset[str]
    generic: frozenset[str]
    said: frozenset[str]
    marks: frozenset[str]
    classes_left_out: frozenset[str]
    kinds_left_out: tuple[str, ...]
    is_any: bool


class ThingKinds:
    """Tells which kinds things are of. Holds the answers."""

    def __init__(self, book: DangerBook, ontology: Ontology) -> None:
        self.book = book
        self.ontology = ontology
        self._known: dict[tuple[str, NamedThing], bool] = {}
        self._traits = lru_cache(maxsize=_REMEMBERED)(self._traits_of)
        self._wanted = lru_cache(maxsize=None)(self._wanted_of)

    def has(self, name: str, thing: NamedThing | None) -> bool:
        """Whether a thing is of a kind; everything is of the kind "", also nothing."""
        if not name or thing is None:
            return not name
        key = (name, thing)
        if key not in self._known:
            self._known[key] = self._find(name, thing)
        return self._known[key]

    def any(self, name: str, things: Iterable[NamedThing]) -> bool:
        """Whether one of several things is of a kind; with the kind "" there may be none."""
        return not name or any(self.has(name, thing) for thing in things)

    def _find(self, name: str, thing: NamedThing) -> bool:
        wanted, traits = self._wanted(name), self._traits(thing.label, thing.words)
        if not traits.is_real or (wanted.marks and wanted.marks.isdisjoint(traits.parts)):
            return False
        if not wanted.classes_left_out.isdisjoint(traits.classes):
            return False
        if any(self.has(left_out, thing) for left_out in wanted.kinds_left_out):
            return False
        return wanted.is_any or _is_one(wanted, traits) or self._is_by_others(self.book.kinds[name], thing)

    def _is_by_others(self, kind: ThingKind, thing: NamedThing) -> bool:
        """Whether a thing is of another kind that is one of this, or by what WordNet says."""
        means = self.ontology.means
        return any(self.has(name, thing) for name in kind.kinds) or any(means(thing.label, s) for s in kind.senses)

    def _traits_of(self, label: str, words: str) -> _Traits:
        known = self.ontology
        tokens = _apart(words).split()
        spans = {(a, b) for a in range(len(tokens)) for b in range(a + 1, len(tokens) + 1)}
        return _Traits(
            known.ancestors(label),
            known.hazards(label),
            known.materials(label),
            known.qualities(label),
            known.affordances(label),
            frozenset(" ".join(tokens[a:b]) for a, b in spans),
            frozenset(" ".join(tokens[a:]) for a in range(len(tokens))),
            len(tokens) > 1 and (tokens[-1] in _GENERIC or tokens[-1].removesuffix("s") in _GENERIC),
            _NOT_REAL.search(words) is None and not ("toy" in known.ancestors(label) and _STUFFED.search(words)),
        )

    def _wanted_of(self, name: str) -> _Wanted:
        kind = self.book.kinds[name]
        traits = (kind.hazards, kind.materials, kind.qualities, kind.affordances)
        left_out = tuple(n for n in kind.but_not if n in self.book.kinds)
        return _Wanted(
            frozenset(kind.classes),
            frozenset(kind.hazards),
            frozenset(kind.materials),
            frozenset(kind.qualities),
            frozenset(kind.affordances),
            _forms(kind.words),
            _forms(kind.generic),
            _forms(kind.said),
            _forms(kind.marks),
            frozenset(kind.but_not) - frozenset(left_out),
            left_out,
            not any((*traits, kind.classes, kind.kinds, kind.words, kind.senses, kind.generic, kind.said)),
        )


def _is_one(wanted: _Wanted, traits: _Traits) -> bool:
    """Whether a thing is of a kind by its class or by what it is called."""
    return not (
        wanted.classes.isdisjoint(traits.classes)
        and wanted.hazards.isdisjoint(traits.hazards)
        and wanted.materials.isdisjoint(traits.materials)
        and wanted.materials.isdisjoint(traits.parts)
        and wanted.qualities.isdisjoint(traits.qualities)
        and wanted.affordances.isdisjoint(traits.affordances)
        and wanted.words.isdisjoint(traits.ends)  # a dog bed is called a bed, and no dog
        and wanted.said.isdisjoint(traits.parts)
        and (not traits.is_generic or wanted.generic.isdisjoint(traits.parts))
    )


def _apart(words: str) -> str:
    """Words in which "baby's" is two: what is said of the baby is said of it."""
    return words.replace("'s ", " 's ")


def _forms(phrases: Iterable[str]) -> frozenset[str]:
    """Phrases in the singular and in the plural."""
    return frozenset(_apart(f"{phrase}{end} ").strip() for phrase in phrases for end in ("", "s", "es"))


def said_of(phrase: str, words: str) -> bool:
    """Whether words hold a phrase, also in the plural."""
    return phrase in words and re.search(rf"(?<![\w-]){re.escape(phrase)}{_PLURAL}(?![\w-])", words) is not None
