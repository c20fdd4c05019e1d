# SPDX-License-Identifier: Apache-2.0
"""Several things, and behind a mark where each goes: "put both books away, one on the shelf, one in the drawer"."""

from __future__ import annotations

from makedo_core.graph.scene_graph import NodeKind
from planner_node.language.rewording.amounts.counted_here import number_said
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words, each_sentence
from planner_node.language.sentence.shapes.parts import placing_end, singular
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name

_MARKS = frozenset({",", ":", "-", "\u2013", "\u2014"})
_JOINTS = frozenset({",", "and", ";", "but"})
_AWAY = frozenset({"away", "back", "down", "out", "up"})
_BEFORE = lx.DEFINITE | frozenset({"both", "all", "of", "my", "our"})
_LONGEST = 4  # words that tell one of them
_STOPS = frozenset({".", "!", "?"})


@needs({"one", "ones", "other"})
def each_elsewhere(words: Words, reader: SentenceReader) -> Words:
    """The words with an order for each of the things, by its looks."""
    return each_sentence(words, lambda said: _order(said, reader) or said, _STOPS)


def _order(words: Words, reader: SentenceReader) -> Words:
    verb = reader.book.said_verbs.find(words, 0)
    if verb is None or not reader.starts_order(words):
        return ()
    at, number = verb.length, 0
    while at < len(words) and (words[at] in _BEFORE or number_said(words[at])):
        number = 2 if words[at] == "both" else number_said(words[at]) or number
        at += 1
    name = reader.names.match(words, at)
    if name is None or not name.is_plural or reader.names.is_place(name):
        return ()
    noun, end = singular(words[at : at + name.length], reader), at + name.length
    particle = words[end : end + 1] if words[end : end + 1] and words[end] in _AWAY else ()
    mark = end + len(particle)
    if not noun or words[mark : mark + 1] == () or words[mark] not in _MARKS:
        return ()
    each = _each(words, mark + 1, noun, reader)
    if len(each) < 2 or len(each) != (number or _how_many(name, reader)):
        return ()  # of the others it is not said where they go
    reader.turned.add(words[verb.length : mark])
    return tuple(word for n, part in enumerate(each) for word in (*(("and",) if n else words[: verb.length]), *part))


def _how_many(name: Name, reader: SentenceReader) -> int:
    """How many such things there are."""
    is_a = reader.names.ontology.is_a
    things = reader.names.graph.of_kind(NodeKind.OBJECT)
    return sum(is_a(node.label, name.concept or "") for node in things) if name.among is None else len(name.among)


def _each(words: Words, at: int, noun: Words, reader: SentenceReader) -> list[Words]:
    """Each of the things with its place; empty: something else is said."""
    found: list[Words] = []
    while at < len(words):
        end = _one_end(words, at, reader)
        stop = placing_end(words, end, reader) if end else 0
        if not end or stop == end:
            return []
        said = words[at:end]
        said = said[:-1] if said[-1] in lx.ONES and len(said) > 1 else said
        found.append((*said, *noun, *words[end:stop]))
        at = stop
        while at < len(words) and words[at] in _JOINTS:
            at += 1
    return found


def _one_end(words: Words, at: int, reader: SentenceReader) -> int:
    """Index behind "the red one", "one", "the other"; 0: none stands there."""
    if words[at] in ("one", "1"):
        return at + 1
    if words[at : at + 2] == ("the", "other"):
        return at + 2 + (words[at + 2 : at + 3] == ("one",))
    if words[at] not in lx.DEFINITE:
        return 0
    one = next((i for i in range(at + 2, min(len(words), at + _LONGEST)) if words[i] == "one"), 0)
    known = reader.book.adjectives
    told = all(known.attribute(w) is not None or w in reader.names.attributes for w in words[at + 1 : one])
    return one + 1 if one and told else 0
