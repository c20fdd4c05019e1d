# SPDX-License-Identifier: Apache-2.0
"""A room and its furniture one after the other: "put the bear in the bedroom, on the shelf" is on the shelf there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from makedo_core.graph.scene_graph import Node, NodeKind
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, each_sentence
from planner_node.language.sentence.shapes.parts import named_place_end
from planner_node.language.words.naming import Name

_FETCHING = frozenset("bring fetch get take carry move grab pick".split())
_TO = frozenset({"to", "into", "onto"})
_IT = frozenset({"it", "them", "these", "those", "both"})
_JOINTS = frozenset({"and", ",", "then"})
_BEHIND = ENDS | {",", "and", "then", "please", "but"}


class _Pair(NamedTuple):
    """Two places with nothing but a comma between: where the first begins and ends, and the second."""

    begin: int
    middle: int
    behind: int
    end: int


@needs({"in", "into", "to", "inside"})
def room_first(words: Words, reader: SentenceReader) -> Words:
    """The words with the furniture before its room."""
    return each_sentence(words, lambda said: _order(said, reader))


def _order(words: Words, reader: SentenceReader) -> Words:
    for pair in _pairs(words, reader):
        first, second = words[pair.begin : pair.middle], words[pair.behind : pair.end]
        one, other = _place(first, reader), _place(second, reader)
        if one is None or other is None or reader.names.is_room(one) == reader.names.is_room(other):
            continue
        room_is_first = reader.names.is_room(one)
        room, furniture = (one, other) if room_is_first else (other, one)
        comma = pair.behind > pair.middle
        if not (comma or room_is_first) or not _stands(furniture, room, reader):
            continue
        if not _go_there(words, pair, room, comma, reader):
            continue
        stays, goes = (second, first) if room_is_first else (first, second)
        side = reader.book.places.sides.find(goes, 0)
        room_words = goes[side.length if side is not None else 1 :]
        return _order((*words[: pair.begin], *stays, "in", *room_words, *words[pair.end :]), reader)
    return words


def _pairs(words: Words, reader: SentenceReader) -> Iterator[_Pair]:
    sides = reader.book.places.sides
    for begin in range(1, len(words) - 3):
        first = sides.find(words, begin)
        middle = named_place_end(words, begin + first.length, reader) if first is not None else 0
        if first is None or middle == begin + first.length:
            continue
        behind = middle + (words[middle : middle + 1] == (",",))
        second = sides.find(words, behind)
        end = named_place_end(words, behind + second.length, reader) if second is not None else 0
        if second is not None and end > behind + second.length and (end == len(words) or words[end] in _BEHIND):
            yield _Pair(begin, middle, behind, end)


def _place(said: Words, reader: SentenceReader) -> Name | None:
    """The place that a preposition and its words name."""
    return next((n for i in range(1, len(said)) if (n := reader.names.match(said, i)) is not None), None)


def _stands(furniture: Name, room: Name, reader: SentenceReader) -> bool:
    """Whether such furniture stands in a room."""
    return any(_is(node, furniture, reader) and _is_in(node, room, reader) for node in _nodes(reader, NodeKind.ASSET))


def _go_there(words: Words, pair: _Pair, room: Name, comma: bool, reader: SentenceReader) -> bool:
    """Whether things go to both places, and are not there now."""
    joints = (i for i in range(pair.begin - 1, -1, -1) if words[i] in _JOINTS and reader.starts_order(words[i + 1 :]))
    at = next(joints, -1) + 1
    verb = reader.book.said_verbs.find(words, at)
    belonging = reader.book.verbs.belonging
    if any((f := belonging.find(words, i)) and i + f.length == pair.begin for i in range(at, pair.begin)):
        return True  # "it belongs in the bedroom, on the shelf"
    if verb is None or not reader.starts_order(words[at:]):
        return False
    if words[at] in _FETCHING and words[pair.begin] not in _TO:
        return False  # "bring the cup in the kitchen, on the table"
    sides, sources = reader.book.places.sides, reader.book.places.sources
    if any(sides.find(words, i) or sources.find(words, i) for i in range(at + verb.length, pair.begin)):
        return False  # "all on the table in the bedroom on the shelf"
    thing = next((n for i in range(at + verb.length, pair.begin) if (n := reader.names.match(words, i))), None)
    if thing is None:  # "everything in the kitchen in the fridge" is what is in the kitchen
        return words[pair.begin - 1] in _IT
    return comma or not any(
        _is(node, thing, reader) and _is_in(node, room, reader) for node in _nodes(reader, NodeKind.OBJECT)
    )


def _nodes(reader: SentenceReader, kind: NodeKind) -> Iterator[Node]:
    return iter(reader.names.graph.of_kind(kind))


def _is(node: Node, name: Name, reader: SentenceReader) -> bool:
    if name.node_id is not None:
        return node.id == name.node_id
    return name.concept is not None and reader.names.ontology.is_a(node.label, name.concept)


def _is_in(node: Node, room: Name, reader: SentenceReader) -> bool:
    graph = reader.names.graph
    found = graph.room_of(node.id)
    return found is not None and (found == room.node_id or _is(graph[found], room, reader))
