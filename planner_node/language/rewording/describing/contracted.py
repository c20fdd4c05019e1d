# SPDX-License-Identifier: Apache-2.0
"""Where something is, with the verb drawn together: "the jacket's in the wardrobe"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.sentence.shapes.parts import named_place_end

_IS = "'s"


def contracted(words: Words, reader: SentenceReader) -> Words:
    """The words with "is" for what is drawn together with a name before a place."""
    for at in range(1, len(words) - 2):
        bare = words[at].removesuffix(_IS)
        side = reader.book.places.sides.find(words, at + 1) if bare != words[at] else None
        if side is None or named_place_end(words, at + 1 + side.length, reader) == at + 1 + side.length:
            continue
        said = (*words[:at], bare)
        names = (reader.names.match(said, i) for i in range(max(0, at - 3), at + 1))
        if any(name is not None and not reader.names.is_person(name) for name in names):
            return contracted((*said, "is", *words[at + 1 :]), reader)
    return words
