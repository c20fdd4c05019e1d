# SPDX-License-Identifier: Apache-2.0
"""How many there are of what an order names: "bring a cola to table 3 if there are at least two in the fridge"."""

from __future__ import annotations

from makedo_core.ontology.words import plural
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin
from planner_node.language.sentence.shapes.parts import named_place_end
from planner_node.language.words import lexicon as lx

_LEFT = frozenset({"left", "remaining", "there", "of"})
_THEM = (("of", "them"), ("of", "those"), ("of", "these"))


def of_those_named(words: Words, reader: SentenceReader) -> Words:
    """The words with the name of the thing behind the number in a condition that follows its order."""
    known = reader.book.sentences
    for at in range(3, len(words) - 3):
        lead = known.if_so.find(words, at) or known.if_not.find(words, at)
        exists = known.exists.find(words, at + lead.length) if lead is not None else None
        if lead is None or exists is None or words[at - 1] in ENDS:
            continue
        begin = at + lead.length + exists.length
        end = _number_end(words, begin, reader)
        them = next((len(t) for t in _THEM if end and words[end : end + len(t)] == t), 0)
        kind = _first_named(words[sentence_begin(words, at) : at], reader) if end else ()
        if kind and _closes(words, end + them, reader):
            is_one = words[begin:end] in (("one",), ("1",), ("more", "than", "one"))
            noun = kind if is_one else (*kind[:-1], plural(kind[-1]))
            return (*words[:end], *noun, *words[end + them :])
    return words


def _number_end(words: Words, at: int, reader: SentenceReader) -> int:
    """Behind a number that stands there, with "at least" before it; 0: none does."""
    bound = reader.book.quantities.bounds.find(words, at)
    at += bound.length if bound is not None else 0
    is_number = words[at : at + 1] != () and (words[at] in lx.NUMBERS or words[at].isdecimal() or words[at] == "any")
    return at + 1 if is_number else 0


def _closes(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether nothing follows but where they are."""
    if at == len(words) or words[at] in ENDS | {","} or words[at] in _LEFT:
        return True
    side = reader.book.places.sides.find(words, at)
    return side is not None and named_place_end(words, at + side.length, reader) > at + side.length


def _first_named(order: Words, reader: SentenceReader) -> Words:
    """The words for the kind of the first thing of an order, in the singular as they were said; empty: it has none."""
    for at in range(1, len(order)):
        name = reader.names.match(order, at)
        if name is None:
            continue
        is_thing = not (reader.names.is_place(name) or reader.names.is_person(name))
        named = order[at : at + name.length]
        return named if is_thing and not name.is_plural and not named[-1].isdecimal() else ()
    return ()
