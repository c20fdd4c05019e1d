# SPDX-License-Identifier: Apache-2.0
"""What a thing is like or where it is, between commas: "bring the apple, which is on table 1, and the banana there"."""

from __future__ import annotations

from planner_node.language.rewording.describing.extraposed import clause_end
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.sentence.shapes.parts import named_place_end

_RELATIVE = frozenset({"that", "which", "who"})
_STANDING = {
    **dict.fromkeys(("is", "stands", "lies", "sits"), "is"),
    **dict.fromkeys(("are", "stand", "lie", "sit"), "are"),
}
_GOES_ON = frozenset({"and", "or", "to", "into", "onto", "from", "on", "in", "inside", "at", "goes", "go"})


def in_commas(words: Words, reader: SentenceReader) -> Words:
    """The words without the commas around such clauses, as if they told which thing is meant."""
    for at in range(2, len(words) - 2):
        if words[at - 1] != "," or words[at] not in _RELATIVE or words[at + 1] not in _STANDING:
            continue
        end = _place_end(words, at + 2, reader) or clause_end(words, at, reader)
        if end <= at or (end < len(words) and words[end] != "," and words[end] not in ENDS):
            continue
        behind = words[end + 1 :] if words[end : end + 1] == (",",) else ()
        goes_on = behind[:1] and (behind[0] in _GOES_ON or reader.book.sentences.modals.find(behind, 0) is not None)
        clause = (words[at], _STANDING[words[at + 1]], *words[at + 2 : end])
        return in_commas((*words[: at - 1], *clause, *(behind if goes_on else words[end:])), reader)
    return words


def _place_end(words: Words, at: int, reader: SentenceReader) -> int:
    """Behind a side with a named place; 0: none stands there."""
    side = reader.book.places.sides.find(words, at)
    if side is None:
        return 0
    end = named_place_end(words, at + side.length, reader)
    return end if end > at + side.length else 0
