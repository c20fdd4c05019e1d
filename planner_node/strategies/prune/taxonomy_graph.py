# SPDX-License-Identifier: Apache-2.0
"""The taxonomy over the classes of a scene, as a graph that is walked down level by level.

It holds what is above the labels of a scene and nothing else. A category with a single child is passed over, and what
lies deeper than a number of levels is folded into the categories of the last one: both save questions.

Source: Perez-Dattari et al., Scalable Task Planning via Large Language Models and Structured World Representations,
Advanced Robotics Research 2025, section 5.1 (the function psi of equation 3).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from makedo_core.ontology import Ontology

OTHER = "other"
"""Category of labels that the taxonomy does not know."""


@dataclass(frozen=True, slots=True)
class TaxonomyLevel:
    """What is below some categories.

    Attributes:
        categories: to be descended from.
        labels: classes of the scene that belong to no category further down.
    """

    categories: tuple[str, ...]
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TaxonomyGraph:
    """Categories and the labels of a scene below them.

    Attributes:
        labels: classes that things of the scene have.
        children: of each category, sorted; categories and labels.
        top: what is asked about first.
    """

    labels: frozenset[str]
    children: Mapping[str, tuple[str, ...]]
    top: tuple[str, ...]

    def first(self) -> TaxonomyLevel:
        """The highest level."""
        return self._split(self.top)

    def below(self, categories: Iterable[str]) -> TaxonomyLevel:
        """One level further down."""
        found = dict.fromkeys(child for c in categories for child in self.children.get(c, ()))
        return self._split(found)

    def labels_below(self, categories: Iterable[str]) -> tuple[str, ...]:
        """Every label of some categories, however far down; a category that is a label itself among them."""
        seen = dict.fromkeys(categories)
        frontier = list(seen)
        while frontier:
            for child in self.children.get(frontier.pop(), ()):
                if child not in seen:
                    seen[child] = None
                    frontier.append(child)
        return tuple(sorted(name for name in seen if name in self.labels))

    def _split(self, names: Iterable[str]) -> TaxonomyLevel:
        skipped = dict.fromkeys(self._narrowed(name) for name in names)
        categories = tuple(sorted(name for name in skipped if name in self.children))
        return TaxonomyLevel(categories, tuple(sorted(name for name in skipped if name not in self.children)))

    def _narrowed(self, name: str) -> str:
        """The first below a category, or itself, that there is something to choose in."""
        while name not in self.labels and len(self.children.get(name, ())) == 1:
            name = self.children[name][0]
        return name


def taxonomy_graph(labels: Collection[str], parents: Mapping[str, Collection[str]]) -> TaxonomyGraph:
    """The part of a taxonomy that is above some labels.

    Args:
        labels: classes that things of a scene have.
        parents: of each class that the taxonomy knows; the topmost have none.
    """
    children: dict[str, set[str]] = {}
    top: set[str] = set()
    frontier = list(labels)
    seen = set(frontier)
    while frontier:
        name = frontier.pop()
        above = parents.get(name, () if name in parents else (OTHER,))
        if not above or name == OTHER:
            top.add(name)
            continue
        for parent in above:
            children.setdefault(parent, set()).add(name)
            if parent not in seen:
                seen.add(parent)
                frontier.append(parent)
    roots = sorted(top)
    first = sorted(set().union(*(children.get(r, {r}) for r in roots))) if roots else []
    return TaxonomyGraph(frozenset(labels), {c: tuple(sorted(below)) for c, below in children.items()}, tuple(first))


def parents_in(ontology: Ontology, labels: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The parents of every class of an ontology, and of labels that name one of its classes in other words."""
    parents = {concept.id: concept.parents for concept in ontology.concepts.values()}
    return parents | _by_words(parents, ontology, labels)


def parents_beside(
    parents: Mapping[str, tuple[str, ...]], ontology: Ontology, labels: Iterable[str]
) -> dict[str, tuple[str, ...]]:
    """Another taxonomy, with labels that it has in other words of the ontology."""
    return dict(parents) | _by_words(parents, ontology, labels)


def _by_words(
    parents: Mapping[str, tuple[str, ...]], ontology: Ontology, labels: Iterable[str]
) -> dict[str, tuple[str, ...]]:
    """For labels that a taxonomy does not have: the class that they, or their last words, name."""
    found: dict[str, tuple[str, ...]] = {}
    for label in labels:
        if label in parents:
            continue
        head = ontology.head(label)
        concept = ontology.concepts.get(head or "")
        words = (head, *(s.replace(" ", "_") for s in concept.synonyms)) if concept is not None else ()
        known = [word for word in words if word in parents]
        if known:
            found[label] = (str(known[0]),)
    return found
