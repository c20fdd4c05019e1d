# SPDX-License-Identifier: Apache-2.0
"""What WordNet says of things that no class describes, and of groups that none is named after."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from makedo_core.ontology.concept import Belongs
from makedo_core.ontology.taxonomy import GENERAL, Ontology
from makedo_core.ontology.tree import way_up
from makedo_core.ontology.wordnet.alignment import Alignment
from makedo_core.ontology.wordnet.climbing import WayUp, ways_up
from makedo_core.ontology.wordnet.lexicon import WordNet
from makedo_core.ontology.words import spaced, tails

_LEAST_DEPTH = 7  # of a meaning that names a group; above are artifacts, instrumentalities, substances and the like
_LEAST_DEPTH_IN_COMMON = 8  # of what two meanings have in common; that both are devices makes them no kin


@dataclass(frozen=True, slots=True)
class WordNetVerdict:
    """Whether something belongs to a group, with the words on the way that shows it."""

    belongs: Belongs
    path: tuple[str, ...]


class WideBase:
    """WordNet below the classes of an ontology. A way up ends at the first class: from there the ontology decides."""

    def __init__(self, ontology: Ontology, wordnet: WordNet) -> None:
        """Hold the parts; nothing is looked up before it is asked for."""
        self.ontology = ontology
        self.wordnet = wordnet
        self._alignment = Alignment(ontology, wordnet)
        self._ways = lru_cache(maxsize=20_000)(self._ways_of)
        self._perhaps = lru_cache(maxsize=1_000)(self._perhaps_under)
        self._sense = lru_cache(maxsize=1_000)(wordnet.sense)

    def noun(self, label: str) -> str | None:
        """The longest end of a label that names a thing, e.g. "brass_astrolabe": astrolabe; None if none does."""
        return next((tail for tail in tails(label) if self._alignment.things(tail)), None)

    def meanings(self, noun: str) -> tuple[int, ...]:
        """The meanings of a noun that things in a house can have, most frequent first; empty if there is none."""
        return tuple(self._alignment.things(noun))

    def means(self, label: str, sense: str) -> bool:
        """Whether the most frequent meaning of a label's noun lies below a meaning, given by its key."""
        noun, wanted = self.noun(label), self._sense(sense)
        meanings = self._alignment.things(noun) if noun is not None else ()
        return bool(meanings) and wanted in self.wordnet.above(meanings[0])

    def group(self, word: str) -> frozenset[int]:
        """The meanings in which a word names a group of things; empty if it is unknown or too general."""
        return frozenset(s for s in self._alignment.things(word) if self.wordnet.depth(s) >= _LEAST_DEPTH)

    def classes(self, noun: str) -> frozenset[str]:
        """The classes that a noun surely belongs to: in every meaning that it may have, and all above them."""
        shared: frozenset[str] | None = None
        for meaning in self._alignment.things(noun):
            above = [self.ontology.ancestors(c) for way in self._ways(meaning) for c in way.classes]
            mine = frozenset[str]().union(*above)
            shared = mine if shared is None else shared & mine
        return shared or frozenset()

    def contradicts(self, noun: str, concept: str) -> bool:
        """Whether a noun means only things that have nothing in common with a class, for all that WordNet knows."""
        meanings = self._alignment.things(noun)
        near = {c for meaning in meanings for way in self._ways(meaning) for c in way.classes}
        return bool(near) and not any(self.ontology.resembles(self.ontology.ancestors(c), concept) for c in near)

    def likeness(self, noun: str, label: str) -> float:
        """How alike a noun and a class or label are in their most alike meanings; 0 where they have none in common."""
        described = self._alignment.meanings(label) if label in self.ontology else frozenset()
        other = described or self._alignment.things(self.noun(label) or "")[:1]
        pairs = [(a, b) for a in self._alignment.things(noun) for b in other]
        return max((self.wordnet.likeness(a, b, _LEAST_DEPTH_IN_COMMON) for a, b in pairs), default=0.0)

    def of_noun(self, noun: str, group: str) -> WordNetVerdict:
        """Whether what a noun means belongs to a group, a class or another noun."""
        return self._together(noun, self._alignment.things(noun), group)

    def of_class(self, concept: str, group: str) -> WordNetVerdict:
        """Whether WordNet has a class in a group that is none; in doubt where it does not have the class."""
        near = {c for meaning in self.group(group) for way in self._ways(meaning) for c in way.classes}
        if near and not any(self.ontology.overlap(concept, c) for c in near):
            return WordNetVerdict(Belongs.OUT, (concept,))
        for above in self._upwards(concept):
            meanings = self._alignment.meanings(above)
            if not meanings and above == concept:
                meanings = frozenset(self._alignment.things(concept))  # none of all that it could mean is in the group
            if meanings:
                verdict = self._together(above, tuple(meanings), group)
                unsure = verdict.belongs is Belongs.OUT and above != concept and self._is_above(meanings, group)
                return WordNetVerdict(Belongs.DOUBT, verdict.path) if unsure else verdict
        return WordNetVerdict(Belongs.DOUBT, (concept,))

    def _together(self, noun: str, meanings: Iterable[int], group: str) -> WordNetVerdict:
        """In or out where all meanings say so, else in doubt."""
        judge = self._in_class if group in self.ontology else self._in_noun
        verdicts = [judge(meaning, group) for meaning in meanings]
        said = {v.belongs for v in verdicts}
        if len(said) == 1:
            return verdicts[0]
        likely = next((v for v in verdicts if v.belongs is not Belongs.OUT), WordNetVerdict(Belongs.DOUBT, (noun,)))
        return WordNetVerdict(Belongs.DOUBT, likely.path)

    def _in_noun(self, meaning: int, group: str) -> WordNetVerdict:
        """Whether a meaning is below one of a group's."""
        wanted, above = self.group(group), self.wordnet.above(meaning)
        word = spaced(self.wordnet.synset(meaning).words[0])
        if wanted & above.keys():
            return WordNetVerdict(Belongs.IN, tuple(dict.fromkeys((word, group))))
        return WordNetVerdict(Belongs.OUT if wanted else Belongs.DOUBT, (word,))

    def _in_class(self, meaning: int, group: str) -> WordNetVerdict:
        """Whether a meaning is below a class."""
        ways = self._ways(meaning)
        for way in ways:
            for concept in way.classes:
                if self.ontology.is_a(concept, group):
                    return WordNetVerdict(Belongs.IN, _joined(way, way_up(self.ontology.concepts, concept, group)))
        path = ways[0].words if ways else (spaced(self.wordnet.synset(meaning).words[0]),)
        above = self.wordnet.above(meaning).keys()
        concepts = {c for way in ways for c in way.classes}
        meant = self._alignment.meanings(group)
        perhaps = self._perhaps(group)
        if above & (meant | perhaps) or any(self.ontology.is_perhaps(c, group) for c in concepts):
            return WordNetVerdict(Belongs.DOUBT, (*path, group))
        if (
            meant
            or perhaps
            or not self.ontology.has_kinds(group)
            or (concepts and not any(self.ontology.overlap(c, group) for c in concepts))
        ):
            return WordNetVerdict(Belongs.OUT, path)
        return WordNetVerdict(Belongs.DOUBT, path)

    def _ways_of(self, meaning: int) -> tuple[WayUp, ...]:
        return ways_up(meaning, self._alignment)

    def _perhaps_under(self, group: str) -> frozenset[int]:
        """The meanings below which things may belong to a group, by what it and the classes in it say."""
        keys = [
            key
            for concept in self._with_perhaps
            if group not in GENERAL and self.ontology.is_a(concept, group)
            for key in self.ontology.concepts[concept].perhaps_senses
        ]
        return frozenset(s for key in keys if (s := self.wordnet.sense(key)) is not None)

    @cached_property
    def _with_perhaps(self) -> tuple[str, ...]:
        return tuple(name for name, concept in self.ontology.concepts.items() if concept.perhaps_senses)

    def _upwards(self, concept: str) -> Iterable[str]:
        """A class and those above it, nearest first."""
        level = [concept]
        for current in level:
            yield current
            level += [p for p in self.ontology.concepts[current].parents if p not in level]

    def _is_above(self, meanings: frozenset[int], group: str) -> bool:
        """Whether a group lies below some meanings, so that what has only these may be in it."""
        wanted = self._alignment.meanings(group) if group in self.ontology else self.group(group)
        return any(meanings & self.wordnet.above(s).keys() for s in wanted)


def _joined(way: WayUp, further: tuple[str, ...]) -> tuple[str, ...]:
    """A way in WordNet and its continuation in the ontology; where they meet one name is enough."""
    begin = way.words[:-1] if spaced(further[0]) == way.words[-1] else way.words
    return (*begin, *further)
