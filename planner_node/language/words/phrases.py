# SPDX-License-Identifier: Apache-2.0
"""Tables of fixed phrases of one or more words, found longest first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Found(Generic[T]):
    """A phrase that was recognised: how many words it took and what it stands for."""

    length: int
    value: T


class Phrases(Generic[T]):
    """Phrases with what each stands for; a look-up costs no more than the phrases that begin with the same word."""

    def __init__(self, entries: Mapping[str, T]) -> None:
        """Index phrases such as "on top of" by their first word."""
        self._by_first: dict[str, list[tuple[tuple[str, ...], T]]] = {}
        for phrase, value in entries.items():
            words = tuple(phrase.split())
            self._by_first.setdefault(words[0], []).append((words, value))
        for same_first in self._by_first.values():
            same_first.sort(key=lambda entry: len(entry[0]), reverse=True)

    def find(self, words: Sequence[str], at: int) -> Found[T] | None:
        """The longest phrase that begins at a position; None if there is none."""
        if not 0 <= at < len(words):
            return None
        for phrase, value in self._by_first.get(words[at], ()):
            length = len(phrase)
            if length == 1 or tuple(words[at : at + length]) == phrase:
                return Found(length, value)
        return None

    def __iter__(self) -> Iterator[str]:
        """The phrases themselves."""
        return (" ".join(phrase) for same_first in self._by_first.values() for phrase, _ in same_first)

    def items(self) -> Iterator[tuple[str, T]]:
        """Each phrase with what it stands for."""
        return ((" ".join(phrase), value) for same_first in self._by_first.values() for phrase, value in same_first)

    @property
    def meanings(self) -> frozenset[T]:
        """All that phrases stand for."""
        return frozenset(value for _, value in self.items())

    @property
    def words(self) -> frozenset[str]:
        """Every word of every phrase."""
        return frozenset(word for phrase in self for word in phrase.split())
