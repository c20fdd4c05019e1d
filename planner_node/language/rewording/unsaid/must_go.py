# SPDX-License-Identifier: Apache-2.0
"""What is to be thrown away, without the verb: "anything rotten must go", "the peel is garbage"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin
from planner_node.language.sentence.shapes.parts import begins_things, side_in

_MODALS = frozenset({"must", "can", "may", "should", "could"})
_GO = (
    ("must", "go"),  # what "can go" may go anywhere
    *((*modal, "go") for modal in (("has", "to"), ("have", "to"), ("needs", "to"), ("need", "to"), ("got", "to"))),
)
_WASTE = frozenset({"rubbish", "garbage", "trash", "junk", "waste", "litter"})
_IS = frozenset({"is", "are"})
_CLAUSE = frozenset({"is", "are", "where", "what", "which", "that", "who", "when", "if"})
_STILL = frozenset({"just", "only", "all", "now", "pure", "nothing", "but"})
_ENDING = ENDS | {"now", "please", "today", "away"}


def must_go(words: Words, reader: SentenceReader) -> Words:
    """With "throw away" before it."""
    words = _goes(words, reader)
    for at in range(1, len(words)):
        length = next((len(g) for g in _GO if words[at : at + len(g)] == g), 0) or _is_waste(words, at)
        ends = length and (at + length == len(words) or words[at + length] in _ENDING)
        begin = _begin(words, at) if ends else at
        said = words[begin:at]
        is_plain = said and _CLAUSE.isdisjoint(said) and begins_things(said, reader) and not side_in(said, reader)
        is_plain = is_plain and _names_no_one(said, reader)
        if not is_plain:
            continue
        reader.turned.add(words[at : at + length])
        rest = words[at + length + (words[at + length : at + length + 1] == ("away",)) :]
        return must_go((*words[:begin], "throw", "away", *said, *rest), reader)
    return words


def _names_no_one(said: Words, reader: SentenceReader) -> bool:
    """Whether a thing is named, or "anything", and nobody: "the guests have to go" throws nobody away."""
    names = [n for i in range(len(said)) if (n := reader.names.match(said, i)) is not None]
    is_thing = any(not reader.names.is_place(n) for n in names) or said[0] in reader.book.nouns.anything
    return is_thing and not any(reader.names.is_person(n) for n in names)


def _goes(words: Words, reader: SentenceReader) -> Words:
    """With "goes" for "can go" before what is near: "the water can" is no can."""
    for at in range(1, len(words) - 2):
        near = reader.book.places.near.find(words, at + 2) if words[at + 1] == "go" else None
        if words[at] in _MODALS and near is not None and reader.names.match(words, at - 1) is not None:
            return _goes((*words[:at], "goes", *words[at + 2 :]), reader)
    return words


def _begin(words: Words, at: int) -> int:
    begin = sentence_begin(words, at)
    return begin + (words[begin : begin + 1] in (("and",), (",",), ("so",)))


def _is_waste(words: Words, at: int) -> int:
    """How many words from a position on say that something is waste; 0: they say nothing like that."""
    if words[at] not in _IS:
        return 0
    end = at + 1
    while end < len(words) and words[end] in _STILL:
        end += 1
    return end + 1 - at if words[end : end + 1] and words[end] in _WASTE else 0
