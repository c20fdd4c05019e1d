# SPDX-License-Identifier: Apache-2.0
"""Nouns and verbs of WordNet, looked up in its own files (Debian and Ubuntu: wordnet-base)."""

from __future__ import annotations

import mmap
import os
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum, auto
from functools import lru_cache
from pathlib import Path

from makedo_core.enums import StrEnum
from makedo_core.ontology.concept import OntologyError
from makedo_core.ontology.words import spaced

PACKAGE = "wordnet-base"  # of Debian and Ubuntu
INSTALLED = Path("/usr/share/wordnet")
_INSTANCE_OF = "@i"
_HYPERNYMS = frozenset({"@", _INSTANCE_OF})


class PartOfSpeech(StrEnum):
    """The words that a pair of files holds: index.noun and data.noun."""

    NOUN = auto()
    VERB = auto()


class NounTopic(IntEnum):
    """The lexicographers' files that hold things which can lie in a house. Source: lexnames(5)."""

    TOPS = 3  # the most general meanings of several topics, e.g. food, plant
    ANIMAL = 5
    ARTIFACT = 6
    COMMUNICATION = 10  # things to read among them
    FOOD = 13
    OBJECT = 17
    PERSON = 18
    PLANT = 20
    POSSESSION = 21
    SUBSTANCE = 27


@dataclass(frozen=True, slots=True)
class Synset:
    """One meaning.

    Attributes:
        words: those that share it.
        hypernyms: byte offsets of the more general meanings.
        topic: number of the lexicographers' file; see NounTopic.
        ids: what tells the meanings of a word within a topic apart, one for each of the words.
        is_name: whether it is one of a kind and no kind, e.g. a person or a river.
    """

    words: tuple[str, ...]
    hypernyms: tuple[int, ...]
    topic: int
    ids: tuple[int, ...]
    is_name: bool


