# SPDX-License-Identifier: Apache-2.0
"""Floors that are mopped, vacuumed or swept."""

from __future__ import annotations

from dataclasses import replace

from planner_node.language.clauses.changing.becoming import becoming, is_floor, rooms_for_floor
from planner_node.language.clauses.changing.changes import changed_things
from planner_node.language.clauses.steps import ClauseStep
from planner_node.language.nouns.nouns import Nouns
from planner_node.language.things import NounPhrase, Place, Side
from planner_node.language.words.verbs import Said


def floors(nouns: Nouns, said: Said, words: str) -> tuple[ClauseStep, ...]:
    """Floors of rooms that are mopped, vacuumed or swept."""
    cursor = nouns.cursor
    floor = nouns.names.known("floor")
    if cursor.ends_clause() or cursor.find(nouns.book.clauses.using):
        what: tuple[NounPhrase, ...] = (NounPhrase("the floor", floor, count=None),)
    else:
        what = changed_things(nouns)
    while cursor.word() in ("in", "of", "inside", "from") or cursor.find(nouns.book.places.anywhere):
        if not cursor.take(nouns.book.places.anywhere):
            cursor.at += 1
            what = _rooms(nouns, what, changed_things(nouns))
    tool = nouns.names.known(said.tool)
    using = NounPhrase(f"a {tool.replace('_', ' ')}", tool, implied=True) if tool else None
    if cursor.take(nouns.book.clauses.using):
        using = nouns.descriptions.described(nouns.phrases.noun_phrase())
    return (becoming(nouns, rooms_for_floor(nouns, what), said.quality, using),)


def _rooms(nouns: Nouns, what: tuple[NounPhrase, ...], rooms: tuple[NounPhrase, ...]) -> tuple[NounPhrase, ...]:
    """Each thing in each room; of floors the rooms alone."""
    if all(is_floor(nouns, t) for t in what):
        return rooms
    return tuple(replace(t, source=Place(Side.INSIDE, room)) for t in what for room in rooms)
