# SPDX-License-Identifier: Apache-2.0
"""Where what is excepted goes instead: "all the fruit on the table except the apples, they go in the sink"."""

from __future__ import annotations

from planner_node.language.rewording.doing.those_named import named_things
from planner_node.language.rewording.gaps import place_stands
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_end
from planner_node.language.sentence.shapes.parts import placing_end
from planner_node.language.words import lexicon as lx

_FAR = 6  # words of what is excepted
_JOINTS = frozenset({",", "-", "and", "as"})
_THEY = frozenset({"they", "these", "those", "it", "which", "that"})


def excepted_go(words: Words, reader: SentenceReader) -> Words:
    """The words with what is excepted in place of "they", in a sentence of its own."""
    words = _but_elsewhere(words, reader)
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


def _but_elsewhere(words: Words, reader: SentenceReader) -> Words:
    """With "and" for "but" before what is none of those there: "all the pens on desk 1 but pen 3 on desk 3"."""
    for at in range(4, len(words) - 3):
        if words[at] != "but":
            continue
        stop = sentence_end(words, at)
        goal = next((i for i in range(at + 2, stop) if place_stands(words, i, reader)), 0)
        ends = goal and placing_end(words, goal, reader) == stop
        side = next((i for i in range(at - 2, 1, -1) if placing_end(words, i, reader) == at), 0) if ends else 0
        things = named_things(words[at + 1 : goal], (), reader) if side else None
        there = named_things(words[at + 1 : goal], words[side:at], reader) if side else None
        if things is not None and there is not None and things.nodes and not there.nodes:
            return _but_elsewhere((*words[:at], "and", *words[at + 1 :]), reader)
    return words


def _has_place(words: Words, reader: SentenceReader) -> bool:
    return any(reader.book.places.sides.find(words, i) is not None for i in range(1, len(words)))
