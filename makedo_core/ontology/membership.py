# SPDX-License-Identifier: Apache-2.0
"""Which groups a label belongs to, surely, surely not or perhaps, and on whose word."""

from __future__ import annotations

from dataclasses import dataclass
from enum import auto
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

from makedo_core.enums import StrEnum
from makedo_core.ontology.concept import Belongs
from makedo_core.ontology.taxonomy import Ontology
from makedo_core.ontology.tree import way_up
from makedo_core.ontology.wordnet import LEAST_LIKENESS, WideBase, WordNet
from makedo_core.ontology.words import plural, spaced, tails

__all__ = [
    "Belongs",
    "Membership",
    "MembershipSource",
    "Memberships",
    "memberships_of",
    "verbs_of",
    "with_wordnet",
    "wordnet_of",
]

CONTAINER, PACK, CONSUMABLE, FOOD, DRINK = "container", "sealed_pack", "consumable", "food", "drink"
"""Classes: what things are kept in, what they are sold in, and what can be inside and be asked for by its name."""
_POURED = ("medicine", "toiletry", "washing_product", "cleaning_supply")
"""Classes of what is nowhere without what it is sold in."""
_STUFFED = "stuffed"

_REMEMBERED = 50_000  # pairs of a label and a group


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


class _Judged(NamedTuple):
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
        self.base = WideBase(ontology, wordnet) if wordnet is not None else None
        self.of = lru_cache(maxsize=_REMEMBERED)(self._of)
        self.classes = lru_cache(maxsize=_REMEMBERED)(self._classes)

    def holds(self, label: str, group: str) -> bool:
        """Whether things with a label surely belong to a group."""
        return self.of(label, group).belongs is Belongs.IN

    def means(self, label: str, sense: str) -> bool:
        """Whether what a label most often means lies below a meaning, given by its key."""
        return self.base is not None and self.base.means(label, sense)

    def is_compound(self, words: str) -> bool:
        """Whether several words are one name of things, e.g. "gas tank"."""
        return self.base is not None and " " in words and self.base.noun(words) == words

    def is_noun(self, word: str) -> bool:
        """Whether a word names things, as far as WordNet knows."""
        return self.base is not None and self.base.noun(word) == spaced(word)

    def akin(self, word: str, other: str) -> bool | None:
        """Whether two words have a meaning of things in common or nearly so; None if WordNet lacks one of them."""
        concept = self.ontology.head(other)
        if self.base is None or concept is None or self.base.noun(word) != spaced(word):
            return None
        return self.base.likeness(spaced(word), concept) >= LEAST_LIKENESS

    def group_called(self, word: str) -> str | None:
        """The singular of a word that no class is called if WordNet knows it for a group of things; else None."""
        return self.base.wordnet.singular(word) if self.base is not None and self.base.group(word) else None

    def _classes(self, label: str) -> frozenset[str]:
        """All described classes that things with a label surely belong to."""
        whole = self.ontology.class_of(label)
        if whole is not None:
            return self.ontology.ancestors(whole)
        first, _, rest = spaced(label).partition(" ")
        near = {self._modifiers[first]} if self._is_made_of(first, rest) else set()
        near |= {self.ontology.names[tail] for tail in tails(label) if tail in self.ontology.names}
        content = spaced(label).rpartition(" ")[0]
        near |= self.classes(content) if content else frozenset()
        above = {a for c in near for a in self.ontology.ancestors(c)}
        noun = self.base.noun(label) if self.base is not None else None
        if self.base is not None and noun is not None:
            above |= self.base.classes(noun)
        return frozenset(c for c in above if c in self.ontology and self.holds(label, c))

    def _of(self, label: str, concept: str) -> Membership:
        """Whether things with a label belong to a group.

        Args:
            label: of a node.
            concept: a class of the ontology, or any word for a group.
        """
        group = self.ontology.class_of(concept) or spaced(concept)
        whole = self.ontology.class_of(label)
        if group == (whole or spaced(label)):
            judged = _Judged(Belongs.IN, MembershipSource.CURATED if whole else MembershipSource.LABEL, ())
        elif whole is not None:
            judged = self._described(whole, group)
        else:
            judged = self._by_noun(label, group)
        steps = (label, *judged.path)
        path = (label, *(step for below, step in pairwise(steps) if spaced(step) != spaced(below)))
        return Membership(label, concept, judged.belongs, judged.source, path)

    def _described(self, concept: str, group: str) -> _Judged:
        """Of a label that names a class: the ontology decides; WordNet, whether it is in a group that is no class."""
        if group not in self.ontology:
            if self.base is None or not self.base.group(group):
                return _Judged(Belongs.DOUBT, MembershipSource.UNKNOWN, (concept,))
            verdict = self.base.of_class(concept, group)
            return _Judged(verdict.belongs, MembershipSource.WORDNET, verdict.path)
        way = way_up(self.ontology.concepts, concept, group)
        belongs = Belongs.IN if way[-1] == group else Belongs.OUT
        if belongs is Belongs.OUT and self.ontology.is_perhaps(concept, group):
            belongs, way = Belongs.DOUBT, (concept, group)
        return _Judged(belongs, MembershipSource.CURATED, way)

    def _by_noun(self, label: str, group: str) -> _Judged:
        """Of a label that nobody described: by its first word if that says what it is, else by its noun."""
        first, _, rest = spaced(label).partition(" ")
        if self._is_made_of(first, rest):
            return self._modified(rest, self._modifiers[first], group)
        judged = self._by_last_words(label, group)
        if judged.belongs is not Belongs.OUT or not rest:
            return judged
        if any(self.ontology.is_a(c, group) for c in self._perhaps_modifiers.get(first, ())):
            return _Judged(Belongs.DOUBT, MembershipSource.LABEL, (group,))
        return self._by_content(label, group) or judged

    def _is_made_of(self, first: str, rest: str) -> bool:
        """Whether the first word of a label says what it is: a stuffed bear is a toy, a stuffed pepper is a pepper."""
        return bool(rest) and first in self._modifiers and not (first == _STUFFED and self._is_dish(rest))

    def _is_dish(self, noun: str) -> bool:
        concept = self.ontology.class_of(noun)
        return concept is not None and self.ontology.is_a(concept, FOOD)

    def _modified(self, rest: str, concept: str, group: str) -> _Judged:
        """Of a label whose first word makes it a member of a class: a toy banana is a toy, and no fruit."""
        judged = self._described(concept, group)
        if judged.belongs is not Belongs.OUT:
            return _Judged(judged.belongs, MembershipSource.CURATED, judged.path)
        meant = self.of(rest, group)
        if meant.belongs is Belongs.OUT or (group in self.ontology and not self.ontology.overlap(concept, group)):
            return _Judged(Belongs.OUT, MembershipSource.LABEL, judged.path)
        return _Judged(Belongs.DOUBT, MembershipSource.LABEL, meant.path)

    def _by_content(self, label: str, group: str) -> _Judged | None:
        """Of a label that ends in what things are sold or kept in: a peach can is food, a spice jar perhaps spice."""
        head = self.ontology.head(label)
        content = spaced(label).rpartition(" ")[0]
        if head is None or not content or not any(self.ontology.is_a(head, kind) for kind in (CONTAINER, PACK)):
            return None
        inside = self.of(content, group)
        if inside.belongs is Belongs.IN and any(self.ontology.is_a(group, kind) for kind in _POURED):
            return _Judged(Belongs.IN, MembershipSource.CURATED, inside.path)  # a medicine bottle is medicine
        if inside.belongs is Belongs.OUT or not self.ontology.is_a(group, CONSUMABLE):
            return None
        broad = any(self.ontology.is_a(kind, group) for kind in (FOOD, DRINK))
        sure = broad and inside.belongs is Belongs.IN and self.ontology.is_a(head, PACK)
        nobody_knows = inside.source is MembershipSource.UNKNOWN
        source = MembershipSource.UNKNOWN if nobody_knows else MembershipSource.LABEL
        return _Judged(Belongs.IN if sure else Belongs.DOUBT, source, inside.path)

    def _by_last_words(self, label: str, group: str) -> _Judged:
        """By the noun of a label, as the ontology or WordNet knows more of it."""
        head = next((tail for tail in tails(label) if tail in self.ontology.names), None)
        noun = self.base.noun(label) if self.base is not None else None
        if head is not None and (noun is None or len(noun) <= len(head)):
            return self._by_head(label, head, group)
        if self.base is None or noun is None:
            return _Judged(Belongs.DOUBT, MembershipSource.UNKNOWN, ())
        if head is not None and self.ontology.names[head] == group:
            alike = self.ontology.resembles(self.base.classes(noun), group)
            return _Judged(Belongs.IN if alike else Belongs.DOUBT, MembershipSource.LABEL, (head,))
        if noun == group:
            return _Judged(Belongs.IN, MembershipSource.LABEL, (noun,))
        verdict = self.base.of_noun(noun, group)
        return _Judged(verdict.belongs, MembershipSource.WORDNET, (noun, *verdict.path))

    def _by_head(self, label: str, head: str, group: str) -> _Judged:
        """By last words that name a class, where WordNet does not know them for something else ("violin case")."""
        concept = self.ontology.names[head]
        judged = self._described(concept, group)
        belongs = judged.belongs
        if belongs is Belongs.IN and group != concept and self._means_other(label, head, group):
            belongs = Belongs.DOUBT
        curated = judged.source is MembershipSource.CURATED
        return _Judged(belongs, MembershipSource.LABEL if curated else judged.source, (head, *judged.path))

    def _means_other(self, label: str, head: str, group: str) -> bool:
        """Whether a synonym behind another noun is something else to WordNet, and not surely in the group, too.

        A violin case is none of a computer's; a dirty case is what a case is.
        """
        concept = self.ontology.names[head]
        own = spaced(concept)
        if self.base is None or head in (own, plural(own), *self.ontology.concepts[concept].plurals):
            return False
        before = spaced(label).removesuffix(head).split()
        if not any(self.base.noun(word) for word in before):
            return False
        return self.base.contradicts(head, concept) and self.base.of_noun(head, group).belongs is not Belongs.IN

    @cached_property
    def _modifiers(self) -> dict[str, str]:
        """First word of a label -> the class that it makes it a member of."""
        return {word: name for name, concept in self.ontology.concepts.items() for word in concept.modifiers}

    @cached_property
    def _perhaps_modifiers(self) -> dict[str, list[str]]:
        """First word of a label -> the classes that it may make it a member of."""
        found: dict[str, list[str]] = {}
        for name, concept in self.ontology.concepts.items():
            for word in concept.perhaps_modifiers:
                found.setdefault(word, []).append(name)
        return found


def with_wordnet(ontology: Ontology, wordnet: WordNet | None) -> Ontology:
    """An ontology that also knows what WordNet says of labels and groups that it does not describe."""
    return ontology if wordnet is None else ontology.over(Memberships(ontology, wordnet))


def memberships_of(ontology: Ontology) -> Memberships:
    """Who belongs where by an ontology and whatever it was put over."""
    return ontology.base if isinstance(ontology.base, Memberships) else Memberships(ontology)


def wordnet_of(ontology: Ontology) -> WordNet | None:
    """WordNet, where an ontology was put over it; None: it is not here."""
    base = ontology.base.base if isinstance(ontology.base, Memberships) else None
    return base.wordnet if base is not None else None


def verbs_of(ontology: Ontology) -> WordNet | None:
    """The verbs of WordNet, where an ontology was put over it; None: they are not here."""
    wordnet = wordnet_of(ontology)
    return wordnet.verbs if wordnet is not None else None
