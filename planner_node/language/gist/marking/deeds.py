# SPDX-License-Identifier: Apache-2.0
"""Verbs that stand apart from their second word, and verbs that ask for nothing where they stand."""

from __future__ import annotations

from planner_node.language.gist.marking.mark import MarkKind, WordMark
from planner_node.language.piecing.pieces import PieceKind, SentencePiece
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.words import lexicon as lx

_SECOND = frozenset("out over away up down back off on in".split())
_LONGEST_SPLIT = 9  # words
_ASKING_FOR = frozenset("mind about by you with appreciate of try start keep".split())
_NOT_BEFORE = frozenset("the am are is was were not".split())
_VERY = frozenset({"so", "too", "very", "how"})
_TELLING = frozenset("is are was were be been has have all so too very need needs them it".split())


def split_deed(words: Words, at: int, reader: SentenceReader) -> WordMark | None:
    """A verb of two words that other words may stand between: "throw every one of them out"; None: none is there."""
    together = reader.book.said_verbs.find(words, at)
    if together is not None and together.length > 1 and not (at and words[at - 1] in _NOT_BEFORE):
        said = words[at : at + together.length]
        return WordMark(MarkKind.DEED, said, SentencePiece(PieceKind.DEED, said, verb=together.value.verb))
    for last in range(at + 2, min(at + _LONGEST_SPLIT, len(words))):
        if words[last] in lx.SEPARATORS:
            return None
        ends = last + 1 == len(words) or words[last + 1] in lx.SEPARATORS
        if words[last] not in _SECOND or not ends:
            continue
        verb = reader.book.said_verbs.find((words[at], words[last]), 0)
        if verb is not None and verb.length == 2:
            piece = SentencePiece(PieceKind.DEED, (words[at], words[last]), verb=verb.value.verb)
            return WordMark(MarkKind.DEED, words[at : at + 1], piece)
    return None


def _is_gerund(word: str) -> bool:
    """Whether a word is a form in -ing: not "bring"."""
    return word.endswith("ing") and not set("aeiouy").isdisjoint(word[: -len("ing")])


def is_told_of(words: Words, at: int, length: int) -> bool:
    """Whether a verb tells how something is, or what it needs: "her mouth is dry", "they need chilling"."""
    before = words[at - 1 : at] if at else ()
    behind = words[at + length : at + length + 1]
    if _is_gerund(words[at]) and (not before or before[0] not in _ASKING_FOR):
        return True  # "running late", "baking for my sister"; not "would you mind bringing"
    ends = not behind or behind[0] in lx.SEPARATORS
    if before and before[0] in _VERY:
        return True  # "so warm in here"
    return bool(before) and ends and before[0] in _TELLING
