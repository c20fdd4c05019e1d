# SPDX-License-Identifier: Apache-2.0
"""What each cover has: "set table 3 for two with a fork and a knife", "lay it for two: a plate and a glass each"."""

from __future__ import annotations

from planner_node.language.rewording.amounts.counted_here import several, spelt
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.sentence.shapes.parts import joined, named_place_end
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name

_SETTING = frozenset({"set", "lay", "prepare"})
_PEOPLE = frozenset({"people", "persons", "guests", "of"})
_WITH = frozenset({"with", ":", "-", "using"})
_EACH = frozenset({"each", "apiece"})


def covers(words: Words, reader: SentenceReader) -> Words:
    """The words with so many of each thing for the table in place of those of one cover."""
    for at in range(len(words) - 5):
        end = named_place_end(words, at + 1, reader) if words[at] in _SETTING else 0
        number = lx.NUMBERS.get(words[end + 1], 0) if end > at + 1 and words[end : end + 1] == ("for",) else 0
        behind = end + 2 + (words[end + 2 : end + 3] != () and words[end + 2] in _PEOPLE) if number else 0
        if not behind or words[behind : behind + 1] == () or words[behind] not in _WITH:
            continue
        stop = next((i for i in range(behind, len(words)) if words[i] in ENDS), len(words))
        things = _of_one_cover(words[behind + 1 : stop], reader)
        if things:
            amounts = tuple((spelt(number), *several(thing, reader)) for thing in things)
            place = words[at + 1 : end]
            return (*words[:at], "put", *joined(amounts), "on", *place, *words[stop:])
    return words


def _of_one_cover(words: Words, reader: SentenceReader) -> tuple[Words, ...]:
    """The things of a list of which each is one: "a fork, a knife and a glass each"; empty: it is another list."""
    words = words[:-1] if words[-1:] and words[-1] in _EACH else words
    found: list[Words] = []
    at = 0
    while at < len(words):
        at += words[at] in ("a", "an", "one")
        name = reader.names.match(words, at) if at < len(words) else None
        if name is None or name.is_plural or name.node_id is not None or not _is_laid(name, reader):
            return ()  # "with soup" is for what
        found.append(words[at : at + name.length])
        at += name.length
        joint = at
        while joint < len(words) and words[joint] in (",", "and"):
            joint += 1
        if at < len(words) and joint == at:
            return ()
        at = joint
    return tuple(found)


def _is_laid(name: Name, reader: SentenceReader) -> bool:
    return any(reader.names.ontology.is_a(name.concept or "", kind) for kind in ("tableware", "napkin"))
