# SPDX-License-Identifier: Apache-2.0
"""What there is to be done: "there are a can and a peel to be thrown in the bin" is an order, and no mere remark."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end

_THERE = (("there", "is"), ("there", "are"), ("there's",), ("there", "is", "still"), ("there", "are", "still"))
_TO_BE = ("to", "be")


@needs({"there", "there's"}, {"be"})
def to_be_done(words: Words, reader: SentenceReader) -> Words:
    """The words with that order."""
    for at in range(len(words) - 5):
        there = max((t for t in _THERE if words[at : at + len(t)] == t), key=len, default=None)
        if there is None or not (at == 0 or words[at - 1] in ENDS):
            continue
        first, end = at + len(there), sentence_end(words, at)
        be = next((i for i in range(first + 1, end - 2) if words[i : i + 2] == _TO_BE), 0)
        done = reader.book.done_by.find(words, be + 2) if be else None
        if done is not None:
            said = (*done.value.split(), *words[first:be], *words[be + 2 + done.length :])
            return to_be_done((*words[:at], *said), reader)
    return words
