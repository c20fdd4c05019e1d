# SPDX-License-Identifier: Apache-2.0
"""What furniture has, said as if it were its own: "desk 2's contents" are the contents of desk 2."""

from __future__ import annotations

from planner_node.language.rewording.needed import OWNED, needs
from planner_node.language.sentence.sentence import SentenceReader, Words

_CONTENTS = frozenset({"contents", "content", "things", "stuff", "items"})


@needs({OWNED})
def contents_of(words: Words, reader: SentenceReader) -> Words:
    """The words with "the contents of" before furniture by its number."""
    for at in range(1, len(words) - 1):
        number = words[at].removesuffix("'s")
        own = number != words[at] and number.isdecimal() and words[at + 1] in _CONTENTS
        for begin in range(at - 1, max(-1, at - 4), -1):
            name = reader.names.match((*words[begin:at], number), 0) if own else None
            if name is not None and name.node_id is not None and name.length == at - begin + 1:
                said = ("the", "contents", "of", *words[begin:at], number)
                return contents_of((*words[:begin], *said, *words[at + 2 :]), reader)
    return words
