# SPDX-License-Identifier: Apache-2.0
"""What preferences are made of: traits of things, and a place with the reason for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import auto

from makedo_core.enums import StrEnum
from makedo_core.failure import MakedoError


class PreferencesError(MakedoError):
    """Examples or knowledge that cannot be used; the message says which and what would be right."""


class TraitSource(StrEnum):
    """Who says that a thing has a trait."""

    CLASS = auto()  # the ontology: it is a toy
    PROPERTY = auto()  # what is said of things besides what they are: it is of wood
    WORDNET = auto()  # a more general noun
    WORD = auto()  # a word of its name


@dataclass(frozen=True, slots=True, order=True)
class Trait:
    """Something that several things may have in common.

    Attributes:
        source: who says so.
        respect: in which respect things are compared by it: a thing's classes are one, its words another.
        name: of a class, a property, a noun or a word.
    """

    source: TraitSource
    respect: str
    name: str


Traits = Mapping[Trait, float]
"""Traits of a thing, each with how sure it is, above 0 and at most 1."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A trait that speaks for a place.

    Attributes:
        trait: what the thing has in common with examples.
        weight: how much it counts, above 0.
        like: the examples of the place that have it.
    """

    trait: Trait
    weight: float
    like: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PreferredPlace:
    """Where a thing belongs, by the examples.

    Attributes:
        thing: its label.
        place: one of those that the examples name; None: nothing speaks for any, or as much for two.
        reasons: what speaks for the place, strongest first.
        lead: by how much more speaks for it than for the next, as a share of what speaks for it, 0 to 1.
    """

    thing: str
    place: str | None
    reasons: tuple[Reason, ...] = ()
    lead: float = 0.0
