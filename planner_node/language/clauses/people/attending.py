# SPDX-License-Identifier: Apache-2.0
"""Meeting, greeting, following, guiding and introducing people: whom, from where and where to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from makedo_core.failure import FailureCause
from planner_node.language.clauses.people.whom import (
    at,
    place_here,
    remember,
    somebody,
    somebody_or_a_name,
)
from planner_node.language.clauses.steps import ClauseStep
from planner_node.language.kinds import Deed
from planner_node.language.nouns.nouns import Nouns
from planner_node.language.people.person_phrases import PersonRead, read_person
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.request import Attend
from planner_node.language.things import NounPhrase, Place
from planner_node.language.words.verbs import Said, Verb

DEEDS: Mapping[Verb, Deed] = {
    Verb.MEET: Deed.MEET,
    Verb.GREET: Deed.GREET,
    Verb.FOLLOW: Deed.FOLLOW,
    Verb.GUIDE: Deed.GUIDE,
}
_SELF = frozenset({"yourself"})


def attending(nouns: Nouns, said: Said, words: str) -> tuple[ClauseStep, ...]:
    """Somebody is met, greeted, followed or guided."""
    cursor = nouns.cursor
    begin = cursor.at
    whom = somebody_or_a_name(nouns)
    if whom is None:
        raise NotUnderstoodError(FailureCause.AMBIGUOUS, f"Whom shall I {words}?")
    return (replace(_with_places(nouns, DEEDS[said.verb], whom, begin), verb=words),)


def sought(nouns: Nouns, verb: str = "find") -> Attend | None:
    """Somebody is looked for; None: it is something."""
    cursor = nouns.cursor
    read = read_person(cursor.words, cursor.at, nouns.names, nouns.book)
    if read is None or (read.is_pronoun and nouns.spoken.somebody is None):
        return None
    if _may_be_things(nouns, read):
        return None
    begin = cursor.at
    whom = somebody(nouns)
    return None if whom is None else replace(_with_places(nouns, Deed.FIND, whom, begin), verb=verb)


def guided(nouns: Nouns, said: Said) -> tuple[ClauseStep, ...] | None:
    """As in "take her to the kitchen", of verbs that carry things: people are guided; None: it is about things."""
    cursor = nouns.cursor
    if said.verb not in (Verb.TAKE, Verb.BRING):
        return None
    begin = cursor.at
    read = read_person(cursor.words, cursor.at, nouns.names, nouns.book)
    if read is None or cursor.word() in ("anything", "everything"):
        return None
    if _may_be_things(nouns, read):
        return None
    if read.is_pronoun and nouns.spoken.somebody is None:
        return None
    behind = cursor.find(nouns.book.places.sources, read.length) or cursor.side(read.length)
    if behind is None:
        return None
    whom = somebody(nouns)
    if whom is None or (step := _with_places(nouns, Deed.GUIDE, whom, begin)).place is None:
        cursor.at = begin
        return None
    return (step,)


def _may_be_things(nouns: Nouns, read: PersonRead) -> bool:
    """Whether "them", "all of them" are things that were spoken of, or stand for nobody who was."""
    cursor = nouns.cursor
    if "them" not in cursor.words[cursor.at : cursor.at + read.length]:
        return False
    return nouns.spoken.somebody is None or nouns.spoken.things is not nouns.spoken.things_before


def introducing(nouns: Nouns, said: Said, words: str) -> tuple[ClauseStep, ...]:
    """Who the robot, or somebody, is is told to somebody else."""
    cursor = nouns.cursor
    begin = cursor.at
    about = "" if cursor.word() not in _SELF else cursor.word()
    cursor.skip(_SELF)
    first = None if about else somebody_or_a_name(nouns)
    if not about and first is None:
        raise NotUnderstoodError(FailureCause.AMBIGUOUS, f"Whom shall I {words}?")
    place = None if cursor.word() == "to" else place_here(nouns)
    whom = somebody_or_a_name(nouns) if cursor.accept("to") else None
    if whom is None:
        return (Attend(Deed.INTRODUCE, first, place=place[1] if place else None, words=about or "others", verb=words),)
    step = _with_places(nouns, Deed.INTRODUCE, whom, begin)
    who, text = about or (first.text if first else ""), cursor.said(begin)
    return (Attend(step.deed, step.whom, step.source, step.place, who, text, words),)


def _with_places(nouns: Nouns, deed: Deed, whom: NounPhrase, begin: int) -> Attend:
    """The clause with from where, where and where to."""
    source: Place | None = None
    goal: Place | None = None
    while (found := place_here(nouns)) is not None:
        kind, place = found
        if kind == "from":
            source = place
        elif kind == "to":
            goal = place
        else:
            whom = at(whom, place)
    found_at = _found_at(nouns)
    whom = whom if found_at is None else at(whom, found_at)
    remember(nouns, whom)
    nouns.cursor.skip({"there"})
    return Attend(deed, whom, source, goal, text=nouns.cursor.said(begin))


def _found_at(nouns: Nouns) -> Place | None:
    """Past where somebody is, said behind: ", you may find her at the sofa"; None if that does not stand here."""
    cursor = nouns.cursor
    begin = cursor.at
    cursor.skip({",", ".", "-", "and"})
    if cursor.take(nouns.book.people.found_at) is not None:
        cursor.skip(nouns.book.people.pronouns)
        found = place_here(nouns)
        if found is not None and found[0] == "at":
            return found[1]
    cursor.at = begin
    return None
