# SPDX-License-Identifier: Apache-2.0
"""Furniture that is pointed at is where the thing before it stands: "not the bleach, but all else from that shelf"."""

from __future__ import annotations

from makedo_core.graph.scene_graph import Node, NodeKind
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words

_OTHERS = frozenset({"else", "others", "rest", "everything", "things", "thing"})


@needs({"that", "same"})
def that_furniture(words: Words, reader: SentenceReader) -> Words:
    """The words with the furniture by its number, where a thing that is named before it rests on one of its kind."""
    for at in range(2, len(words) - 1):
        same = words[at - 1 : at + 1] == ("the", "same")
        name = reader.names.match(words, at + 1) if words[at] == "that" or same else None
        if name is None or name.node_id is not None or name.is_plural or not reader.names.is_place(name):
            continue
        if not _is_source(words[: at - same]):
            continue  # "put the vase on that shelf" points at another one
        if same and words[at + 1 + name.length : at + 2 + name.length] == ("as",):
            continue  # "the same table as the book"
        if not same and _goes_to_another(words[:at], name.concept or "", reader):
            continue
        there = _where_it_stands(words[:at], name.concept or "", reader)
        if there is not None:
            begin, end = at - same, at + 1 + name.length
            reader.turned.add(words[begin:end])
            said = tuple(there.id.replace("_", " ").split())
            return that_furniture((*words[:begin], *said, *words[end:]), reader)
    return words


def _is_source(before: Words) -> bool:
    """Whether other things are taken from there: "from that shelf", "all else on that shelf"."""
    if before[-1:] in (("from",), ("off",)) or before[-2:] == ("out", "of"):
        return True
    return before[-1:] in (("on",), ("in",), ("at",)) and before[-2:-1] != () and before[-2] in _OTHERS


def _goes_to_another(before: Words, kind: str, reader: SentenceReader) -> bool:
    """Whether other furniture of the kind is named before: "from desk 2 to desk 3, and all else on that desk"."""
    found = (reader.names.match(before, at) for at in range(len(before)))
    pieces = [name.concept or "" for name in found if name is not None and name.node_id is not None]
    return any(reader.names.ontology.is_a(piece, kind) for piece in pieces)


def _where_it_stands(before: Words, kind: str, reader: SentenceReader) -> Node | None:
    """The furniture of a kind on which the last thing that is named, and is the only one of its kind, rests."""
    names, graph = reader.names, reader.names.graph
    for at in range(len(before) - 1, -1, -1):
        name = names.match(before, at)
        if name is None or names.is_place(name) or names.is_person(name):
            continue
        things = [n for n in graph.of_kind(NodeKind.OBJECT) if _is_one(n, name.node_id, name.concept, reader)]
        support = graph.support(things[0].id) if len(things) == 1 else None
        there = graph[support] if support is not None else None
        fits = there is not None and there.kind is NodeKind.ASSET and names.ontology.is_a(there.label, kind)
        return there if fits else None
    return None


def _is_one(node: Node, node_id: str | None, concept: str | None, reader: SentenceReader) -> bool:
    if node_id is not None:
        return node.id == node_id
    return concept is not None and reader.names.ontology.is_a(node.label, concept)
