# SPDX-License-Identifier: Apache-2.0
"""Where things go as one word: "open the fridge, put the milk inside" is "put the milk in it"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, MARKS, SentenceReader, Words, sentence_begin
from planner_node.language.sentence.shapes.parts import is_thing
from planner_node.language.words import lexicon as lx

_INSIDE = (("back", "in", "there"), ("back", "inside"), ("in", "there"), ("into", "there"), ("inside", "there"),
           ("therein",), ("inside",), ("back", "in"), ("in",))  # fmt: skip
_JOINED = frozenset({"and", "then", "but"})


@needs({"in", "into", "inside", "therein"})
def placed_inside(words: Words, reader: SentenceReader) -> Words:
    """With "in it" in place of "inside", where furniture was named before and nothing follows that it belongs to."""
    named = False
    at = 0
    while at < len(words):
        name = reader.names.match(words, at)
        if name is not None:
            named |= reader.names.is_place(name) and not reader.names.is_room(name)
            at += name.length
            continue
        found = next((p for p in _INSIDE if words[at : at + len(p)] == p), None)
        ends = bool(found) and named and _ends(words, at + len(found or ()), reader)
        begin = _thing_alone(words, at, reader) if ends else None
        if found and begin is not None:
            words = (*words[:begin], "put", *words[begin:at], "in", "it", *words[at + len(found) :])
            at += 2
        elif found and ends and _carries(words, at, reader):
            words = (*words[:at], "in", "it", *words[at + len(found) :])
            at += 1
        at += 1
    return words


def _ends(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether the clause ends there."""
    left = words[at : at + 1]
    return not left or left[0] in ENDS | MARKS | _JOINED or reader.book.clauses.next_stage.find(words, at) is not None


def _thing_alone(words: Words, at: int, reader: SentenceReader) -> int | None:
    """Where a thing begins that is all that stands between a mark and "in": "open it, dirty towel in, shut it"."""
    begin = next((i + 1 for i in range(at - 1, -1, -1) if words[i] in ENDS | {",", "then"}), 0)
    alone = begin > 0 and begin < at and is_thing(words[begin:at], reader)
    return begin if alone and not reader.starts_order(words[begin:at]) else None


def _carries(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a thing stands right before, behind a verb that carries things."""
    begin = sentence_begin(words, at, ENDS | MARKS | _JOINED)
    verb = next((f for i in range(begin, at) if (f := reader.book.said_verbs.find(words, i)) is not None), None)
    goes = (i for i in range(begin + 1, at) if (b := reader.book.verbs.belonging.find(words, i)) and i + b.length == at)
    thing = words[begin : next(goes, begin)]
    if thing and is_thing(thing, reader):
        return True  # "the cereal goes inside"
    if verb is None or not str(verb.value.like):
        return False
    before = words[at - 1] in lx.PRONOUNS or any(
        (name := reader.names.match(words, i)) is not None and i + name.length == at for i in range(begin, at)
    )
    return before and verb.value.verb.name in _CARRYING


_CARRYING = frozenset({"BRING", "TAKE", "RETURN", "SERVE", "THROW", "HIDE", "FILE", "TIDY"})
