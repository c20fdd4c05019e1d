# SPDX-License-Identifier: Apache-2.0
"""Words for the place of things in an order: "the red one first", "the second binder", "the last two plates"."""

from __future__ import annotations

from dataclasses import replace

from planner_node.language.reading.cursor import Cursor
from planner_node.language.reading.quantities import Quantity, number_at
from planner_node.language.things import Dimension, NounPhrase, Superlative
from planner_node.language.words import lexicon as lx

FIRST = frozenset({"first", "firstly"})
LAST = frozenset({"last", "lastly"})
RANKED = frozenset({"last", "final", "first"})
"""Which one of several no scene tells: any of them is "the last one"."""
_LONGEST = 8  # words of what goes first
_LAST_ONES = frozenset({"last", "final"})
_MIDDLE = frozenset({"middle", "centre", "center"})
_COUNTED = lx.ORDINALS.keys() | lx.RANKS.keys() | _LAST_ONES | _MIDDLE
_FROM = ("from", "on", "counting from", "counted from", "starting from", "starting on")


def rank_ahead(cursor: Cursor, ahead: int = 0) -> str:
    """The "first" or "last" that ends the words up to the next mark; empty: none does."""
    words = cursor.words[cursor.at + ahead : cursor.at + ahead + _LONGEST]
    marks = lx.SENTENCE_ENDS | {",", "and", "then", "but"}
    end = next((i for i, word in enumerate(words) if word in marks), len(words))
    return words[end - 1] if end > 1 and words[end - 1] in FIRST | LAST else ""


def read_rank(cursor: Cursor, quantity: Quantity) -> tuple[Superlative, Quantity] | None:
    """Past "second" of "the second binder", "last two" of "the last two plates"; None: things are not counted off here.

    Which one that is, no scene tells, unless it is said from which side they are counted.
    """
    very = cursor.word() == "very"
    word = cursor.word(very)
    if word not in _COUNTED or not quantity.definite or cursor.name() is not None:
        return None
    if cursor.find(cursor.book.superlatives, very + 1) or cursor.find(cursor.book.comparatives, very + 1):
        return None  # "the second biggest"
    number = number_at(cursor, very + 1)
    ahead = very + (2 if number is not None else 1)
    while cursor.name(ahead) is None and cursor.attribute(ahead) is not None:
        ahead += 1
    of = cursor.word(ahead) == "of" and cursor.word(ahead + 1) in lx.DEFINITE
    if cursor.name(ahead) is None and not of:
        return None
    rank = 1 if word in _LAST_ONES else 0 if word in _MIDDLE else lx.ORDINALS.get(word) or lx.RANKS.get(word) or 1
    cursor.at += very + 1
    if number is not None:
        cursor.at += 1
        quantity = replace(quantity, count=number, stated=True)
    measure = Dimension.ORDER if rank else Dimension.SIDE
    return Superlative(measure, word in _LAST_ONES, word, rank), quantity


def counted_from(cursor: Cursor, phrase: NounPhrase) -> NounPhrase | None:
    """Past "from the left" behind things that are counted off: the order that the scene has; None: that is not here."""
    by = phrase.superlative
    if by is None or by.measure is not Dimension.ORDER:
        return None
    lead = next((len(f.split()) for f in sorted(_FROM, key=len, reverse=True) if _stand(cursor, f)), 0)
    side = cursor.word(lead + 1) if cursor.word(lead) == "the" else ""
    if not lead or side not in ("left", "right"):
        return None
    begin = cursor.at
    cursor.at += lead + 2
    cursor.accept("side")
    cursor.accept("hand", "side")
    from_left = (side == "left") is not by.most  # "the last from the left" is the first from the right
    word = f"{by.word} {cursor.said(begin)}"
    return replace(phrase, superlative=Superlative(Dimension.SIDE, from_left, word, by.rank))


def _stand(cursor: Cursor, phrase: str) -> bool:
    """Whether the words of a phrase stand at the position."""
    words = tuple(phrase.split())
    return cursor.words[cursor.at : cursor.at + len(words)] == words
