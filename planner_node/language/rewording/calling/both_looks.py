# SPDX-License-Identifier: Apache-2.0
"""One thing of two colours: "the yellow and white mug", where one is known to have both."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.things import NounPhrase


@needs({"and"})
def both_looks(words: Words, reader: SentenceReader) -> Words:
    """The words without "and" between two looks of one thing here."""
    looks = reader.book.adjectives
    for at in range(1, len(words) - 2):
        first, second = looks.attribute(words[at - 1]), looks.attribute(words[at + 1])
        name = reader.names.match(words, at + 2) if words[at] == "and" and first and second else None
        if name is None or first is None or second is None or name.is_plural:
            continue
        if reader.names.here.is_any_so(NounPhrase("", name.concept, name.node_id), frozenset({first, second})):
            return both_looks((*words[:at], *words[at + 1 :]), reader)
    return words
