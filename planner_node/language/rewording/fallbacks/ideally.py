# SPDX-License-Identifier: Apache-2.0
"""Which of several is liked best: "a mug, ideally the blue one" is the blue mug, and any other if there is none."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin
from planner_node.language.words import lexicon as lx

_IDEALLY = (
    ("ideally",), ("preferably",), ("if", "possible"), ("if", "you", "can"), ("if", "there", "is", "one"),
    ("best",), ("for", "preference"), ("if", "it", "is", "there"), ("if", "available"),
)  # fmt: skip
_MARKS = frozenset({",", "-", "\u2013", "\u2014", ":"})
_ANY = frozenset({"a", "an", "any", "some"})
_LOOKS = 3  # words


@needs({"one"})
def ideally(words: Words, reader: SentenceReader) -> Words:
    """The words with an order for that one, and for any if it cannot be had."""
    for at in range(3, len(words) - 2):
        if words[at] not in _MARKS:
            continue
        begin = at + 1
        first = next((i for i in _IDEALLY if words[begin : begin + len(i)] == i), ())
        begin += len(first)
        begin += words[begin : begin + 1] == (",",)
        one = next((i for i in range(begin + 1, min(len(words), begin + 2 + _LOOKS)) if words[i] == "one"), 0)
        looks = words[begin + 1 : one] if one and words[begin] in lx.DEFINITE | _ANY else ()
        if not looks or any(reader.book.adjectives.attribute(word) is None for word in looks):
            continue
        end = one + 1 + (words[one + 1 : one + 2] == (",",))
        last = () if first else next((i for i in _IDEALLY if words[end : end + len(i)] == i), ())
        end = end + len(last) if last else one + 1
        if not (first or last) or not (end == len(words) or words[end] in ENDS):
            continue
        start = sentence_begin(words, at)
        noun = next(
            (i for i in range(start + 1, at) if words[i - 1] in _ANY and reader.names.match(words, i) is not None), 0
        )
        name = reader.names.match(words, noun) if noun else None
        if name is None or name.is_plural or reader.names.is_place(name):
            continue
        reader.turned.update((first, last, words[one : one + 1]))
        best = (*words[start : noun - 1], "the", *looks, *words[noun:at])
        return (*words[:start], *best, ",", "otherwise", *words[noun - 1 : noun + name.length], *words[end:])
    return words
