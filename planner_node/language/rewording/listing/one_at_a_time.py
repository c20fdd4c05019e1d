# SPDX-License-Identifier: Apache-2.0
"""What says that things are carried one by one, as they are anyway: "put the balls away one after the other"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words

_PHRASES = (
    ("one", "after", "the", "other"),
    ("one", "after", "another"),
    ("one", "by", "one"),
    ("one", "at", "a", "time"),
)


@needs({"one"})
def one_at_a_time(words: Words, reader: SentenceReader) -> Words:
    """The words without it, where it ends a sentence or a part of one, or stands before a place."""
    found: list[str] = []
    at = 0
    while at < len(words):
        said = next((p for p in _PHRASES if words[at : at + len(p)] == p), ())
        behind = words[at + len(said) : at + len(said) + 1]
        placed = bool(behind) and reader.book.places.sides.find(words, at + len(said)) is not None
        if said and found and (not behind or behind[0] in ENDS | {",", "and"} or placed):
            at += len(said)
        else:
            found.append(words[at])
            at += 1
    return tuple(found)
