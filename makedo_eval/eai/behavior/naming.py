# SPDX-License-Identifier: Apache-2.0
"""Which kinds of things in a scene a phrase names: by their own noun, its synonyms, or a wider one.

The scene names kinds by meanings of nouns in WordNet (pop.n.02: the second meaning of "pop"), so that WordNet, where it
is installed, has their synonyms and what they are kinds of; Makedo's ontology knows some as well.
"""

from __future__ import annotations

from functools import cached_property

from makedo_core.ontology import Ontology
from makedo_core.ontology.wordnet.lexicon import WordNet
from makedo_core.ontology.words import plural, spaced
from makedo_eval.eai.behavior.prompts import SentenceTask

EVERYTHING = frozenset("everything things items objects stuff belongings contents".split())
"""Words for all that can be moved."""

LONGEST = 4
"""Most words of a name."""

_TOO_WIDE = 4  # depth in WordNet above which a noun says too little of a thing: "object", "unit"


class SceneNames:
    """The kinds of things of one task, and what they are called."""

    def __init__(self, task: SentenceTask, ontology: Ontology, wordnet: WordNet | None) -> None:
        """Take over the kinds of a scene."""
        self._ontology = ontology
        self._wordnet = wordnet
        self.kinds = tuple(dict.fromkeys(thing.kind for thing in task.things))
        placed = {fact.words[1] for fact in task.initial if fact.holds and len(fact.words) == 3}
        self.movable = tuple(dict.fromkeys(thing.kind for thing in task.things if thing.name in placed))

    @cached_property
    def _labels(self) -> dict[str, str]:
        return {kind: spaced(kind.partition(".")[0]) for kind in self.kinds}

    def named(self, phrase: str, wide: bool = False) -> tuple[str, ...]:
        """Kinds that a phrase names, by what says most of them ("all types of": and narrower ones); empty: none."""
        if phrase in EVERYTHING:
            return self.movable
        for fits in (self._is_label, self._is_synonym, self._is_end, self._is_class):
            if found := tuple(kind for kind in self.kinds if fits(kind, phrase)):
                narrower = (kind for kind in self.movable if wide and self._is_kind_of(kind, phrase))
                return tuple(dict.fromkeys((*found, *narrower)))
        return tuple(kind for kind in self.movable if self._is_kind_of(kind, phrase))

    def _is_label(self, kind: str, phrase: str) -> bool:
        label = self._labels[kind]
        return _is_same(label, phrase) or phrase.replace(" ", "") in (label, plural(label))

    def _is_synonym(self, kind: str, phrase: str) -> bool:
        sense = self._sense(kind)
        if sense is None or self._wordnet is None:
            return False
        return any(_is_same(spaced(word), phrase) for word in self._wordnet.synset(sense).words)

    def _is_end(self, kind: str, phrase: str) -> bool:
        words = self._labels[kind].split()
        return any(_is_same(" ".join(words[at:]), phrase) for at in range(1, len(words)))

    def _is_class(self, kind: str, phrase: str) -> bool:
        concept = self._ontology.class_of(phrase)
        return concept is not None and concept == self._ontology.class_of(self._labels[kind])

    def _is_kind_of(self, kind: str, phrase: str) -> bool:
        concept = self._ontology.class_of(phrase)
        if concept is not None and self._ontology.is_a(self._labels[kind], concept):
            return True
        sense = self._sense(kind)
        if sense is None or self._wordnet is None:
            return False
        wider = self._wordnet.above(sense).keys()
        return any(s in wider and self._wordnet.depth(s) > _TOO_WIDE for s in self._wordnet.senses(phrase))

    def _sense(self, kind: str) -> int | None:
        noun, _, number = kind.partition(".n.")
        senses = self._wordnet.senses(noun) if self._wordnet is not None else ()
        return senses[int(number) - 1] if number.isdecimal() and 0 < int(number) <= len(senses) else None


def _is_same(noun: str, phrase: str) -> bool:
    return phrase in (noun, plural(noun))
