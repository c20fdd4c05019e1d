# SPDX-License-Identifier: Apache-2.0
"""All that is at one of two places: "all the cups on the table or the shelf" are those on both.

"In the kitchen and the hall", before a place where things go, is where they are.
"""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.sentence.shapes.parts import is_several, named_place_end
from planner_node.language.things import Side
from planner_node.language.words.phrases import Found

_ALL = frozenset({"all", "every", "each", "everything", "whatever", "anything"})
_LONGEST = 10  # words of things with what stands before their place


def from_both_places(words: Words, reader: SentenceReader) -> Words:
    """The words with the things said again of the second place, where all of them are meant."""
    words = _from_both_rooms(words, reader)
    for at, word in enumerate(words):
        begin = _place_begin(words, at, reader) if word == "or" else None
        first = _things_begin(words, begin, reader) if begin is not None else None
        if begin is None or first is None:
            continue
        again = _placing(words, at + 1, reader)
        end = named_place_end(words, at + 1 + (again.length if again else 0), reader)
        if end <= at + 1 + (again.length if again else 0):
            continue
        said = _placing(words, begin, reader)
        side = () if again or said is None else words[begin : begin + said.length]
        told = _is_told(words, begin, reader)
        leaves = reader.book.places.sources.find(words, begin) is not None
        if told or leaves or _goes_somewhere(words, end, reader):
            being = () if told or leaves else ("that", "is")
            things = (*words[first:begin], *being)
            both = (*words[:first], *things, *words[begin:at], "and", *things, *side, *words[at + 1 :])
            return from_both_places(both, reader)
    return words


def _from_both_rooms(words: Words, reader: SentenceReader) -> Words:
    """With "from" before two rooms behind which things go somewhere: "in the kitchen and the hall to table 1"."""
    for at in range(3, len(words) - 2):
        begin = _place_begin(words, at, reader) if words[at] == "and" else None
        end = named_place_end(words, at + 1, reader)
        name = reader.names.match(words, end - 1) or reader.names.match(words, end - 2) if end > at + 1 else None
        if begin is None or words[begin] != "in" or name is None or not reader.names.is_room(name):
            continue
        if reader.book.places.sides.find(words, end) is not None:
            return (*words[:begin], "from", *words[begin + 1 :])
    return words


def _placing(words: Words, at: int, reader: SentenceReader) -> Found[Side] | None:
    """The preposition of a place or of a source that stands there."""
    return reader.book.places.sides.find(words, at) or reader.book.places.sources.find(words, at)


def _place_begin(words: Words, end: int, reader: SentenceReader) -> int | None:
    """Where the preposition of a place stands that ends at an index; None: none does."""
    for at in range(end - 2, max(0, end - _LONGEST), -1):
        side = _placing(words, at, reader)
        if side is not None:
            return at if named_place_end(words, at + side.length, reader) == end else None
    return None


def _things_begin(words: Words, end: int, reader: SentenceReader) -> int | None:
    """Where things begin, all of which are meant, that end before an index; None: not all are, or there are none."""
    found = None
    for at in range(end - 1, max(-1, end - _LONGEST), -1):
        if words[at] in ENDS or reader.book.said_verbs.find(words, at):
            break
        name = reader.names.match(words, at + 1) if words[at] in ("the", "any") else None
        if words[at] in _ALL or (name is not None and is_several(words, at + 1, name, reader)):
            found = at
    return found


def _is_told(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether "that are" and the like stand before a place, so that it is no place where things go."""
    being = reader.book.places.being
    return any((f := being.find(words, i)) and i + f.length == at for i in range(max(0, at - 4), at))


def _goes_somewhere(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a place where things go follows."""
    tables = (reader.book.places.sides, reader.book.verbs.belonging, reader.book.sentences.modals)
    return any(table.find(words, at) for table in tables)
