# SPDX-License-Identifier: Apache-2.0
"""What is thrown away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from planner_node.language.clauses.carrying.carried import read_carried, waste_in
from planner_node.language.clauses.carrying.handling import handled
from planner_node.language.clauses.carrying.putting import puts_of
from planner_node.language.clauses.steps import ClauseStep
from planner_node.language.nouns.groups import Group
from planner_node.language.nouns.nouns import Nouns
from planner_node.language.request import NounPhrase, Place, Side
from planner_node.language.words.verbs import Said, Verb


def throwing_away(nouns: Nouns, said: Said, words: str) -> tuple[ClauseStep, ...]:
    """Things go into the bin, or into a recycling bin."""
    return _away(nouns, read_carried(nouns, said).groups, said)


def throwing(nouns: Nouns, said: Said, words: str) -> tuple[ClauseStep, ...]:
    """As `throwing_away` with "away", or where a verb such as "toss" names no place; else things go to a place."""
    carried = read_carried(nouns, said)
    placed = carried.early or carried.whom or carried.told or any(g.places for g in carried.groups)
    if nouns.cursor.word() in ("away", "out") or (said.like in nouns.book.verbs.discarding and not placed):
        return _away(nouns, carried.groups, said)
    return handled(nouns, said, words, carried)


def _away(nouns: Nouns, read: Sequence[Group], said: Said) -> tuple[ClauseStep, ...]:
    """Into the bin, unless another place is said."""
    cursor = nouns.cursor
    cursor.skip({"away", "out"})
    groups = [replace(g, things=waste_in(nouns, g)) for g in read]
    words, concept = ("the recycling bin", "recycling_bin") if said.verb is Verb.RECYCLE else ("the bin", "bin")
    usual = Place(Side.INSIDE, NounPhrase(words, concept=concept, definite=False))
    while cursor.side():  # "throw it away in the bin"
        groups[-1] = replace(groups[-1], places=(*groups[-1].places, nouns.places.place()))
    return puts_of(nouns, groups, None, detach=False) or puts_of(nouns, groups, usual, detach=False) or ()


def thrown_away(nouns: Nouns, things: tuple[NounPhrase, ...]) -> tuple[ClauseStep, ...]:
    """Things go into the bin."""
    return _away(nouns, [Group(things)], Said(Verb.THROW_AWAY))
