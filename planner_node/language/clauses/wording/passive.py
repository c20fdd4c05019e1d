# SPDX-License-Identifier: Apache-2.0
"""Orders that begin with things: "the plates need washing", "... and the milk put in the fridge" behind another order.

What should be so, the sentences around clauses say (language/sentence/wishes.py).
"""

from __future__ import annotations

from planner_node.language.clauses.wording.ahead import group_ahead, things_ahead
from planner_node.language.nouns.nouns import Nouns
from planner_node.language.reading.reasons import is_reason
from planner_node.language.words import lexicon as lx


def turn_passive(nouns: Nouns) -> None:
    """Put the verb first: "wash the plates", "put the milk in the fridge"."""
    if nouns.cursor.find(nouns.book.said_verbs) or not _says_what_is_done(nouns):
        return
    found, placed = things_ahead(nouns), group_ahead(nouns)
    if found is None or placed is None:
        return
    cursor, begin = nouns.cursor, nouns.cursor.at
    for length in dict.fromkeys((found[1], placed[1])):  # "the cups", then "the cups on the table"
        order = _needed(nouns, length) or _done(nouns, length)
        if order is not None:
            verb, behind = order
            things = cursor.words[begin : begin + length]
            cursor.rewrite(begin, begin + length + behind, (*verb.split(), *things))
            return


def _says_what_is_done(nouns: Nouns) -> bool:
    """Whether words such as "need" or "put" stand behind the first one of the sentence."""
    cursor, ahead = nouns.cursor, 1
    while (word := cursor.word(ahead)) and word not in lx.SENTENCE_ENDS:
        if _needed(nouns, ahead) or _done(nouns, ahead):
            return True
        ahead += 1
    return False


def _needed(nouns: Nouns, ahead: int) -> tuple[str, int] | None:
    """The verb of "need washing", and how many words say so."""
    need = nouns.cursor.find(nouns.book.clauses.in_need_of, ahead)
    doing = nouns.cursor.find(nouns.book.gerunds, ahead + need.length) if need else None
    if need is None or doing is None:
        return None
    length = need.length + doing.length
    behind = nouns.cursor.words[nouns.cursor.at + ahead + length :]
    return None if is_reason(behind, nouns.book) else (doing.value, length)


def _done(nouns: Nouns, ahead: int) -> tuple[str, int] | None:
    """The verb of "put" before a place, behind an order that says what is to be done with other things."""
    if not nouns.spoken.at_rest:
        return None
    done = nouns.cursor.find(nouns.book.done_by, ahead)
    return (done.value, done.length) if done and nouns.cursor.side(ahead + done.length) else None
