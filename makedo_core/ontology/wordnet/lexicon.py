# SPDX-License-Identifier: Apache-2.0
"""Nouns of WordNet, looked up in its own files (Debian and Ubuntu: wordnet-base)."""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from makedo_core.ontology.concept import OntologyError
from makedo_core.ontology.words import spaced

FOLDER = Path("/usr/share/wordnet")
_HYPERNYMS = frozenset({"@", "@i"})  # kinds, and instances of kinds


@dataclass(frozen=True, slots=True)
class Synset:
    """One meaning: the words that share it, and the byte offsets of the more general meanings."""

    words: tuple[str, ...]
    hypernyms: tuple[int, ...]


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
