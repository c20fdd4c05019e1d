# SPDX-License-Identifier: Apache-2.0
"""What there is to say of a thing by its label: its classes, its properties, more general nouns, its words."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from makedo_core.ontology import Memberships
from makedo_core.ontology.taxonomy import GENERAL
from makedo_core.ontology.words import spaced, tails
from makedo_core.preferences.knowledge_file import Property, ThingKnowledge
from makedo_core.preferences.values import Trait, Traits, TraitSource

_KIND, _NOUN, _WORD, _NAMING = "kind", "noun", "word", "naming"
"""The respects of classes, of more general nouns, of words, and of names of makers and products."""
_BY_WORDS, _BY_KIND = 1.0, 0.8  # how sure a property is that the label states, and one that is usual of such things
_LAST_WORD, _OTHER_WORD = 1.0, 0.5  # of a label, as traits: the last one is what the thing is called
_RARE_WORD = 0.6  # rarity of a word; nobody counts words
_NAMED = 0.1  # how sure it says anything that two things are called by names: it decides where nothing else does
_PACKS = frozenset(
    "bag bar bottle bowl box can carton case crate cup jar jug pack packet pouch roll sack tin tub".split()
)
"""Of which the label says what is in them: "case of soda" is soda."""
_FOOD_PACKS = frozenset("bottle can carton jar".split())
"""Which stand for the food that is in them: an "iced tea can" is iced tea, a "bread bag" is a bag."""
_KEPT = frozenset("boxed bottled canned dried fresh frozen jarred".split())
"""First words that say how food is kept, and behind which it is named."""
_IDLE = frozenset("a and for in of the to with".split())
"""Words that say nothing of a thing."""
_LEAST_DEPTH = 6  # of a more general noun in WordNet that says anything
_REMEMBERED = 10_000  # labels


class _Rank(NamedTuple):
    """How near a statement is to a label: first what states it, then how closely."""

    by: int
    close: int


class _Found(NamedTuple):
    rank: _Rank
    name: str
    sure: float


class Describer:
    """Says which traits things have, and how rare a trait is among household things. Safe for threads."""

    def __init__(self, memberships: Memberships, knowledge: ThingKnowledge) -> None:
        """Hold the parts and index the knowledge.

        Args:
            memberships: which classes things belong to, with WordNet below where it is installed.
            knowledge: names and properties.
        """
        self._memberships = memberships
        self._ontology = memberships.ontology
        self._always = {_singular(name): kind for name, kind in knowledge.always.items()}
        self._alone = {_singular(name): kind for name, kind in knowledge.alone.items()}
        self._words = _index((p, w) for p in knowledge.properties for w in p.words)
        self._things = _index((p, t) for p in knowledge.properties for t in p.things)
        self._said = {(p.respect, p.name): p.said for p in knowledge.properties}
        self.traits = lru_cache(maxsize=_REMEMBERED)(self._traits)

    def said(self, trait: Trait) -> str:
        """A trait in words, behind "it is"."""
        if trait.source is TraitSource.CLASS:
            return self._ontology.phrase(trait.name)
        if trait.source is TraitSource.PROPERTY:
            return self._said[trait.respect, trait.name]
        if trait.respect == _NAMING:
            return "called by the name of a maker or product"
        return f"called {trait.name!r}" if trait.source is TraitSource.WORD else f"a kind of {trait.name}"

    def rarity(self, trait: Trait) -> float:
        """How much it says that two things have a trait: 0 if everything has it, at most 1."""
        if trait.source is TraitSource.WORD:
            return _RARE_WORD
        counted, among = self._counted
        return math.log((among + 1) / (counted[trait] + 1)) / math.log(among + 1)

    @cached_property
    def _counted(self) -> tuple[Counter[Trait], int]:
        """How many of the ontology's classes have each trait, and how many there are."""
        own = [name for name in self._ontology.concepts if not self._ontology.has_kinds(name)]
        return Counter(trait for name in own for trait in self._traits(name)), len(own)

    def _traits(self, label: str) -> Traits:
        name = re.sub(r"( \d+)+$", "", spaced(label))
        nouns = tuple(self._nouns(name))
        classes = frozenset(c for noun in nouns for c in self._memberships.classes(noun)) - GENERAL
        found = {Trait(TraitSource.CLASS, _KIND, c): 1.0 for c in classes}
        found |= self._properties(name, nouns, classes)
        found |= {Trait(TraitSource.WORDNET, _NOUN, noun): 1.0 for noun in self._general_nouns(name, nouns)}
        words = [_singular(w) for w in re.findall(r"[a-z0-9&'.-]+", name) if w not in _IDLE]
        for word in words:
            found[Trait(TraitSource.WORD, _WORD, word)] = _LAST_WORD if word == words[-1] else _OTHER_WORD
        if any(word[:1].isupper() for word in label.split()):
            found[Trait(TraitSource.WORD, _NAMING, "name")] = _NAMED
        return found

    def _nouns(self, name: str) -> Iterator[str]:
        """What a thing is called: by what is known of its maker or product, by what is in it, by itself."""
        known = [self._always[phrase] for phrase in _phrases(name) if phrase in self._always]
        alone = next((self._alone[end] for end in _ends(name) if end in self._alone), None)
        described = self._ontology.class_of(name)
        if known or (alone is not None and described is None):
            yield from dict.fromkeys([*known, *([alone] if alone else [])])
            return
        if _singular(name) in self._alone:
            yield self._alone[_singular(name)]
        content = self._content(name) if described is None else ""
        if content:
            yield from self._nouns(content)
        else:
            yield name

    def _content(self, name: str) -> str:
        """What is in a thing that is called by its pack as well; empty if that is not so."""
        pack, _, content = name.partition(" of ")
        if content and _singular(pack.split()[-1]) in _PACKS:
            return content
        first, _, rest = name.partition(" ")
        if rest and first in _KEPT:
            return rest
        content, _, pack = name.rpartition(" ")
        if content and _singular(pack) in _FOOD_PACKS:
            known = (c for noun in self._nouns(content) for c in self._memberships.classes(noun))
            return content if "consumable" in known else ""
        return ""

    def _properties(self, name: str, nouns: Sequence[str], classes: frozenset[str]) -> dict[Trait, float]:
        """By the label's words, the longest first; where these say nothing, by what the thing is, nearest first."""
        found: dict[str, _Found] = {}
        for phrase in _phrases(name):
            self._note(found, self._words.get(phrase, ()), _Rank(2, len(phrase)), _BY_WORDS)
        for noun in {end for called in (name, *nouns) for end in _ends(called)}:
            self._note(found, self._things.get(noun, ()), _Rank(1, len(noun)), _BY_KIND)
        for concept in classes:
            deep = len(self._ontology.ancestors(concept))
            self._note(found, self._things.get(_singular(spaced(concept)), ()), _Rank(0, deep), _BY_KIND)
        return {Trait(TraitSource.PROPERTY, respect, f.name): f.sure for respect, f in found.items()}

    def _note(self, found: dict[str, _Found], some: Sequence[Property], rank: _Rank, sure: float) -> None:
        """Keep for each respect what has the highest rank; of equals what is first in the alphabet."""
        for prop in some:
            new, old = _Found(rank, prop.name, sure), found.get(prop.respect)
            if old is None or old.rank < rank or (old.rank == rank and new.name < old.name):
                found[prop.respect] = new

    def _general_nouns(self, name: str, nouns: Sequence[str]) -> frozenset[str]:
        """More general nouns of the first meaning that a thing in a home can have."""
        base = self._memberships.base
        if base is None:
            return frozenset()
        for noun in (name, *nouns):
            words = spaced(noun).split()
            bare = " ".join(words[:-1]) if len(words) > 1 and words[-1] in _PACKS else spaced(noun)
            known = base.noun(bare)
            if known is not None and (noun is nouns[-1] or known == spaced(name)):
                above = base.wordnet.above(base.meanings(known)[0])
                near = (s for s in above if base.wordnet.depth(s) >= _LEAST_DEPTH)
                return frozenset(spaced(base.wordnet.synset(s).words[0]) for s in near)
        return frozenset()


def _index(pairs: Iterator[tuple[Property, str]]) -> Mapping[str, tuple[Property, ...]]:
    found: dict[str, list[Property]] = {}
    for prop, text in pairs:
        found.setdefault(_singular(spaced(text)), []).append(prop)
    return {text: tuple(some) for text, some in found.items()}


def _phrases(name: str) -> Iterator[str]:
    """All runs of words, as they are and with the last one in the singular."""
    words = name.split()
    for start in range(len(words)):
        for end in range(start + 1, len(words) + 1):
            run = " ".join(words[start:end])
            yield from dict.fromkeys((run, _singular(run)))


def _ends(name: str) -> Iterator[str]:
    """What a label ends in, longest first, as it is and in the singular."""
    for tail in tails(name):
        yield from dict.fromkeys((tail, _singular(tail)))


def _singular(word: str) -> str:
    """Without the ending of a regular plural; only compared with words that were treated alike."""
    for ending, instead in (("ies", "y"), ("ches", "ch"), ("shes", "sh"), ("xes", "x"), ("sses", "ss"), ("oes", "o")):
        if word.endswith(ending) and len(word) > len(ending) + 1:
            return word[: -len(ending)] + instead
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3 else word