class WordNet:
    """Nouns of WordNet 3, looked up in the files' own order without loading them.

    Source of the format: the manual pages wndb(5) and wninput(5).

    Attributes:
        verbs: its verbs, looked up in the same way; None: only the nouns are here.
    """

    def __init__(
        self, index: mmap.mmap, data: mmap.mmap, part: PartOfSpeech = PartOfSpeech.NOUN, verbs: WordNet | None = None
    ) -> None:
        """Take over the contents of index.noun and data.noun, or of those of verbs."""
        self._index = index
        self._data = data
        self._part = part
        self.verbs = verbs
        self._entry = lru_cache(maxsize=20_000)(self._find)
        self.synset = lru_cache(maxsize=20_000)(self._synset)
        self.above = lru_cache(maxsize=5_000)(self._above)
        self.depth = lru_cache(maxsize=20_000)(self._deepest)

    def senses(self, noun: str) -> tuple[int, ...]:
        """Offsets of the meanings of a noun, or of its singular, most frequent first; empty if it is unknown.

        Among verbs: of a verb as it is said in an order.
        """
        return self._entry(noun)[1]

    def singular(self, noun: str) -> str:
        """A noun as WordNet lists it, with spaces; as it was given where it is unknown."""
        return spaced(self._entry(noun)[0] or noun)

    def _find(self, noun: str) -> tuple[str, tuple[int, ...]]:
        """The entry of a noun, with underscores, with hyphens or in one word, and its meanings."""
        name = spaced(noun.replace("-", " "))
        if not name:
            return "", ()  # a line of the licence begins with a space
        spellings = dict.fromkeys(name.replace(" ", joint) for joint in ("_", "-", ""))
        is_verb = self._part is PartOfSpeech.VERB
        forms = (form for spelling in spellings for form in ((spelling,) if is_verb else _singulars(spelling)))
        return next(((form, found) for form in forms if (found := self._look_up(form))), ("", ()))

    def sense(self, key: str) -> int | None:
        """The meaning behind a sense key, e.g. "tool%1:06:00"; None if there is none.

        Keys outlive editions, offsets do not. Source: senseidx(5).
        """
        lemma, _, place = key.partition("%1:")
        topic, _, number = place.partition(":")
        for offset in self._look_up(lemma):
            synset = self.synset(offset)
            own = [i for word, i in zip(synset.words, synset.ids, strict=True) if word.lower() == lemma]
            if f"{synset.topic:02d}" == topic and own and f"{own[0]:02d}" == number:
                return offset
        return None

    def likeness(self, first: int, second: int, least_depth: int = 1) -> float:
        """How alike two meanings are, 0 to 1, by how deep they meet; 0 where that is above a depth.

        Source: Wu and Palmer, Verbs semantics and lexical selection, 1994.
        """
        up, other = self.above(first), self.above(second)
        shared = up.keys() & other.keys()
        deepest = max((self.depth(s) for s in shared), default=0)
        if deepest < least_depth:
            return 0.0
        steps = min(up[s] + other[s] for s in shared if self.depth(s) == deepest)
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
        return 1 + max((self.depth(h) for h in self.synset(offset).hypernyms), default=0)

    def _look_up(self, lemma: str) -> tuple[int, ...]:
        """Binary search: the index is sorted by bytes."""
        key = lemma.encode() + b" "
        low, high = 0, len(self._index)
        while low < high:
            begin = self._index.rfind(b"\n", low, (low + high) // 2) + 1 or low
            end = self._index.find(b"\n", begin)
            end = high if end < 0 else end + 1
            line = self._index[begin:end]
            if line.startswith(key):
                return _offsets(line.decode("utf-8", "replace"), self._part)
            if line < key:
                low = end
            else:
                high = begin
        return ()

    def _synset(self, offset: int) -> Synset:
        end = self._data.find(b"\n", offset)
        fields = self._data[offset : end if end >= 0 else len(self._data)].decode("utf-8", "replace").split()
        own = self._part.value[0]
        try:
            count = int(fields[3], 16)
            words = tuple(fields[4 + 2 * i].split("(")[0] for i in range(count))
            ids = tuple(int(fields[5 + 2 * i], 16) for i in range(count))
            pointers = fields[4 + 2 * count :]
            kinds = [pointers[1 + 4 * i : 4 + 4 * i] for i in range(int(pointers[0]))]
            hypernyms = tuple(int(target) for symbol, target, part in kinds if symbol in _HYPERNYMS and part == own)
            is_name = any(symbol == _INSTANCE_OF for symbol, _, _ in kinds)
            return Synset(words, hypernyms, int(fields[1]), ids, is_name)
        except (IndexError, ValueError):
            raise OntologyError(f"data.{self._part}: byte {offset} is not the beginning of a synset") from None


def _offsets(line: str, part: PartOfSpeech) -> tuple[int, ...]:
    """The meanings that a line of an index lists at its end."""
    fields = line.split()
    try:
        return tuple(int(field) for field in fields[-int(fields[2]) :])
    except (IndexError, ValueError):
        raise OntologyError(f"index.{part}: {line.strip()!r} does not end in as many offsets as it announces") from None


def folders() -> tuple[Path, ...]:
    """Where the files can be: as the package installs them, or where `make setup` puts them."""
    cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return INSTALLED, Path(cache) / "makedo" / "wordnet"


def open_wordnet(folder: Path | None = None) -> WordNet | None:
    """WordNet from a folder that holds index.noun and data.noun; None if there is none. Those of verbs may be missing.

    Args:
        folder: where to look; None: in all of `folders()`.
    """
    for place in folders() if folder is None else (folder,):
        nouns, verbs = (_opened(place, part) for part in PartOfSpeech)
        if nouns is not None:
            of_verbs = WordNet(*verbs, part=PartOfSpeech.VERB) if verbs is not None else None
            return WordNet(*nouns, verbs=of_verbs)
    return None


def _opened(folder: Path, part: PartOfSpeech) -> tuple[mmap.mmap, mmap.mmap] | None:
    files = [folder / f"index.{part}", folder / f"data.{part}"]
    if not all(path.is_file() and path.stat().st_size for path in files):
        return None
    return _mapped(files[0]), _mapped(files[1])


def _mapped(path: Path) -> mmap.mmap:
    with path.open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def _singulars(lemma: str) -> Iterator[str]:
    yield lemma
    for ending, instead in (("ies", "y"), ("ves", "f"), ("ves", "fe"), ("men", "man"), ("es", ""), ("s", "")):
        if lemma.endswith(ending) and len(lemma) > len(ending) + 2:
            yield lemma[: -len(ending)] + instead
