# SPDX-License-Identifier: Apache-2.0
"""How many will eat, and what, as it is told around an order: "we will be four", "soup for two tonight"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from planner_node.language.sentence.sentence import ENDS, MARKS, SentenceReader, Words
from planner_node.language.words import lexicon as lx

_JOINTS = ENDS | MARKS | {"and", "so", "but"}
_OF_THEM = (("of", "them"), ("of", "us"))


@dataclass(frozen=True, slots=True)
class Eaters:
    """What is told of those who will eat.

    Attributes:
        people: the word for how many; empty: it was not told.
        occasion: what the table is set for.
        course: what is eaten.
        spans: first and last word, exclusive, of what tells nothing else.
    """

    people: Words = ()
    occasion: Words = ()
    course: Words = ()
    spans: tuple[tuple[int, int], ...] = field(default=(), compare=False)

    def words(self) -> Words:
        """The same behind an order to set the table."""
        people = ("for", *self.people, "people") if self.people else ()
        occasion = ("for", *self.occasion) if self.occasion else ()
        return (*people, *occasion, *(("with", *self.course) if self.course else ()))

    def without(self, words: Words, begin: int) -> Words:
        """Words that begin at some word of an instruction, without what tells nothing else."""
        gone = {i for first, last in self.spans for i in range(first, last)}
        return tuple(word for i, word in enumerate(words, begin) if i not in gone)


@dataclass(frozen=True, slots=True)
class _Clause:
    """What some words between two joints tell."""

    begin: int
    end: int
    people: Words = ()
    occasion: Words = ()
    course: Words = ()
    is_whole: bool = False
    begins: bool = False  # whether its first words are such as only what is told begins with


def is_number(word: str) -> bool:
    """Whether a word counts people."""
    return word in lx.NUMBERS or word.isdecimal()


def told_around(words: Words, begin: int, end: int, reader: SentenceReader) -> Eaters:
    """What is told outside an order.

    Args:
        words: of an instruction.
        begin: the first word of the order.
        end: the word behind it.
        reader: knows the words.
    """
    clauses = [*_clauses(words, 0, begin, reader), *_clauses(words, end, len(words), reader)]
    people = dict.fromkeys(c.people for c in clauses if c.people)
    occasion = next((c.occasion for c in clauses if c.occasion), ())
    courses = dict.fromkeys(c.course for c in clauses if c.course)
    spans: list[tuple[int, int]] = []
    goes_on = False
    for clause in clauses:
        starts = (
            clause.begin == 0
            or words[clause.begin - 1] in ENDS
            or goes_on
            or end <= _with_so(words, clause.begin) <= end + 1
        )
        goes_on = clause.is_whole and (starts or clause.begins) and clause.end != begin
        used = clause.people in ((), *people) and len(people) < 2 and len(courses) < 2
        if goes_on and used:
            last = clause.end
            while last < len(words) and words[last] in _JOINTS:
                last += 1
            spans.append((_with_so(words, clause.begin), last if clause.end < begin else clause.end))
    one = next(iter(people)) if len(people) == 1 else ()
    return Eaters(one, occasion, next(iter(courses)) if len(courses) == 1 else (), tuple(spans))


def _with_so(words: Words, begin: int) -> int:
    """Where a clause begins, with "so", "so that" before it."""
    at = begin - (words[begin - 2 : begin] == ("so", "that"))
    return at - 1 if at and words[at - 1] == "so" else begin


def _clauses(words: Words, begin: int, end: int, reader: SentenceReader) -> Iterator[_Clause]:
    at, goes_on = begin, False
    while at < end:
        if words[at] in _JOINTS:
            goes_on &= words[at] == ","
            at += 1 + (words[at] == "so" and words[at + 1 : at + 2] == ("that",))
            continue
        last = next((i for i in range(at, end) if words[i] in _JOINTS), end)
        found = _clause(words, at, last, reader, goes_on)
        yield found
        at, goes_on = last, bool(found.course or found.occasion)


def _clause(words: Words, begin: int, end: int, reader: SentenceReader, goes_on: bool) -> _Clause:
    """What is told between two words; whole, if every word of it tells that.

    Args:
        words: of an instruction.
        begin: its first word.
        end: the word behind it.
        reader: knows the words.
        goes_on: whether what is eaten was told just before a comma in front of it.
    """
    known = reader.book.table_settings
    people: Words = ()
    occasion: Words = ()
    course: Words = ()
    at, whole, counts, has, begins = begin, True, False, False, False
    while at < end:
        counting = known.counting.find(words[:end], at)
        having = known.having.find(words[:end], at) if words[at] != "with" else None
        taken = known.around.find(words[:end], at) or known.group.find(words[:end], at)
        meal = reader.book.courses.find(words[:end], at)
        feast = reader.book.occasions.find(words[:end], at)
        if (number := _people_at(words, at, end, counts, reader)) is not None:
            people, at = (words[at],), number
        elif counting is not None or having is not None:
            length = max(f.length for f in (counting, having) if f is not None)
            counts, has, begins = counts or counting is not None, has or having is not None, begins or at == begin
            at += length
        elif meal is not None and (has or at == begin or whole):
            course, at = words[at : at + meal.length], at + meal.length
        elif feast is not None and (has or at == begin):
            occasion, at = words[at : at + feast.length], at + feast.length
        elif taken is not None:
            at += taken.length
        elif words[at] == "for" and (occasion or course or (goes_on and at == begin)):
            counts, at = True, at + 1
        else:
            whole, has, at = False, False, at + 1
            counts = False
    named = bool(occasion) and end - begin == len(occasion)  # "dinner time! Set the table"
    said = bool(people) or has or counts or named or (bool(course) and end - begin > len(course))
    if not (whole and said):
        course, occasion = _had(words, begin, end, reader)
    return _Clause(begin, end, people, occasion, course, whole and said, begins)


def _people_at(words: Words, at: int, end: int, counted: bool, reader: SentenceReader) -> int | None:
    """The word behind a number of people; None: none stands there."""
    if not is_number(words[at]):
        return None
    known = reader.book.table_settings
    people = known.people.find(words[:end], at + 1)
    if people is not None:
        return at + 1 + people.length
    if words[at + 1 : at + 3] in _OF_THEM:
        return at + 3 if words[at + 1 : at + 3] == _OF_THEM[1] or _spoken_of(words, at, reader) else None
    name = reader.names.match(words[:end], at + 1)
    eat = known.having.find(words[:end], at + 1) is not None and at > 0 and words[at - 1] not in lx.NUMBERS
    if eat:
        return at + 1  # "three can eat": no tins
    if counted and (name is None or reader.names.is_person(name)):
        return at + 1 + (name.length if name is not None else 0)
    return None


def _spoken_of(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether guests were spoken of before: "we are having guests, three of them"."""
    known = reader.book.table_settings
    return any(known.people.find(words[:at], i) is not None for i in range(at))


def _had(words: Words, begin: int, end: int, reader: SentenceReader) -> tuple[Words, Words]:
    """What is eaten, or the occasion, right behind words such as "we'll have", whatever else is told."""
    for at in range(begin, end):
        having = reader.book.table_settings.having.find(words, at)
        behind = at + having.length if having is not None and words[at] != "with" else len(words)
        course, occasion = reader.book.courses.find(words, behind), reader.book.occasions.find(words, behind)
        if course is not None:
            return words[behind : behind + course.length], ()
        if occasion is not None:
            return (), words[behind : behind + occasion.length]
    return (), ()
