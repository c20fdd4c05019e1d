# SPDX-License-Identifier: Apache-2.0
"""The taxonomy: classes with their parents, words, qualities and hazards, and what may stand in for what."""

from __future__ import annotations

import copy
import difflib
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from types import MappingProxyType

from makedo_core.ontology import soundness
from makedo_core.ontology.concept import Concept, FunctionalClass, LabelClasses, OntologyError, StatedRelation
from makedo_core.ontology.relations import Relations
from makedo_core.ontology.soundness import KID_SAFE
from makedo_core.ontology.tree import closure, inherited, nearest
from makedo_core.ontology.words import PORTIONS, Spellings, index, plural, spaced, tails, with_article

__all__ = ["GENERAL", "KID_SAFE", "Concept", "FunctionalClass", "Ontology", "OntologyError", "plural"]

GENERAL = frozenset({"thing", "grabbable", "item"})
"""Classes that say no more than that something is there and may be carried."""
_REMEMBERED = 50_000
"""Answers on labels that are kept."""
_ALIKE = 0.6  # of spellings, above which one may be meant by the other
_NEARLY_ALIKE = 0.75  # of spellings, above which one may be a typing error for the other
_CLAIMS = frozenset({"edible", "drinkable"})
"""Affordances that promise something; never drawn from the last words of a label alone."""


