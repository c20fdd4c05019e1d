# SPDX-License-Identifier: Apache-2.0
"""A table that is made ready is set: "get the table ready for three"."""

from __future__ import annotations

from planner_node.language.clauses.wording.ahead import things_ahead
from planner_node.language.nouns.nouns import Nouns


def turn_ready(nouns: Nouns) -> None:
    """Say "set the table" instead."""
    cursor, begin = nouns.cursor, nouns.cursor.at
    if cursor.word() not in nouns.book.verbs.readying:
        return
    found = things_ahead(nouns, 1)
    if found is None or cursor.word(1 + found[1]) not in nouns.book.verbs.ready:
        return
    concept = found[0][0].concept
    if concept is not None and nouns.names.ontology.is_a(concept, "table"):
        end = begin + 1 + found[1]
        cursor.rewrite(begin, end + 1, ("set", *cursor.words[begin + 1 : end]))
