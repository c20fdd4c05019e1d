# SPDX-License-Identifier: Apache-2.0
"""What the readers of clauses give back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from planner_node.language.nouns.nouns import Nouns
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.request import Clause, Put
from planner_node.language.things import NounPhrase
from planner_node.language.words.verbs import Said


@dataclass(frozen=True, slots=True)
class Pending:
    """Things that were spoken of and still need a place: "collect the books and put them on the shelf".

    Attributes:
        what: the things.
        reason: the question, if no later clause says a place.
        to_speaker: whether they are for the speaker, where nobody knows yet where that is.
        otherwise: where they go if no later clause says it, instead of a question.
        gathers: whether they are only collected, so that a place that was said before is theirs.
    """

    what: tuple[NounPhrase, ...]
    reason: NotUnderstoodError
    to_speaker: bool = False
    otherwise: tuple[Put, ...] = ()
    gathers: bool = False


ClauseStep = Clause | Pending

ClauseReader = Callable[[Nouns, Said, str], tuple[ClauseStep, ...]]
"""Reads what stands behind a verb: the verb, and how it was said."""
