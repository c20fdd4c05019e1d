# SPDX-License-Identifier: Apache-2.0
"""Furniture that there is, for "there" in what is asked for next: "there is a crate here. Put the ball there"."""

from __future__ import annotations

from itertools import pairwise

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_bounds
from planner_node.language.sentence.shapes.parts import placing_end

_THERE_IS = (("there's",), ("there", "is"))
_ONE = frozenset({"a", "an", "one", "another"})
_OUT = frozenset({"out", "over", "down", "up", "back", "standing"})
_STOPS = ENDS | {","}


@needs({"there's", "there"})
def there_is_one(words: Words, reader: SentenceReader) -> Words:
    """The words with the furniture for "there" at the end of the next clause, where no other place is named in it."""
    bounds = [(b, e) for b, e in sentence_bounds(words, _STOPS) if e > b]
    for (begin, end), (start, stop) in pairwise(bounds):
        place = _furniture(words[begin:end], reader)
        if not place or words[stop - 1] != "there" or words[stop - 2] in ("over", "is", "are", "from", "in", "on"):
            continue
        places = (reader.names.match(words, i) for i in range(start, stop - 1))
        if not any(name is not None and reader.names.is_place(name) for name in places):
            return there_is_one((*words[: stop - 1], "to", *place, *words[stop:]), reader)
    return words


def _furniture(words: Words, reader: SentenceReader) -> Words:
    """The furniture that there is, with the room if it is said; empty: something else is told."""
    lead = next((len(t) for t in _THERE_IS if words[: len(t)] == t), 0)
    if not lead or words[lead : lead + 1] == () or words[lead] not in _ONE:
        return ()
    looks = lead + 1
    while looks < len(words) and reader.book.adjectives.attribute(words[looks]) is not None:
        looks += 1
    name = reader.names.match(words, looks)
    if name is None or not reader.names.is_place(name) or reader.names.is_room(name):
        return ()
    at = looks + name.length
    where = at + (words[at : at + 1] != () and words[at] in _OUT)
    whole = where == len(words) or placing_end(words, where, reader) == len(words)
    return ("the", *words[lead + 1 : at], *(words[where:] if where < len(words) else ())) if whole else ()
