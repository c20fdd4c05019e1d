# SPDX-License-Identifier: Apache-2.0
"""Things that are listed behind what is done with them: "the following go on the shelf: ...", "put on table 1: ..."."""

from __future__ import annotations

from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.sentence.shapes.parts import begins_things, named_place_end, placing_end, side_in

_STOCKING = frozenset({"stock", "restock", "fill", "refill", "load", "supply", "furnish", "replenish"})
_POINTING = frozenset({"these", "those", "this", "following"})
_NEEDING = tuple((who, verb) for who in ("i", "we") for verb in ("need", "want", "require"))
_THINGS = frozenset({"things", "items", "objects", "stuff", "thing", "ones"})


def listed_below(words: Words, reader: SentenceReader) -> Words:
    """With the list in the place of "the following", and without the colon behind a place."""
    mark = words.index(":") if ":" in words else 0
    end = sentence_end(words, mark + 1)
    listed = words[mark + 1 : end]
    if not mark or not begins_things(listed, reader) or side_in(("", *listed), reader):
        return words
    begin = sentence_begin(words, mark)
    order = words[begin:mark]
    pointing = next((i for i, word in enumerate(order) if word in _POINTING and _stands_alone(order, i, reader)), None)
    if pointing is not None:
        before = order[:pointing]
        before = before[:-1] if before and before[-1] in ("the", "all") else before
        behind = order[pointing + 1 :]
        behind = behind[1:] if behind and behind[0] in _THINGS else behind
        return (*words[:begin], *before, *listed, *behind, *words[end:])
    placed = _needed(order, reader)
    if placed:
        return (*words[:begin], "put", *listed, *placed, *words[end:])
    stocked = 1 if order[:1] and order[0] in _STOCKING else 0
    if stocked and named_place_end(order, stocked, reader) == len(order) > stocked:
        return (*words[:begin], "put", *listed, "to", *order[stocked:], *words[end:])
    verb = reader.book.said_verbs.find(order, 0)
    if verb is not None and placing_end(order, verb.length, reader) == len(order) > verb.length:
        return (*words[:begin], *order[: verb.length], *listed, *order[verb.length :], *words[end:])
    return words


def _needed(order: Words, reader: SentenceReader) -> Words:
    """The place of "things I need on desk 1", "what we want on table 2"; empty: nothing is needed so."""
    order = order[1:] if order[:1] in (("the",), ("some",), ("all",)) else order
    lead = order[:1] in (("what",), ("whatever",)) or (order[:1] != () and order[0] in _THINGS)
    at = 1 + (order[1:2] in (("that",), ("which",)))
    asked = lead and order[at : at + 2] in _NEEDING
    needed = lead and order[at : at + 1] in (("needed",), ("wanted",), ("required",))
    behind = order[at + (2 if asked else 1) :] if asked or needed else ()
    return behind if behind and placing_end(behind, 0, reader) == len(behind) else ()


def _stands_alone(order: Words, at: int, reader: SentenceReader) -> bool:
    """Whether "these" stands for the list, and before no name: "these books"."""
    behind = order[at + 1 : at + 2]
    return not behind or behind[0] in _THINGS or reader.names.match(order, at + 1) is None
