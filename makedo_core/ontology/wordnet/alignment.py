# SPDX-License-Identifier: Apache-2.0
"""Which meanings of WordNet our classes are: as stated, else found by their names below what is stated above them."""

from __future__ import annotations

from functools import cached_property, lru_cache

from makedo_core.ontology.taxonomy import Ontology
from makedo_core.ontology.wordnet.lexicon import NounTopic, WordNet
from makedo_core.ontology.words import spaced

_GOODS = frozenset({NounTopic.ARTIFACT, NounTopic.FOOD, NounTopic.POSSESSION, NounTopic.COMMUNICATION})
_NATURE = frozenset({NounTopic.TOPS, NounTopic.PLANT, NounTopic.SUBSTANCE, NounTopic.ANIMAL, NounTopic.OBJECT})
_PEOPLE = frozenset({NounTopic.PERSON})
_GROWN = frozenset({NounTopic.PLANT, NounTopic.ANIMAL})
_PHYSICAL = "physical_entity%1:03:00"
_SOLID_FOOD = "food%1:13:00"


class Alignment:
    """Classes of an ontology <-> meanings of WordNet."""

    def __init__(self, ontology: Ontology, wordnet: WordNet) -> None:
        """Hold the parts; nothing is looked up before it is asked for."""
        self.ontology = ontology
        self.wordnet = wordnet
        self.meanings = lru_cache(maxsize=None)(self._meanings)
        self.classes_at = lru_cache(maxsize=20_000)(self._classes_at)
        self.things = lru_cache(maxsize=20_000)(self._things)
        self.stated = lru_cache(maxsize=None)(self._stated)

    def _stated(self, concept: str) -> frozenset[int]:
        """The meanings that a class is said to have."""
        keys = self.ontology.concepts[concept].senses
        return frozenset(s for key in keys if (s := self.wordnet.sense(key)) is not None)

    def _meanings(self, concept: str) -> frozenset[int]:
        """The meanings of a class; empty where nothing is stated and its name could mean several."""
        if self.ontology.concepts[concept].senses:
            return self.stated(concept)
        frame = self._stated_above(concept)
        if not frame:
            return frozenset()
        synonyms = self.ontology.concepts[concept].synonyms
        own = self.things(concept) or tuple(s for word in synonyms for s in self.things(word))
        return frozenset(s for s in own if frame & self.wordnet.above(s).keys())

    def _stated_above(self, concept: str) -> frozenset[int]:
        """What the nearest classes above say of themselves."""
        level = {concept}
        while level:
            level = {parent for c in level for parent in self.ontology.concepts[c].parents}
            found = frozenset(s for c in level for s in self.stated(c))
            if found:
                return found
        return frozenset()

    def _classes_at(self, meaning: int) -> tuple[str, ...]:
        """The classes that have exactly this meaning."""
        named = (self.ontology.names.get(spaced(word)) for word in self.wordnet.synset(meaning).words)
        found = [c for c in named if c is not None and meaning in self.meanings(c)]
        return tuple(dict.fromkeys((*self._by_statement.get(meaning, ()), *found)))

    @cached_property
    def _by_statement(self) -> dict[int, list[str]]:
        found: dict[int, list[str]] = {}
        for name in self.ontology.concepts:
            for meaning in self.stated(name):
                found.setdefault(meaning, []).append(name)
        return found

    @cached_property
    def _physical(self) -> int | None:
        return self.wordnet.sense(_PHYSICAL)

    def _is_thing(self, meaning: int) -> bool:
        if self.wordnet.synset(meaning).is_name:
            return False
        return self._physical is None or self._physical in self.wordnet.above(meaning)

    def _things(self, noun: str) -> tuple[int, ...]:
        """The meanings of a noun in which it can lie in a house, most frequent first.

        Of what is made, of nature and of people the first that there is counts. What grew counts beside what is made
        where it is what the noun means most often and nothing solid to eat: a rose may be a flower or a wine, a
        courgette is the vegetable and not the plant.
        """
        meanings = [s for s in self.wordnet.senses(noun) if self._is_thing(s)]
        for topics in (_GOODS, _NATURE, _PEOPLE):
            found = tuple(s for s in meanings if self.wordnet.synset(s).topic in topics)
            if found:
                grown = self.wordnet.synset(meanings[0]).topic in _GROWN and not any(map(self._is_solid_food, found))
                return tuple(dict.fromkeys((meanings[0], *found))) if grown else found
        return ()

    @cached_property
    def _solid_food(self) -> int | None:
        return self.wordnet.sense(_SOLID_FOOD)

    def _is_solid_food(self, meaning: int) -> bool:
        return self._solid_food in self.wordnet.above(meaning)
