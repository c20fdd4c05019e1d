# SPDX-License-Identifier: Apache-2.0
"""What is said again behind what will do as well, and where there is none of something: "should there be none here"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end

_THAT = frozenset({"that", "it", "this", "them", "those"})
_BEHIND = frozenset({"there", "here", "instead", "then", "over", "me", "us", "to", "for", "one", "along"})
_NONE = frozenset({"none", "any", "some", "one", "it", "that", "them", "no"})
_CASE = frozenset({"if", "case", "should"})
_HERE = (
    ("in", "the", "house"), ("in", "the", "flat"), ("in", "the", "home"), ("at", "home"), ("in", "the", "place"),
    ("in", "stock"), ("in", "here"), ("around", "here"), ("lying", "around"), ("in", "the", "whole", "house"),
)  # fmt: skip
_JOINTS = ENDS | {","}


@needs({"instead", "then"}, _THAT)
def that_instead(words: Words, reader: SentenceReader) -> Words:
    """The words without an order that brings, once more, what will do."""
    for at in range(4, len(words) - 2):
        if words[at] not in _JOINTS or not any(_ends(words, i, at, reader) for i in range(max(1, at - 5), at)):
            continue
        end = sentence_end(words, at + 1, ENDS | {","})
        order = opened(words[at + 1 : end], reader.book.sentences).words
        verb = reader.book.said_verbs.find(order, 0)
        rest = order[verb.length :] if verb is not None else ()
        if rest[:1] and rest[0] in _THAT and set(rest[1:]) <= _BEHIND and order[-1] in ("instead", "then"):
            reader.turned.add(words[at + 1 : end])
            return (*words[:at], *words[end:])
    return words


def _ends(words: Words, at: int, end: int, reader: SentenceReader) -> bool:
    """Whether what will do is said up to a position."""
    found = reader.book.sentences.will_do.find(words, at)
    return found is not None and at + found.length == end


@needs({"if", "should", "in"}, {"none", "any", "some", "one", "it", "that", "them"})
def none_here(words: Words, reader: SentenceReader) -> Words:
    """With "if there is none," for "should there be none in the house,"."""
    for at in range(len(words) - 3):
        begins = at == 0 or words[at - 1] in _JOINTS | {"but", "and"}
        if begins and words[at : at + 2] == ("should", "there"):
            still = words[at + 2 : at + 3] == ("still",)
            if words[at + 2 + still : at + 3 + still] == ("be",):
                are = "are" if words[at + 3 + still : at + 4 + still] in (("no",), ("any",)) else "is"
                if words[at + 3 + still : at + 4 + still] == ("none",):
                    reader.turned.add(words[at : at + 4 + still])
                said = ("if", "there", are, *(("still",) if still else ()))
                return none_here((*words[:at], *said, *words[at + 3 + still :]), reader)
    for at in range(3, len(words) - 1):
        here = next((h for h in _HERE if words[at : at + len(h)] == h), None)
        if here is None or words[at - 1] not in _NONE or words[at + len(here) : at + len(here) + 1] != (",",):
            continue
        if not _CASE.isdisjoint(words[max(0, at - 6) : at]):
            reader.turned.add(here)
            return (*words[:at], *words[at + len(here) :])
    return words
