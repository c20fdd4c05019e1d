# SPDX-License-Identifier: Apache-2.0
"""What is hung up, and nobody says where: "hang up the dress" puts it away, to where such things hang."""

from __future__ import annotations

from makedo_core.graph.scene_graph import NodeKind
from planner_node.language.rewording.gaps import is_clause_end
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words

_BEFORE = ENDS | {",", "and", "then", "please", "you", "to"}
_HANGING = ("clothing", "towel", "bag", "coat_hanger")
_RACKS = frozenset({"rack", "rail", "hook", "line"})
_FOR_ALL = frozenset({"drying_rack", "clothes_rack", "coat_rack", "coat_hook", "clothesline", "hook"})
_LONGEST = 7  # words of a thing


def _up_first(words: Words, reader: SentenceReader) -> Words:
    """With "hang up the socks" for "hang the socks up"."""
    for at in range(len(words) - 3):
        if words[at] != "hang" or words[at + 1] == "up" or (at and words[at - 1] not in _BEFORE):
            continue
        up = next((i for i in range(at + 2, min(len(words), at + 2 + _LONGEST)) if words[i] == "up"), 0)
        behind = up + 1 + (words[up + 1 : up + 2] in (("again",), ("back",))) if up else 0
        if up and is_clause_end(words, behind, reader):
            return _up_first((*words[:at], "hang", "up", *words[at + 1 : up], *words[behind:]), reader)
    return words


def _rack(kind: str, reader: SentenceReader) -> Words:
    """The only rack, rail or hook of the scene that such things hang on; empty: there is none, or there are several."""
    names = reader.names
    pieces = [n for n in names.graph.of_kind(NodeKind.ASSET) if n.label.rpartition("_")[2] in _RACKS]
    called = {n.id: {*n.label.split("_"), *n.id.split("_")} for n in pieces}
    own = [n for n in pieces if any(names.ontology.is_a(kind, word) for word in called[n.id] - _RACKS)]
    found = own or [n for n in pieces if "drying" in called[n.id]] or [n for n in pieces if n.label in _FOR_ALL]
    return tuple(found[0].id.replace("_", " ").split()) if len(found) == 1 else ()


def hung_up(words: Words, reader: SentenceReader) -> Words:
    """The words with where clothes and towels hang for "hang up", or else with "put away"."""
    words = _up_first(words, reader)
    for at in range(len(words) - 2):
        if words[at : at + 2] != ("hang", "up") or (at and words[at - 1] not in _BEFORE):
            continue
        end = next(
            (i for i in range(at + 3, min(len(words), at + 2 + _LONGEST) + 1) if is_clause_end(words, i, reader)), 0
        )
        names = [
            n for i in range(at + 2, end) if (n := reader.names.match(words, i)) is not None and i + n.length == end
        ]
        is_a = reader.names.ontology.is_a
        if names and any(is_a(names[0].concept or "", kind) for kind in _HANGING):
            reader.turned.add(words[at : at + 2])
            rack = _rack(names[0].concept or "", reader)
            if rack:
                end -= words[end - 1] == "again"
                return hung_up((*words[:at], "put", *words[at + 2 : end], "on", *rack, *words[end:]), reader)
            return hung_up((*words[:at], "put", "away", *words[at + 2 :]), reader)
    return words
