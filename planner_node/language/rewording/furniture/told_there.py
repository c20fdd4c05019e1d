# SPDX-License-Identifier: Apache-2.0
"""The only place that is told of, for "there" in what is asked next: "we eat at table 2. Could you lay forks there".

What is asked for may name no other place, and what is told is no order, no wish and no question.
"""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened, spelt_out
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin
from planner_node.language.sentence.shapes.parts import placing_end

_JOINTS = frozenset({",", "and", "so", "but", "then"})
_BEHIND = ENDS | {",", "please", "and"}
_NOT = frozenset({"not", "is", "are", "it's", "over", "from", "of", "right", "been", "be", "was", "were"})
_CASES = frozenset({"if", "unless", "when", "whenever", "once", "not", "never", "nothing", "only", "except"})
_LACKING = frozenset({"no", "none", "out", "lack", "lacks"})  # what is to be there is said where something lacks
_LIVING = frozenset({"live", "lives"})
_DOWN = frozenset({"down", "up", "over"})
_IS_THERE = (("is", "there"), ("are", "there"))


@needs({"there"}, {"at", "on", "in", "inside"})
def told_there(words: Words, reader: SentenceReader) -> Words:
    """The words with the place for "there"."""
    for at in range(4, len(words)):
        ends = at + 1 == len(words) or words[at + 1] in _BEHIND
        if words[at] != "there" or not ends or words[at - 1] in _NOT:
            continue
        begin = _asked_from(words, at, reader)
        place = _only_place(_told_before(words, begin), reader) if begin else ()
        if place and not _names_place(words[begin:at], reader):
            before = at - (words[at - 1] in _DOWN)
            said = ("to", *place[1:]) if _is_order(words[begin:at], reader) else place
            return (*words[:before], *said, *words[at + 1 :])
    return words


def _is_order(asked: Words, reader: SentenceReader) -> bool:
    """Whether words are an order, perhaps a polite one: "would you lay out three spoons"."""
    core = opened(spelt_out(asked, reader.book.sentences), reader.book.sentences).words
    return reader.starts_order(core) and core[0] not in ("is", "are")


def _asked_from(words: Words, at: int, reader: SentenceReader) -> int:
    """Where the order, wish or question begins that ends in "there", behind what is told; 0: nothing is told before."""
    known = reader.book.sentences
    first = sentence_begin(words, at)
    joints = (i + 1 for i in range(first, at) if words[i] in _JOINTS)
    for begin in (first, *joints):
        core = opened(spelt_out(words[begin:at], known), known).words
        core = ("i", *core) if core[:1] == ("would",) else core  # "I'm at desk 1 and would like the pens there"
        asks = known.wanting.find(core, 0) or known.needing.find(core, 0) or core[:2] in _IS_THERE
        if core and (asks or reader.starts_order(core)):
            return begin
    return 0


def _told_before(words: Words, begin: int) -> Words:
    """The statement before an order: of the same sentence, or the sentence before; empty: there is none."""
    first = sentence_begin(words, begin)
    if first == begin:
        if words[begin - 1] == "?":
            return ()
        first = sentence_begin(words, begin - 1)
    told = words[first:begin]
    while told and told[-1] in _JOINTS | ENDS:
        told = told[:-1]
    return told


def _only_place(told: Words, reader: SentenceReader) -> Words:
    """The preposition and place of a statement that names no other place; empty: it does not, or is no statement."""
    known, known_verbs = reader.book.sentences, reader.book.verbs.belonging
    core = opened(spelt_out(told, known), known).words
    asks = not core or reader.starts_order(core) or known.wanting.find(core, 0) or known.needing.find(core, 0)
    if asks or not (_CASES | _LACKING | _LIVING).isdisjoint(core) or "there" in core[1:]:
        return ()
    if any(known_verbs.find(core, i) is not None for i in range(1, len(core))):
        return ()  # where things belong
    sides = [(i, placing_end(told, i, reader)) for i in range(1, len(told))]
    placed = [(i, end) for i, end in sides if end > i and told[i] in ("at", "on", "in", "inside")]
    names = [i for i in range(len(told)) if (n := reader.names.match(told, i)) is not None and reader.names.is_place(n)]
    inside = [i for i in names if placed and placed[0][0] < i < placed[0][1]]
    return told[placed[0][0] : placed[0][1]] if len(placed) == 1 and inside == names else ()


def _names_place(words: Words, reader: SentenceReader) -> bool:
    names = (reader.names.match(words, i) for i in range(len(words)))
    return any(name is not None and reader.names.is_place(name) for name in names)
