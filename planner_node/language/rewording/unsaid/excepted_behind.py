# SPDX-License-Identifier: Apache-2.0
"""What is excepted, with the word for it behind: "everything in the fridge on table 1, cheese excepted"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words

_BEHIND = frozenset({"excepted", "excluded", "aside", "exempted", "exempt"})
_LONGEST = 5  # words of what is excepted


@needs(_BEHIND)
def excepted_behind(words: Words, reader: SentenceReader) -> Words:
    """With "except" before it."""
    for at in range(2, len(words)):
        ends = at + 1 == len(words) or words[at + 1] in ENDS | {","}
        comma = next((i for i in range(at - 1, max(-1, at - 1 - _LONGEST), -1) if words[i] == ","), None)
        if words[at] not in _BEHIND or not ends or comma is None or comma == at - 1:
            continue
        said = words[comma + 1 : at]
        if any(reader.names.match(said, i) is not None for i in range(len(said))):
            reader.turned.add(words[at : at + 1])
            return (*words[:comma], ",", "except", *said, *words[at + 1 :])
    return words
