# SPDX-License-Identifier: Apache-2.0
"""A sentence of an instruction, by what it is said for, and what reads its parts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from enum import auto

from makedo_core.enums import StrEnum
from planner_node.language.phrasebook import Phrasebook
from planner_node.language.reading.looks import goes_with_its_looks
from planner_node.language.refusal import Refusal
from planner_node.language.request import Basis, LimitKind, Request, StatedCondition
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Names
from planner_node.language.words.phrases import Phrases

Words = tuple[str, ...]
ENDS = lx.SENTENCE_ENDS | {";"}
_DETERMINING = frozenset("all every each everything anything what whatever".split())
MARKS = frozenset({",", ":", "-", "\u2013", "\u2014", "\u2026"})  # within a sentence


class SentenceKind(StrEnum):
    """What a sentence is said for."""

    ORDER = auto()  # what is to be done
    VERBLESS = auto()  # the same, of things and a place alone
    WISH = auto()  # what is to be so
    CONDITION = auto()  # what is to be done if something is so
    CHOICE = auto()  # what is to be done, one of several
    FALLBACK = auto()  # what is to be done if the sentence before cannot be had
    LIMIT = auto()  # what is not to be done
    NEED = auto()  # how things are, which asks for something only by what is usually done then
    BACKGROUND = auto()  # what the speaker tells besides


@dataclass(frozen=True, slots=True)
class SaidWay:
    """One way in which a sentence may be meant to be done.

    Attributes:
        orders: what is to be done, for the parser; empty: nothing.
        when: what has to be so.
        basis: by what it is what was asked for.
        notes: what is to be told if it is done in this way.
    """

    orders: Words
    when: tuple[StatedCondition, ...] = ()
    basis: Basis = Basis.ORDER
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SaidLimit:
    """A limit as it was said.

    Attributes:
        kind: what is not to be done.
        thing: the words for what it is about.
    """

    kind: LimitKind
    thing: Words


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence, or one clause of several that are not of one kind.

    Attributes:
        kind: what it is said for.
        words: as they were said, without what says nothing; of a fall-back those of what is to be done.
        ways: how it may be meant to be done, first named first; empty: it asks for nothing.
        notes: what was understood otherwise than it was said.
        limits: what is not to be done.
        refusal: why it cannot be read; None: it can.
    """

    kind: SentenceKind
    words: Words
    ways: tuple[SaidWay, ...] = ()
    notes: tuple[str, ...] = ()
    limits: tuple[SaidLimit, ...] = ()
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class SentenceReader:
    """What the parts of sentences are read with.

    Attributes:
        names: what can be named in the scene.
        book: words and what they stand for.
        orders: reads a sequence of orders.
        asked: whether the sentence ends with a question mark.
        turned: collects the words before the first gap of each way to say an order in place of which the plain one is.
    """

    names: Names
    book: Phrasebook
    orders: Callable[[Sequence[str]], Request | Refusal]
    asked: bool = False
    turned: set[Words] = field(default_factory=set, compare=False)

    def starts_order(self, words: Sequence[str]) -> bool:
        """Whether words begin with a verb of an order. A noun is taken as a verb before an article only."""
        verb = self.book.said_verbs.find(words, 0)
        if verb is None and (not words or words[0] not in self.book.verbs.cannot):
            return False
        after = words[verb.length if verb else 1 :][:1]
        if self.book.adjectives.attribute(words[0]) is not None and self._says_looks(words):
            return False
        determined = bool(after) and after[0] in lx.ARTICLES | lx.PRONOUNS | _DETERMINING
        name = self.names.match(words, 0)
        return determined or name is None or (verb is not None and verb.length > name.length)  # "throw away"

    def _says_looks(self, words: Sequence[str]) -> bool:
        """Whether a look that is a verb, too, is said of things: "clean ones on the shelf", "clean cups should go"."""
        name = self.names.match(words, 1)
        if name is None:
            return words[1:2] == ("ones",)
        if goes_with_its_looks(words, 0, self.names, self.book):
            return True
        tables = (self.book.verbs.belonging, self.book.sentences.modals)
        return any(table.find(words, 1 + name.length) is not None for table in tables)


def sentence_begin(words: Sequence[str], at: int, stops: Collection[str] = ENDS) -> int:
    """Index behind the last stop before a position: where the sentence begins, or its part if the stops end parts."""
    return next((i + 1 for i in range(at - 1, -1, -1) if words[i] in stops), 0)


def sentence_end(words: Sequence[str], at: int, stops: Collection[str] = ENDS) -> int:
    """Index of the first stop from a position on, or the number of words: where the sentence ends, or its part."""
    return next((i for i in range(at, len(words)) if words[i] in stops), len(words))


def sentence_bounds(words: Words, stops: Collection[str] = ENDS) -> Iterator[tuple[int, int]]:
    """Where each sentence begins and ends, its stop not counted; behind a last stop an empty one."""
    begin = 0
    for at in range(len(words) + 1):
        if at == len(words) or words[at] in stops:
            yield begin, at
            begin = at + 1


def each_sentence(words: Words, say: Callable[[Words], Words], stops: Collection[str] = ENDS) -> Words:
    """The words with each sentence, without its stop, as a function says it."""
    bounds = sentence_bounds(words, stops)
    return tuple(word for begin, end in bounds for word in (*say(words[begin:end]), *words[end : end + 1]))


def skipped(words: Words, table: Phrases[None]) -> Words | None:
    """The words behind the longest phrase of a table that they begin with; None if they begin with none."""
    found = table.find(words, 0)
    return None if found is None else words[found.length :]


def without(words: Words, few: Collection[str]) -> Words:
    """The words from the first on that is none of a few."""
    at = next((i for i, word in enumerate(words) if word not in few), len(words))
    return words[at:]
