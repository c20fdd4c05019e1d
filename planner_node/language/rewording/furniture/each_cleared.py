# SPDX-License-Identifier: Apache-2.0
"""Several pieces of furniture that are cleared, each by itself: "clear all tables", "tidy desks 1 and 2"."""

from __future__ import annotations

from makedo_core.graph.scene_graph import Node, NodeKind
from planner_node.language.rewording.gaps import is_clause_end
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.words.verbs import Verb

_CLEARING = frozenset({Verb.CLEAR, Verb.TIDY})
_BEFORE = frozenset({"all", "the", "both", "every", "each", "of", "my", "our", "these", "those"})
_EXCEPT = (("except",), ("except", "for"), ("apart", "from"), ("other", "than"), ("save",), ("bar",))
_JOINTS = frozenset({",", "and"})


def each_cleared(words: Words, reader: SentenceReader) -> Words:
    """With an order for each of them on which something is known to be."""
    for at in range(len(words) - 1):
        verb = reader.book.said_verbs.find(words, at)
        if verb is None or verb.value.verb not in _CLEARING or not reader.starts_order(words[at:]):
            continue
        begin = at + verb.length
        while begin < len(words) and words[begin] in _BEFORE:
            begin += 1
        meant, end = _furniture(words, begin, reader)
        graph = reader.names.graph
        full = [node for node in meant if graph.contents(node.id)]
        if len(meant) < 2 or not full or not is_clause_end(words, end, reader):
            continue
        clear = words[at : at + verb.length]
        orders = (word for i, n in enumerate(full) for word in (*(("and",) if i else ()), *clear, n.id))
        reader.turned.add(words[at + verb.length : end])
        return (*words[:at], *orders, *words[end:])
    return words


def _furniture(words: Words, at: int, reader: SentenceReader) -> tuple[list[Node], int]:
    """The furniture of a kind that a plural names, and where that ends; empty: none is named so."""
    name = reader.names.match(words, at)
    if name is None or name.concept is None or not name.is_plural or not reader.names.is_place(name):
        return [], at
    is_a, end = reader.names.ontology.is_a, at + name.length
    exactly = [n for n in reader.names.graph.of_kind(NodeKind.ASSET) if n.label == name.concept]
    meant = exactly or [n for n in reader.names.graph.of_kind(NodeKind.ASSET) if is_a(n.label, name.concept)]
    meant = [n for n in meant if n.model is None or n.model.regions]
    numbers: list[str] = []
    while end < len(words) and (words[end].isdigit() or (numbers and words[end] in _JOINTS and _counts_on(words, end))):
        numbers += [words[end]] if words[end].isdigit() else []
        end += 1
    if numbers:
        return [n for n in meant if n.id.rpartition("_")[2] in numbers], end
    but = max((len(e) for e in _EXCEPT if words[end : end + len(e)] == e), default=0)
    left = reader.names.match(words, end + but) if but else None
    if left is not None and left.node_id is not None:
        return [n for n in meant if n.id != left.node_id], end + but + left.length
    return meant, end


def _counts_on(words: Words, at: int) -> bool:
    """Whether another number follows a comma or "and"."""
    behind = at + 1 + (words[at + 1 : at + 2] == ("and",))
    return words[behind : behind + 1] != () and words[behind].isdigit()
