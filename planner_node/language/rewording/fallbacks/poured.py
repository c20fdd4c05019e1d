# SPDX-License-Identifier: Apache-2.0
"""What is in a full cup goes into a bowl by being poured: "put the nuts in the bowl", "fill the bowl with the nuts"."""

from __future__ import annotations

from makedo_core.graph.scene_graph import State
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_begin
from planner_node.language.sentence.shapes.parts import named_place_end
from planner_node.language.words import lexicon as lx

_PUT = frozenset({"put", "place", "get", "throw", "tip"})
_ALL = frozenset({"some", "all"})
_VESSELS = ("dish", "drinking_vessel", "cookware")
_INTO = frozenset({"in", "into", "inside"})


@needs({"fill", *_PUT})
def poured(words: Words, reader: SentenceReader) -> Words:
    """The words with "pour the nuts into the bowl", where the nuts are in a cup that is full."""
    for at in range(len(words) - 3):
        if at != sentence_begin(words, at) and words[at - 1] not in ("and", ",", "then", "please"):
            continue
        if words[at] == "fill":
            place = _vessel_end(words, at + 1, reader)
            begin = place + 1
            if place and words[place : place + 1] == ("with",) and (end := _contents_end(words, begin, reader)):
                return (*words[:at], "pour", *_the(words[begin:end]), "into", *words[at + 1 : place], *words[end:])
        elif words[at] in _PUT and (end := _contents_end(words, at + 1, reader)):
            if words[end : end + 1] != () and words[end] in _INTO and _vessel_end(words, end + 1, reader):
                return (*words[:at], "pour", *_the(words[at + 1 : end]), "into", *words[end + 1 :])
    return words


def _the(contents: Words) -> Words:
    """All of what a vessel holds."""
    return contents if contents[0] in lx.ARTICLES | _ALL else ("the", *contents)


def _vessel_end(words: Words, at: int, reader: SentenceReader) -> int:
    """Index behind the name of a bowl or the like that stands there, and of no fridge; 0: none does."""
    end = named_place_end(words, at, reader)
    names = (reader.names.match(words, i) for i in range(at, end))
    concept = next((n.concept for n in names if n is not None and n.concept is not None), "")
    return end if any(reader.names.ontology.is_a(concept, kind) for kind in _VESSELS) else 0


def _contents_end(words: Words, at: int, reader: SentenceReader) -> int:
    """Index behind a name of what full vessels hold, which does not name the vessel; 0: none stands there."""
    at += words[at : at + 1] != () and words[at] in lx.ARTICLES | _ALL
    name = reader.names.match(words, at)
    if name is None or name.concept is None:
        return 0
    end, is_a = at + name.length, reader.names.ontology.is_a
    nodes = [n for n in reader.names.graph if n.id == name.node_id or is_a(n.label, name.concept)]
    said = {word for w in words[at:end] for word in (w, w.removesuffix("s"))}
    full = all(State.FULL in n.states and n.label.rpartition("_")[2] not in said for n in nodes)
    return end if nodes and full else 0
