# SPDX-License-Identifier: Apache-2.0
"""That somebody may have done it: "put the milk in the fridge unless someone already did".

What is so is not done again, so that an order about how things are to be says as much without these words.
"""

from __future__ import annotations

from planner_node.language.refusal import Refusal
from planner_node.language.request import Put, SetState
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened, spelt_out
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_begin, sentence_end

_LONGEST = 9  # words of what may have been done
_SET_OFF = frozenset({",", "-", "\u2013"})


@needs({"unless", "if", "in"})
def done_already(words: Words, reader: SentenceReader) -> Words:
    """The words without that, before or behind such an order."""
    known = reader.book.sentences
    for at in range(len(words) - 2):
        if words[at] not in ("unless", "if", "in"):
            continue
        for end in range(min(len(words), at + _LONGEST), at + 2, -1):
            said = spelt_out(words[at:end], known)
            found = known.done_already.find(said, 0)
            if found is None or found.length != len(said):
                continue
            begin = sentence_begin(words, at)
            stop = sentence_end(words, end)
            before, behind = _trimmed(words[begin:at]), _trimmed(words[end:stop])
            order = opened(before or behind, known).words
            if bool(before) is not bool(behind) and _says_how_things_are_to_be(order, reader):
                return (*words[:begin], *(before or behind), *done_already(words[stop:], reader))
    return words


def _trimmed(words: Words) -> Words:
    while words and words[0] in _SET_OFF:
        words = words[1:]
    while words and words[-1] in _SET_OFF:
        words = words[:-1]
    return words


def _says_how_things_are_to_be(order: Words, reader: SentenceReader) -> bool:
    read = reader.orders(order)
    return not isinstance(read, Refusal) and all(isinstance(clause, Put | SetState) for clause in read.clauses)
