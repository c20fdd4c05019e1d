# SPDX-License-Identifier: Apache-2.0
"""Nouns: plurals and articles, every way to say a class, names that look alike, and which noun of a label counts."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

import numpy as np

from makedo_core.ontology.concept import Concept, ContradictionError, Statement

_SPOKEN_YOU = ("uni", "uku", "usb", "use", "util", "eu", "one")
"""Beginnings that are written with a vowel and spoken with a consonant: "a unicorn"."""

_SPOKEN_VOWEL = ("hour", "honest", "ssd", "hdmi", "lcd", "sd card")
"""Beginnings that are written with a consonant and spoken with a vowel: "an hourglass"."""

_BEHIND_THE_NOUN = frozenset("at for from in inside into of on onto out to with without".split())
"""Words behind which a label speaks of something else ("book into the shelf")."""

PORTIONS = frozenset({"pack", "packet", "roll", "bunch", "sliced", "cracked"})
"""Last words of labels that only say in what amount or state something comes: a pack of napkins is napkins."""

_AMOUNTS = frozenset("bag roll packet pack box tin can carton bar tube jar bottle stick loaf".split())
"""What things are sold in."""

_WITH_VES = ("knife", "shelf", "leaf", "loaf", "half", "wife", "life", "wolf", "scarf", "calf", "thief")
"""Nouns, also as the end of another, whose plural is written with "ves": "knives", "bookshelves"."""

_REMEMBERED = 20_000  # words and labels: the same few are asked about again and again
_COLLECTED = frozenset({"trash", "rubbish"})
"""What a bag is called for without having it in."""


@lru_cache(_REMEMBERED)
def plural(noun: str) -> str:
    """Regular English plural of the last word ("box of cookies" keeps its tail)."""
    head, of, tail = noun.partition(" of ")
    if head.endswith(("s", "x", "z", "ch", "sh")) or head in ("potato", "tomato", "mango"):
        ending = head + "es"
    elif head.endswith(_WITH_VES):
        ending = head.removesuffix("e").removesuffix("f") + "ves"
    elif head.endswith("y") and head[-2:-1] not in tuple("aeiou"):
        ending = head[:-1] + "ies"
    else:
        ending = head + "s"
    return ending + of + tail


def with_article(name: str) -> str:
    """A noun with its indefinite article: "an apple", "a usb stick"."""
    vowel = name.startswith(_SPOKEN_VOWEL) or (name[:1] in tuple("aeiou") and not name.startswith(_SPOKEN_YOU))
    return f"{'an' if vowel else 'a'} {name}"


@lru_cache(_REMEMBERED)
def spaced(label: str) -> str:
    """A label or phrase in lower case with single spaces between its words: "Wine_Glass" -> "wine glass"."""
    return " ".join(label.replace("_", " ").lower().split())


def forms(concept: Concept) -> Iterator[tuple[str, Statement]]:
    """Every way to say a class, in lower case, with the statement behind it; its own name first."""
    own = spaced(concept.id)
    said = Statement(concept.id, "subClassOf", concept.parents[0] if concept.parents else "")
    yield own, said
    for form in concept.plurals:
        yield spaced(form), Statement(concept.id, "plural", form)
    if not concept.plurals:
        yield plural(own), said
    for synonym in concept.synonyms:
        word = spaced(synonym)
        statement = Statement(concept.id, "synonym", synonym)
        yield word, statement
        noun = word.partition(" of ")[0]
        if noun.endswith("ss") or not noun.endswith("s"):  # "keys" and "supplies" are plurals already
            yield plural(word), statement


def index(concepts: Iterable[Concept]) -> dict[str, str]:
    """Every way to say a class -> the class, with hyphens and without.

    Raises:
        ContradictionError: if a word would mean two classes.
    """
    result: dict[str, str] = {}
    behind: dict[str, Statement] = {}
    for concept in concepts:
        for form, statement in forms(concept):
            for spelling in {form, form.replace("-", " ")}:
                meant = result.setdefault(spelling, concept.id)
                if meant != concept.id:
                    message = f"{spelling!r} is to mean {concept.id} and already means {meant}"
                    raise ContradictionError(message, statement, behind[spelling])
                behind.setdefault(spelling, statement)
    for form, meant in tuple(result.items()):
        for turned in _turned(form, result):
            result.setdefault(turned, meant)
    return result


def _turned(form: str, known: Mapping[str, str]) -> tuple[str, ...]:
    """A name with its amount last, as labels have it, and its plural: "bag of sugar" -> sugar bag, sugar bags."""
    amount, _, content = form.partition(" of ")
    content = content[:-1] if content.endswith("s") and content[:-1] in known else content
    if amount not in _AMOUNTS or content in _COLLECTED or content.endswith("s"):
        return ()
    turned = f"{content} {amount}"
    return turned, plural(turned)


@lru_cache(_REMEMBERED)
def tails(label: str) -> tuple[str, ...]:
    """What the noun of a label can be, longest first: "dirty_wine_glass" -> dirty wine glass, wine glass, glass.

    What follows a preposition is left out: "book into the shelf" speaks of a book.
    """
    words = spaced(label).split()
    behind = next((i for i, word in enumerate(words) if i and word in _BEHIND_THE_NOUN), len(words))
    words = words[:behind]
    return tuple(" ".join(words[start:]) for start in range(len(words)))


class Spellings:
    """Names, of which those that look like a word are found without comparing all of them with it letter by letter.

    Never changed once made.
    """

    def __init__(self, names: Iterable[str]) -> None:
        """Count the letters of each."""
        self._names = tuple(names)
        self._columns = {letter: i for i, letter in enumerate(sorted(set().union(*self._names)))}
        self._letters = np.zeros((len(self._names), len(self._columns)), np.int32)  # (names, letters)
        for row, name in zip(self._letters, self._names, strict=True):
            for letter in name:
                row[self._columns[letter]] += 1
        self._lengths = np.array([len(name) for name in self._names], np.int32)

    def nearest(self, word: str, count: int, cutoff: float) -> list[str]:
        """What `difflib.get_close_matches` finds among the names: as it does, but for those that share too few letters.

        Args:
            word: to be looked like.
            count: at most so many.
            cutoff: least likeness, above 0 up to 1.
        """
        wanted = np.zeros(len(self._columns), np.int32)
        for letter in word:
            if letter in self._columns:
                wanted[self._columns[letter]] += 1
        shared = np.minimum(self._letters, wanted).sum(axis=1)  # never less than what is alike
        likely = np.flatnonzero(2.0 * shared >= (cutoff - 1e-6) * (self._lengths + len(word)))
        return difflib.get_close_matches(word, [self._names[i] for i in likely], count, cutoff)
