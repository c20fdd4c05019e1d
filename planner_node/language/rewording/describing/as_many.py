# SPDX-License-Identifier: Apache-2.0
"""As many of one thing as there are of another: "as many cans as there are boxes" may be two cans."""

from __future__ import annotations

from makedo_core.graph.scene_graph import NodeKind
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name

_THERE = (("there", "are"), ("we", "have"), ("you", "see"), ("you", "find"), ())
_LONGEST = 4  # words of the first things


def as_many(words: Words, reader: SentenceReader) -> Words:
    """With the number of the others in place of "as many"; where there are none, or other words follow, as it was."""
    for at in range(len(words) - 4):
        if words[at : at + 2] != ("as", "many"):
            continue
        link = next((i for i in range(at + 3, min(len(words), at + 3 + _LONGEST)) if words[i] == "as"), None)
        if link is None:
            continue
        begin = link + 1 + len(next(t for t in _THERE if words[link + 1 : link + 1 + len(t)] == t))
        name = reader.names.match(words, begin)
        number = _number(name, reader) if name is not None else None
        if name is not None and number is not None:
            return (*words[:at], number, *words[at + 2 : link], *words[begin + name.length :])
    return words


def _number(name: Name, reader: SentenceReader) -> str | None:
    """How many things of a name the scene has, as a word; None: none, or more than there are words for."""
    if name.concept is None or name.node_id is not None or not name.is_plural:
        return None
    labels = [node.label for node in reader.names.graph.of_kind(NodeKind.OBJECT)]
    count = sum(reader.names.ontology.is_a(label, name.concept) for label in labels)
    return next((w for w, value in lx.NUMBERS.items() if value == count and w.isalpha() and w != "both"), None)
