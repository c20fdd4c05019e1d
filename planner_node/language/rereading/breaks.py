# SPDX-License-Identifier: Apache-2.0
"""Where one sentence may end and another begin though no stop stands there, as in speech that was written down."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

from planner_node.language.sentence.sentence import ENDS, MARKS, SentenceReader, Words
from planner_node.language.words import lexicon as lx

_BOUND = frozenset(
    "if unless not never no don't except without only or until nor neither nothing nobody instead when while".split()
)
_FOR_EACH = frozenset({("for", "each"), ("for", "every")})
_INNER = lx.ARTICLES | {"to", "and", "or", "of", "with", "i", "we", "you", "they", "he", "she", "which", "that", "who"}
_RELATIVE = frozenset({"which", "that", "who", "whose"})
_MODALS = frozenset("can could may might should must shall would will".split())
_WHOLE = frozenset({"everything", "all", "both"})
_BEGINNING = frozenset({"just", "please", "now"})
_ASKING = frozenset("is are was were am who what has have had does did".split())
_MOST = 6  # places tried
_FAR = 6  # words from a thing to "goes"


def with_breaks(words: Words, reader: SentenceReader) -> Iterator[Words]:
    """The words with one or two stops where another sentence may begin; none where something is bound to something."""
    if not _BOUND.isdisjoint(words) or any(pair in _FOR_EACH for pair in pairwise(words)):
        return
    places = [at for at in range(2, len(words) - 1) if _may_begin(words, at, reader)][:_MOST]
    for number in (1, 2):
        for chosen in combinations(places, number):
            yield _broken(words, chosen)


def _may_begin(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a sentence may begin there: an order, a wish, or a thing that goes somewhere."""
    before = words[at - 1]
    if (
        words[at] in _RELATIVE
        or (words[at].endswith("ing") and words[0] in _ASKING)  # "is Ben still holding his beer?" orders nothing
        or before in ENDS | MARKS | _INNER | _MODALS
        or reader.book.places.sides.find(words, at - 1) is not None
    ):
        return False
    known = reader.book.sentences
    asks = any(
        (found := table.find(words, at)) is not None and found.length > 1
        for table in (known.softeners, known.leads, known.wanting, known.needing, known.ensuring)
    )
    also = words[at] in _BEGINNING and reader.starts_order(words[at + 1 :])  # "... just put it on the table"
    if asks or also or (reader.starts_order(words[at:]) and words[at] not in known.stating):
        return True
    belongs = reader.book.verbs.belonging
    is_thing = words[at] in lx.ARTICLES | _WHOLE
    return is_thing and any(belongs.find(words, i) for i in range(at + 1, min(at + _FAR, len(words))))


def _broken(words: Words, places: tuple[int, ...]) -> Words:
    for at in reversed(places):
        words = (*words[:at], ".", *words[at:])
    return words
