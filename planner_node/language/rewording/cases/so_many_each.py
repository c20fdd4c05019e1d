# SPDX-License-Identifier: Apache-2.0
"""How many each gets, said behind: "put glasses on tables 2 and 3, one each" is "put one glass each ..."."""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, MARKS, SentenceReader, Words
from planner_node.language.sentence.shapes.parts import singular
from planner_node.language.words import lexicon as lx

_EACH = (
    ("each",), ("apiece",), ("per", "person"), ("per", "head"), ("a", "head"), ("per", "guest"), ("per", "table"),
    ("for", "each"), ("to", "each"), ("for", "each", "of", "them"), ("for", "each", "one"),
)  # fmt: skip
_SET_OFF = MARKS | {",", ";"}


def so_many_each(words: Words, reader: SentenceReader) -> Words:
    """The words with the number before the first things that are named without one, and "each" behind them."""
    for at in range(3, len(words) - 1):
        if words[at] not in _SET_OFF:
            continue
        number = at + 1 + (words[at + 1] in ("just", "only"))
        tail = next((e for e in _EACH if words[number + 1 : number + 1 + len(e)] == e), ())
        end = number + 1 + len(tail)
        closes = tail and (end == len(words) or words[end] in ENDS)
        if not closes or not (words[number] in lx.NUMBERS or words[number].isdigit()):
            continue
        begin = next((i + 1 for i in range(at - 1, -1, -1) if words[i] in ENDS), 0)
        said = _with_number(words[begin:at], words[number], reader)
        if said is not None:
            reader.turned.add(words[at + 1 : end])
            return (*words[:begin], *said, *so_many_each(words[end:], reader))
    return words


def _with_number(order: Words, number: str, reader: SentenceReader) -> Words | None:
    """An order for so many things each; None: the first things that it names are counted, or certain ones."""
    for at in range(len(order)):
        name = reader.names.match(order, at)
        if name is None or reader.names.is_person(name):
            continue
        if reader.names.is_place(name):
            continue
        if not name.is_plural or name.node_id is not None:
            return _one_of_each(order, at, reader) if number in ("one", "1") else None
        first = at
        while first and reader.book.adjectives.attribute(order[first - 1]) is not None:
            first -= 1
        looks, before = order[first:at], order[:first]
        before = before[:-1] if before[-1:] in (("the",), ("some",), ("all",)) else before
        if not _are_named_first(before, reader):
            return None
        if before[-1:] and (before[-1] in lx.NUMBERS or before[-1].isdigit() or before[-1] in lx.ARTICLES):
            return None
        end = at + name.length
        noun = order[at:end]
        noun = singular(noun, reader) if number in ("one", "1") else noun
        return (*before, number, *looks, *noun, "each", *order[end:])
    return None


def _are_named_first(before: Words, reader: SentenceReader) -> bool:
    """Whether nothing stands before things but their verb, or places that are to get them."""
    places = any(
        (n := reader.names.match(before, i)) is not None and reader.names.is_place(n) for i in range(len(before))
    )
    known = reader.book
    gets = any(known.sentences.receiving.find(before, i) for i in range(len(before)))
    return gets if places else True


def _one_of_each(order: Words, at: int, reader: SentenceReader) -> Words | None:
    """Of "a fork and a knife on tables 2 and 3": "a fork and a knife each on ..."; None: certain things are named."""
    sides = reader.book.places.sides
    end = next((i for i in range(at, len(order)) if sides.find(order, i) is not None), 0)
    counted = order[at - 1 : at] in (("a",), ("an",), ("one",))
    return (*order[:end], "each", *order[end:]) if end and counted else None
