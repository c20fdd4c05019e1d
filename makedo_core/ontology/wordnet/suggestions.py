# SPDX-License-Identifier: Apache-2.0
"""A second opinion on nouns that the ontology does not describe, from WordNet.

It only suggests: what a word may mean, and below which described class it may belong. Nothing is ever called safe, or
allowed to stand in for something, because WordNet finds it alike (a bowl and a toilet are both vessels).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from makedo_core.ontology.taxonomy import Ontology
from makedo_core.ontology.wordnet.lexicon import WordNet
from makedo_core.ontology.words import spaced, tails


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A described class that is like an unknown word; similarity is above 0 and at most 1."""

    concept: str
    similarity: float


def described_ancestor(word: str, ontology: Ontology, wordnet: WordNet) -> str | None:
    """The described class that is nearest above a word; None if WordNet knows neither.

    Fewest steps up count, then the more frequent meaning.
    """
    for tail in tails(word):
        senses = wordnet.senses(tail)
        ways = [(steps, rank, s) for rank, sense in enumerate(senses) for s, steps in wordnet.above(sense).items()]
        for _, _, offset in sorted(ways):
            for lemma in wordnet.synset(offset).words:
                concept = ontology.names.get(spaced(lemma))
                if concept is not None:
                    return concept
        if senses:
            return None
    return None


def suggest(
    word: str, among: Collection[str], ontology: Ontology, wordnet: WordNet, least: float = 0.7, count: int = 3
) -> tuple[Suggestion, ...]:
    """Described classes that an unknown word may mean, most alike first; for a question back, never for acting.

    Args:
        word: a noun, or a label.
        among: classes to choose from, e.g. those of the things at hand.
        ontology: to name the classes.
        wordnet: where they are compared.
        least: similarity below which a class is no suggestion.
        count: how many at most.
    """
    noun = next((tail for tail in tails(word) if wordnet.senses(tail)), "")
    found = []
    for concept in {c for label in among if (c := ontology.class_of(label)) is not None}:
        similarity = wordnet.similarity(noun, concept) if noun else None
        if similarity is not None and similarity >= least:
            found.append(Suggestion(concept, similarity))
    return tuple(sorted(found, key=lambda s: (-s.similarity, s.concept))[:count])
