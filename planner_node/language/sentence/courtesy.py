# SPDX-License-Identifier: Apache-2.0
"""Polite openings in many wordings: "I'd be ever so grateful if you could", "might I trouble you to".

They are no list of phrases: any words of courtesy that lead up to an order that is understood are one. What limits,
denies or names something is no word of courtesy, and ends it.
"""

from __future__ import annotations

from makedo_core.failure import FailureCause
from planner_node.language.refusal import Refusal
from planner_node.language.sentence.sentence import MARKS, SentenceReader, Words

_LONGEST = 24  # words of an opening


def without_courtesy(words: Words, reader: SentenceReader) -> Words:
    """What is asked for behind a polite opening, with the verb in its plain form; the words, where there is none.

    Args:
        words: of a sentence, with contractions spelt out.
        reader: knows the words.
    """
    if reader.starts_order(words):
        return words
    for at in range(1, min(_LONGEST, len(words) - 1)):
        if words[at - 1] not in reader.book.speech.courtesy | MARKS:
            return words
        order = _order_at(words, at, reader)
        if order is not None:
            return order
    return words


def is_courtesy(words: Words, reader: SentenceReader) -> bool:
    """Whether a sentence is nothing but courtesy, and says so: "I would really appreciate it"."""
    known = reader.book.speech
    if known.thanks.isdisjoint(words) or reader.starts_order(words):
        return False
    return all(word in known.courtesy | known.sounds | known.thanks | MARKS for word in words)


def _order_at(words: Words, at: int, reader: SentenceReader) -> Words | None:
    """The order that begins at a position behind courtesy and is understood; None: none does."""
    opening, known = words[:at], reader.book.speech
    if known.asked.isdisjoint(opening) or not (opening[-1] in known.asked_by or opening[-1] in MARKS):
        return None
    if any((f := known.supposed.find(opening, i)) and i + f.length == at for i in range(at)):
        return None  # "what would happen if you put the bread in the fridge?"
    if opening[-1] in MARKS and "you" not in opening and "ask" not in opening:
        return None
    order = _plain_verb(words[at:], opening, reader)
    return order if order is not None and reader.starts_order(order) and _is_meant(order, opening, reader) else None


def _is_meant(order: Words, opening: Words, reader: SentenceReader) -> bool:
    """Whether an order can be read, or "you" are asked and it is known why not: a thing is not there, a skill lacks.

    What somebody is only helped with is done by them, unless it is something that the robot can do.
    """
    read = reader.orders(order)
    if not isinstance(read, Refusal):
        return True
    is_asked = "you" in opening and "help" not in opening
    return is_asked and (read.cause is not FailureCause.NOT_UNDERSTOOD or "or" in order)


def _plain_verb(words: Words, opening: Words, reader: SentenceReader) -> Words | None:
    """The words with their verb in its plain form: "putting" behind "mind", "put" and "got" behind "if you"."""
    book = reader.book
    gerund = book.gerunds.find(words, 0)
    if gerund is not None:
        return (*gerund.value.split(), *words[gerund.length :])
    if book.said_verbs.find(words, 0) is not None or words[0] in book.verbs.cannot:
        return words
    past = book.done_by.find(words, 0)
    is_wished = past is not None and opening[-1] == "you" and "if" in opening
    return (*past.value.split(), *words[past.length :]) if past is not None and is_wished else None
