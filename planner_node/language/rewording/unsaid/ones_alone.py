# SPDX-License-Identifier: Apache-2.0
"""Ones of no kind: "throw the empty ones away", where nothing was named before, are all empty things."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.words import lexicon as lx

_ALL = frozenset({"the", "all", "these", "those", "any"})


@needs({"ones"})
def ones_alone(words: Words, reader: SentenceReader) -> Words:
    """With "all the empty things" for "the empty ones", in an instruction that names no kind of thing."""
    for at in range(2, len(words)):
        if words[at] != "ones" or _names_things(words, reader):
            continue
        begin = at - 1
        while begin > 0 and _is_look(words[begin], reader):
            begin -= 1
        if begin == at - 1 or words[begin] not in _ALL:
            continue
        begin -= words[begin - 1 : begin + 1] == ("all", "the")
        return (*words[:begin], "all", "the", *_looks(words[begin:at]), "things", *words[at + 1 :])
    return words


def _looks(words: Words) -> Words:
    return tuple(word for word in words if word not in _ALL)


def _is_look(word: str, reader: SentenceReader) -> bool:
    return reader.book.adjectives.attribute(word) is not None or word in reader.names.attributes


def _names_things(words: Words, reader: SentenceReader) -> bool:
    """Whether some kind of thing is named, or spoken of, which the ones may be of."""
    if not lx.PRONOUNS.isdisjoint(words):
        return True
    begin = int(reader.starts_order(words))  # "throw" is a blanket, too
    names = (reader.names.match(words, i) for i in range(begin, len(words)))
    return any(n is not None and not reader.names.is_place(n) and not reader.names.is_person(n) for n in names)
