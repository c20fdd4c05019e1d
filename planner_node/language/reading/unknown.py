# SPDX-License-Identifier: Apache-2.0
"""Words that name nothing known: what to say of them."""

from __future__ import annotations

from makedo_core.failure import FailureCause
from planner_node.language.reading.cursor import Cursor, NotUnderstoodError
from planner_node.language.words import lexicon as lx

_SHOWN = 4  # words of an unknown name that a message repeats


def unknown(cursor: Cursor, begin: int, place: bool) -> NotUnderstoodError:
    """A word that names nothing known."""
    stop = cursor.at
    while stop < len(cursor.words) and stop - cursor.at < _SHOWN and not ends_name(cursor, stop):
        stop += 1
    text = " ".join(cursor.words[cursor.at : stop])
    if not text and place and cursor.at > begin and cursor.words[cursor.at - 1] not in lx.DEFINITE:
        return NotUnderstoodError(
            FailureCause.UNKNOWN_PLACE,
            f"I do not know where '{cursor.said(begin)}' is. Say the furniture or the room.",
            begins=cursor.words[begin],
        )
    if not text:
        behind = f" behind '{cursor.said(max(0, begin - 3))}'" if cursor.at else ""
        return NotUnderstoodError(FailureCause.NOT_UNDERSTOOD, f"Something is missing{behind}: what or where?")
    if cursor.word() in lx.PRONOUNS | cursor.book.nouns.contents:
        return NotUnderstoodError(
            FailureCause.NOT_UNDERSTOOD,
            f"I do not know what '{cursor.word()}' stands for here; name the thing.",
        )
    near = cursor.names.nearest(text, places=place)
    hint = f" Nearest known: {', '.join(near)}." if near else ""
    begins = cursor.word()
    if place:
        what = f"I know no place called '{text}'.{hint}"
        return NotUnderstoodError(FailureCause.UNKNOWN_PLACE, what, near, begins=begins)
    what = f"I do not know what '{text}' is.{hint}"
    return NotUnderstoodError(FailureCause.UNKNOWN_OBJECT, what, near, text, begins)


def ends_name(cursor: Cursor, index: int) -> bool:
    """Whether the word with an index belongs to no name."""
    word = cursor.words[index]
    one = (word,)
    tables = (cursor.book.places.sides, cursor.book.places.sources, cursor.book.places.no_sides)
    return word in lx.SEPARATORS or word in ("for", "except", "that") or any(t.find(one, 0) for t in tables)
