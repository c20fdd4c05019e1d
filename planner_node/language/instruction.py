# SPDX-License-Identifier: Apache-2.0
"""The clauses of an instruction, one after the other, with what joins them."""

from __future__ import annotations

from dataclasses import replace

from makedo_core.failure import FailureCause
from planner_node.language.clauses.carrying.putting import put
from planner_node.language.clauses.clause import clause
from planner_node.language.clauses.ranked import ranked
from planner_node.language.clauses.refusing import no_verb
from planner_node.language.clauses.states import in_state
from planner_node.language.clauses.steps import ClauseStep
from planner_node.language.clauses.wording.plain import in_plain_words
from planner_node.language.nouns.nouns import Nouns
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.reading.quantities import number_at
from planner_node.language.remarks import remark, wished
from planner_node.language.request import Change, Put, SetState
from planner_node.language.sequence import ClauseStages
from planner_node.language.words import lexicon as lx

_STOPS = frozenset(".;!?")


class InstructionReader:
    """Reads clauses one after the other.

    Attributes:
        nouns: reads things with their places; holds where reading stands and what was spoken of.
        stages: the clauses so far.
    """

    def __init__(self, nouns: Nouns) -> None:
        """Stand before the first word."""
        self.nouns = nouns
        self.stages = ClauseStages()
        self._cursor, self._book = nouns.cursor, nouns.book
        self._previous: tuple[ClauseStep, ...] = ()
        self._has_later = False  # whether something was told that comes after it

    def read(self) -> ClauseStages:
        """All clauses in their stages.

        Raises:
            NotUnderstoodError: where an instruction is not understood.
        """
        self._cursor.skip(lx.SEPARATORS)
        while self._cursor.word():
            corrects = self._between()
            if not self._cursor.word():
                break
            self._sentence(corrects)
        if not self.stages.entries:
            self.stages.of_need = bool(self.stages.wishes)
            wished(self.nouns, self.stages)
        self.stages.finish()
        unplaced = self.stages.unplaced()
        if unplaced is not None:
            raise unplaced.reason
        if not self.stages.entries and not self.nouns.spoken.has_nothing_to_do:
            raise no_verb(self.nouns)
        return self.stages

    def _between(self) -> bool:
        """Past what joins two clauses; whether it was "but"."""
        cursor, clauses = self._cursor, self._book.clauses
        corrects = False
        while True:
            corrects |= cursor.word() == lx.BUT
            if finished := cursor.when_finished():
                cursor.at += finished
                self.stages.next_stage()
            elif cursor.take(clauses.next_stage):
                self.stages.next_stage()
            elif cursor.word() in lx.SEPARATORS or (
                cursor.word() in clauses.afterthoughts and not cursor.find(clauses.polite)
            ):
                if cursor.word() in _STOPS:
                    self.stages.next_sentence()
                cursor.at += 1
            elif self.stages.entries and self._only_afterthoughts():
                cursor.at = len(cursor.words)  # "..., please."
            else:
                return corrects

    def _only_afterthoughts(self) -> bool:
        """Whether nothing but politeness is left."""
        left = self._cursor.words[self._cursor.at :]
        return bool(left) and all(w in self._book.clauses.afterthoughts | lx.SEPARATORS for w in left)

    def _sentence(self, corrects: bool) -> None:
        """One clause with what comes before or after it."""
        cursor, clauses, stages = self._cursor, self._book.clauses, self.stages
        in_plain_words(self.nouns)
        if self._same_again() or self._counted_again() or self._ranked():
            return
        if self.nouns.kits.tells_purpose() or remark(self.nouns, stages):
            return
        later: tuple[ClauseStep, ...] = ()
        repeats = self._repeats(begins=True)
        cursor.skip({","} if repeats else ())
        if cursor.take(clauses.before):
            later = self._subordinate()
            cursor.skip({","})
        elif cursor.take(clauses.after):
            first = self._subordinate()
            cursor.skip({",", "then"})
            if not cursor.verb_at(0) and stages.entries:  # "..., after emptying it."
                if self._has_later:  # "before the bowl and after the knife": what of it comes after the knife?
                    message = "You say what comes after it and what before it; say that in two sentences."
                    raise NotUnderstoodError(FailureCause.AMBIGUOUS, message)
                self._order(first, each=False)
                return
            for step in first:
                stages.add(step)
            stages.next_stage()
        self._has_later = False
        steps = clause(self.nouns)
        if cursor.word() == "again" and any(stages.undone_by(step) for step in steps):
            stages.next_stage()  # "open the box and close it again"
        self._previous = tuple([stages.add(step, corrects, self.nouns.names) for step in steps])
        cursor.skip(clauses.afterthoughts)
        if repeats and not stages.after_each(self._previous):
            raise cursor.stuck()
        self._trailing()
        self._reason()
        cursor.skip(clauses.afterthoughts)
        if later:
            stages.next_stage()
            for step in later:
                stages.add(step)
        if cursor.word() and cursor.word() not in lx.SEPARATORS and not cursor.find(clauses.next_stage):
            raise cursor.stuck()

    def _same_again(self) -> bool:
        """Past "do the same with the honey": what was just done, with other things; whether that stood here.

        Raises:
            NotUnderstoodError: if nothing was, or several things with several.
        """
        cursor, before = self._cursor, self._previous
        if cursor.find(self._book.clauses.same_again) is None:
            return False
        last = before[-1] if len(before) == 1 else None
        if not isinstance(last, Put | SetState):
            raise cursor.stuck()
        cursor.take(self._book.clauses.same_again)
        things = self.nouns.things(None)
        if isinstance(last, Put):
            again: tuple[ClauseStep, ...] = (put(self.nouns, things, last.place),)
        else:
            again = tuple(in_state(self.nouns, thing, last.state) for thing in things)
        self._previous = tuple([self.stages.add(step) for step in again])
        cursor.skip(self._book.clauses.afterthoughts)
        return True

    def _counted_again(self) -> bool:
        """Past "make that three": so many of what was just asked for; whether that stood here."""
        cursor, last = self._cursor, self.nouns.spoken.things
        found = cursor.find(self._book.clauses.count_again)
        number = None if found is None else number_at(cursor, found.length)
        if found is None or not number or len(last) != 1 or not last[0].referent.number:
            return False
        if last[0].count is None or last[0].node_id is not None or not cursor.ends_clause(found.length + 1):
            return False
        cursor.at += found.length + 1
        self.stages.count_again(last[0], number)
        self.nouns.spoken.things = (replace(last[0], count=number, definite=False),)
        return True

    def _ranked(self) -> bool:
        """Past "the red one first" behind things that were put somewhere; whether that stood here."""
        cursor, begin = self._cursor, self._cursor.at
        if not any(isinstance(entry.step, Put) for entry in self.stages.entries):
            return False
        found = ranked(self.nouns)
        if found is None:
            return False
        if not self.stages.ranked(found.things, found.is_last, self.nouns.names):
            cursor.at = begin
            return False
        cursor.skip(self._book.clauses.afterthoughts)
        return True

    def _subordinate(self) -> tuple[ClauseStep, ...]:
        """The clause behind "after" or "before": "emptying them", "you empty them"."""
        self._cursor.accept("you")
        return clause(self.nouns)

    def _trailing(self) -> None:
        """A clause that says what comes before or after the one just read."""
        cursor, clauses = self._cursor, self._book.clauses
        last = cursor.at_last()
        if last:
            cursor.at += last
            self.stages.ending.extend(self._previous)
            return
        if self._repeats():
            if not self.stages.after_each(self._previous):
                raise cursor.stuck()
            return
        if cursor.find(clauses.next_stage):
            return
        if cursor.take(clauses.before):
            later = self._subordinate()
            self._has_later = True
            self.stages.next_stage()
            self._previous = tuple([self.stages.add(step) for step in later])
        elif cursor.take(clauses.after):
            each = bool({"each", "every"} & set(cursor.words[cursor.at : cursor.at + 3]))
            emptied = self.nouns.spoken.emptied
            again = self._order(self._subordinate(), each)
            if again:
                self.nouns.spoken.emptied = emptied

    def _repeats(self, begins: bool = False) -> bool:
        """Past "after each of them"; whether no verb follows that says what was done with each.

        Args:
            begins: whether what is to be done may follow at once.
        """
        found = self._cursor.find(self._book.clauses.after_each)
        if found is None or not (
            self._cursor.ends_clause(found.length) or (begins and self._cursor.verb_at(found.length))
        ):
            return False
        self._cursor.at += found.length
        return True

    def _order(self, first: tuple[ClauseStep, ...], each: bool) -> bool:
        """What was said last comes after something (`first`); whether that had been said before already."""
        if each and isinstance(first[0], Change) and self.stages.after_each(self._previous, first[0].quality):
            return True
        return self.stages.after(self._previous, first)

    def _reason(self) -> None:
        """Past why something is wanted; what could limit what is wanted is not left aside."""
        cursor, clauses = self._cursor, self._book.clauses
        begin = cursor.at
        if cursor.take(clauses.reasons) is None:
            return
        while cursor.word() and cursor.word() not in lx.SENTENCE_ENDS | {","}:
            cursor.at += 1
        if clauses.reasons_kept & set(cursor.words[begin : cursor.at]):
            cursor.at = begin
            raise cursor.stuck()
        self.nouns.spoken.note(f"I took '{cursor.said(begin)}' for the reason and not for something to do.")
