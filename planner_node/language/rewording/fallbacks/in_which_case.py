# SPDX-License-Identifier: Apache-2.0
"""What is wanted in the case that was just named: "bring the pear unless it's rotten, in which case throw it away"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import spelt_out
from planner_node.language.sentence.sentence import SentenceReader, Words, each_sentence, without

_THEN = (("in", "which", "case"), ("in", "that", "case"), ("then",), ("if", "so"))
_EXCEPT = tuple(tuple(said.split()) for said in ("unless", "except if", "except when", "but not if", "only not if"))
_IT = {"it", "they"}


@needs({"unless", "except", "but", "not"}, {"case", "then", "so"})
def in_which_case(words: Words, reader: SentenceReader) -> Words:
    """The words with that case first, and what was said before it otherwise."""
    return each_sentence(words, lambda said: _turned(said, reader))


def _turned(said: Words, reader: SentenceReader) -> Words:
    plain = spelt_out(said, reader.book.sentences)
    for at in range(2, len(plain) - 4):
        length = next((len(e) for e in _EXCEPT if plain[at : at + len(e)] == e), 0)
        comma = next((i for i in range(at + 3, len(plain) - 2) if plain[i] == ","), 0) if length else 0
        behind = without(plain[comma + 1 :], {"and"}) if comma else ()
        lead = next((len(t) for t in _THEN if behind[: len(t)] == t), 0)
        then = without(behind[lead:], {","})
        order = plain[: at - (plain[at - 1] == ",")]
        if not lead or not reader.starts_order(order) or not reader.starts_order(then):
            continue
        case = _named(plain[at + length : comma], order, reader)
        reader.turned.add(behind[:lead])
        return ("if", *case, ",", *then, ";", "otherwise", *order)
    return said


def _named(case: Words, order: Words, reader: SentenceReader) -> Words:
    """A condition with the first thing of an order for "it"."""
    if case[0] not in _IT:
        return case
    for at in range(1, len(order)):
        name = reader.names.match(order, at)
        if name is not None and not reader.names.is_place(name) and not reader.names.is_person(name):
            begin = at
            while begin > 1 and reader.book.adjectives.attribute(order[begin - 1]) is not None:
                begin -= 1
            return ("the", *order[begin : at + name.length], *case[1:])
    return case
