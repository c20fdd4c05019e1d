# SPDX-License-Identifier: Apache-2.0
"""What is wanted in any case, beside what a condition binds: "if it is off, turn it on, and either way bring the dish".

"Whether or not the lamp is on, bring the book" binds nothing, either.
"""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened, spelt_out
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, each_sentence, sentence_begin, without

_ANYWAY = tuple(
    tuple(said.split())
    for said in (
        "either way", "in either case", "in any case", "in both cases", "in any event", "at any rate", "regardless",
        "whatever the case", "whatever happens", "whichever it is", "whatever it is", "no matter what", "anyhow",
        "one way or another", "one way or the other", "in every case", "come what may",
    )
)  # fmt: skip
_FREE = tuple(
    tuple(said.split())
    for said in (
        "whether or not", "no matter whether", "no matter if", "regardless of whether", "irrespective of whether",
        "never mind whether", "it does not matter whether",
    )
)  # fmt: skip
_JOINTS = frozenset({",", "and", "but", "then", "-", "\u2013", "\u2014", "also"})
_CASES = frozenset({"if", "unless", "should", "when"})
_BEING = frozenset({"is", "are", "has", "have", "'s"})


@needs({"way", "case", "cases", "event", "rate", "regardless", "whatever", "whichever", "matter", "anyhow", "whether",
        "come", "irrespective"})  # fmt: skip
def in_any_case(words: Words, reader: SentenceReader) -> Words:
    """The words with that as a sentence of its own, which no condition binds."""
    words = each_sentence(words, lambda said: _unbound(said, reader))
    for at in range(2, len(words) - 2):
        length = next((len(a) for a in _ANYWAY if words[at : at + len(a)] == a), 0)
        begin = sentence_begin(words, at)
        first = at
        while first > begin and words[first - 1] in _JOINTS:
            first -= 1
        is_behind = words[first - 1] in ENDS if first == begin else not _CASES.isdisjoint(words[begin:first])
        order = opened(without(words[at + length :], {","}), reader.book.sentences).words if length else ()
        if not length or not (is_behind or at == 0) or not reader.starts_order(order):
            continue
        reader.turned.add(words[at : at + length])
        stop = (".",) if first > begin else ()
        return in_any_case((*words[:first], *stop, *order), reader)
    return words


def _unbound(said: Words, reader: SentenceReader) -> Words:
    """An order without what it does not depend on: "whether or not the lamp is on"."""
    plain = spelt_out(said, reader.book.sentences)
    for at in range(len(plain) - 3):
        length = next((len(f) for f in _FREE if plain[at : at + len(f)] == f), 0)
        stop = next((i for i in range(at, len(plain)) if plain[i] == ","), len(plain))
        if (
            not length
            and plain[at] == "whether"
            and plain[stop - 2 : stop] == ("or", "not")
            and (at > 1 or stop < len(plain))
        ):
            length = 1
        if not length or (at and plain[at - 1] in ("know", "see", "check", "me", "us", "out", "look")):
            continue
        comma = next((i for i in range(at + length, len(plain)) if plain[i] == ","), len(plain))
        free = plain[at + length : comma]
        before, behind = plain[: at - (plain[at - 1 : at] == (",",))], without(plain[comma:], {","})
        order = before if at else behind
        is_free = not _BEING.isdisjoint(free)
        if is_free and order and reader.starts_order(opened(order, reader.book.sentences).words):
            reader.turned.add(plain[at:comma])
            return (*before, *((",", *behind) if at and behind else behind))
    return said
