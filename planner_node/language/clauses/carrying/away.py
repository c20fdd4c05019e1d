# SPDX-License-Identifier: Apache-2.0
"""What is thrown away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from planner_node.language.clauses.carrying.carried import read_carried
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
    """As `throwing_away` with "away" before or behind the things; else they go to a place."""
    carried = read_carried(nouns, said)
    if nouns.cursor.word() in ("away", "out"):
        return _away(nouns, carried.groups, said)
    return handled(nouns, said, words, carried)


def _away(nouns: Nouns, read: Sequence[Group], said: Said) -> tuple[ClauseStep, ...]:
    """Into the bin, unless another place is said."""
    cursor = nouns.cursor
    cursor.skip({"away", "out"})
    groups = [replace(g, things=tuple(_as_waste(nouns, t) for t in g.things)) for g in read]
    words, concept = ("the recycling bin", "recycling_bin") if said.verb is Verb.RECYCLE else ("the bin", "bin")
    usual = Place(Side.INSIDE, NounPhrase(words, concept=concept, definite=False))
    while cursor.side():  # "throw it away in the bin"
        groups[-1] = replace(groups[-1], places=(*groups[-1].places, nouns.places.place()))
    return puts_of(nouns, groups, None, detach=False) or puts_of(nouns, groups, usual, detach=False) or ()


def thrown_away(nouns: Nouns, things: tuple[NounPhrase, ...]) -> tuple[ClauseStep, ...]:
    """Things go into the bin."""
    return _away(nouns, [Group(things)], Said(Verb.THROW_AWAY))


def _as_waste(nouns: Nouns, thing: NounPhrase) -> NounPhrase:
    """What "the rubbish" means as a thing, all of it; the same word may name the bin."""
    concept = nouns.names.known("waste", "disposable")
    word = thing.text.split()[-1]
    if word not in nouns.book.nouns.waste or concept is None or thing.node_id is not None:
        return thing
    named_bin = thing.concept is not None and nouns.names.ontology.is_a(thing.concept, "bin")
    return replace(
        thing, concept=concept if named_bin else thing.concept, count=None if thing.text == word else thing.count
    )