class Ontology:
    """Classes of things and what follows from them. Never changed once made.

    A label is *described* if it is the name of a class or one of its words ("refrigerator" is the fridge). Of any
    other label the last words may name a class ("dirty_plate" ends in plate): it then belongs to that class and has
    its hazards, and nothing good is taken for granted.

    Raises:
        OntologyError: on an unknown parent, a cycle, a class that is both safe for kids and hazardous, a functional
            class that is broader than one above it, or a word that means two classes.
    """

    def __init__(self, concepts: Iterable[Concept], relations: Iterable[StatedRelation] = ()) -> None:
        """Index the classes and relations and check them."""
        self.concepts: Mapping[str, Concept] = MappingProxyType({c.id: c for c in concepts})
        self.relations = Relations(relations)
        parents = {c.id: c.parents for c in self.concepts.values()}
        self._ancestors = closure(parents, "class", "subClassOf")
        self._parents = frozenset(above for direct in parents.values() for above in direct)
        self._qualities = inherited(self.concepts, self._ancestors, lambda c: c.qualities)
        self._hazards = inherited(self.concepts, self._ancestors, lambda c: c.hazards)
        soundness.check(self.concepts, self._ancestors, self._hazards)
        self.names: Mapping[str, str] = MappingProxyType(index(self.concepts.values()))
        self.base: LabelClasses | None = None
        self._functional = {c: self._functional_above(c) for c in self.concepts}
        self._remember()

    def _remember(self) -> None:
        """Keep what was answered on labels: the same few are asked about again and again."""
        self._class = lru_cache(_REMEMBERED)(self._find_class)
        self._head = lru_cache(_REMEMBERED)(self._find_head)
        self._above = lru_cache(_REMEMBERED)(self._find_ancestors)
        self._belongs = lru_cache(_REMEMBERED)(self._find_whether)
        self._nearest = lru_cache(_REMEMBERED)(self._find_nearest)

    def over(self, base: LabelClasses) -> Ontology:
        """The same, and where it is silent on a label or a group, what a wider base knows.

        A label that only the base knows belongs to its classes and has their hazards and usual places. It has none of
        their qualities and replaces nothing.
        """
        wider = copy.copy(self)
        wider.base = base
        wider._remember()
        return wider

    def _functional_above(self, concept_id: str) -> tuple[FunctionalClass, ...]:
        """Functional classes from a class up, narrowest first; among equals the one that is deepest."""
        found = [
            (breadth, -len(self._ancestors[a]), a)
            for a in self._ancestors[concept_id]
            if (breadth := self.concepts[a].breadth) is not None
        ]
        return tuple(FunctionalClass(name, breadth) for breadth, _, name in sorted(found))

    def __contains__(self, label: object) -> bool:
        """Whether a label is the name of a class."""
        return label in self.concepts

    def class_of(self, label: str) -> str | None:
        """The class that a label names as a whole: by its id, one of its words, or those written in one."""
        return self._class(label)

    def _find_class(self, label: str) -> str | None:
        if label in self.concepts:
            return label
        name = spaced(label)
        known = self.names.get(name) or self.names.get(name.replace("-", " "))
        known = known or self._joined.get(name) or self.names.get(name.replace(" ", ""))  # "counter top": countertop
        content, _, last = name.rpartition(" ")
        return known or (self.names.get(content) if last in PORTIONS else None)

    def head(self, label: str) -> str | None:
        """The class that a label names as a whole or, failing that, with its last words or as a base knows it."""
        return self._head(label)

    def _find_head(self, label: str) -> str | None:
        whole = self.class_of(label)
        if whole is not None:
            return whole
        last = next((self.names[tail] for tail in tails(label) if tail in self.names), None)
        known = self.base.classes(label) if self.base is not None else frozenset()
        return last if last in known or not known else min(known, key=lambda c: (-len(self._ancestors[c]), c))

    def ancestors(self, label: str) -> frozenset[str]:
        """A class and everything above it; the label itself comes with the class that it or its last words name."""
        return self._above(label)

    def _find_ancestors(self, label: str) -> frozenset[str]:
        known = self._ancestors.get(label)
        if known is not None:
            return known
        whole = self.class_of(label)
        if whole is None and self.base is not None:
            return self.base.classes(label) | {label}
        head = whole or self.head(label)
        return frozenset({label}) | (self._ancestors[head] if head else frozenset())

    def is_a(self, label: str, ancestor: str) -> bool:
        """Whether everything with this label belongs to a class, which may be given by any of its words."""
        return self._belongs(label, ancestor)

    def _find_whether(self, label: str, ancestor: str) -> bool:
        above = self.ancestors(label)
        if ancestor in above:
            return True
        group = self.class_of(ancestor)
        if group is None and self.base is not None:
            return self.base.holds(label, ancestor)
        return group in above

    def means(self, label: str, sense: str) -> bool:
        """Whether a label that no class describes means, most often, what a wider base puts below a meaning.

        Args:
            label: a name.
            sense: the key of a meaning, e.g. "edge_tool%1:06:00".
        """
        return self.base is not None and self.class_of(label) is None and self.base.means(label, sense)

    def is_compound(self, words: str) -> bool:
        """Whether several words that no class is called are one name for a wider base, e.g. "gas tank"."""
        return self.base is not None and self.base.is_compound(words)

    def group_called(self, word: str) -> str | None:
        """The singular of a word that no class is called but that a wider base knows for a group; else None."""
        return self.base.group_called(word) if self.base is not None else None

    def is_perhaps(self, concept: str, group: str) -> bool:
        """Whether it is said that the members of a class may be counted among a group, or one that is in it."""
        above = self._ancestors[concept] if group not in GENERAL else ()
        return any(self.is_a(g, group) for a in above for g in self.concepts[a].perhaps)

    def has_kinds(self, concept: str) -> bool:
        """Whether any class is below a class."""
        return concept in self._parents

    def resembles(self, classes: Iterable[str], concept: str) -> bool:
        """Whether a class has more in common with some classes than that all of them are things."""
        return bool(self._ancestors[concept].intersection(classes) - GENERAL)

    def overlap(self, first: str, second: str) -> bool:
        """Whether any class is known to be below both of two classes."""
        return any(first in above and second in above for above in self._ancestors.values())

    def qualities(self, label: str) -> frozenset[str]:
        """Qualities of a class and all above it; of a label that is not described nothing is known."""
        return self._qualities.get(self.class_of(label) or "", frozenset())

    def hazards(self, label: str) -> frozenset[str]:
        """Hazards of a class and all above it, also by the last words of a label that is not described."""
        return self._hazards.get(self.head(label) or "", frozenset())

    def affordances(self, label: str) -> frozenset[str]:
        """What can be done with a thing; by the last words of a label, whatever promises no safety."""
        head = self.head(label)
        found = self._affordances.get(head or "", frozenset())
        return found if self.class_of(label) else found - _CLAIMS

    def occasions(self, label: str) -> frozenset[str]:
        """What a thing suits: "party", "romantic", "professional", "everyday"."""
        return self._occasions.get(self.head(label) or "", frozenset())

    def materials(self, label: str) -> frozenset[str]:
        """What a thing is mostly made of, by the nearest class that says."""
        return nearest(self.concepts, self.head(label), lambda c: c.materials)

    def usual_places(self, label: str) -> frozenset[str]:
        """Classes of furniture where such a thing usually is, by the nearest class that says."""
        return nearest(self.concepts, self.head(label), lambda c: c.usually_at)

    def disposal(self, label: str) -> frozenset[str]:
        """Classes of furniture where such a thing goes when it is thrown away, by the nearest class that says."""
        return nearest(self.concepts, self.head(label), lambda c: c.disposed_in)

    def washing(self, label: str) -> frozenset[str]:
        """Classes of furniture where such a thing goes when it is dirty, by the nearest class that says."""
        return nearest(self.concepts, self.head(label), lambda c: c.washed_in)

    def kid_safe(self, label: str) -> bool:
        """Whether something is known to be safe for kids; what is not described is not."""
        return KID_SAFE in self.qualities(label) and not self.hazards(label)

    def functional_class(self, first: str, second: str) -> FunctionalClass | None:
        """The narrowest functional class that two described classes share; None if they share none."""
        above = self._ancestors.get(self.class_of(second) or "", frozenset())
        return next((f for f in self._functional.get(self.class_of(first) or "", ()) if f.id in above), None)

    def new_hazards(self, asked: str, instead: str) -> frozenset[str]:
        """Hazards that a substitute would bring and that were not asked for."""
        return self.hazards(instead) - self.hazards(asked)

    def generalisations(self, predicate: str) -> tuple[tuple[str, float], ...]:
        """Weaker relations that follow from one, each with the cost of being content with it, cheapest first."""
        return self.relations.generalisations(predicate)

    def words(self, predicate: str) -> str:
        """A relation in plain words: "resting on"."""
        return self.relations.words(predicate)

    def phrase(self, label: str) -> str:
        """A class as people say it: "a cola can", "something to eat", "popcorn"."""
        concept = self.concepts.get(label)
        name = label.replace("_", " ")
        if concept is not None and concept.phrase:
            return concept.phrase
        return name if concept is not None and name in concept.plurals else with_article(name)

    def may_mean(self, word: str, name: str) -> bool:
        """Whether an unknown word may mean a known name.

        Of a word that a wider base knows its meaning decides. Of what is unknown it is the spelling, and the last word
        of several.
        """
        akin = self.base.akin(word, name) if self.base is not None else None
        if akin is not None:
            return akin
        said, known = spaced(word).split(), spaced(name).split()
        if len(said) > 1 and said[-1:] == known[-1:]:
            return True
        return difflib.SequenceMatcher(None, spaced(word), spaced(name)).ratio() >= _NEARLY_ALIKE

    @cached_property
    def all_materials(self) -> frozenset[str]:
        """Everything that some class is said to be made of."""
        return frozenset(material for concept in self.concepts.values() for material in concept.materials)

    @cached_property
    def longest_name(self) -> int:
        """Most words in a name."""
        return max((len(name.split()) for name in self.names), default=0)

    @cached_property
    def words_of_names(self) -> frozenset[str]:
        """Every word of every name, without numbers."""
        return frozenset(word for name in self.names for word in name.split() if not word.isdigit())

    def nearest_names(self, word: str, count: int = 3) -> tuple[str, ...]:
        """Known names that look most like an unknown word."""
        return self._nearest(word, count)

    def _find_nearest(self, word: str, count: int) -> tuple[str, ...]:
        near = self._spellings.nearest(word.lower(), 3 * count, _ALIKE)
        return tuple({self.names[name]: name for name in reversed(near)}.values())[::-1][:count]

    @cached_property
    def _spellings(self) -> Spellings:
        return Spellings(self.names)

    @cached_property
    def _joined(self) -> Mapping[str, str]:
        """Names written in one: "coffeetable"."""
        return {name.replace(" ", "").replace("-", ""): concept for name, concept in self.names.items()}

    @cached_property
    def _affordances(self) -> Mapping[str, frozenset[str]]:
        return inherited(self.concepts, self._ancestors, lambda c: c.affordances)

    @cached_property
    def _occasions(self) -> Mapping[str, frozenset[str]]:
        return inherited(self.concepts, self._ancestors, lambda c: c.occasions)
