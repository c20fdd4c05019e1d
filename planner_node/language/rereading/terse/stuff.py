# SPDX-License-Identifier: Apache-2.0
"""Things that are told by a word before "stuff" or behind "rest of": "counter stuff", "rest of its beakers"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.sentence.shapes.parts import is_look, named_place_end
from planner_node.language.words import lexicon as lx

_STUFF = frozenset({"stuff", "things"})
_BEGINS = ENDS | {",", "and", "then", "but", ":", "-"}
_INTO = frozenset({"into", "in", "to", "on", "onto"})


def stuff(words: Words, reader: SentenceReader) -> Words:
    """The words with "everything on the counter" and the like."""
    return _looks(_of_place(_rest(words, reader), reader), reader)


def _rest(words: Words, reader: SentenceReader) -> Words:
    """With "the" before "rest of", and "the beakers on bench 1" for "its beakers" behind that."""
    found: list[str] = []
    for at, word in enumerate(words):
        begins = word == "rest" and (at == 0 or words[at - 1] not in lx.DEFINITE) and words[at + 1 : at + 2] in (
            ("of",), ("goes",), ("go",), ("to",), ("in",), ("on",), ("into",), ("onto",),
        )  # fmt: skip
        if begins and (at == 0 or words[at - 1] in _BEGINS or reader.starts_order(words[at - 1 :])):
            found.append("the")
        found.append(word)
    return _of_its(tuple(found), reader)


def _of_its(words: Words, reader: SentenceReader) -> Words:
    for at in range(3, len(words) - 1):
        if words[at] != "its" or words[at - 2 : at] != ("rest", "of"):
            continue
        name = reader.names.match(words, at + 1)
        places = [(i, end) for i in range(at) if (end := named_place_end(words, i, reader)) > i]
        if name is None or reader.names.is_place(name) or not places:
            continue
        begin, end = places[0]
        behind = at + 1 + name.length
        return (*words[:at], "the", *words[at + 1 : behind], "at", *words[begin:end], *words[behind:])
    return words


def _of_place(words: Words, reader: SentenceReader) -> Words:
    """With "everything at the counter" for "counter stuff", which stands at the beginning or behind a verb."""
    for at in range(1, len(words) - 1):
        if words[at] not in _STUFF:
            continue
        begin = next((i for i in range(max(0, at - 4), at) if named_place_end(words, i, reader) == at), at)
        starts = begin == 0 or words[begin - 1] in _BEGINS or reader.book.said_verbs.find(words, begin - 1) is not None
        if begin == at or not starts:
            continue
        place = words[begin:at]
        article = () if place[0] in lx.DEFINITE else ("the",)
        behind = at + 1
        to = words[behind + 1 : behind + 1 + len(place)] == place or (
            words[behind + 1 : behind + 2] == ("the",) and words[behind + 2 : behind + 2 + len(place)] == place
        )
        if words[behind : behind + 1] != () and words[behind] in _INTO and to:  # "paper bin stuff into the paper bin"
            rest = words[behind + 1 + (words[behind + 1] == "the") + len(place) :]
            return (*words[:begin], "put", "the", "things", "that", "belong", "in", *article, *place, "there", *rest)
        return (*words[:begin], "everything", "at", *article, *place, *words[behind:])
    return words


def _looks(words: Words, reader: SentenceReader) -> Words:
    """With "everything wrinkled" for "wrinkled stuff"."""
    for at in range(1, len(words)):
        looks = words[at] == "stuff" and is_look(words[at - 1], reader)
        begin = at - 1 - (words[at - 2 : at - 1] in (("the",), ("all",)) if at > 1 else 0)
        if looks and (begin == 0 or words[begin - 1] in _BEGINS or reader.book.said_verbs.find(words, begin - 1)):
            return _looks((*words[:begin], "everything", words[at - 1], *words[at + 1 :]), reader)
    return words
