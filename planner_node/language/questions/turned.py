# SPDX-License-Identifier: Apache-2.0
"""Questions in other words, as their frames have them: "did I leave the fridge open?" is "is the fridge open?"."""

from __future__ import annotations

from planner_node.language.phrasebook import Phrasebook
from planner_node.language.questions.parts import QuestionParts
from planner_node.language.sentence.sentence import Words, without

_LEAVING = frozenset({"leave", "left", "forget", "forgot"})
_HOLDING = frozenset({"has", "have", "holds", "hold", "contains", "contain"})
_DO = frozenset({"does", "do"})
_STILL = frozenset({"still", "currently", "now", "actually"})
_WITHIN = (("on", "it"), ("in", "it"), ("inside",))


def turned_question(words: Words, book: Phrasebook, parts: QuestionParts) -> Words:
    """The words of a question in those of a frame; the same words, where they are no such question.

    Args:
        words: of one question, without its mark.
        book: words of questions.
        parts: knows states, places and things.
    """
    return _left_so(words, book, parts) or _held(words, book, parts) or words


def _left_so(words: Words, book: Phrasebook, parts: QuestionParts) -> Words | None:
    """Of "did I leave the fridge open": "is the fridge open"."""
    found = book.questions.whether.find(words, 0)
    if found is None or words[found.length - 1] not in _LEAVING or len(words) < found.length + 2:
        return None
    return ("is", *words[found.length :]) if parts.state(words[-1:]) else None


def _held(words: Words, book: Phrasebook, parts: QuestionParts) -> Words | None:
    """Of "how many forks does the drawer have", "how many forks the drawer has": "how many forks are at the drawer"."""
    found = book.questions.how_many.find(words, 0)
    within = next((w for w in _WITHIN if words[-len(w) :] == w), ())
    words = words[: len(words) - len(within)]
    if found is None or words[-1] not in _HOLDING:
        return None
    for at in range(found.length + 1, len(words) - 1):
        place = without(words[at : -2 if words[-2] in _STILL else -1], _DO)
        if parts.names_place(place):
            return (*words[:at], "are", "at", *place)
    return None
