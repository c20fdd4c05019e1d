# SPDX-License-Identifier: Apache-2.0
"""The one thing that each of several places has: "the candle from each table" is all candles from all tables."""

from __future__ import annotations

from planner_node.language.rewording.amounts.counted_here import place_of, several, supports_of
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.sentence.shapes.parts import placing_end
from planner_node.language.words.naming import Name

_FROM = (("from",), ("off",), ("off", "of"), ("out", "of"), ("on",), ("in",), ("inside",))
_EACH = (("each", "of", "the"), ("every", "one", "of", "the"), ("each",), ("every",))
_WHERE = (("on",), ("in",), ("inside",))
_SIDE = {"off": "from", "out": "from", "on": "on", "in": "in", "inside": "in", "from": "from"}


@needs({"each", "every"})
def from_every(words: Words, reader: SentenceReader) -> Words:
    """The words with all of those things from all of the places."""
    for at in range(3, len(words) - 2):
        source: Words = max((s for s in _FROM if words[at : at + len(s)] == s), key=len, default=())
        place = at + len(source)
        each: Words = next((e for e in _EACH if source and words[place : place + len(e)] == e), ())
        name = reader.names.match(words, place + len(each)) if each else None
        thing = _one_before(words, at, reader) if name is not None and reader.names.is_place(name) else 0
        if name is None or not thing or name.node_id is not None:
            continue
        own = reader.names.match(words, thing + 1)
        if own is None or _are_several_at_one(own, name, reader):
            continue  # which of two at a place is meant, is not said
        end = place + len(each) + name.length
        if source in _WHERE and placing_end(words, end, reader) == end:
            continue  # "put the menu on each table": they go there
        noun = several(words[place + len(each) : end], reader)
        things = several(words[thing + 1 : at], reader)
        return (*words[:thing], "all", *things, _SIDE[source[0]], "all", *noun, *words[end:])
    return words


def _are_several_at_one(thing: Name, place: Name, reader: SentenceReader) -> bool:
    """Whether one of the places has more than one of the things."""
    is_a = reader.names.ontology.is_a
    counts = ((place_of(where, reader), count) for where, count in supports_of(thing, reader).items())
    return any(n > 1 and at is not None and is_a(at.what.concept or "", place.concept or "") for at, n in counts)


def _one_before(words: Words, at: int, reader: SentenceReader) -> int:
    """Where "the" stands before the singular name of a thing that ends there, behind an order's verb; 0: nowhere."""
    for begin in range(at - 2, 0, -1):
        name = reader.names.match(words, begin + 1) if words[begin] == "the" else None
        if name is None or begin + 1 + name.length != at:
            continue
        is_kind = not (name.is_plural or reader.names.is_place(name) or reader.names.is_person(name))
        verb = reader.book.said_verbs.find(words, begin - 1) or reader.book.said_verbs.find(words, max(0, begin - 2))
        return begin if is_kind and name.node_id is None and verb is not None else 0
    return 0
