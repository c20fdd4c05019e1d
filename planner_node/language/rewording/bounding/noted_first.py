# SPDX-License-Identifier: Apache-2.0
"""What is noted before an order about one of it: "two books on the shelf - get the taller one onto the sofa"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.sentence.shapes.parts import placing_end
from planner_node.language.words import lexicon as lx

_MARKS = frozenset({"-", "\u2013", "\u2014", ":", ";"})
_ABOUT_THEM = frozenset({"one", "ones", "them", "both"})


@needs(_MARKS)
def noted_first(words: Words, reader: SentenceReader) -> Words:
    """The words with "there are" before so many things somewhere, in a sentence of its own."""
    for mark in range(4, len(words) - 2):
        begin = sentence_begin(words, mark)
        number = lx.NUMBERS.get(words[begin], 0) or (int(words[begin]) if words[begin].isdecimal() else 0)
        if words[mark] not in _MARKS or number < 2:
            continue
        name = reader.names.match(words, begin + 1)
        behind = words[mark + 1 : sentence_end(words, mark + 1)]
        is_there = name is not None and placing_end(words[:mark], begin + 1 + name.length, reader) == mark
        about = any(word in _ABOUT_THEM and behind[i - 1] not in lx.NUMBERS for i, word in enumerate(behind) if i)
        if is_there and about and reader.starts_order(opened(behind, reader.book.sentences).words):
            return (*words[:begin], "there", "are", *words[begin:mark], ".", *words[mark + 1 :])
    return words
