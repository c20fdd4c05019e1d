# SPDX-License-Identifier: Apache-2.0
"""What is hung up, and nobody says where: "hang up the dress" puts it away, to where such things hang."""

from __future__ import annotations

from planner_node.language.rewording.gaps import is_clause_end
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words

_BEFORE = ENDS | {",", "and", "then", "please", "you", "to"}
_HANGING = ("clothing", "towel", "bag", "coat_hanger")
_LONGEST = 7  # words of a thing


def hung_up(words: Words, reader: SentenceReader) -> Words:
    """The words with "put away" before clothes and towels that are hung up."""
    for at in range(len(words) - 2):
        if words[at : at + 2] != ("hang", "up") or (at and words[at - 1] not in _BEFORE):
            continue
        end = next(
            (i for i in range(at + 3, min(len(words), at + 2 + _LONGEST) + 1) if is_clause_end(words, i, reader)), 0
        )
        names = [
            n for i in range(at + 2, end) if (n := reader.names.match(words, i)) is not None and i + n.length == end
        ]
        is_a = reader.names.ontology.is_a
        if names and any(is_a(names[0].concept or "", kind) for kind in _HANGING):
            reader.turned.add(words[at : at + 2])
            return hung_up((*words[:at], "put", "away", *words[at + 2 :]), reader)
    return words
