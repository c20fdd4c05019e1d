# SPDX-License-Identifier: Apache-2.0
"""From an instruction in plain English to a request: a hand-written recursive-descent parser.

Grammar, over words in lower case:

    instruction = clause { ("," | "and" | "." | "then" | "after that") clause }
    clause      = [politeness] verb [recipient] [place] [things] { place } [("after" | "before") clause] [reason]
    things      = noun phrase { ("," | "and") noun phrase }
    noun phrase = quantity { adjective } [room] name { "for kids" | "from" place | "except" things | relative clause }

Names are the ontology's (longest first, plurals and synonyms), and the ids and labels of the scene graph. Verbs and
small words are those of a phrase book (language/words). The
last place of a clause is where things go; places before it, and all behind "from", are where they are taken
from. "The" with a plural means all; "some" and a bare plural ask for two. "Then" begins a new stage, "and" does
not. What is said later of the same thing in the same stage replaces what was said before.

Nothing is guessed silently: an unknown word is returned with the known names that look most like it, or, when it is a
typing error of exactly one of them, read as that and noted. docs/instructions.md says what can be said.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.ontology import Ontology
from planner_node.language.clauses.handling import ClauseStep
from planner_node.language.phrasebook import Phrasebook, load_phrasebook
from planner_node.language.reading.cursor import NotUnderstoodError, words_of
from planner_node.language.remarks import Remarks
from planner_node.language.request import Change, Refusal, Request
from planner_node.language.sequence import ClauseStages
from planner_node.language.words import lexicon as lx
from planner_node.language.words import typos
from planner_node.language.words.naming import Names

MAX_LENGTH = 2000
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})


def interpret(
    instruction: str, ontology: Ontology, graph: SceneGraph, book: Phrasebook | None = None
) -> Request | Refusal:
    """Understand an instruction, or say why not.

    Args:
        instruction: in plain English.
        ontology: classes of things, and what they are called.
        graph: the scene that the instruction is about.
        book: words and what they stand for; None: ours alone.
    """
    book = book or load_phrasebook()
    wrong = check_text(instruction)
    if wrong is not None:
        return wrong
    names = Names(ontology, graph)
    words = words_of(instruction)
    first = _parse(instruction, words, names, book)
    if isinstance(first, Request):
        return first
    read = typos.correct(words, names.words() | book.known_words, book.never_read)
    if read.words == words:
        return first
    second = _parse(instruction, words_of(" ".join(read.words)), names, book, read.notes)
    if isinstance(second, Request):
        return second
    misspelt = {old for old, new in zip(words, read.words, strict=True) if old != new}
    if first.begins in misspelt:
        return replace(second, message=" ".join((*read.notes, second.message)))
    return first


def _parse(
    instruction: str, words: Sequence[str], names: Names, book: Phrasebook, notes: tuple[str, ...] = ()
) -> Request | Refusal:
    parser = _Parser(words, names, book)
    try:
        stages = parser.instruction()
    except NotUnderstoodError as stop:
        return stop.refusal
    return Request(instruction, stages.clauses(), stages.numbers(), (*notes, *parser.spoken.notes))


def check_text(instruction: str) -> Refusal | None:
    """What is wrong with an instruction as a text; None if nothing is."""
    problem = ""
    if any(c == "\ufffd" or "\ud800" <= c <= "\udfff" for c in instruction):
        problem = "The instruction is not valid UTF-8 text."
    elif len(instruction) > MAX_LENGTH:
        problem = f"The instruction has {len(instruction):,} characters; at most {MAX_LENGTH:,} fit."
    elif any(unicodedata.category(c) in _INVISIBLE and c not in "\t\n\r" for c in instruction):
        problem = "The instruction contains control characters; plain text is expected."
    elif not instruction.strip():
        problem = "The instruction is empty. Say what to do, for example: bring the apple to the table."
    elif instruction.count('"') % 2 or instruction.count("\u201c") != instruction.count("\u201d"):
        problem = "A quotation mark is not closed in the instruction."
    return Refusal(FailureCause.INVALID_INSTRUCTION, problem) if problem else None


class _Parser(Remarks):
    """Reads clauses one after the other."""

    def __init__(self, words: Sequence[str], names: Names, book: Phrasebook) -> None:
        """Stand before the first word."""
        super().__init__(words, names, book)
        self.previous: tuple[ClauseStep, ...] = ()

    def instruction(self) -> ClauseStages:
        """All clauses in their stages."""
        stages = ClauseStages()
        self.skip(lx.SEPARATORS)
        while self.word():
            corrects = self.between(stages)
            if not self.word():
                break
            self.sentence(stages, corrects)
        if not stages.entries:
            self.wished(stages)
        stages.finish()
        unplaced = stages.unplaced()
        if unplaced is not None:
            raise unplaced.reason
        if not stages.entries:
            raise self.no_verb()
        return stages

    def between(self, stages: ClauseStages) -> bool:
        """Past what joins two clauses; whether it was "but"."""
        corrects = False
        while True:
            corrects |= self.word() == lx.BUT
            if finished := self.when_finished():
                self.at += finished
                stages.next_stage()
            elif self.take(self.book.clauses.next_stage):
                stages.next_stage()
            elif self.word() in lx.SEPARATORS or (
                self.word() in self.book.clauses.afterthoughts and not self.find(self.book.clauses.polite)
            ):
                self.at += 1
            elif stages.entries and self.only_afterthoughts():
                self.at = len(self.words)  # "..., please."
            else:
                return corrects

    def only_afterthoughts(self) -> bool:
        """Whether nothing but politeness is left."""
        return bool(self.word()) and all(
            w in self.book.clauses.afterthoughts | lx.SEPARATORS for w in self.words[self.at :]
        )

    def sentence(self, stages: ClauseStages, corrects: bool) -> None:
        """One clause with what comes before or after it."""
        if self.tells_purpose() or self.remark(stages):
            return
        later: tuple[ClauseStep, ...] = ()
        if self.take(self.book.clauses.before):
            later = self.subordinate()
            self.skip({","})
        elif self.take(self.book.clauses.after):
            first = self.subordinate()
            self.skip({",", "then"})
            if not self.verb_at(0) and stages.entries:  # "..., after emptying it."
                self.order(stages, first, each=False)
                return
            for step in first:
                stages.add(step)
            stages.next_stage()
        self.previous = tuple([stages.add(step, corrects) for step in self.clause()])
        self.skip(self.book.clauses.afterthoughts)
        self.trailing(stages)
        self.reason()
        self.skip(self.book.clauses.afterthoughts)
        if later:
            stages.next_stage()
            for step in later:
                stages.add(step)
        if self.word() and self.word() not in lx.SEPARATORS and not self.find(self.book.clauses.next_stage):
            raise self.stuck()

    def subordinate(self) -> tuple[ClauseStep, ...]:
        """The clause behind "after" or "before": "emptying them", "you empty them"."""
        self.accept("you")
        return self.clause()

    def trailing(self, stages: ClauseStages) -> None:
        """A clause that says what comes before or after the one just read."""
        last = self.at_last()
        if last:
            self.at += last
            stages.ending.extend(self.previous)
            return
        if self.find(self.book.clauses.next_stage):
            return
        if self.take(self.book.clauses.before):
            later = self.subordinate()
            stages.next_stage()
            self.previous = tuple([stages.add(step) for step in later])
        elif self.take(self.book.clauses.after):
            each = bool({"each", "every"} & set(self.words[self.at : self.at + 3]))
            emptied = self.spoken.emptied
            again = self.order(stages, self.subordinate(), each)
            if again:
                self.spoken.emptied = emptied

    def order(self, stages: ClauseStages, first: tuple[ClauseStep, ...], each: bool) -> bool:
        """What was said last comes after something (`first`); whether that had been said before already."""
        if each and isinstance(first[0], Change) and stages.after_each(self.previous, first[0].quality):
            return True
        return stages.after(self.previous, first)

    def reason(self) -> None:
        """Past why something is wanted; what could limit what is wanted is not left aside."""
        begin = self.at
        if self.take(self.book.clauses.reasons) is None:
            return
        while self.word() and self.word() not in lx.SENTENCE_ENDS | {","}:
            self.at += 1
        if self.book.clauses.reasons_kept & set(self.words[begin : self.at]):
            self.at = begin
            raise self.stuck()
        self.note(f"I took '{self.said(begin)}' for the reason and not for something to do.")
