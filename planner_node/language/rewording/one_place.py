# SPDX-License-Identifier: Apache-2.0
"""Things in an order with one place for all: "first the honey, then the jam, both on the table".

"Bring the hammer and then the saw to the bench" names it behind the last.
"""

from __future__ import annotations

from planner_node.language.request import Request
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_end, without
from planner_node.language.sentence.shapes.parts import is_thing, named_place_end

_ALL = frozenset({"both", "all", "each"})
_FIRST = frozenset({"first", "firstly"})


def one_place(words: Words, reader: SentenceReader) -> Words:
    """With the place behind each of the things."""
    end = sentence_end(words, 0)
    sentence = words[:end]
    verb = reader.book.said_verbs.find(sentence, 0)
    begin = verb.length if verb is not None and reader.starts_order(sentence) else 0
    if sentence[begin : begin + 1] and sentence[begin] not in _FIRST and not (begin and sentence[0] in _FIRST):
        return _named_last(words, begin, end, reader)
    at = next((i for i in range(3, len(sentence) - 1) if _shares_place(sentence, i, reader)), None)
    if at is None:
        return words
    place = without(sentence[at:], _ALL | {"of", "them"})
    return _one_after_the_other(words, (begin, at, end), place, reader)


def _named_last(words: Words, begin: int, end: int, reader: SentenceReader) -> Words:
    """Of "bring the hammer and then the saw to the bench"; the words themselves where no order is told so."""
    at = next((i for i in range(begin, end) if reader.book.places.sides.find(words, i)), end)
    side = reader.book.places.sides.find(words, at)
    ends = side is not None and named_place_end(words, at + side.length, reader) == end > at + side.length
    then = any(reader.book.clauses.next_stage.find(words, i) for i in range(begin + 1, at))
    if not (begin and ends and then and all(is_thing(t, reader) for t in _things(words[begin:at], reader))):
        return words
    return _one_after_the_other(words, (begin, at, end), words[at:end], reader)


def _one_after_the_other(words: Words, at: tuple[int, int, int], place: Words, reader: SentenceReader) -> Words:
    """With an order for each thing; where the things begin and end and where the sentence does, is given."""
    begin, last, end = at
    sentence = words[:end]
    things = _things(without(sentence[begin:last], _FIRST), reader)
    order = sentence[:begin] or ("put",)
    if len(things) < 2 or any(not isinstance(reader.orders((*order, *t, *place)), Request) for t in things):
        return words
    orders = [word for i, t in enumerate(things) for word in ((",", "then") if i else ()) + (*order, *t, *place)]
    return (*orders, *words[end:])


def _shares_place(words: Words, at: int, reader: SentenceReader) -> bool:
    if words[at] not in _ALL or words[at - 1] != ",":
        return False
    place = without(words[at:], _ALL | {"of", "them"})
    return reader.book.places.sides.find(place, 0) is not None


def _things(words: Words, reader: SentenceReader) -> list[Words]:
    """What commas and "then" stand between."""
    found: list[list[str]] = [[]]
    at = 0
    while at < len(words):
        stage = reader.book.clauses.next_stage.find(words, at)
        if stage is not None or words[at] == ",":
            found.append([])
            at += stage.length if stage is not None else 1
        else:
            found[-1].append(words[at])
            at += 1
    return [tuple(without(tuple(part), {"and"})) for part in found if without(tuple(part), {"and"})]
