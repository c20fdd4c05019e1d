# SPDX-License-Identifier: Apache-2.0
"""Names said from behind: "the rack for magazines" is the magazine rack, "the knife for bread" the bread knife."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.sentence.shapes.parts import singular
from planner_node.language.words import lexicon as lx

_LONGEST = 2  # words of what it is for


@needs({"for"})
def named_for(words: Words, reader: SentenceReader) -> Words:
    """The words with the name in place of a noun and what it is for, where such a name is known."""
    for at in range(1, len(words) - 2):
        name = reader.names.match(words, at) if words[at - 1] in lx.ARTICLES else None
        end = at + name.length if name is not None else len(words)
        if name is None or name.node_id is not None or words[end : end + 1] != ("for",):
            continue
        if reader.book.occasions.find(words, end + 1) is not None:
            continue  # "clear the table for coffee"
        for length in range(_LONGEST, 0, -1):
            purpose = words[end + 1 : end + 1 + length]
            called = (*singular(purpose, reader), *words[at:end]) if len(purpose) == length else ()
            whole = reader.names.match(called, 0) if called else None
            if whole is not None and whole.length == len(called):
                reader.turned.add(words[at : end + 1 + length])
                return named_for((*words[:at], *called, *words[end + 1 + length :]), reader)
    return words
