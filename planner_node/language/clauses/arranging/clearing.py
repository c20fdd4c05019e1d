# SPDX-License-Identifier: Apache-2.0
"""Furniture that is cleared of what is on it, or loaded."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from planner_node.language.clauses.arranging.usual_places import cleared, put_away
from planner_node.language.clauses.carrying.handling import handling
from planner_node.language.clauses.carrying.putting import all_from, put_into
from planner_node.language.clauses.politeness import polite
from planner_node.language.clauses.steps import ClauseStep, Pending
from planner_node.language.nouns.nouns import Nouns
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.refusal import Gap
from planner_node.language.request import Put
from planner_node.language.things import NounPhrase, Place, Side
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Said, Verb


def clearing(nouns: Nouns, said: Said, words: str) -> tuple[ClauseStep, ...]:
    """All that is on furniture goes elsewhere; or things are cleared away to a place."""
    cursor = nouns.cursor
    begin = cursor.at
    cursor.skip({"off", "up", "out"})
    name_at = next((i for i in range(4) if cursor.name(i) is not None and cursor.word(i) not in lx.ARTICLES), 0)
    name = cursor.name(name_at)
    everything = any(cursor.word(i) in nouns.book.nouns.anything for i in range(name_at))  # "everything off the table"
    if name is None or everything or not nouns.names.is_place(name):
        cursor.at = begin
        return tuple(_else_where_kept(nouns, step) for step in handling(nouns, said, words))
    what = _one_furniture(nouns)
    left = _excepted(nouns, what)
    if cursor.side():
        return (all_from(nouns, (what,), nouns.places.place(), left),)
    if _is_heading(nouns, what):
        nouns.spoken.note(f"I take what follows for how '{words} {what.text}' is meant")
        return ()
    return cleared(what, nouns.names, nouns.book.adjectives, tidied=said.verb is Verb.TIDY, left=left)


def _else_where_kept(nouns: Nouns, step: ClauseStep) -> ClauseStep:
    """Things that are cleared away with no word on where to: dirty dishes to the sink, others where they are kept."""
    if not isinstance(step, Pending) or any(t.concept is None and t.node_id is None for t in step.what):
        return step
    try:
        kept = joined(p for t in step.what for p in put_away(t, nouns.names, nouns.book.adjectives))
    except NotUnderstoodError:
        return step
    return replace(step, otherwise=kept)


def joined(puts: Iterable[Put]) -> tuple[Put, ...]:
    """One for each place."""
    found: dict[str | None, Put] = {}
    for put in puts:
        before = found.get(put.place.what.node_id)
        found[put.place.what.node_id] = put if before is None else replace(before, what=(*before.what, *put.what))
    return tuple(found.values())


def _excepted(nouns: Nouns, what: NounPhrase) -> tuple[NounPhrase, ...]:
    """Past "except for the lamp", behind furniture that is cleared: what stays on it."""
    comma = 1 if nouns.cursor.word() == "," else 0
    if nouns.cursor.word(comma) == lx.BUT or nouns.cursor.find(nouns.book.nouns.excepted, comma):
        everything = NounPhrase("everything", count=None, source=Place(Side.ANY, what))
        return (nouns.descriptions.exceptions.excepting(everything) or everything).excluded
    return ()


def _is_heading(nouns: Nouns, what: NounPhrase) -> bool:
    """Whether what follows says where the things on furniture go: "clear the table: the cups to the left ..."."""
    cursor = nouns.cursor
    begin = cursor.at
    cursor.skip(lx.SEPARATORS)
    colon = ":" in cursor.words[begin : cursor.at]
    try:
        polite(nouns)
        carries = (verb := cursor.take(nouns.book.said_verbs)) is not None and verb.value.verb in (
            Verb.BRING,
            Verb.TAKE,
            Verb.SERVE,
        )
        first = nouns.phrases.noun_phrase() if carries or colon else None
        elsewhere = _is_elsewhere(nouns, what)
    except NotUnderstoodError:
        first, elsewhere = None, False
    cursor.at = begin
    if elsewhere:
        return False  # "clear the table and bring everything from the fridge to the counter"
    if first is not None and first.concept is None and first.node_id is None and first.source is None:
        nouns.spoken.waiting = (NounPhrase("everything", count=None, source=Place(Side.ANY, what)),)
        return True  # "clear the table, put everything on the counter"
    return first is not None and (colon or nouns.names.here.lies_at(first, Place(Side.ANY, what)))


def _is_elsewhere(nouns: Nouns, what: NounPhrase) -> bool:
    """Whether things are told to be at other furniture now: what stands there is followed by where they go."""
    cursor = nouns.cursor
    begin = cursor.at
    told = cursor.take(nouns.book.places.being)  # "everything that is in the fridge to the counter"
    source = cursor.find(nouns.book.places.sources)
    side = source or cursor.find(nouns.book.places.sides)
    if side is None:
        cursor.at = begin
        return False
    cursor.at += side.length
    place = nouns.phrases.noun_phrase(place=True)
    goes_on = (told or source) is not None or cursor.find(nouns.book.places.sides) is not None
    cursor.at = begin
    return goes_on and (place.concept, place.node_id) != (what.concept, what.node_id)


def _one_furniture(nouns: Nouns) -> NounPhrase:
    """One piece of furniture with its room, or with what is on it."""
    bearings = nouns.descriptions.bearings
    what = nouns.phrases.noun_phrase(place=True)
    what = bearings.bearing(what) or bearings.holding(what) or what
    room = nouns.places.attached_room()
    return replace(what, source=room) if room and what.source is None else what


def loading(nouns: Nouns, said: Said, words: str) -> tuple[ClauseStep, ...]:
    """Load the dishwasher with plates, or plates into the dishwasher."""
    cursor = nouns.cursor
    begin = cursor.at
    name_at = next((i for i in range(3) if cursor.name(i) is not None), 0)
    name = cursor.name(name_at)
    if name is not None and nouns.names.is_place(name):
        what = _one_furniture(nouns)
        if cursor.accept("with"):
            return (put_into(nouns, (what,)),)
        cursor.at = begin
        gap = Gap(QuestionKind.WITH_WHAT, what.text)
        raise NotUnderstoodError(FailureCause.AMBIGUOUS, f"What shall I {words} {what.text} with?", gap=gap)
    return handling(nouns, said, words)
