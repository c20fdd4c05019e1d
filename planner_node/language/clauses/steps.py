# SPDX-License-Identifier: Apache-2.0
"""What the readers of clauses give back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from planner_node.language.nouns.nouns import Nouns
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.request import Clause, NounPhrase
from planner_node.language.words.verbs import Said


@dataclass(frozen=True, slots=True)
class Pending:
    """Things that were spoken of and still need a place: "collect the books and put them on the shelf"."""

    what: tuple[NounPhrase, ...]
    reason: NotUnderstoodError
    to_speaker: bool = False  # "bring me ...", where nobody knows yet where that is


ClauseStep = Clause | Pending

ClauseReader = Callable[[Nouns, Said, str], tuple[ClauseStep, ...]]
"""Reads what stands behind a verb: the verb, and how it was said."""
