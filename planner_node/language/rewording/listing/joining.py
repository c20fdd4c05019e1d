# SPDX-License-Identifier: Apache-2.0
"""What joins things and errands as "and" does: "plus"; and what it only seems to join: "out and onto the table"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.sentence.shapes.parts import named_place_end

_TOWARDS = frozenset({"to", "into", "from", "back"})  # "on your way to the table"
_OFF = frozenset({"out", "off", "up", "down", "away"})
_FARTHEST = 8  # words of where something comes from
_BETWEEN = frozenset({",", "and", "then", "also"})


def joining(words: Words, reader: SentenceReader) -> Words:
    """With "and" in place of what joins things, and without what only says that errands go together."""
    known = reader.book.sentences
    words = _on_one_way(words, reader)
    found: list[str] = []
    at = 0
    while at < len(words):
        meanwhile = known.meanwhile.find(words, at)
        more = known.joining.find(words, at)
        begins = not found or found[-1] in ENDS | _BETWEEN
        behind = words[at + meanwhile.length : at + meanwhile.length + 1] if meanwhile else ()
        if meanwhile and begins and behind and behind[0] not in _TOWARDS | ENDS:
            at += meanwhile.length
            at += words[at : at + 1] == (",",)
        elif more and found and reader.names.match(words, at) is None and at + more.length < len(words):
            if found[-1] == ",":
                found.pop()
            found.append("and")
            at += more.length
        else:
            found.append(words[at])
            at += 1
    return tuple(found)


def _on_one_way(words: Words, reader: SentenceReader) -> Words:
    """Without "and" between where something comes from and where it goes: "off the shelf and onto the table"."""
    places = reader.book.places
    for at in range(3, len(words) - 1):
        side = places.sides.find(words, at + 1) if words[at] == "and" else None
        if side is None or words[at + 1] not in places.towards:
            continue
        end = named_place_end(words, at + 1 + side.length, reader)
        if end == at + 1 + side.length or not (words[at - 1] in _OFF or _comes_from(words, at, reader)):
            continue
        begin = at - 1 if words[at - 1] in _OFF else at
        return _on_one_way((*words[:begin], *words[at + 1 :]), reader)
    return words


def _comes_from(words: Words, end: int, reader: SentenceReader) -> bool:
    """Whether a place that things are taken from ends there, and no other place stands before it."""
    places = reader.book.places
    for at in range(end - 2, max(0, end - _FARTHEST), -1):
        source = places.sources.find(words, at)
        if source is not None:
            return named_place_end(words, at + source.length, reader) == end
    return False
