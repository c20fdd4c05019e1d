# SPDX-License-Identifier: Apache-2.0
"""Fewer things than were named first: "put the soap and the dish on the counter, no, just the soap"."""

from __future__ import annotations

from planner_node.language.rewording.sharing.how_many_of_them import so_many_of
from planner_node.language.sentence.sentence import MARKS, SentenceReader, Words, without
from planner_node.language.sentence.shapes.parts import names_things
from planner_node.language.words import lexicon as lx

_ONLY = (("only",), ("just",))
_OF_THEM = (("of", "them"), ("of", "those"), ("of", "these"))


def fewer_of(left: Words, right: Words, reader: SentenceReader) -> Words | None:
    """An order with those alone that are meant in the end; None: they are none of its things.

    Args:
        left: the order.
        right: what is meant, behind "just" or "only".
        reader: knows the names.
    """
    of = next((o for o in _OF_THEM if right[-len(o) :] == o), ())
    number = right[: len(right) - len(of)]
    if len(number) == 1 and (number[0] in lx.NUMBERS or number[0].isdecimal()):
        return so_many_of(left, number, reader)
    verb = reader.book.said_verbs.find(left, 0)
    first = verb.length if verb is not None and reader.starts_order(left) else 0
    sides = reader.book.places.sides
    end = next((i for i in range(first + 1, len(left)) if sides.find(left, i) is not None), len(left))
    behind = next((i for i in range(1, len(right)) if sides.find(right, i) is not None), len(right))
    things, where = left[first:end], right[behind:] or left[end:]
    if not first and not names_things(things, reader):
        return None  # "the hammer and the saw are mine"
    meant = right[:behind]
    while meant and meant[-1] in MARKS:
        meant = meant[:-1]
    bare = without(meant, lx.ARTICLES)
    name = reader.names.match(bare, 0) if bare else None
    listed = [n.concept for i in range(len(things)) if (n := reader.names.match(things, i)) is not None]
    if name is None or name.length != len(bare) or len(listed) < 2 or name.concept not in listed:
        return None
    return (*left[:first], *_as_many(things, meant, reader), *where)


def with_no_apart(words: Words, reader: SentenceReader) -> Words:
    """With "no, just the hammer" for "no saw, just the hammer" behind what names a saw."""
    for at in range(3, len(words) - 3):
        name = reader.names.match(words, at + 1) if words[at] == "no" else None
        mark = at + 1 + (name.length if name is not None else 0)
        if (
            name is None
            or words[mark : mark + 1] == ()
            or words[mark] not in MARKS
            or words[mark + 1 : mark + 2] not in _ONLY
        ):
            continue
        before = (reader.names.match(words, i) for i in range(at))
        if any(other is not None and other.concept == name.concept for other in before):
            return (*words[: at + 1], *words[mark:])
    return words


def without_dropped_first(right: Words, reader: SentenceReader) -> Words:
    """Without what is dropped before what is meant: "(no,) not the helmet, just the gloves"."""
    begin = int(right[:1] in (("not",), ("no",)))
    begin += right[begin : begin + 1] != () and right[begin] in lx.ARTICLES
    name = reader.names.match(right, begin)
    if name is None:
        return right
    rest = right[begin + name.length :]
    while rest and rest[0] in MARKS | {"but"}:
        rest = rest[1:]
    return rest if rest[:1] in _ONLY else right


def _as_many(things: Words, meant: Words, reader: SentenceReader) -> Words:
    """What is meant, with "both" or a number before it where it was named so."""
    bare = without(meant, lx.ARTICLES)
    at = next((i for i in range(1, len(things)) if things[i : i + len(bare)] == bare), 0)
    return (things[at - 1], *bare) if at and things[at - 1] in lx.NUMBERS else meant
