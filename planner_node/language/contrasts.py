# SPDX-License-Identifier: Apache-2.0
"""Things of one kind that are told apart by looks go to places of their own: "clean plates here, dirty plates there".

A bare plural asks for two elsewhere. Where others of its kind, that look otherwise, go to another place in the same
breath, all that look so are meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from planner_node.language.reading.quantities import SOME
from planner_node.language.request import Clause, Put
from planner_node.language.things import NounPhrase
from planner_node.language.words import lexicon as lx

_COUNTED = lx.ARTICLES | lx.NUMBERS.keys() | frozenset("few several couple more other another any".split())


def all_of_each(clauses: Sequence[Clause]) -> tuple[Clause, ...]:
    """The clauses, with all of each look where things of one kind are told apart by looks and go to several places."""
    return tuple(_in_full(clause, clauses) if isinstance(clause, Put) else clause for clause in clauses)


def _in_full(clause: Put, clauses: Sequence[Clause]) -> Put:
    return replace(clause, what=tuple(_whole(phrase, clause, clauses) for phrase in clause.what))


def _whole(phrase: NounPhrase, clause: Put, clauses: Sequence[Clause]) -> NounPhrase:
    if not _is_bare(phrase):
        return phrase
    others = _elsewhere(clause, clauses)
    apart = any(o.concept == phrase.concept and o.attributes and o.attributes != phrase.attributes for o in others)
    return replace(phrase, count=None) if apart else phrase


def _is_bare(phrase: NounPhrase) -> bool:
    """Whether it is a plural with looks, and nothing says how many."""
    words = phrase.text.split()
    said = bool(words) and (words[0] in _COUNTED or words[0].isdigit())
    return phrase.count == SOME and bool(phrase.attributes) and not said and not phrase.definite


def _elsewhere(clause: Put, clauses: Sequence[Clause]) -> Iterator[NounPhrase]:
    """What is put elsewhere."""
    for other in clauses:
        if isinstance(other, Put) and other is not clause and other.place != clause.place:
            yield from other.what
