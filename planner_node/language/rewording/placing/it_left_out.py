# SPDX-License-Identifier: Apache-2.0
"""Things that are left out behind a verb: "cool the pan, place on the counter", "to the fridge then to the sink"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin
from planner_node.language.sentence.shapes.parts import named_place_end
from planner_node.language.words.verbs import Verb

_MOVING = frozenset({Verb.BRING, Verb.TAKE, Verb.THROW, Verb.RETURN, Verb.SERVE})
_TOWARDS = frozenset({"to", "into", "onto", "in", "on", "inside"})
_JOINTS = frozenset({",", "and", "then"})


def it_left_out(words: Words, reader: SentenceReader) -> Words:
    """The words with "it" or "them" behind such a verb, and with the verb again before a second place."""
    for at in range(3, len(words) - 1):
        if words[at - 1] not in _JOINTS | ENDS or words[at] in _JOINTS:
            continue
        begin = sentence_begin(words, at - 1, ENDS)
        verb = reader.book.said_verbs.find(words, at)
        behind = at + (verb.length if verb is not None else 0)
        if not _place_follows(words, behind, reader):
            continue
        it = _what_before(words[: at - 1], begin, reader)
        if not it:
            continue
        if verb is None and words[at - 1] == "then" and words[at] in _TOWARDS:
            again = "move" if words[at] == "to" else "put"
            before = words[: at - 1] if words[at - 2] != "," else words[: at - 2]
            return (*before, ",", "then", again, it, *it_left_out(words[at:], reader))
        if verb is not None and verb.value.verb in _MOVING:
            return (*words[:behind], it, *it_left_out(words[behind:], reader))
    return words


def _place_follows(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a preposition with a place, with or without an article, stands there."""
    places = reader.book.places
    side = places.sides.find(words, at) or places.sources.find(words, at)
    if side is None:
        return False
    begin = at + side.length
    return named_place_end(words, begin, reader) > begin


def _what_before(words: Words, begin: int, reader: SentenceReader) -> str:
    """How one refers to the one thing that the orders before name; empty: none does, or several may be meant."""
    found: list[bool] = []
    at = begin
    while at < len(words):
        name = reader.names.match(words, at)
        if name is not None and not reader.names.is_place(name) and not reader.starts_order(words[at:]):
            found.append(name.is_plural)
        at += name.length if name is not None else 1
    if not found or any(several != found[0] for several in found):
        return ""
    return "them" if found[0] else "it"
