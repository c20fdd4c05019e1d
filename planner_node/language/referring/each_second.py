# SPDX-License-Identifier: Apache-2.0
"""Every second one of several, or all the others: which of the things those are, nobody can tell."""

from __future__ import annotations

from makedo_core.failure import FailureCause
from planner_node.language.reading.cursor import Cursor, NotUnderstoodError
from planner_node.language.reading.quantities import Quantity
from planner_node.language.things import NounPhrase
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Names

_FIRST = frozenset({"first", "last", "next", "1st"})
_EACH_OTHER = (("every", "other"), ("each", "other"))


def refuse_ranked(cursor: Cursor, begin: int, quantity: Quantity) -> None:
    """Refuse "every second book", "each third one"; "the second book" and "every last one" are others' to read.

    Raises:
        NotUnderstoodError: with the words.
    """
    if not quantity.each or quantity.count is not None or cursor.name() is not None:
        return
    ranked = cursor.word() in lx.RANKS.keys() | lx.ORDINALS.keys() and cursor.word() not in _FIRST
    if ranked or cursor.word() in cursor.book.nouns.alternating:
        raise _unclear(cursor, begin, 2)


def refuse_each_second(cursor: Cursor, begin: int, phrase: NounPhrase, names: Names) -> None:
    """Refuse "every other book" where no book was spoken of that it could be other than.

    Args:
        cursor: behind the name of the things.
        begin: where the words for them begin.
        phrase: what they were read as, with what was spoken of before.
        names: what things are.

    Raises:
        NotUnderstoodError: with the words.
    """
    if phrase.count is not None or cursor.words[begin : begin + 2] not in _EACH_OTHER:
        return
    if not any(_may_be_one(before, phrase, names) for before in phrase.besides):
        raise _unclear(cursor, begin, 0)


def _may_be_one(before: NounPhrase, phrase: NounPhrase, names: Names) -> bool:
    """Whether what was spoken of may be one of the things that a phrase is about."""
    if before.parts:
        return any(_may_be_one(part, phrase, names) for part in before.parts)
    one, other, is_a = before.concept, phrase.concept, names.ontology.is_a
    return one is None or other is None or is_a(one, other) or is_a(other, one)


def _unclear(cursor: Cursor, begin: int, ahead: int) -> NotUnderstoodError:
    said = " ".join(cursor.words[begin : cursor.at + ahead])
    return NotUnderstoodError(
        FailureCause.AMBIGUOUS, f"Nothing tells which ones '{said}' are: name those that are meant, or say 'all'."
    )
