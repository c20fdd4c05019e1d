# SPDX-License-Identifier: Apache-2.0
"""Things that are to be away: "toys away, please", "cups and plates away" is "put away the cups and plates"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_bounds
from planner_node.language.words import lexicon as lx

_AWAY = "away"
_COURTESY = frozenset({"please", "now", "quickly", ","})
_BEFORE = lx.ARTICLES | {"all", "both", "of", "any"}


@needs({_AWAY})
def away(words: Words, reader: SentenceReader) -> Words:
    """With "put away" before things that are all that a sentence says, behind which "away" stands."""
    for begin, end in sentence_bounds(words):
        at = next((i for i in range(end - 1, begin, -1) if words[i] not in _COURTESY), begin)
        if begin < at < len(words) and words[at] == _AWAY and _are_things(words[begin:at], reader):
            behind = words[end:] if end < len(words) and words[end] in ENDS else (".", *words[end:])
            return away((*words[:begin], "put", _AWAY, *words[begin:at], *behind), reader)
    return words


def _are_things(words: Words, reader: SentenceReader) -> bool:
    """Whether words name things to carry, and say nothing else."""
    at = 0
    while at < len(words):
        while at < len(words) and (words[at] in _BEFORE or reader.book.adjectives.attribute(words[at]) is not None):
            at += 1
        name = reader.names.match(words, at) if at < len(words) else None
        if name is None or reader.names.is_place(name) or reader.names.is_person(name):
            return False
        at += name.length
        if at == len(words):
            return True
        if words[at] not in ("and", ","):
            return False
        at += 1 + (words[at + 1 : at + 2] == ("and",))
    return False
