# SPDX-License-Identifier: Apache-2.0
"""Words before a verb that mean nothing to the robot."""

from __future__ import annotations

from planner_node.language.nouns.nouns import Nouns

NARRATED = "You tell what you do yourself; I take it for what I am to do."


def polite(nouns: Nouns) -> None:
    """Past politeness; "I do ..." counts as a wish that the robot does it."""
    cursor = nouns.cursor
    while True:
        if cursor.take(nouns.book.clauses.polite) or cursor.accept(","):
            continue
        narrated = cursor.find(nouns.book.clauses.narrated)
        if narrated is None or not (
            cursor.find(nouns.book.said_verbs, narrated.length)
            or cursor.word(narrated.length) in nouns.book.verbs.cannot
        ):
            return
        cursor.at += narrated.length
        nouns.spoken.note(NARRATED)
