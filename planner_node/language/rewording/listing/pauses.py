# SPDX-License-Identifier: Apache-2.0
"""Commas that nobody wrote: "three forks two knives and a spoon", "hammer wrench and pliers"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.words import lexicon as lx


def with_pauses(words: Words, reader: SentenceReader) -> Words:
    """With a comma between two things that are here and that nothing else stands between.

    Only for what is not understood as it stands: "the orange plate" is one thing.
    """
    found: list[str] = []
    at = 0
    while at < len(words):
        name = reader.names.match(words, at)
        length = 1 if name is None else name.length
        found += words[at : at + length]
        at += length
        is_thing = name is not None and not reader.names.is_place(name) and reader.names.is_present(name)
        if is_thing and _begins_thing(words, at, reader):
            found.append(",")
    return tuple(found)


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
