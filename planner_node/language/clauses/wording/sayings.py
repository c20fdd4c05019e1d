# SPDX-License-Identifier: Apache-2.0
"""What a household calls a task: "do the dishes" stands for "wash the dirty dishes"."""

from __future__ import annotations

from planner_node.language.nouns.nouns import Nouns


def replace_saying(nouns: Nouns) -> None:
    """Put what a saying stands for in its place; a note says so."""
    cursor = nouns.cursor
    found = cursor.find(nouns.book.clauses.sayings)
    if found is None or not cursor.ends_place(found.length):
        return
    begin = cursor.at
    said = " ".join(cursor.words[begin : begin + found.length])
    cursor.rewrite(begin, begin + found.length, found.value.split())
    nouns.spoken.note(f"I take '{said}' to mean '{found.value}'")
