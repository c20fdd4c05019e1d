# SPDX-License-Identifier: Apache-2.0
"""What a thing is, by the names of its model: "aws_residential_KitchenTable_01" is a table."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import yaml

from makedo_core.files.importers.described_words import attributes_of
from makedo_core.ontology import Ontology
from makedo_core.preferences.knowledge_file import read_knowledge

_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+[A-Za-z]*")
_FILE = Path(__file__).with_name("names.yaml")
_MOST_WORDS = 12


@dataclass(frozen=True, slots=True)
class Called:
    """What the names of a thing say.

    Attributes:
        label: its class, or for one that is not known the words of its name.
        concept: the class of the ontology; None: it knows none of the words.
        attributes: colours.
        partly: the words of the name, if only its last ones are known; empty: all are, or none is.
    """

    label: str
    concept: str | None
    attributes: frozenset[str]
    partly: str = ""


def words_of(name: str) -> tuple[str, ...]:
    """The words of a name in lower case, without numbers and single letters: "TVCabinet_01" -> tv, cabinet."""
    found = [word.lower() for word in _WORD.findall(name)]
    return tuple(word for word in found if len(word) > 1 and not word[0].isdigit())


class Namer:
    """Finds classes for names.

    Args:
        ontology: has the classes.
    """

    def __init__(self, ontology: Ontology) -> None:
        self._ontology = ontology
        knowledge = read_knowledge()
        products = {**knowledge.alone, **knowledge.always}
        self._products = products | {_in_one(name): kind for name, kind in products.items()}

    def called(self, names: Sequence[str]) -> Called:
        """What the first of some names says of which any word is known; a name that is known whole goes first."""
        shorn = [_shorn(words) for name in names if (words := words_of(name))]
        found = [(words, part) for words in shorn if (part := self._class(words)) is not None]
        if not found:
            words = shorn[0] if shorn else ("thing",)
            colours = attributes_of("", " ".join(words))
            rest = [word for word in words if word not in colours] or list(words)
            return Called("_".join(rest[-2:]), None, colours)
        words, (concept, count) = found[0]
        before = words[: len(words) - count]
        return Called(concept, concept, attributes_of("", " ".join(before)), _unexplained(before, words))

    def room(self, name: str) -> str | None:
        """The class of room that a name speaks of: "kitchen_floor" is a kitchen; None: of none."""
        words = list(_shorn(words_of(name)))
        whole = len(words)
        while len(words) > 1 and words[-1] in _words_of("of_rooms"):
            words.pop()
        if len(words) > 1 and words[0] == "room":
            words = words[1:]
        for start in range(len(words)):
            concept = self._ontology.class_of("_".join(words[start:]))
            if concept is not None:
                is_one = self._ontology.is_a(concept, "room") and concept not in _words_of("no_rooms")
                return concept if is_one and (concept != "room" or len(words) == whole) else None
        return None

    def stands_nowhere(self, names: Sequence[str]) -> bool:
        """Whether a name speaks of the ground, the sun, or the building as a whole."""
        nowhere = _words_of("nowhere")
        for words in map(words_of, names):
            if words and (" ".join(_shorn(words)) in nowhere or _shorn(words)[-1] in nowhere):
                return True
        return False

    def _class(self, words: tuple[str, ...]) -> tuple[str, int] | None:
        """The class that the last words name, as many as can be, and how many these are."""
        for count in range(min(len(words), _MOST_WORDS), 0, -1):
            tail = words[-count:]
            for spelling in ("_".join(tail), "".join(tail)):
                product = self._products.get(spelling.replace("_", " "))
                concept = self._ontology.class_of(spelling) or (product and self._ontology.class_of(product))
                if concept and not self._ontology.is_a(concept, "room") and spelling not in _words_of("of_anything"):
                    return concept, count
        return None


def _shorn(words: tuple[str, ...]) -> tuple[str, ...]:
    """A name without the words behind its noun that say only which one it is."""
    while len(words) > 1 and words[-1] in _words_of("behind"):
        words = words[:-1]
    return words


def _unexplained(before: tuple[str, ...], words: tuple[str, ...]) -> str:
    """The name, if a word or two before what is known may change what it is; of more words some are the maker's."""
    rest = [word for word in before if not attributes_of("", word) and word not in _words_of("behind")]
    return " ".join(words[-3:]) if 1 <= len(rest) <= 2 else ""


@lru_cache(maxsize=8)
def _words_of(section: str) -> frozenset[str]:
    return frozenset(_lists()[section])


@lru_cache(maxsize=1)
def _lists() -> Mapping[str, tuple[str, ...]]:
    read: Any = yaml.safe_load(_FILE.read_text(encoding="utf-8"))
    return MappingProxyType({name: tuple(map(str, listed)) for name, listed in read.items()})


def _in_one(name: str) -> str:
    return name.replace(" ", "").replace("-", "")


def numbered(label: str, taken: Collection[str]) -> Iterator[str]:
    """Ids of a class that are free: "cup_1", "cup_2", and so on."""
    number = 1
    while True:
        if f"{label}_{number}" not in taken:
            yield f"{label}_{number}"
        number += 1
