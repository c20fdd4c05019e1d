# SPDX-License-Identifier: Apache-2.0
"""Fewer things than were named first: "put the soap and the dish on the counter, no, just the soap"."""

from __future__ import annotations

from planner_node.language.rewording.sharing.how_many_of_them import so_many_of
from planner_node.language.sentence.sentence import SentenceReader, Words, without
from planner_node.language.words import lexicon as lx

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
    if verb is None or not reader.starts_order(left):
        return None
    sides = reader.book.places.sides
    end = next((i for i in range(verb.length + 1, len(left)) if sides.find(left, i) is not None), len(left))
    things = left[verb.length : end]
    bare = without(right, lx.ARTICLES)
    name = reader.names.match(bare, 0) if bare else None
    listed = [n.concept for i in range(len(things)) if (n := reader.names.match(things, i)) is not None]
    if name is None or name.length != len(bare) or len(listed) < 2 or name.concept not in listed:
        return None
    return (*left[: verb.length], *right, *left[end:])
