# SPDX-License-Identifier: Apache-2.0
"""What a speaker tells besides: "the kids come home soon, so ...". It asks for nothing, and a note says so.

Whatever could limit or forbid something, set a condition or ask for something is no background: it is read, or refused.
"""

from __future__ import annotations

from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.words import lexicon as lx

_FAR = 10  # words from the subject to its verb


def is_background(words: Words, reader: SentenceReader) -> bool:
    """Whether a sentence states something that asks for nothing and limits nothing.

    Args:
        words: with contractions spelt out.
        reader: knows the words.
    """
    known = reader.book.sentences
    if (
        len(words) < 2
        or known.binding.intersection(words)
        or any(known.bound.find(words, i) for i in range(len(words)))
    ):
        return False
    if reader.starts_order(words) or words[0] in reader.book.clauses.questions:
        return False
    person = reader.names.owned(words[0]) is not None
    telling = known.telling.find(words, 0) is not None or person or words[0] in lx.ARTICLES
    somebody = words[1] in known.stating and words[1].endswith("s")  # "Tom hates clutter"
    if not telling and not somebody and reader.names.match(words, 0) is None:
        return False
    if any(_orders_at(words, at, reader) for at in range(1, len(words) - 1)):
        return False
    return any(word in known.stating or _is_past(word) for word in words[1:_FAR])


def _orders_at(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether an order may begin within a sentence: "the lamp is on turn it off"."""
    if words[at - 1] in reader.book.remarks.modal | lx.ARTICLES | {"i", "we", "they", "he", "she"}:
        return False
    verb = reader.book.said_verbs.find(words, at)
    if verb is None or words[at].endswith("ing"):
        return False
    return words[at + verb.length : at + verb.length + 1] != () and words[at + verb.length] in lx.ARTICLES | lx.PRONOUNS


def _is_past(word: str) -> bool:
    return len(word) > 4 and word.endswith("ed")
