# SPDX-License-Identifier: Apache-2.0
"""A thing's own furniture: "the umbrella in its stand" is in the umbrella stand."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_begin

_ITS = frozenset({"its", "their"})
_BINS = frozenset({"bin", "bins"})  # by what goes into them, not by what they are called


@needs(_ITS)
def own_stand(words: Words, reader: SentenceReader) -> Words:
    """With the name of the furniture that is called after the thing, where there is one."""
    for at in range(2, len(words) - 1):
        if (
            words[at] not in _ITS
            or words[at + 1] in _BINS
            or (reader.names.match(words, at + 1) is None and not words[at + 1].isalpha())
        ):
            continue
        for i in range(at - 1, sentence_begin(words, at) - 1, -1):
            thing = reader.names.match(words, i)
            if thing is None or reader.names.is_place(thing) or thing.concept is None:
                continue
            for noun in ((words[i + thing.length - 1],), tuple(thing.concept.split("_"))):
                whole = reader.names.match((*noun, words[at + 1]), 0)
                if whole is not None and whole.length == len(noun) + 1 and reader.names.is_place(whole):
                    return own_stand((*words[:at], "the", *noun, *words[at + 1 :]), reader)
            break
    return words
