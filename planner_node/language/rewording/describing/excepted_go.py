# SPDX-License-Identifier: Apache-2.0
"""Where what is excepted goes instead: "all the fruit on the table except the apples, they go in the sink"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_end
from planner_node.language.words import lexicon as lx

_FAR = 6  # words of what is excepted
_JOINTS = frozenset({",", "-", "and", "as"})
_THEY = frozenset({"they", "these", "those", "it", "which", "that"})


def excepted_go(words: Words, reader: SentenceReader) -> Words:
    """The words with what is excepted in place of "they", in a sentence of its own."""
    if _THEY.isdisjoint(words):
        return words
    excepted, goes = reader.book.nouns.excepted, reader.book.verbs.belonging
    for at in range(3, len(words) - 5):
        found = excepted.find(words, at)
        begin = at + found.length if found is not None else at
        joint = next((i for i in range(begin + 1, min(len(words), begin + _FAR)) if words[i] in _JOINTS), None)
        if found is None or joint is None or not _has_place(words[:at], reader):
            continue
        they = joint + 1
        while they < len(words) and words[they] in _JOINTS:
            they += 1
        if words[they : they + 1] == () or words[they] not in _THEY or not goes.find(words, they + 1):
            continue
        end = sentence_end(words, they)
        is_named = words[joint - 1] in lx.ONES or any(reader.names.match(words, i) for i in range(begin, joint))
        if is_named and "," not in words[they:end]:
            return excepted_go((*words[:joint], ".", *words[begin:joint], *words[they + 1 :]), reader)
    return words


def _has_place(words: Words, reader: SentenceReader) -> bool:
    return any(reader.book.places.sides.find(words, i) is not None for i in range(1, len(words)))
