# SPDX-License-Identifier: Apache-2.0
"""Outdoors, where the scene has such a place: "take the cake outside" is to the terrace."""

from __future__ import annotations

from makedo_core.graph.scene_graph import NodeKind
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words

_OUT = frozenset({"outside", "outdoors", "outdoor"})
_FROM = frozenset({"from"})
_BEING = frozenset({"is", "are", "stands", "lies", "what's", "who's", "there's", "lying", "standing", "any", "some"})
_BEHIND = ENDS | {",", "and", "then", "please", "now", "again", "for", "if", "when", "but", "to", "into", "onto"}


def outdoors(words: Words, reader: SentenceReader) -> Words:
    """The words with "to the outside" for "outside"; as they were where the scene has nothing outdoors."""
    if _OUT.isdisjoint(words):
        return words
    names = reader.names
    if not any(names.ontology.is_a(n.label, "outdoor_area") for n in names.graph.of_kind(NodeKind.ROOM)):
        return words
    found: list[str] = []
    for at, word in enumerate(words):
        ends = at + 1 == len(words) or words[at + 1] in _BEHIND
        if word in _OUT and ends and at:
            asked = words[0] in _BEING or not _BEING.isdisjoint(words[max(0, at - 2) : at])
            lead = () if words[at - 1] in _FROM else ("in",) if asked else ("to",)
            found += [*lead, "the", word]
        else:
            found.append(word)
    return tuple(found)
