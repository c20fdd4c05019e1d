# SPDX-License-Identifier: Apache-2.0
"""What becomes something, and what later words may refer to; of floors, the rooms become so."""

from __future__ import annotations

from planner_node.language.nouns.nouns import Nouns
from planner_node.language.request import Change
from planner_node.language.things import NounPhrase


def rooms_for_floor(nouns: Nouns, what: tuple[NounPhrase, ...]) -> tuple[NounPhrase, ...]:
    """The rooms that are meant by "the floor in the kitchen" and what is listed behind it."""
    if not what or not is_floor(nouns, what[0]) or what[0].source is None:
        return what
    first = what[0].source.what
    others = tuple(
        t.source.what if is_floor(nouns, t) and t.source is not None else t
        for t in what[1:]
        if not is_floor(nouns, t) or t.source is not None
    )
    return tuple(dict.fromkeys((first, *others)))


def is_floor(nouns: Nouns, phrase: NounPhrase) -> bool:
    """Whether a phrase names a floor."""
    return phrase.concept is not None and nouns.names.ontology.is_a(phrase.concept, "floor")


def becoming(nouns: Nouns, what: tuple[NounPhrase, ...], quality: str, using: NounPhrase | None) -> Change:
    """The clause, and what later words may refer to."""
    if quality == "empty":
        nouns.spoken.emptied = what
        nouns.spoken.furniture = what[-1]
    if not any(nouns.places.in_room(t) for t in what):
        nouns.spoken.things, nouns.spoken.at_rest = what, False
    return Change(what, quality, using)
