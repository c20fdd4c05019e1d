# SPDX-License-Identifier: Apache-2.0
"""As many of one thing as there are of another: "as many cans as there are boxes" may be two cans."""

from __future__ import annotations

from makedo_core.graph.scene_graph import NodeKind
from planner_node.language.request import NounPhrase, Place, Side
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.sentence.shapes.parts import placing_end
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name

_THERE = (("there", "are"), ("we", "have"), ("you", "see"), ("you", "find"), ())
_LONGEST = 7  # words of the first things and their place


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
        behind = begin + name.length if name is not None else begin
        placed = any(reader.book.places.sides.find(words, i) for i in range(at + 3, link))
        end = placing_end(words, behind, reader) if placed else behind  # "glasses on table 3 as plates on table 2"
        number = _number(name, words[behind:end], reader) if name is not None else None
        if name is not None and number is not None:
            return (*words[:at], number, *words[at + 2 : link], *words[end:])
    return words


def _number(name: Name, where: Words, reader: SentenceReader) -> str | None:
    """How many things of a name the scene has at a place, as a word; None: none, or more than there are words for."""
    if name.concept is None or name.node_id is not None or not name.is_plural:
        return None
    names = reader.names
    place = _place(where, reader) if where else None
    if where and place is None:
        return None
    alike = [n for n in names.graph.of_kind(NodeKind.OBJECT) if names.ontology.is_a(n.label, name.concept)]
    there = [n for n in alike if place is None or names.lies_at(NounPhrase("", n.label, n.id), place)]
    return next((w for w, value in lx.NUMBERS.items() if value == len(there) and w.isalpha() and w != "both"), None)


def _place(where: Words, reader: SentenceReader) -> Place | None:
    """The place of words with its preposition."""
    name = next((n for i in range(1, len(where)) if (n := reader.names.match(where, i)) is not None), None)
    return None if name is None else Place(Side.ANY, NounPhrase("", name.concept, name.node_id))
