# SPDX-License-Identifier: Apache-2.0
"""The word "only" before an order that a condition limits: "only open the box if it is shut"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end

_BEFORE = ENDS | {",", "and", "but", "please", "then", "you", "to"}
_IF = frozenset({"if", "when", "once"})


@needs({"only"})
def only_if(words: Words, reader: SentenceReader) -> Words:
    """The words with "only" where it belongs to: before the condition."""
    for at, word in enumerate(words[:-4]):
        if word != "only" or (at and words[at - 1] not in _BEFORE) or not reader.starts_order(words[at + 1 :]):
            continue
        end = sentence_end(words, at)
        case = next((i for i in range(at + 3, end) if words[i] in _IF), None)
        if case is not None:
            return only_if((*words[:at], *words[at + 1 : case], "only", *words[case:]), reader)
    return words
