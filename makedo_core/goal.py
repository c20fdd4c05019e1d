# SPDX-License-Identifier: Apache-2.0
"""Grounded goals: formulas over the facts of a scene graph."""

from __future__ import annotations

from dataclasses import dataclass

from makedo_core.skills import Literal


@dataclass(frozen=True, slots=True)
class Holds:
    """A literal must hold."""

    literal: Literal


@dataclass(frozen=True, slots=True)
class AllOf:
    """Every part must hold; an empty conjunction always does."""

    parts: tuple[Goal, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one part must hold; an empty disjunction never does."""

    parts: tuple[Goal, ...]


@dataclass(frozen=True, slots=True)
class AtLeast:
    """At least `count` of the objects must satisfy the literal, in which "?object" stands for the object."""

    count: int
    objects: tuple[str, ...]
    literal: Literal


Goal = Holds | AllOf | AnyOf | AtLeast
