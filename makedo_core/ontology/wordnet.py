# SPDX-License-Identifier: Apache-2.0
"""A second opinion on nouns that the ontology does not describe, from WordNet's files (Debian: wordnet-base).

It only suggests: what a word may mean, and below which described class it may belong. Nothing is ever called safe, or
allowed to stand in for something, because WordNet finds it alike (a bowl and a toilet are both vessels).
"""

from __future__ import annotations

import mmap
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from makedo_core.ontology.concept import OntologyError
from makedo_core.ontology.taxonomy import Ontology
from makedo_core.ontology.words import spaced, tails

FOLDER = Path("/usr/share/wordnet")
_HYPERNYMS = frozenset({"@", "@i"})  # kinds, and instances of kinds


@dataclass(frozen=True, slots=True)
class Synset:
    """One meaning: the words that share it, and the byte offsets of the more general meanings."""

    words: tuple[str, ...]
    hypernyms: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A described class that is like an unknown word; similarity is above 0 and at most 1."""

    concept: str
    similarity: float


class WordNet:
    """Nouns of WordNet 3, looked up in the files' own order without loading them.

    Source of the format: the manual pages wndb(5) and wninput(5).
    """

    def __init__(self, index: mmap.mmap, nouns: mmap.mmap) -> None:
        """Take over the contents of index.noun and data.noun."""
        self._index = index
        self._nouns = nouns
        self.synset = lru_cache(maxsize=20_000)(self._synset)
        self.above = lru_cache(maxsize=5_000)(self._above)
        self._depth = lru_cache(maxsize=20_000)(self._deepest)

    def senses(self, noun: str) -> tuple[int, ...]:
        """Offsets of the meanings of a noun, or of its singular, most frequent first; empty if it is unknown."""
        lemma = spaced(noun).replace(" ", "_")
        if not lemma:
            return ()  # a line of the licence begins with a space
        return next((found for form in _singulars(lemma) if (found := self._look_up(form))), ())

    def similarity(self, first: str, second: str) -> float | None:
        """Likeness of two nouns in their most alike meanings, 0 to 1; None if one of them is unknown.

        Source: Wu and Palmer, Verbs semantics and lexical selection, 1994.
        """
        pairs = [(a, b) for a in self.senses(first) for b in self.senses(second)]
        return max((self._wu_palmer(a, b) for a, b in pairs), default=None)

    def _wu_palmer(self, first: int, second: int) -> float:
        up, other = self.above(first), self.above(second)
        shared = up.keys() & other.keys()
        if not shared:
            return 0.0
        deepest = max(self._depth(s) for s in shared)
        steps = min(up[s] + other[s] for s in shared if self._depth(s) == deepest)
        return 2 * deepest / (2 * deepest + steps)

    def _above(self, offset: int) -> dict[int, int]:
        """A meaning and all more general ones -> fewest steps up to it."""
        steps = {offset: 0}
        queue = [offset]
        for current in queue:
            for higher in self.synset(current).hypernyms:
                if higher not in steps:
                    steps[higher] = steps[current] + 1
                    queue.append(higher)
        return steps

    def _deepest(self, offset: int) -> int:
        """Meanings on the longest way from the root, both ends included."""
        return 1 + max((self._depth(h) for h in self.synset(offset).hypernyms), default=0)

    def _look_up(self, lemma: str) -> tuple[int, ...]:
        """Binary search: index.noun is sorted by bytes."""
        key = lemma.encode() + b" "
        low, high = 0, len(self._index)
        while low < high:
            begin = self._index.rfind(b"\n", low, (low + high) // 2) + 1 or low
            end = self._index.find(b"\n", begin)
            end = high if end < 0 else end + 1
            line = self._index[begin:end]
            if line.startswith(key):
                return _offsets(line.decode("utf-8", "replace"))
            if line < key:
                low = end
            else:
                high = begin
        return ()

    def _synset(self, offset: int) -> Synset:
        end = self._nouns.find(b"\n", offset)
        fields = self._nouns[offset : end if end >= 0 else len(self._nouns)].decode("utf-8", "replace").split()
        try:
            count = int(fields[3], 16)
            words = tuple(fields[4 + 2 * i] for i in range(count))
            pointers = fields[4 + 2 * count :]
            kinds = [pointers[1 + 4 * i : 4 + 4 * i] for i in range(int(pointers[0]))]
            hypernyms = tuple(int(target) for symbol, target, part in kinds if symbol in _HYPERNYMS and part == "n")
        except (IndexError, ValueError):
            raise OntologyError(f"data.noun: byte {offset} is not the beginning of a synset") from None
        return Synset(words, hypernyms)


def _offsets(line: str) -> tuple[int, ...]:
    """The meanings that a line of index.noun lists at its end."""
    fields = line.split()
    try:
        return tuple(int(field) for field in fields[-int(fields[2]) :])
    except (IndexError, ValueError):
        raise OntologyError(f"index.noun: {line.strip()!r} does not end in as many offsets as it announces") from None


def open_wordnet(folder: Path = FOLDER) -> WordNet | None:
    """WordNet from a folder that holds index.noun and data.noun; None if it does not."""
    files = [folder / "index.noun", folder / "data.noun"]
    if not all(path.is_file() and path.stat().st_size for path in files):
        return None
    index, nouns = (_mapped(path) for path in files)
    return WordNet(index, nouns)


def _mapped(path: Path) -> mmap.mmap:
    with path.open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def _singulars(lemma: str) -> Iterator[str]:
    yield lemma
    for ending, instead in (("ies", "y"), ("es", ""), ("s", "")):
        if lemma.endswith(ending) and len(lemma) > len(ending) + 2:
            yield lemma[: -len(ending)] + instead


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
