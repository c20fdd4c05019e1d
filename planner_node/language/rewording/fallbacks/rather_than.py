# SPDX-License-Identifier: Apache-2.0
"""What somebody would rather not have: "I'd rather have the blue pen on desk 1 than the red one"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.sentence.shapes.parts import is_thing

_RATHER = frozenset({"rather", "sooner", "prefer"})


@needs(_RATHER, {"than"})
def rather_than(words: Words, reader: SentenceReader) -> Words:
    """The words without the thing behind "than", which is left where it is."""
    for at in range(4, len(words) - 1):
        begin, end = sentence_begin(words, at), sentence_end(words, at)
        if words[at] != "than" or _RATHER.isdisjoint(words[begin:at]) or words[at - 1] in _RATHER:
            continue
        if is_thing(words[at + 1 : end], reader):
            reader.turned.add(words[at:end])
            return (*words[:at], *words[end:])
    return words
