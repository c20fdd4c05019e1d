# SPDX-License-Identifier: Apache-2.0
"""Telling, answering and offering: what is said, and to whom."""

from __future__ import annotations

from planner_node.language.clauses.clause_end import clause_end
from planner_node.language.clauses.people.asking import reader_of
from planner_node.language.clauses.people.whom import at, place_here, remember, somebody
from planner_node.language.clauses.steps import ClauseStep
from planner_node.language.kinds import Deed
from planner_node.language.nouns.nouns import Nouns
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.request import Attend, Inquire
from planner_node.language.things import NounPhrase
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Said

_ANY = frozenset({"a", "an", "the", "some", "any"})


def telling(nouns: Nouns, said: Said, words: str) -> tuple[ClauseStep, ...]:
    """Somebody is told what the scene graph answers, or something else."""
    cursor = nouns.cursor
    begin, end = cursor.at, clause_end(nouns)
    whom = _told_first(nouns, end)
    what_begin = cursor.at
    what_end, behind = _told_last(nouns, what_begin, end)
    said_words = cursor.words[what_begin:what_end]
    cursor.at = end
    whom = behind or whom
    inquiry = None if words == "ask" else _inquiry(nouns, said_words)  # who is asked knows it, and not the scene graph
    if inquiry is not None:
        return (Inquire(inquiry.question, whom),)
    text = " ".join(cursor.words[begin:end])
    remember(nouns, whom)
    whom = whom or nouns.spoken.somebody
    return (Attend(Deed.SAY, whom, words=" ".join(said_words), text=text, verb=words),)


def answering(nouns: Nouns, said: Said, words: str) -> tuple[ClauseStep, ...]:
    """A question that is still to be put is answered: "answer the question of the waving person"."""
    cursor = nouns.cursor
    begin, end = cursor.at, clause_end(nouns)
    whom = somebody(nouns)
    what_begin = cursor.at
    of = next((i for i in range(what_begin, end) if cursor.words[i] in ("of", "from", "by")), None)
    what_end = end
    if of is not None:
        cursor.at = of + 1
        asker = somebody(nouns)
        if asker is not None:
            whom, what_end = _placed(nouns, asker, end), of
    elif whom is None:
        what_end, whom = _told_last(nouns, what_begin, end)
    what = " ".join(w for w in cursor.words[what_begin:what_end] if w not in _ANY)
    cursor.at = end
    remember(nouns, whom)
    whom = whom or nouns.spoken.somebody
    return (Attend(Deed.ANSWER, whom, words=what, text=" ".join(cursor.words[begin:end]), verb=words),)


def offering(nouns: Nouns, said: Said, words: str) -> tuple[ClauseStep, ...]:
    """Something is offered to somebody."""
    cursor = nouns.cursor
    begin, end = cursor.at, clause_end(nouns)
    whom = somebody(nouns)
    what_begin = cursor.at
    what_end, behind = _told_last(nouns, what_begin, end)
    cursor.at = end
    what = " ".join(cursor.words[what_begin:what_end])
    remember(nouns, behind or whom)
    return (Attend(Deed.OFFER, behind or whom, words=what, text=" ".join(cursor.words[begin:end]), verb=words),)


def _told_first(nouns: Nouns, end: int) -> NounPhrase | None:
    """Whom something is told, named before it: "tell Anna the time", "tell the man in the kitchen a joke"."""
    cursor = nouns.cursor
    begin = cursor.at
    cursor.skip({"to"})
    whom = somebody(nouns)
    if whom is None or cursor.at >= end:
        cursor.at = begin
        return None
    whom = _placed(nouns, whom, end)
    if cursor.at >= end:
        cursor.at = begin
        return None
    cursor.skip({",", "about"})
    return whom


def _told_last(nouns: Nouns, begin: int, end: int) -> tuple[int, NounPhrase | None]:
    """Where what is said ends, and whom it is said to, named behind it: "the time to the woman at the sofa"."""
    cursor = nouns.cursor
    here = cursor.at
    for index in range(end - 1, begin, -1):
        if cursor.words[index] != "to":
            continue
        cursor.at = index + 1
        whom = somebody(nouns)
        if whom is not None:
            whom = _placed(nouns, whom, end)
            if cursor.at >= end or cursor.word() in nouns.book.clauses.afterthoughts:
                cursor.at = here
                return index, whom
    cursor.at = here
    return end, None


def _placed(nouns: Nouns, whom: NounPhrase, end: int) -> NounPhrase:
    """Somebody with where they are, if that is said behind."""
    cursor = nouns.cursor
    begin = cursor.at
    if begin >= end:
        return whom
    try:
        found = place_here(nouns)
    except NotUnderstoodError:
        found = None
    if found is None or found[0] != "at" or cursor.at > end:
        cursor.at = begin
        return whom
    return at(whom, found[1])


def _inquiry(nouns: Nouns, words: tuple[str, ...]) -> Inquire | None:
    """What is told as a question to the scene graph; None: the scene graph holds nothing of the kind.

    Raises:
        NotUnderstoodError: if it certainly is a question, about what nobody knows.
    """
    words = tuple(w for i, w in enumerate(words) if i > 0 or w not in lx.SEPARATORS)
    reader = reader_of(nouns)
    try:
        question = reader.read(words, led=True)
    except NotUnderstoodError:
        if reader.is_certain(words):
            raise
        return None
    return None if question is None else Inquire(question)
