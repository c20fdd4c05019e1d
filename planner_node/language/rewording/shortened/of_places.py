# SPDX-License-Identifier: Apache-2.0
"""Things that furniture is said to have: "desk 3's laptop" is the laptop at desk 3."""

from __future__ import annotations

from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name

_IS = "'s"
_LONGEST = 4  # words of a name


def of_places(words: Words, reader: SentenceReader) -> Words:
    """The words with the place behind its things: furniture of the scene."""
    for at in range(1, len(words) - 1):
        bare = words[at].removesuffix(_IS)
        if bare == words[at]:
            continue
        said = (*words[:at], bare)
        names = ((i, reader.names.match(said, i)) for i in range(max(0, at - _LONGEST), at + 1))
        begin = next((i for i, n in names if n and _is_furniture(n, reader) and i + n.length == at + 1), None)
        name = reader.names.match(said, begin) if begin is not None else None
        end = _thing_end(words, at + 1, reader)
        if begin is None or name is None or not end:
            continue
        first = begin - (words[begin - 1 : begin] == ("the",))
        all_of = () if first > 0 and words[first - 1] in ("all", "both") else ("the",)
        thing = (
            (*all_of, *words[at + 1 : end]) if words[first - 1 : first] != ("of",) else ("the", *words[at + 1 : end])
        )
        return of_places((*words[:first], *thing, "that", "is", "at", *said[begin:], *words[end:]), reader)
    return words


def _is_furniture(name: Name, reader: SentenceReader) -> bool:
    names = reader.names
    return names.is_place(name) and not (names.is_room(name) or names.is_person(name)) and names.is_present(name)


def _thing_end(words: Words, at: int, reader: SentenceReader) -> int:
    """Behind the name of a thing with its looks; 0: none stands there."""
    while at < len(words):
        name = reader.names.match(words, at)
        if name is not None:
            return 0 if reader.names.is_place(name) or reader.names.is_person(name) else at + name.length
        ranked = reader.book.superlatives.find(words, at) or reader.book.comparatives.find(words, at)
        if reader.book.adjectives.attribute(words[at]) is None and words[at] not in lx.NUMBERS and not ranked:
            return 0
        at += 1
    return 0
