# SPDX-License-Identifier: Apache-2.0
"""Why words are no clause."""

from __future__ import annotations

from makedo_core.failure import FailureCause
from planner_node.language.nouns.nouns import Nouns
from planner_node.language.reading.cursor import NotUnderstoodError

ABLE = (
    "I can bring, put, pick up and throw away things, open and close doors and drawers, switch things on and off, "
    "press buttons, drive somewhere and look for things."
)


def no_verb(nouns: Nouns) -> NotUnderstoodError:
    """Why there is no clause here."""
    cursor = nouns.cursor
    word = cursor.word()
    text = " ".join(cursor.words[cursor.at : cursor.at + 4])
    if word in nouns.book.verbs.cannot:
        return NotUnderstoodError(FailureCause.NOT_CAPABLE, f"I cannot {word}. {ABLE}")
    if cursor.find(nouns.book.clauses.prohibitions):
        reason = f"'{text}' says what not to do. Say what to do, and what to leave out behind 'except'."
        return NotUnderstoodError(FailureCause.NOT_UNDERSTOOD, reason)
    if word in nouns.book.clauses.unconditional:
        reason = f"I cannot plan for '{text}'; say what to do without a condition."
        return NotUnderstoodError(FailureCause.NOT_UNDERSTOOD, reason)
    if word in nouns.book.clauses.questions:
        reason = f"I do not answer questions such as '{text}'; say what to do, or ask where something is."
        return NotUnderstoodError(FailureCause.NOT_UNDERSTOOD, reason)
    near = nouns.names.nearest(word, nouns.book.verb_bases)
    hint = f" Did you mean {' or '.join(repr(n) for n in near)}?" if near else ""
    said = f"'{text}'" if text else "the end of the sentence"
    return NotUnderstoodError(
        FailureCause.NOT_UNDERSTOOD, f"I expected what to do and found {said}.{hint}", tuple(near)
    )
