# SPDX-License-Identifier: Apache-2.0
"""Furniture by what it stands at: "the desk cabinet" is the cabinet by the desk, "the dresser lamp" the lamp by it."""

from __future__ import annotations

from makedo_core.graph.scene_graph import NodeKind
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name

_BEHIND = ENDS | {",", "and", "then", "by", "in", "on", "at", "next", "near", "with", "of", "to", "from", "please"}
_ONE = lx.DEFINITE | {"a", "an"}
_PARTS = frozenset("corner edge end top surface side rim tank cistern lid seat".split())
_OPENINGS = frozenset({"door", "doors", "drawer", "drawers", "lid", "light", "switch", "button"})


def of_furniture(words: Words, reader: SentenceReader) -> Words:
    """The words with "by the desk" behind such furniture, where no furniture is called so as a whole.

    Without a part of it that no scene graph knows: "the counter corner".
    """
    for at in range(1, len(words) - 1):
        if words[at] == "corner" and _is_named_furniture(words, at + 1, reader):
            return (*words[:at], *of_furniture(words[at + 1 :], reader))  # "the corner cabinet"
        first = reader.names.match(words, at) if words[at - 1] in _ONE and words[at] not in _PARTS else None
        if first is None or not _is_furniture(first, reader):
            continue
        behind = at + first.length
        if words[behind : behind + 1] != () and words[behind] in _PARTS and _is_end(words, behind + 1):
            return (*words[:behind], *of_furniture(words[behind + 1 :], reader))
        second = reader.names.match(words, behind)
        end = behind + (second.length if second is not None else 0)
        if second is None or not _is_furniture(second, reader) or words[end - 1].isdecimal():
            continue
        if words[at - 1] not in lx.DEFINITE or first.concept == second.concept:
            continue
        is_part = words[end - 1] in _OPENINGS and not reader.names.is_present(second)  # "the fridge door"
        if is_part or _is_room(words[at], reader):
            continue
        if not reader.names.is_present(first) and reader.names.is_present(second):
            return (*words[:at], *words[behind:end], *of_furniture(words[end:], reader))
        return (*words[:at], *words[behind:end], "by", "the", *words[at:behind], *of_furniture(words[end:], reader))
    return words


def part_of_furniture(words: Words, reader: SentenceReader) -> Words:
    """The words without "of the cabinet" behind a certain part of it that is here: "the top drawer of the cabinet"."""
    for at in range(2, len(words) - 2):
        if words[at : at + 2] != ("of", "the"):
            continue
        part = next((n for i in range(max(0, at - 3), at) if (n := _ends(words, i, at, reader)) is not None), None)
        whole = reader.names.match(words, at + 2)
        here = whole is not None and _is_furniture(whole, reader) and reader.names.is_present(whole)
        if part is None or part.node_id is None or whole is None or not (here or whole.node_id is not None):
            continue
        reader.turned.add(words[at : at + 2 + whole.length])
        return part_of_furniture((*words[:at], *words[at + 2 + whole.length :]), reader)
    return words


def _ends(words: Words, begin: int, end: int, reader: SentenceReader) -> Name | None:
    """The name that begins at a position and ends at another one."""
    name = reader.names.match(words, begin)
    return name if name is not None and begin + name.length == end else None


def _is_end(words: Words, at: int) -> bool:
    """Whether a name ends before a position: "the counter top drawer" goes on."""
    return words[at : at + 1] == () or words[at] in _BEHIND


def _is_named_furniture(words: Words, at: int, reader: SentenceReader) -> bool:
    name = reader.names.match(words, at)
    return name is not None and _is_furniture(name, reader)


def _is_room(word: str, reader: SentenceReader) -> bool:
    """Whether a room here is called by a word and "room": "the storage shelf" is in the storage room."""
    room = reader.names.match((word, "room"), 0)
    return room is not None and room.length > 1 and reader.names.has_room(room)


def _is_furniture(name: Name, reader: SentenceReader) -> bool:
    """Whether a name is that of a kind of furniture, and of no single piece."""
    if name.node_id is not None or name.concept is None or name.is_plural:
        return False
    here = any(node.label == name.concept for node in reader.names.graph.of_kind(NodeKind.ASSET))
    return here or reader.names.ontology.is_a(name.concept, "furniture")
