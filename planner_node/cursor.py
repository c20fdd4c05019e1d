# SPDX-License-Identifier: Apache-2.0
"""A position in the words of an instruction."""

from __future__ import annotations

import re
from collections.abc import Collection

from makedo_core.failure import FailureCause
from planner_node import lexicon as lx
from planner_node.request import Refusal

_WORD = re.compile(r"[^\W_][\w'\u2019\-]*|[,;.!?]|\S")
Phrase = tuple[str, ...]


class NotUnderstoodError(Exception):
    """Leaves the parser with the reason; `interpret` turns it into a value."""

    def __init__(self, cause: FailureCause, message: str, candidates: tuple[str, ...] = ()) -> None:
        """Hold the reason."""
        super().__init__(message)
        self.refusal = Refusal(cause, message, candidates)


class Cursor:
    """Position in the words of one instruction. Methods say what stands there; `take` and `skip` advance."""

    def __init__(self, text: str) -> None:
        """Stand before the first word."""
        self.words = [w.lower().replace("\u2019", "'") for w in _WORD.findall(text)]
        self.at = 0

    def word(self, ahead: int = 0) -> str:
        """The word at the position; empty at the end."""
        index = self.at + ahead
        return self.words[index] if index < len(self.words) else ""

    def phrase_length(self, phrase: Phrase) -> int:
        """Number of words if the phrase stands here, else 0."""
        return len(phrase) if tuple(self.words[self.at : self.at + len(phrase)]) == phrase else 0

    def longest(self, phrases: Collection[Phrase]) -> Phrase | None:
        """The longest of the phrases that stands here; the position stays."""
        found = [p for p in phrases if self.phrase_length(p)]
        return max(found, key=len, default=None)

    def longest_at(self, ahead: int, phrases: Collection[Phrase]) -> bool:
        """Whether one of the phrases stands some words ahead."""
        self.at += ahead
        found = self.longest(phrases)
        self.at -= ahead
        return found is not None

    def take(self, phrases: Collection[Phrase]) -> Phrase | None:
        """As `longest`, and advance past it."""
        phrase = self.longest(phrases)
        if phrase is not None:
            self.at += len(phrase)
        return phrase

    def skip(self, words: frozenset[str]) -> None:
        """Advance past all of these words."""
        while self.word() and self.word() in words:
            self.at += 1

    def ends_clause(self, ahead: int = 0) -> bool:
        """Whether nothing that belongs to the clause follows."""
        word = self.word(ahead)
        return not word or word in lx.SEPARATORS or word in lx.AFTERTHOUGHTS
