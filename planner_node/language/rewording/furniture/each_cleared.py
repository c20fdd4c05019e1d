# SPDX-License-Identifier: Apache-2.0
"""Several pieces of furniture that are cleared, each by itself: "clear all tables", "tidy desks 1 and 2"."""

from __future__ import annotations

from typing import NamedTuple

from makedo_core.graph.scene_graph import Node, NodeKind
from planner_node.language.rewording.gaps import is_clause_end
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.sentence.shapes.parts import placing_end
from planner_node.language.words.verbs import Verb

_CLEARING = frozenset({Verb.CLEAR, Verb.TIDY})
_BEFORE = frozenset({"all", "the", "both", "every", "each", "of", "my", "our", "these", "those"})
_EXCEPT = (
    *(("except",), ("except", "for"), ("apart", "from"), ("other", "than"), ("save",), ("bar",), ("not",)),
    *(("but",), ("but", "not"), (",", "but", "not"), (",", "not"), (",", "except"), (",", "but")),
)
_JOINTS = frozenset({",", "and"})


class _Meant(NamedTuple):
    """Some furniture, where the words for it end, and whether other pieces of the kind are left out."""

    nodes: list[Node]
    end: int
    has_exception: bool = False


def each_cleared(words: Words, reader: SentenceReader) -> Words:
    """With an order for each of them on which something is known to be; or for what is on those not left out."""
    for at in range(len(words) - 1):
        verb = reader.book.said_verbs.find(words, at)
        if verb is None or verb.value.verb not in _CLEARING or not reader.starts_order(words[at:]):
            continue
        begin = at + verb.length
        while begin < len(words) and words[begin] in _BEFORE:
            begin += 1
        meant = _furniture(words, begin, reader)
        end, full = meant.end, [node for node in meant.nodes if reader.names.graph.contents(node.id)]
        goal = placing_end(words, end, reader) if meant.has_exception else end
        if not full or len(meant.nodes) + meant.has_exception < 2 or not is_clause_end(words, goal, reader):
            continue
        if any(words[end : end + len(e)] == e for e in _EXCEPT):
            continue  # what more is left out is not known here
        reader.turned.add(words[at + verb.length : end])
        joint, clear = ("and",), words[at : at + verb.length]
        if goal > end:
            from_each = (word for i, n in enumerate(full) for word in (*(joint if i else ()), n.id))
            return (*words[:at], "put", "everything", "from", *from_each, *words[end:])
        orders = (word for i, n in enumerate(full) for word in (*(joint if i else ()), *clear, n.id))
        return (*words[:at], *orders, *words[end:])
    return words


def _furniture(words: Words, at: int, reader: SentenceReader) -> _Meant:
    """The furniture of a kind that a plural names; none: no plural stands there."""
    name = reader.names.match(words, at)
    if name is None or name.concept is None or not name.is_plural or not reader.names.is_place(name):
        return _Meant([], at)
    is_a, end = reader.names.ontology.is_a, at + name.length
    exactly = [n for n in reader.names.graph.of_kind(NodeKind.ASSET) if n.label == name.concept]
    meant = exactly or [n for n in reader.names.graph.of_kind(NodeKind.ASSET) if is_a(n.label, name.concept)]
    meant = [n for n in meant if n.model is None or n.model.regions]
    numbers: list[str] = []
    while end < len(words) and (words[end].isdigit() or (numbers and words[end] in _JOINTS and _counts_on(words, end))):
        numbers += [words[end]] if words[end].isdigit() else []
        end += 1
    if numbers:
        return _Meant([n for n in meant if n.id.rpartition("_")[2] in numbers], end)
    but = max((len(e) for e in _EXCEPT if words[end : end + len(e)] == e), default=0)
    but += bool(but) and words[end + but : end + but + 1] in (("the",), ("my",))
    left = reader.names.match(words, end + but) if but else None
    if left is not None and left.node_id is not None:
        return _Meant([n for n in meant if n.id != left.node_id], end + but + left.length, has_exception=True)
    return _Meant(meant, end)


def _counts_on(words: Words, at: int) -> bool:
    """Whether another number follows a comma or "and"."""
    behind = at + 1 + (words[at + 1 : at + 2] == ("and",))
    return words[behind : behind + 1] != () and words[behind].isdigit()
