# SPDX-License-Identifier: Apache-2.0
"""What is to be done first, said as done: "when you have put it there", "once the cup has been washed"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words

_LONGEST_SUBJECT = 12
_TOWARDS = frozenset({"to", "into", "in"})
_BEEN = (("has", "been"), ("have", "been"), ("had", "been"))


def having_done(words: Words, reader: SentenceReader) -> Words:
    """With "after" and the order in place of what is said as done."""
    at = 0
    while at < len(words):
        words = _done_by_you(words, at, reader) or _been_done(words, at, reader) or words
        at += 1
    return words


def _done_by_you(words: Words, at: int, reader: SentenceReader) -> Words | None:
    """Past "once you have put" there; None if it does not stand there."""
    found = reader.book.sentences.having_done.find(words, at)
    if found is None:
        return None
    behind = at + found.length
    done = reader.book.done_by.find(words, behind) or reader.book.gerunds.find(words, behind)
    ends = done is not None and words[behind + done.length : behind + done.length + 1] in ((), (",",), (".",))
    if done is None or ends:
        return None
    return (*words[:at], "after", *done.value.split(), *words[behind + done.length :])


def _been_done(words: Words, at: int, reader: SentenceReader) -> Words | None:
    """Past "once the cup has been put" there; None if it does not stand there."""
    first = reader.book.sentences.once_done.find(words, at)
    if first is None:
        return None
    begin = at + first.length
    for i in range(begin + 1, min(begin + _LONGEST_SUBJECT, len(words) - 2)):
        if words[i] in ENDS | {","}:
            return None
        done = reader.book.done_by.find(words, i + 2) if words[i : i + 2] in _BEEN else None
        if done is not None and words[i + 1 + done.length] in _TOWARDS:  # "moved to the desk" is no way of going there
            done = reader.book.done_by.find(words[: i + 1 + done.length], i + 2)
        if done is not None:
            return (*words[:at], "after", *done.value.split(), *words[begin:i], *words[i + 2 + done.length :])
    return None
