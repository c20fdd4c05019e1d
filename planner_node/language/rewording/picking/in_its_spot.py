# SPDX-License-Identifier: Apache-2.0
"""Where another thing is, said as a spot of its own: "in the banana's spot" is "where the banana is"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words

_AT = frozenset({"on", "in", "at", "to", "into"})
_SPOT = frozenset({"spot", "place", "position"})


@needs(_SPOT)
def in_its_spot(words: Words, reader: SentenceReader) -> Words:
    """The words with "where the banana is" for the spot of a thing."""
    for at in range(1, len(words) - 3):
        owner = words[at + 2].removesuffix("'s") if words[at + 1] == "the" else ""
        if words[at] in _AT and owner and owner != words[at + 2] and words[at + 3] in _SPOT:
            name = reader.names.match((owner,), 0)
            if name is not None and not reader.names.is_person(name) and not reader.names.is_place(name):
                return in_its_spot((*words[:at], "where", "the", owner, "is", *words[at + 4 :]), reader)
    return words
