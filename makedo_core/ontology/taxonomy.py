# SPDX-License-Identifier: Apache-2.0
"""The taxonomy: classes with their parents, words, qualities and hazards, and what may stand in for what."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from makedo_core.failure import MakedoError

KID_SAFE = "kid_safe"


class OntologyError(MakedoError):
    """An ontology that cannot be read or contradicts itself."""


@dataclass(frozen=True, slots=True)
class Concept:
    """A class of things, as it was written down; what its parents say holds for it too.

    Attributes:
        id: its name, also the label of scene graph nodes, e.g. "cola_can".
        parents: more general classes.
        synonyms: other words for it.
        plurals: irregular plurals.
        breadth: cost of letting one member stand in for another; None: members may not.
        qualities: e.g. "edible", "kid_safe".
        hazards: e.g. "alcoholic", "sharp".
        usually_at: classes of furniture where it is worth looking for.
        phrase: how people say it, e.g. "something to eat"; empty: its name with an article.
    """

    id: str
    parents: tuple[str, ...] = ()
    synonyms: tuple[str, ...] = ()
    plurals: tuple[str, ...] = ()
    breadth: float | None = None
    qualities: frozenset[str] = frozenset()
    hazards: frozenset[str] = frozenset()
    usually_at: tuple[str, ...] = ()
    phrase: str = ""


@dataclass(frozen=True, slots=True)
class FunctionalClass:
    """The narrowest class whose members may stand in for each other that two classes share."""

    id: str
    breadth: float


class Ontology:
    """Classes of things and what follows from them. Never changed once made.

    Raises:
        OntologyError: on an unknown parent, a cycle, or a class that is both safe for kids and hazardous.
    """

    def __init__(self, concepts: Iterable[Concept]) -> None:
        """Index the classes and check them."""
        self.concepts: Mapping[str, Concept] = MappingProxyType({c.id: c for c in concepts})
        self._ancestors: dict[str, frozenset[str]] = {}
        for concept in self.concepts.values():
            self._collect(concept.id, ())
        for concept in self.concepts.values():
            if KID_SAFE in self.qualities(concept.id) and self.hazards(concept.id):
                hazards = ", ".join(sorted(self.hazards(concept.id)))
                raise OntologyError(f"{concept.id} is said to be {KID_SAFE} and has hazards: {hazards}")

    def _collect(self, concept_id: str, path: tuple[str, ...]) -> frozenset[str]:
        if concept_id in path:
            raise OntologyError(f"class cycle: {' < '.join((*path, concept_id))}")
        if concept_id not in self.concepts:
            raise OntologyError(f"{path[-1]} is under {concept_id}, which is not described")
        if concept_id not in self._ancestors:
            found = {concept_id}
            for parent in self.concepts[concept_id].parents:
                found |= self._collect(parent, (*path, concept_id))
            self._ancestors[concept_id] = frozenset(found)
        return self._ancestors[concept_id]

    def __contains__(self, label: object) -> bool:
        """Whether a label is described."""
        return label in self.concepts

    def ancestors(self, label: str) -> frozenset[str]:
        """A class and everything above it.

        A label that is not described stands alone, or with the class that its last words name
        ("kitchen_table" with table).
        """
        known = self._ancestors.get(label)
        if known is not None:
            return known
        head = self.head(label)
        return frozenset({label}) | (self._ancestors[head] if head else frozenset())

    def head(self, label: str) -> str | None:
        """The described class that the last words of a label name."""
        words = label.split("_")
        for start in range(len(words)):
            candidate = "_".join(words[start:])
            if candidate in self.concepts:
                return candidate
        return None

    def is_a(self, label: str, ancestor: str) -> bool:
        """Whether everything with this label belongs to a class."""
        return ancestor in self.ancestors(label)

    def qualities(self, label: str) -> frozenset[str]:
        """Qualities of a class and all above it; of a label that is not described nothing is known."""
        above = self._ancestors.get(label, frozenset())
        return frozenset().union(*(self.concepts[a].qualities for a in above))

    def hazards(self, label: str) -> frozenset[str]:
        """Hazards of a class and all above it, also by the last words of a label that is not described."""
        above = self.ancestors(label) & self.concepts.keys()
        return frozenset().union(*(self.concepts[a].hazards for a in above))

    def kid_safe(self, label: str) -> bool:
        """Whether something is known to be safe for kids; what is not described is not."""
        return KID_SAFE in self.qualities(label) and not self.hazards(label)

    def functional_class(self, first: str, second: str) -> FunctionalClass | None:
        """The narrowest functional class that two described classes share; None if they share none."""
        shared = self._ancestors.get(first, frozenset()) & self._ancestors.get(second, frozenset())
        breadths = [(b, c) for c in shared if (b := self.concepts[c].breadth) is not None]
        if not breadths:
            return None
        breadth, concept_id = min(breadths)
        return FunctionalClass(concept_id, breadth)

    def new_hazards(self, asked: str, instead: str) -> frozenset[str]:
        """Hazards that a substitute would bring and that were not asked for."""
        return self.hazards(instead) - self.hazards(asked)

    def usual_places(self, label: str) -> frozenset[str]:
        """Classes of furniture where such a thing usually is, by the nearest class that says."""
        level = {label} if label in self.concepts else set()
        while level:
            places = {p for c in level for p in self.concepts[c].usually_at}
            if places:
                return frozenset(places)
            level = {p for c in level for p in self.concepts[c].parents}
        return frozenset()

    def phrase(self, label: str) -> str:
        """A class as people say it, with an article: "a cola can", "something to eat"."""
        concept = self.concepts.get(label)
        if concept is not None and concept.phrase:
            return concept.phrase
        name = label.replace("_", " ")
        return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Every way to say a class, in lower case -> its id. A class's own name goes before a synonym."""
        result: dict[str, str] = {}
        for concept in self.concepts.values():
            own = concept.id.replace("_", " ")
            for form in (own, *concept.plurals, plural(own)):
                result.setdefault(form, concept.id)
        for concept in self.concepts.values():
            for synonym in concept.synonyms:
                for form in (synonym.lower(), plural(synonym.lower())):
                    result.setdefault(form, concept.id)
        return MappingProxyType(result)

    @cached_property
    def longest_name(self) -> int:
        """Most words in a name."""
        return max((len(name.split()) for name in self.names), default=0)

    def nearest_names(self, word: str, count: int = 3) -> tuple[str, ...]:
        """Known names that look most like an unknown word."""
        near = difflib.get_close_matches(word.lower(), self.names, n=3 * count, cutoff=0.6)
        return tuple({self.names[name]: name for name in reversed(near)}.values())[::-1][:count]


def plural(noun: str) -> str:
    """Regular English plural of the last word ("box of cookies" keeps its tail)."""
    head, of, tail = noun.partition(" of ")
    if head.endswith(("s", "x", "z", "ch", "sh")) or head in ("potato", "tomato", "mango"):
        ending = head + "es"
    elif head.endswith("y") and head[-2:-1] not in tuple("aeiou"):
        ending = head[:-1] + "ies"
    else:
        ending = head + "s"
    return ending + of + tail
