# SPDX-License-Identifier: Apache-2.0
"""What the instruction says right before a place that a model names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from planner_node.language.phrasebook import Phrasebook
from planner_node.language.words.lexicon import ARTICLES
from planner_node.language.words.phrases import Phrases
from planner_node.llm.words import places_of, words_of

_T = TypeVar("_T")


def before(quoted: str, said: Sequence[str], book: Phrasebook) -> Iterator[Sequence[str]]:
    """The words before the noun wherever a place is named, without articles at their end."""
    words = words_of(quoted)
    small = ARTICLES | book.places.sides.words | book.places.sources.words
    for at in places_of(words, said):
        noun = next((i for i in range(at, at + len(words)) if said[i] not in small), at)
        while noun and said[noun - 1] in ARTICLES:
            noun -= 1
        yield said[:noun]


def at_the_end(table: Phrases[_T], words: Sequence[str]) -> _T | None:
    """What the longest phrase of a table means with which words end; None: they end with none."""
    for begin in range(len(words)):
        found = table.find(words, begin)
        if found is not None and begin + found.length == len(words):
            return found.value
    return None
