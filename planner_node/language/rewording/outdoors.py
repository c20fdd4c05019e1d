# SPDX-License-Identifier: Apache-2.0
"""Outdoors and indoors, where the scene has both: "take the cake outside" is to the terrace, "in" from there back."""

from __future__ import annotations

from collections.abc import Collection

from makedo_core.graph.scene_graph import NodeKind, RelationType
from makedo_core.ontology.words import spaced
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin
from planner_node.language.sentence.shapes.parts import named_place_end
from planner_node.language.things import NounPhrase

_OUT = frozenset({"outside", "outdoors", "outdoor"})
_IN = (("back", "inside"), ("back", "in"), ("back", "indoors"), ("inside",), ("indoors",), ("in",))
_PLAINLY_IN = frozenset({"inside", "indoors"})
_CARRYING = frozenset("bring take carry fetch get move".split())
_IT = frozenset({"it", "them"})
_FROM = frozenset({"from"})
_BEING = frozenset({"is", "are", "stands", "lies", "what's", "who's", "there's", "lying", "standing", "any", "some"})
_BEHIND = ENDS | {",", "and", "then", "please", "now", "again", "for", "if", "when", "but", "to", "into", "onto"}


def outdoors(words: Words, reader: SentenceReader) -> Words:
    """The words with "to the outside" for "outside"; as they were where the scene has nothing outdoors."""
    names = reader.names
    rooms = tuple(names.graph.of_kind(NodeKind.ROOM))
    out = {node.id for node in rooms if names.ontology.is_a(node.label, "outdoor_area")}
    if not out or len(out) == len(rooms):
        return words
    words = _indoors(words, out, reader)
    if _OUT.isdisjoint(words):
        return words
    found: list[str] = []
    for at, word in enumerate(words):
        ends = at + 1 == len(words) or words[at + 1] in _BEHIND
        if word in _OUT and ends and at:
            asked = words[0] in _BEING or not _BEING.isdisjoint(words[max(0, at - 2) : at])
            stays = asked or not _is_ordered(words[sentence_begin(words, at) : at], reader)
            lead = () if words[at - 1] in _FROM else ("in",) if stays else ("to",)
            found += [*lead, "the", word]
        else:
            found.append(word)
    return tuple(found)


def _is_ordered(words: Words, reader: SentenceReader) -> bool:
    """Whether words order something: "take the hat", and not "somebody forgot a hat"."""
    return any(reader.starts_order(words[i:]) for i in range(len(words)))


def _indoors(words: Words, out: Collection[str], reader: SentenceReader) -> Words:
    """The words with the room next to those outdoors for "inside", behind a thing that is carried and is not there."""
    for at in range(2, len(words)):
        found = next((i for i in _IN if words[at : at + len(i)] == i), None)
        begin = sentence_begin(words, at, ENDS | {",", "and", "then"})
        if found is None or words[begin] not in _CARRYING:
            continue
        rooms = _next_to(out, reader)
        if not _is_outdoors(words[begin:at], out, reader):
            rooms = _rooms_of(words[begin:at], reader) if found[-1] in _PLAINLY_IN else []  # it is inside already
        end = at + len(found)
        if words[end : end + 1] == ("from",):
            outside = end + 2 if words[end + 1 : end + 2] and words[end + 1] in _OUT else 0
            end = outside or named_place_end(words, end + 1, reader)
        again = words[end : end + 1] in (("and",), (",",)) and not _IT.isdisjoint(words[end + 2 : end + 4])
        if again and reader.starts_order(words[end + 1 :]):
            return (*words[:at], *words[end:])  # "bring it in and put it on the table"
        if len(rooms) == 1 and (end == len(words) or words[end] in _BEHIND):
            from_there = words[at + len(found) : end]
            return (*words[:at], *from_there, "to", "the", *spaced(rooms[0]).split(), *words[end:])
    return words


def _next_to(out: Collection[str], reader: SentenceReader) -> list[str]:
    """The rooms from which one gets outdoors."""
    ways = [{r.source, r.target} for r in reader.names.graph.relations if r.type is RelationType.CONNECTED]
    return sorted(frozenset[str]().union(*(way for way in ways if not way.isdisjoint(out))) - set(out))


def _rooms_of(order: Words, reader: SentenceReader) -> list[str]:
    """The rooms of the things whose name ends an order so far."""
    graph, names = reader.names.graph, reader.names
    found = ((i, names.match(order, i)) for i in range(max(0, len(order) - 4), len(order)))
    name = next((n for i, n in found if n is not None and i + n.length == len(order)), None)
    if name is None or names.is_place(name):
        return []
    places = names.here.places_of(NounPhrase("", name.concept, name.node_id))
    return sorted({room for node in places if (room := graph.room_of(node.id)) is not None})


def _is_outdoors(order: Words, out: Collection[str], reader: SentenceReader) -> bool:
    """Whether the name of a thing that is outdoors ends an order so far, or "it"."""
    if order[-1] in _IT:
        return True
    graph, names = reader.names.graph, reader.names
    found = ((i, names.match(order, i)) for i in range(max(0, len(order) - 4), len(order)))
    name = next((n for i, n in found if n is not None and i + n.length == len(order)), None)
    if name is None or names.is_place(name):
        return False
    places = names.here.places_of(NounPhrase("", name.concept, name.node_id))
    return any(graph.room_of(node.id) in out for node in places)
