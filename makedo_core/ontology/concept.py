# SPDX-License-Identifier: Apache-2.0
"""What an ontology is made of: classes of things, relations, the statements behind them, and what can be wrong."""

from __future__ import annotations

from dataclasses import dataclass
from enum import auto
from typing import Protocol

from makedo_core.enums import StrEnum
from makedo_core.failure import MakedoError


class OntologyError(MakedoError):
    """An ontology that cannot be read or contradicts itself."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One fact as it was written down: subject, property and value by their short names, e.g. cola_can, hazard, hot."""

    subject: str
    property: str
    value: str


class ContradictionError(OntologyError):
    """Statements that cannot all hold.

    Attributes:
        statements: the ones involved, so that a reader of files can say where they are.
    """

    def __init__(self, message: str, *statements: Statement) -> None:
        super().__init__(message)
        self.statements = statements


class Belongs(StrEnum):
    """Whether a thing with some label belongs to a group."""

    IN = auto()
    OUT = auto()
    DOUBT = auto()


@dataclass(frozen=True, slots=True)
class Concept:
    """A class of things, as it was written down; what its parents say holds for it too.

    Attributes:
        id: its name, also the label of scene graph nodes, e.g. "cola_can".
        parents: more general classes.
        synonyms: other words for it.
        plurals: irregular plurals; the name itself if it has no other ("scissors", "popcorn").
        breadth: cost of letting one member stand in for another; None: members may not.
        qualities: e.g. "edible", "kid_safe".
        hazards: e.g. "alcoholic", "sharp".
        affordances: what can be done with it, e.g. "openable".
        materials: what it is mostly made of, e.g. "glass".
        occasions: what it suits, e.g. "party".
        usually_at: classes of furniture where it is worth looking for.
        disposed_in: classes of furniture where it goes when it is thrown away.
        washed_in: classes of furniture where it goes when it is dirty: where it is washed, or waits to be.
        phrase: how people say it, e.g. "something to eat"; empty: its name with an article.
        senses: the same in WordNet, by sense keys, e.g. "tool%1:06:00"; what WordNet puts below belongs to the class.
        perhaps_senses: what WordNet puts below these may belong to the class.
        modifiers: first words of labels that make a thing a member, e.g. "toy" in "toy_banana", which is no banana.
        perhaps_modifiers: first words that may make it one, e.g. "broken" for waste.
        perhaps: groups that its members may be counted among, e.g. fruit among the snacks.
    """

    id: str
    parents: tuple[str, ...] = ()
    synonyms: tuple[str, ...] = ()
    plurals: tuple[str, ...] = ()
    breadth: float | None = None
    qualities: frozenset[str] = frozenset()
    hazards: frozenset[str] = frozenset()
    affordances: frozenset[str] = frozenset()
    materials: frozenset[str] = frozenset()
    occasions: frozenset[str] = frozenset()
    usually_at: tuple[str, ...] = ()
    disposed_in: tuple[str, ...] = ()
    washed_in: tuple[str, ...] = ()
    phrase: str = ""
    senses: tuple[str, ...] = ()
    perhaps_senses: tuple[str, ...] = ()
    modifiers: tuple[str, ...] = ()
    perhaps_modifiers: tuple[str, ...] = ()
    perhaps: tuple[str, ...] = ()


class LabelClasses(Protocol):
    """Knows classes of labels that nobody described, and groups that no class is."""

    def classes(self, label: str) -> frozenset[str]:
        """All described classes that things with a label surely belong to."""

    def holds(self, label: str, group: str) -> bool:
        """Whether things with a label surely belong to a group, a class or any word for one."""

    def means(self, label: str, sense: str) -> bool:
        """Whether what a label most often means lies below a meaning, given by its key."""

    def is_compound(self, words: str) -> bool:
        """Whether several words are one name of things, e.g. "gas tank"."""

    def akin(self, word: str, other: str) -> bool | None:
        """Whether two words have a meaning of things in common or nearly so; None if one of them is unknown."""

    def group_called(self, word: str) -> str | None:
        """The singular of a word that no class is called if it names a group of things; else None."""


@dataclass(frozen=True, slots=True)
class StatedRelation:
    """A relation that a literal can state, as it was written down.

    Attributes:
        id: its name, also the name of a predicate, e.g. "on".
        weaker: relations that follow from it, e.g. "supported_by".
        looseness: how far it is from saying exactly where; grows from each relation to the weaker ones.
        words: the relation in plain words, e.g. "resting on".
    """

    id: str
    weaker: tuple[str, ...] = ()
    looseness: float = 0.0
    words: str = ""


@dataclass(frozen=True, slots=True)
class FunctionalClass:
    """The narrowest class whose members may stand in for each other that two classes share."""

    id: str
    breadth: float
