# SPDX-License-Identifier: Apache-2.0
"""Of which things something is excepted, where it is said behind others.

In "put the plates in the dishwasher and the glasses in the cupboard, except plate 1" plate 1 is no glass: it is one of
the plates, and stays. In "put the plate on any table but table 2" table 2 is none of the places.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from planner_node.language.request import Clause, Put
from planner_node.language.things import NounPhrase
from planner_node.language.words.naming import Name, Names


def with_exceptions_of_others(clauses: Sequence[Clause], names: Names) -> tuple[Clause, ...]:
    """The clauses, with what is excepted behind others left out of those before, where it can be one of these alone."""
    result = list(clauses)
    for at, clause in enumerate(clauses):
        for i, thing in enumerate(clause.what) if isinstance(clause, Put) else ():
            strange = [e for e in thing.excluded if not _may_be(e, thing, names)]
            for e in strange:
                for before in range(at + 1):
                    result[before] = _but(result[before], e, i if before == at else None, names)
    return tuple(_of_its_place(clause, names) if isinstance(clause, Put) else clause for clause in result)


def _of_its_place(put: Put, names: Names) -> Put:
    """With what is excepted of any place left out of that, and not of the things: "on any desk but desk 2"."""
    where = put.place.what
    if where.node_id is not None or where.count != 1 or where.definite or where.each or where.concept is None:
        return put
    barred = {e for t in put.what for e in t.excluded if _is_such(e, where, names)}
    if not barred:
        return put
    things = tuple(replace(t, excluded=tuple(e for e in t.excluded if e not in barred)) for t in put.what)
    left_out = tuple(e for t in put.what for e in t.excluded if e in barred)
    place = replace(put.place, what=replace(where, excluded=(*where.excluded, *dict.fromkeys(left_out))))
    return replace(put, what=things, place=place)


def _is_such(excepted: NounPhrase, place: NounPhrase, names: Names) -> bool:
    """Whether what is excepted is a place of the class of another."""
    if not names.is_place(Name(1, excepted.concept, excepted.node_id)):
        return False
    label = names.graph[excepted.node_id].label if excepted.node_id is not None else excepted.concept
    return label is not None and names.ontology.is_a(label, place.concept or "")


def _but(clause: Clause, excepted: NounPhrase, end: int | None, names: Names) -> Clause:
    """A clause without what is excepted; `end`: behind its things before this one alone, None: all of them."""
    if not isinstance(clause, Put):
        return clause
    things = tuple(
        replace(t, excluded=(*t.excluded, excepted))
        if (end is None or i < end) and t.count is None and excepted not in t.excluded and _may_be(excepted, t, names)
        else t
        for i, t in enumerate(clause.what)
    )
    return replace(clause, what=things)


def _may_be(excepted: NounPhrase, thing: NounPhrase, names: Names) -> bool:
    """Whether what is excepted can be one of some things: of their kind, and where they are taken from."""
    if thing.concept is None or (excepted.concept is None and excepted.node_id is None):
        return True
    if names.is_place(Name(1, excepted.concept, excepted.node_id)):
        return True  # "on each table except table 1"
    label = names.graph[excepted.node_id].label if excepted.node_id is not None else excepted.concept or ""
    alike = names.ontology.is_a(label, thing.concept) or names.ontology.is_a(thing.concept, label)
    there = thing.source is None or excepted.node_id is None or names.here.lies_at(excepted, thing.source)
    return alike and there
