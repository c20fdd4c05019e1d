# SPDX-License-Identifier: Apache-2.0
"""Which groups a label belongs to, surely, surely not or perhaps, and on whose word."""

from __future__ import annotations

from dataclasses import dataclass
from enum import auto
from functools import lru_cache

from makedo_core.enums import StrEnum
from makedo_core.ontology.taxonomy import Ontology
from makedo_core.ontology.tree import way_up
from makedo_core.ontology.wordnet import WordNet
from makedo_core.ontology.words import spaced

_REMEMBERED = 50_000  # pairs of a label and a group


class Belongs(StrEnum):
    """Whether a thing with some label belongs to a group."""

    IN = auto()
    OUT = auto()
    DOUBT = auto()


class MembershipSource(StrEnum):
    """On whose word."""

    CURATED = auto()  # the ontology and a user's own files
    WORDNET = auto()
    LABEL = auto()  # the last words of the label alone
    UNKNOWN = auto()  # nobody knows


@dataclass(frozen=True, slots=True)
class Membership:
    """Whether a label belongs to a group, and why.

    Attributes:
        label: of a node, e.g. "tuna_can".
        concept: the group as it was asked for, a class or a word for one.
        belongs: surely, surely not, or perhaps.
        source: whose word it is.
        path: classes from the label up to the group; of what is not in it, up to where the ways part.
    """

    label: str
    concept: str
    belongs: Belongs
    source: MembershipSource
    path: tuple[str, ...]


class Memberships:
    """Answers which labels belong to which groups. What the ontology states always counts."""

    def __init__(self, ontology: Ontology, wordnet: WordNet | None = None) -> None:
        """Hold the parts.

        Args:
            ontology: the curated classes.
            wordnet: the wide base below them; None: labels that nobody described are judged by their last words.
        """
        self.ontology = ontology
        self.wordnet = wordnet
        self.of = lru_cache(maxsize=_REMEMBERED)(self._of)

    def _of(self, label: str, concept: str) -> Membership:
        """Whether things with a label belong to a group.

        Args:
            label: of a node.
            concept: a class of the ontology, or any word for a group.
        """
        group = self.ontology.class_of(concept) or concept
        whole = self.ontology.class_of(label)
        head = whole or self.ontology.head(label)
        if spaced(label) == spaced(concept):
            return Membership(label, concept, Belongs.IN, MembershipSource.LABEL, (label,))
        if head is None or group not in self.ontology:
            return Membership(label, concept, Belongs.DOUBT, MembershipSource.UNKNOWN, (label,))
        source = MembershipSource.CURATED if whole else MembershipSource.LABEL
        belongs = Belongs.IN if self.ontology.is_a(head, group) else Belongs.OUT
        start = () if head == label else (label,)
        return Membership(label, concept, belongs, source, start + way_up(self.ontology.concepts, head, group))
