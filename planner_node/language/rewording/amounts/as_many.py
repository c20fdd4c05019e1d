# SPDX-License-Identifier: Apache-2.0
"""As many of one thing as there are of another: "as many cans as there are boxes" may be two cans."""

from __future__ import annotations

from planner_node.language.rewording.amounts.counted_here import count_of, spelt
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.sentence.shapes.parts import placing_end
from planner_node.language.words.naming import Name

_THERE = (("there", "are"), ("we", "have"), ("you", "see"), ("you", "find"), ())
_LONGEST = 7  # words of the first things and their place


def as_many(words: Words, reader: SentenceReader) -> Words:
    """With the number of the others in place of "as many"; where there are none, or other words follow, as it was."""
    for at in range(len(words) - 4):
        if words[at : at + 2] != ("as", "many"):
            continue
        link = next((i for i in range(at + 3, min(len(words), at + 3 + _LONGEST)) if words[i] == "as"), None)
        if link is None:
            continue
        begin = link + 1 + len(next(t for t in _THERE if words[link + 1 : link + 1 + len(t)] == t))
        name = reader.names.match(words, begin)
        behind = begin + name.length if name is not None else begin
        placed = any(reader.book.places.sides.find(words, i) for i in range(at + 3, link))
        end = placing_end(words, behind, reader) if placed else _before_last(words, behind, reader)
        where = words[behind:end]
        if placed and words[behind + 1 : behind + 2] == ("it",):  # "to table 2 as there are plates on it"
            first = next(i for i in range(at + 3, link) if reader.book.places.sides.find(words, i))
            where, end = words[first:link], behind + 2
        number = _number(name, where, reader) if name is not None else None
        if name is not None and number is not None:
            return (*words[:at], number, *words[at + 2 : link], *words[end:])
    return words


def _before_last(words: Words, at: int, reader: SentenceReader) -> int:
    """Where the first of two places ends that stand there: "as there are plates on table 2 to table 1"."""
    ends = [i for i in range(at + 1, placing_end(words, at, reader)) if reader.book.places.sides.find(words, i)]
    return ends[0] if ends else at


def _number(name: Name, where: Words, reader: SentenceReader) -> str | None:
    """How many things of a name the scene has at a place, as a word; None: none."""
    if name.concept is None or name.node_id is not None or not name.is_plural:
        return None
    number = count_of(name, where, reader)
    return spelt(number) if number else None
