# SPDX-License-Identifier: Apache-2.0
"""Bins by what goes into them: "into the right bin", "each into its own bin", "into their bins" is "into the bins"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words

_THINGS = frozenset({"things", "stuff", "items", "objects"})
_BELONGING = tuple(
    (*lead, who, verb)
    for lead in ((), ("that",), ("which",), ("where",), ("in", "which"))
    for who, verb in (("they", "belong"), ("it", "belongs"), ("they", "go"), ("it", "goes"))
)
_BINS = (("bin",), ("bins",))
_BELONG = frozenset({"belong", "belongs"})
_OWN = frozenset({"its", "their"})
_PLACING = frozenset({"in", "into", "to"})
_DETERMINERS = frozenset({"the", "its", "their", "his", "a"})


@needs(_THINGS | {"bin", "bins"})
def fitting(words: Words, reader: SentenceReader) -> Words:
    """With "the bins" in place of the bin that is the right one for each thing."""
    known = reader.book.sentences.fitting
    words = _belonging(_things_at(words, reader))
    at = 0
    while at < len(words):
        if words[at] in _OWN and words[at + 1 : at + 2] in _BINS and at and words[at - 1] in _PLACING:
            words = (*_without_pause(_without_each(words[:at])), "the", "bins", *words[at + 2 :])
        if words[at] not in _DETERMINERS or (found := known.find(words, at + 1)) is None:
            at += 1
            continue
        end = at + 1 + found.length
        if words[end : end + 1] in _BINS and reader.names.match(words, at + 1) is None:
            words = (*_without_pause(_without_each(words[:at])), "the", "bins", *words[end + 1 :])
        at += 1
    return _going(words)


def _going(words: Words) -> Words:
    """With "should go" for "belongs" before the bins: of several there is no one to be kept in mind."""
    for at in range(1, len(words) - 3):
        if words[at] in _BELONG and words[at + 1] in _PLACING and words[at + 2 : at + 4] == ("the", "bins"):
            words = (*words[:at], "should", "go", *words[at + 1 :])
    return words


def _belonging(words: Words) -> Words:
    """Without "they belong in" behind the bins."""
    for at in range(2, len(words) - 1):
        length = next((len(b) for b in _BELONGING if words[at : at + len(b)] == b), 0)
        if length and words[at - 1] in ("bin", "bins") and words[at - 2] in _DETERMINERS:
            end = at + length + (words[at + length : at + length + 1] in (("in",), ("into",), ("to",)))
            return (*words[: at - 2], "the", "bins", *words[end:])
    return words


def _without_each(before: Words) -> Words:
    """The words before the bins, without "each" behind the things: ", each in"."""
    if before[-2:-1] != ("each",):
        return before
    return (*before[: -3 if before[-3:-2] == (",",) else -2], before[-1])


def _without_pause(before: Words) -> Words:
    """The words before the bins, without a comma behind the things: "throw out the can, in the right bin"."""
    return (*before[:-2], before[-1]) if before[-2:-1] == (",",) and before[-1] in _PLACING else before


def _things_at(words: Words, reader: SentenceReader) -> Words:
    """With "the things from bench 2" in place of "the bench 2 things"."""
    for at in range(len(words) - 2):
        name = reader.names.match(words, at + 1) if words[at] == "the" else None
        end = at + 1 + (name.length if name else 0)
        is_things = words[end : end + 1] and words[end] in _THINGS
        if name is not None and is_things and reader.names.is_place(name) and not reader.names.is_room(name):
            return (*words[:at], "the", words[end], "from", *words[at:end], *words[end + 1 :])
    return words
