# SPDX-License-Identifier: Apache-2.0
"""Commas that nobody wrote: "three forks two knives and a spoon", "hammer wrench and pliers"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.words import lexicon as lx

_FAR = 4  # words within which things of a list stand before one


def with_pauses(words: Words, reader: SentenceReader) -> Words:
    """With a comma between two things that are here and that nothing else stands between.

    Only for what is not understood as it stands: "the orange plate" is one thing. Two bare names alone are one thing
    as well, and none that is known: "the banana bread".
    """
    found: list[str] = []
    at = 0
    while at < len(words):
        name = reader.names.match(words, at)
        length = 1 if name is None else name.length
        found += words[at : at + length]
        at += length
        is_thing = name is not None and not reader.names.is_place(name) and reader.names.is_present(name)
        if is_thing and _begins_thing(words, at, reader) and (_is_told_apart(words, at) or _goes_on(words, at, reader)):
            found.append(",")
    return tuple(found)


def _is_told_apart(words: Words, at: int) -> bool:
    """Whether a number or an article stands there."""
    return words[at] in lx.NUMBERS or words[at].isdecimal() or words[at] in lx.ARTICLES


def _goes_on(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a thing that begins there is in a list: "and" follows, or a third thing, or a second stood before it."""
    name = reader.names.match(words, at)
    end = at + (name.length if name is not None else 1)
    if words[end : end + 1] == ("and",) or _begins_thing(words, end, reader):
        return True
    before = [n for i in range(max(0, at - _FAR), at) if (n := reader.names.match(words, i)) is not None]
    return sum(not reader.names.is_place(n) for n in before) > 1


def _begins_thing(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a number or an article with a thing begins there, or the name of one."""
    if at >= len(words):
        return False
    if words[at] in lx.NUMBERS or words[at].isdecimal() or words[at] in lx.ARTICLES:
        at += 1
        while at < len(words) and reader.book.adjectives.attribute(words[at]) is not None:
            at += 1
    name = reader.names.match(words, at)
    return name is not None and not reader.names.is_place(name) and reader.names.is_present(name)
