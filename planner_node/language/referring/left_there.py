# SPDX-License-Identifier: Apache-2.0
"""What is left of all that goes: "everything on the table to the shelf, and leave the juice there"."""

from __future__ import annotations

from makedo_core.failure import FailureCause
from planner_node.language.reading.cursor import Cursor, NotUnderstoodError
from planner_node.language.referring.referents import is_amount
from planner_node.language.things import NounPhrase
from planner_node.language.words import lexicon as lx

_WHOLE = frozenset({"everything", "all", "whatever"})
_SHOWN = 4  # words of a question


def left_there(cursor: Cursor, ahead: int, phrase: NounPhrase) -> int:
    """How many words there begin what is left of all; 0: none.

    Args:
        cursor: behind all that goes.
        ahead: words to a "leave", or to what joins it.
        phrase: all that goes.

    Raises:
        NotUnderstoodError: where some stay "there", and that is where they are or where the others go.
    """
    words, at = cursor.words, cursor.at + ahead
    verb = at + 1 if words[at : at + 1] in (("and",), ("but",)) else at
    end = next((i for i in range(verb, len(words)) if words[i] in (*lx.SENTENCE_ENDS, ",", "and")), len(words))
    named = words[verb + 1 : verb + 2]
    if words[verb : verb + 1] not in (("leave",), ("leaving",)) or not named or named[0] in lx.PRONOUNS:
        return 0
    begin = max((i + 1 for i in range(at) if words[i] in lx.SENTENCE_ENDS), default=0)
    if words[end - 1] not in ("there", "behind") or _WHOLE.isdisjoint(words[begin:at]):
        return 0
    if words[end - 1] == "there" and is_amount(named) and phrase.source is None and not _tells_where(cursor, begin):
        said = " ".join(words[verb : verb + _SHOWN])
        message = f"'{said}': is that where they are now, or where the others go? Say the place."
        raise NotUnderstoodError(FailureCause.AMBIGUOUS, message)
    return verb + 1 - at


def _tells_where(cursor: Cursor, begin: int) -> bool:
    """Whether the words since an index say where things are, besides where they go."""
    places, told = cursor.book.places, range(begin, cursor.at)
    sides = sum(places.sides.find(cursor.words, i) is not None for i in told)
    return sides > 1 or any(places.sources.find(cursor.words, i) for i in told)
