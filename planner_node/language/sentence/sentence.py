# SPDX-License-Identifier: Apache-2.0
"""A sentence of an instruction, by what it is said for, and what reads its parts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import auto

from makedo_core.enums import StrEnum
from planner_node.language.phrasebook import Phrasebook
from planner_node.language.request import Refusal, Request
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Names
from planner_node.language.words.phrases import Phrases

Words = tuple[str, ...]
ENDS = lx.SENTENCE_ENDS | {";"}


class SentenceKind(StrEnum):
    """What a sentence is said for."""

    ORDER = auto()  # what is to be done
    WISH = auto()  # what is to be so
    BACKGROUND = auto()  # what the speaker tells besides


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence, or one clause of several that are not of one kind.

    Attributes:
        kind: what it is said for.
        words: as they were said, without what says nothing.
        orders: the same as an order, for the parser; empty: it asks for nothing.
        notes: what was understood otherwise than it was said.
    """

    kind: SentenceKind
    words: Words
    orders: Words = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SentenceReader:
    """What the parts of sentences are read with.

    Attributes:
        names: what can be named in the scene.
        book: words and what they stand for.
        orders: reads a sequence of orders.
    """

    names: Names
    book: Phrasebook
    orders: Callable[[Sequence[str]], Request | Refusal]

    def starts_order(self, words: Sequence[str]) -> bool:
        """Whether words begin with a verb of an order. A noun is taken as a verb before an article only."""
        verb = self.book.said_verbs.find(words, 0)
        if verb is None and (not words or words[0] not in self.book.verbs.cannot):
            return False
        after = words[verb.length if verb else 1 :][:1]
        determined = bool(after) and (after[0] in lx.ARTICLES | lx.PRONOUNS | {"all", "every", "each", "everything"})
        return determined or self.names.match(words, 0) is None


def skipped(words: Words, table: Phrases[None]) -> Words | None:
    """The words behind the longest phrase of a table that they begin with; None if they begin with none."""
    found = table.find(words, 0)
    return None if found is None else words[found.length :]


def without(words: Words, few: Collection[str]) -> Words:
    """The words from the first on that is none of a few."""
    at = next((i for i, word in enumerate(words) if word not in few), len(words))
    return words[at:]
