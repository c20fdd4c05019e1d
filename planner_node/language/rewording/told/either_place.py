# SPDX-License-Identifier: Apache-2.0
"""At which of two places something is: "is the cake in the fridge or on the counter?" asks where it is.

"Is the fridge open or not?" asks no more than "is the fridge open?", for the answer says how it is.
"""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end
from planner_node.language.sentence.shapes.parts import named_place_end

_IS = frozenset({"is", "are"})
_LONGEST = 6  # words of what is asked after


def either_place(words: Words, reader: SentenceReader) -> Words:
    """The words with "where is the cake" for such questions."""
    if "or" not in words or _IS.isdisjoint(words):
        return words
    for at in range(len(words) - 6):
        if words[at] not in _IS or not (at == 0 or words[at - 1] in ENDS):
            continue
        stop = sentence_end(words, at)
        first = next((i for i in range(at + 2, stop) if reader.book.places.sides.find(words, i)), None)
        thing = words[at + 1 : first] if first is not None else ()
        named = any((n := reader.names.match(thing, i)) and i + n.length == len(thing) for i in range(len(thing)))
        if first is not None and named and len(thing) <= _LONGEST and _are_places(words[first:stop], reader):
            return either_place((*words[:at], "where", words[at], *thing, *words[stop:]), reader)
        end = _or_not(words, at, stop, reader)
        if end < stop:
            return either_place((*words[:end], *words[stop:]), reader)
    return words


def _or_not(words: Words, at: int, stop: int, reader: SentenceReader) -> int:
    """Where "or not" begins that a question about a state or look ends in; its end: it does not."""
    link = stop - 2
    if link < at + 3 or words[link : stop + 1] != ("or", "not", "?"):
        return stop
    said = words[link - 1 : link]
    is_so = reader.book.adjectives.attribute(said[0]) is not None or reader.book.sentences.states.find(said, 0)
    return link if is_so else stop


def _are_places(words: Words, reader: SentenceReader) -> bool:
    """Whether words are two or more places, joined by "or"."""
    at, joined, sides = 0, 0, reader.book.places.sides
    while True:
        side = sides.find(words, at)
        begin = at + (side.length if side is not None else 0)
        end = named_place_end(words, begin, reader)
        if end == begin or (at == 0 and side is None):
            return False
        if end == len(words):
            return joined > 0
        if words[end] not in ("or", ","):
            return False
        joined += words[end] == "or"
        at = end + 1 + (words[end : end + 2] == (",", "or"))
