# SPDX-License-Identifier: Apache-2.0
"""Which things of the scene are named, and where they are, before an instruction is read."""

from __future__ import annotations

from dataclasses import dataclass

from makedo_core.goals.goal_text import spoken
from makedo_core.graph.scene_graph import Node, NodeKind
from planner_node.language.sentence.sentence import SentenceReader, Words, without
from planner_node.language.sentence.shapes.parts import named_place_end
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name


@dataclass(frozen=True, slots=True)
class NamedThings:
    """Things that are named: what they are called, how they look, how they are determined, and which they are."""

    noun: Words
    is_plural: bool
    looks: Words
    lead: Words
    nodes: tuple[Node, ...]


def standing(words: Words, reader: SentenceReader) -> str:
    """The one piece of furniture where all of several things are, as people call it; empty: that is not known."""
    found: set[str] = set()
    for part in " ".join(words).replace(" ,", " and").split(" and "):
        said = tuple(part.split())
        at = place_begin(said, reader)
        things = named_things(said[:at], said[at:], reader)
        if things is None or not things.nodes or (len(things.nodes) > 1 and not things.is_plural):
            return ""
        placed = {r.target for n in things.nodes if (r := reader.names.graph.placement(n.id)) is not None}
        found |= placed
    return spoken(next(iter(found))) if len(found) == 1 else ""


def place_begin(words: Words, reader: SentenceReader) -> int:
    """Where the place of things begins with its preposition; behind the words: none is said."""
    places = reader.book.places
    for at in range(1, len(words) - 1):
        side = places.sides.find(words, at) or places.sources.find(words, at)
        if side is not None and named_place_end(words, at + side.length, reader) == len(words):
            return at
    return len(words)


def taken_from(listed: Words, place: Words, reader: SentenceReader) -> Words:
    """A list with "from the desk" behind each thing that goes somewhere else, where such a thing is there."""
    found: list[str] = []
    for at in range(len(listed)):
        side = reader.book.places.sides.find(listed, at)
        to = at + side.length if side is not None else at
        begin = _thing_before(listed, at, reader) if side is not None else at
        if begin < at and named_place_end(listed, to, reader) > to:
            before = len(found) - (at - _end_of(listed, begin, reader))
            things = named_things(listed[begin : _end_of(listed, begin, reader)], ("from", *place), reader)
            if things is not None and things.nodes:
                found[before:before] = ["from", *place]
        found.append(listed[at])
    return tuple(found)


def _thing_before(listed: Words, at: int, reader: SentenceReader) -> int:
    """Where the name of the thing begins that stands right before an index, or before "goes" there; else the index."""
    belonging = reader.book.verbs.belonging
    ends = [at, *(i for i in range(max(0, at - 4), at) if (f := belonging.find(listed, i)) and i + f.length == at)]
    for end in ends:
        for begin in range(max(0, end - 4), end):
            name = reader.names.match(listed, begin)
            if name is not None and begin + name.length == end and not reader.names.is_place(name):
                return begin
    return at


def _end_of(listed: Words, begin: int, reader: SentenceReader) -> int:
    name = reader.names.match(listed, begin)
    return begin + name.length if name is not None else begin


def named_things(words: Words, place: Words, reader: SentenceReader) -> NamedThings | None:
    """The things that are named, of those at a place; None: the words name something else."""
    lead = words[: len(words) - len(without(words, lx.ARTICLES | lx.NUMBERS.keys() | {"all", "some", "another"}))]
    bare = words[len(lead) :]
    at = next((i for i in range(len(bare)) if reader.book.adjectives.attribute(bare[i]) is None), len(bare))
    name = reader.names.match(bare, at)
    if name is None or at + name.length != len(bare) or reader.names.is_place(name):
        return None
    attributes = frozenset(a for w in bare[:at] if (a := reader.book.adjectives.attribute(w)) is not None)
    found = tuple(n for n in reader.names.graph.of_kind(NodeKind.OBJECT) if _is_so(n, name, attributes, reader))
    where = {n.id for n in _places(place, reader)}
    graph = reader.names.graph
    here = tuple(n for n in found if not where or {graph.support(n.id), graph.room_of(n.id)} & where)
    return NamedThings(bare[at:], name.is_plural, bare[:at], lead, here)


def _is_so(node: Node, name: Name, looks: frozenset[str], reader: SentenceReader) -> bool:
    """Whether a thing is called so and is known to look so."""
    called = (name.concept or "").split("_")
    is_named = node.label.split("_")[-len(called) :] == called or reader.names.ontology.is_a(
        node.label, name.concept or ""
    )
    known = node.attributes | {str(state) for state in node.states}
    return (node.id == name.node_id if name.node_id else is_named) and looks <= known


def _places(place: Words, reader: SentenceReader) -> tuple[Node, ...]:
    """The furniture or room that is named behind a preposition."""
    for at in range(1, len(place)):
        name = reader.names.match(place, at)
        if name is not None and reader.names.is_place(name):
            is_a = reader.names.ontology.is_a
            return tuple(
                n
                for kind in (NodeKind.ASSET, NodeKind.ROOM)
                for n in reader.names.graph.of_kind(kind)
                if (n.id == name.node_id if name.node_id else is_a(n.label, name.concept or ""))
            )
    return ()
