# SPDX-License-Identifier: Apache-2.0
"""Things that are to be away: "toys away, please", "cups and plates away" is "put away the cups and plates"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_bounds, without
from planner_node.language.sentence.shapes.parts import names_things

_AWAY = "away"
_ALL = frozenset({"all", "both"})
_COURTESY = frozenset({"please", "now", "quickly", ","})


@needs({_AWAY})
def away(words: Words, reader: SentenceReader) -> Words:
    """With "put away" before things that are all that a sentence says, behind which "away" stands."""
    for begin, end in sentence_bounds(words):
        at = next((i for i in range(end - 1, begin, -1) if words[i] not in _COURTESY), begin)
        things = words[begin:at]
        if things and at < len(words) and words[at] == _AWAY and names_things(without(things, _ALL), reader):
            behind = words[end:] if end < len(words) and words[end] in ENDS else (".", *words[end:])
            return away((*words[:begin], "put", _AWAY, *words[begin:at], *behind), reader)
    return words
