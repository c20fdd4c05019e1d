# SPDX-License-Identifier: Apache-2.0
"""The words of an instruction, and a position in them."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from makedo_core.failure import FailureCause
from planner_node.language.phrasebook import Phrasebook
from planner_node.language.reading.looks import goes_with_its_looks
from planner_node.language.refusal import Gap, Refusal
from planner_node.language.things import Side
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name, Names
from planner_node.language.words.phrases import Found, Phrases, T
from planner_node.language.words.verbs import Verb

_NUMERAL = r"\d+(?:[.,]\d+)+(?!\w)|(?<![\w.,])[-\u2212+]\d+(?:[.,]\d+)*(?!\w)"
_WORD = re.compile(rf"{_NUMERAL}|(?<!\w)['\u2019]em\b|[^\W_][\w'\u2019\-]*|[,;.!?:]|\S")
_QUOTED = re.compile(r"\"([^\"]*)\"|\u201c([^\u201c\u201d]*)\u201d")
_AND_OR = re.compile(r"\band\s*/\s*or\b", re.IGNORECASE)
_SLASHED = re.compile(r"[^\W\d_]{2,}(?:/[^\W\d_]{2,}){2,}")
"""A list of three words or more: "soap/shampoo/comb". Of two it is not clear whether one or both are meant."""
_TITLE = re.compile(r"\b(mrs?|ms|dr|prof)\.(?=\s+\w)", re.IGNORECASE)  # whose stop ends no sentence


JUST_READ = 4
"""How many words identify a position in an instruction."""


class NotUnderstoodError(Exception):
    """Leaves the parser with the reason; `interpret` turns it into a value."""

    def __init__(
        self,
        cause: FailureCause,
        message: str,
        candidates: tuple[str, ...] = (),
        unknown: str = "",
        begins: str = "",
        gap: Gap | None = None,
    ) -> None:
        """Hold the reason."""
        super().__init__(message)
        self.refusal = Refusal(cause, message, candidates, unknown, begins, gap)


def words_of(text: str) -> tuple[str, ...]:
    """Words, numerals and punctuation marks in lower case; quotation marks around names are left out."""
    plain = _QUOTED.sub(lambda quoted: quoted[1] or quoted[2] or "", text)
    plain = _TITLE.sub(r"\1", plain)
    plain = _SLASHED.sub(lambda listed: listed[0].replace("/", ", "), _AND_OR.sub("or", plain))
    found = [word.lower().replace("\u2019", "'").rstrip("-'") or word for word in _WORD.findall(plain)]
    return tuple(word for i, word in enumerate(found) if not _is_please(found, i))


def _is_please(words: Sequence[str], at: int) -> bool:
    """Whether a word is "please", or a comma that only sets it off."""
    if words[at] != ",":
        return words[at] == "please"
    before = at > 1 and words[at - 1] == "please" and words[at - 2] == ","
    after = tuple(words[at + 1 : at + 3])
    ends = len(after) < 2 or after[1] in {",", *lx.SENTENCE_ENDS}
    return before or (after[:1] == ("please",) and ends)


class Cursor:
    """Position in the words of one instruction. Methods say what stands there; `take` and `skip` advance.

    Attributes:
        words: the instruction's words.
        names: what can be named in the scene.
        book: words and what they stand for.
        at: index of the word at the position.
    """

    def __init__(self, words: Sequence[str], names: Names, book: Phrasebook) -> None:
        """Stand before the first word."""
        self.words = tuple(words)
        self.names = names
        self.book = book
        self.at = 0
        self._known: dict[int, Name | None] = {}

    def word(self, ahead: int = 0) -> str:
        """The word at the position; empty at the end."""
        index = self.at + ahead
        return self.words[index] if 0 <= index < len(self.words) else ""

    def name(self, ahead: int = 0) -> Name | None:
        """The longest name that begins there; None if there is none."""
        index = self.at + ahead
        if index not in self._known:
            self._known[index] = self.names.match(self.words, index)
        return self._known[index]

    def find(self, table: Phrases[T], ahead: int = 0) -> Found[T] | None:
        """The longest phrase of a table that begins there; None if there is none."""
        return table.find(self.words, self.at + ahead)

    def take(self, table: Phrases[T]) -> Found[T] | None:
        """As `find`, and advance past it."""
        found = self.find(table)
        if found is not None:
            self.at += found.length
        return found

    def accept(self, *words: str) -> bool:
        """Advance past these words if they stand here."""
        if self.words[self.at : self.at + len(words)] != words:
            return False
        self.at += len(words)
        return True

    def rewrite(self, begin: int, end: int, words: Sequence[str]) -> None:
        """Put other words in place of those between two positions, and stand before them."""
        self.words = (*self.words[:begin], *words, *self.words[end:])
        self.at = begin
        self._known.clear()

    def skip(self, words: Collection[str]) -> None:
        """Advance past all of these words."""
        while self.word() and self.word() in words:
            self.at += 1

    def said(self, begin: int) -> str:
        """The words from an index to the position."""
        return " ".join(self.words[begin : self.at])

    def just_read(self) -> str:
        """The last words before the position, for what an answer is to stand behind."""
        return self.said(max(0, self.at - JUST_READ))

    def ends_clause(self, ahead: int = 0) -> bool:
        """Whether nothing that belongs to the clause follows."""
        word = self.word(ahead)
        if self.find(self.book.places.no_sides, ahead):
            return False  # "next to the sofa"
        if not word or word in lx.SEPARATORS or word in self.book.clauses.afterthoughts:
            return True
        return bool(
            self.find(self.book.clauses.next_stage, ahead)
            or self.at_last(ahead)
            or self.find(self.book.clauses.after, ahead)
            or self.find(self.book.clauses.before, ahead)
            or self.find(self.book.clauses.reasons, ahead)
        )

    def when_finished(self, ahead: int = 0) -> int:
        """How many words there say that all is done: "once you have completed these steps"; 0: none."""
        found = self.find(self.book.clauses.when, ahead)
        if found is None:
            return 0
        length, finished = found.length, False
        while (word := self.word(ahead + length)) in self.book.clauses.finishing or (
            word in self.book.clauses.finished and not finished
        ):
            finished |= word in self.book.clauses.finished
            length += 1
        return length if finished else 0

    def at_last(self, ahead: int = 0) -> int:
        """How many words there put a clause last of all: "in the end", but not "in the end table"; 0: none."""
        finished = self.when_finished(ahead)
        if finished and self.word(ahead + finished) in lx.SENTENCE_ENDS | {",", ""}:
            return finished
        found = self.find(self.book.clauses.at_last, ahead)
        if found is None or self.word(ahead + found.length) not in lx.SENTENCE_ENDS | {",", ""}:
            return 0
        return found.length

    def attribute(self, ahead: int = 0) -> str | None:
        """The attribute that a word there stands for: a known one, or one of the scene; None if it is none."""
        word = self.word(ahead)
        known = self.book.adjectives.attribute(word)
        return known or (word if word in self.names.attributes else None)

    def verb_at(self, ahead: int) -> bool:
        """Whether a verb begins a clause there. A noun is taken as a verb before an article only."""
        while polite := self.find(self.book.clauses.polite, ahead) or self.find(self.book.clauses.narrated, ahead):
            ahead += polite.length
        said = self.find(self.book.clauses.sayings, ahead) is not None
        if said or self.find(self.book.clauses.same_again, ahead) is not None:
            return True
        if self.find(self.book.clauses.count_again, ahead) is not None:
            return True
        verb = self.find(self.book.said_verbs, ahead)
        word = self.word(ahead)
        if verb is None and word not in self.book.verbs.cannot and not self.find(self.book.clauses.prohibitions, ahead):
            return False
        if verb is not None and verb.length == 1 and self.looks_ahead(ahead):
            return False
        after = self.word(ahead + (verb.length if verb else 1))
        name = self.name(ahead)
        if name is not None and verb is not None and name.length > verb.length and self.names.is_present(name):
            return False  # "test tubes to the rack"
        determined = after in lx.ARTICLES or after in ("it", "them", "all", "every", "each")
        if verb is not None and verb.value.verb is Verb.FLOOR and (room := self.name(ahead + verb.length)):
            determined |= self.names.is_room(room)  # "mop kitchen and hall"
        return determined or name is None

    def looks_ahead(self, ahead: int) -> bool:
        """Whether a word that is a verb as well says what things are like here: "clean things into the basket"."""
        towards = self.word(ahead + 2) in self.book.places.towards
        if self.attribute(ahead) is None:
            return False
        if self.word(ahead + 1) in self.book.nouns.anything and towards:
            return True
        return goes_with_its_looks(self.words, self.at + ahead, self.names, self.book)

    def side(self, ahead: int = 0) -> Found[Side] | None:
        """A preposition of place; "at" of "at least" and "at the end" is none, nor is "in" of "in front of"."""
        if self.find(self.book.quantities.bounds, ahead) or self.at_last(ahead):
            return None
        if self.find(self.book.places.beside, ahead):
            return None
        return self.find(self.book.places.sides, ahead)

    def ends_particle(self) -> bool:
        """Whether a word like "on" is no preposition here: "turn the lamp on"."""
        return self.word() in lx.PARTICLES and self.ends_clause(1)

    def ends_place(self, ahead: int) -> bool:
        """Whether no further name belongs to a place."""
        return self.ends_clause(ahead) or bool(self.side(ahead) or self.find(self.book.places.sources, ahead))

    def place_follows(self, ahead: int = 0) -> bool:
        """Whether the name of furniture or a room stands there, for sure no thing and no verb."""
        source = self.find(self.book.places.sources, ahead)
        ahead += source.length if source else 0
        while self.word(ahead) in lx.DEFINITE:
            ahead += 1
        name = self.name(ahead)
        return name is not None and self.names.is_place(name) and not self.verb_at(ahead)

    def stuck(self) -> NotUnderstoodError:
        """Words that fit nowhere."""
        rest = " ".join(self.words[self.at : self.at + 6])
        if self.word() == "or":
            return NotUnderstoodError(FailureCause.AMBIGUOUS, f"Which one is meant: '{rest}'? Say one.")
        return NotUnderstoodError(FailureCause.NOT_UNDERSTOOD, f"I do not understand '{rest}' in this instruction.")
