# SPDX-License-Identifier: Apache-2.0
"""Furniture that lacks something: "a cup on every desk without one", "a plate on each table that has none"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.words import lexicon as lx

_EACH = frozenset({"each", "every", "all", "any", "the", "those"})
_LACKING = (
    ("without",), ("lacking",), ("that", "lacks"), ("that", "lack"), ("which", "lacks"), ("that", "is", "missing"),
    ("that", "misses"), ("with", "no"), ("that", "has", "no"), ("which", "has", "no"), ("that", "have", "no"),
)  # fmt: skip
_WITHOUT = (("without",), ("lacking",))
_NONE = (("that", "has", "none"), ("which", "has", "none"), ("that", "have", "none"), ("with", "none"))
_FAR = 5  # words from "each" to what is said of it


@needs({"without", "lacking", "that", "which", "with"})
def without_one(words: Words, reader: SentenceReader) -> Words:
    """The words with "that does not have one" behind the furniture."""
    for at in range(3, len(words)):
        lead = next((n for n in (*_NONE, *_LACKING) if words[at : at + len(n)] == n), None)
        if lead is None or not _is_behind_furniture(words, at, reader):
            continue
        first = at + len(lead)
        end = first if lead in _NONE else _lacked_end(words, first, reader)
        other = _other_end(words, first, reader) if lead in _WITHOUT and not end else 0
        if other:
            return without_one((*words[:at], "that", "has", "no", *words[other:]), reader)
        if end and (end == len(words) or words[end] in ENDS | {",", "and"}):
            return (*words[:at], "that", "does", "not", "have", "one", *words[end:])
    return words


def _is_behind_furniture(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether "every desk" ends there."""
    for begin in range(max(0, at - _FAR), at - 1):
        name = reader.names.match(words, begin + 1) if words[begin] in _EACH else None
        if name is not None and begin + 1 + name.length == at and name.node_id is None:
            return reader.names.is_place(name) and not reader.names.is_person(name)
    return False


def _other_end(words: Words, at: int, reader: SentenceReader) -> int:
    """Where the noun begins of something else that is lacking: "every desk without a laptop"; 0: none is named."""
    noun = at + (words[at : at + 1] != () and words[at] in {"a", "an", "any"})
    name = reader.names.match(words, noun) if noun < len(words) else None
    named = name is not None and name.node_id is None and not reader.names.is_place(name)
    return noun if name is not None and named and (noun > at or name.is_plural) else 0


def _lacked_end(words: Words, at: int, reader: SentenceReader) -> int:
    """Behind "one", or the kind of thing that the order names before; 0: something else is lacking."""
    if words[at : at + 1] in (("one",), ("any",)):
        return at + 1
    at += words[at : at + 1] != () and words[at] in lx.ARTICLES | {"any"}
    name = reader.names.match(words, at) if at < len(words) else None
    before = (reader.names.match(words, i) for i in range(at - 1))
    same = name is not None and any(n is not None and n.concept == name.concept for n in before)
    return at + name.length if name is not None and same else 0
