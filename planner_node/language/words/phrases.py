# SPDX-License-Identifier: Apache-2.0
"""Tables of fixed phrases of one or more words, found longest first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Found(Generic[T]):
    """A phrase that was recognised: how many words it took and what it stands for."""

    length: int
    value: T


class Phrases(Generic[T]):
    """Phrases with what each stands for; a look-up costs no more than the lengths of those with the same first word.

    Never changed once made.
    """

    def __init__(self, entries: Mapping[str, T]) -> None:
        """Index phrases such as "on top of" by their first word and by how many words they are, most first."""
        found: dict[str, dict[int, dict[tuple[str, ...], T]]] = {}
        for phrase, value in entries.items():
            words = tuple(phrase.split())
            found.setdefault(words[0], {}).setdefault(len(words), {}).setdefault(words, value)
        self._by_first = {first: dict(sorted(lengths.items(), reverse=True)) for first, lengths in found.items()}

    def find(self, words: Sequence[str], at: int) -> Found[T] | None:
        """The longest phrase that begins at a position; None if there is none."""
        if not 0 <= at < len(words):
            return None
        lengths = self._by_first.get(words[at])
        if lengths is None:
            return None
        for length, phrases in lengths.items():
            said = tuple(words[at : at + length])
            if said in phrases:
                return Found(length, phrases[said])
        return None

    @property
    def is_empty(self) -> bool:
        """Whether there is no phrase."""
        return not self._by_first

    def __iter__(self) -> Iterator[str]:
        """The phrases themselves."""
        return (phrase for phrase, _ in self.items())

    def items(self) -> Iterator[tuple[str, T]]:
        """Each phrase with what it stands for."""
        lengths = (phrases for same_first in self._by_first.values() for phrases in same_first.values())
        return ((" ".join(phrase), value) for phrases in lengths for phrase, value in phrases.items())

    @cached_property
    def meanings(self) -> frozenset[T]:
        """All that phrases stand for."""
        return frozenset(value for _, value in self.items())

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word of every phrase."""
        return frozenset(word for phrase in self for word in phrase.split())
