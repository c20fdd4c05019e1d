# SPDX-License-Identifier: Apache-2.0
"""One of several that are named, by a measure: "the nearer of desk 1 and desk 3", "the bigger of the pot and bowl"."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from planner_node.language.reading.cursor import Cursor, NotUnderstoodError
from planner_node.language.things import NounPhrase, Superlative

SEEN_FROM = ("seen", "from")
"""Before that from which distances are measured, behind such a list."""
_JOINING = frozenset({",", "and", "or"})


class PhraseReader(Protocol):
    """Reads noun phrases at a cursor."""

    cursor: Cursor

    def noun_phrase(self, place: bool = False, bare: int | None = 2) -> NounPhrase:
        """A quantity, adjectives, and a name."""


def one_of_listed(reader: PhraseReader, by: Superlative, place: bool) -> NounPhrase | None:
    """Past "of desk 1 and desk 3" behind "the nearer"; None: no such list is here, or a name may be several things'."""
    cursor = reader.cursor
    begin = cursor.at
    listed = _listed(reader, place) if cursor.accept("of") else []
    nodes = [_only_node(phrase, cursor) for phrase in listed]
    ids = frozenset(node for node in nodes if node is not None)
    if len(ids) < 2 or len(ids) < len(listed):
        cursor.at = begin
        return None
    by = replace(by, listed=ids)
    if cursor.accept(*SEEN_FROM):
        by = replace(by, to=reader.noun_phrase(place=True, bare=None))
    labels = {cursor.names.graph[node].label for node in ids}
    concept = labels.pop() if len(labels) == 1 else "furniture" if place else listed[0].concept
    return NounPhrase("", concept, count=1, definite=True, superlative=by, among=ids)


def _listed(reader: PhraseReader, place: bool) -> list[NounPhrase]:
    """The names of a list; empty where one is not understood."""
    found: list[NounPhrase] = []
    try:
        while True:
            one = reader.noun_phrase(place=place, bare=None)
            found += one.parts or [one]
            if reader.cursor.word() not in _JOINING or reader.cursor.word(1) == "":
                return found
            reader.cursor.skip(_JOINING)
    except NotUnderstoodError:
        return []


def _only_node(phrase: NounPhrase, cursor: Cursor) -> str | None:
    """The only node that a phrase may mean; None: there are several, or none."""
    if phrase.node_id is not None:
        return phrase.node_id
    found = [node.id for node in cursor.names.graph if cursor.names.here.is_one(node, phrase)]
    return found[0] if len(found) == 1 and phrase.concept is not None and phrase.count == 1 else None
