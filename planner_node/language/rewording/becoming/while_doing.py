# SPDX-License-Identifier: Apache-2.0
"""Two orders at once: "turn the lamp on while holding the bowl" is one and then the other; what is held comes last."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Verb

_HOLDING = frozenset({"carry", "hold", "grab", "keep", "have", "bring", "take", "pick up"})
_MOVED_BY = frozenset({Verb.GO, Verb.BRING, Verb.TAKE})
_HANDS = (("in", "hand"), ("in", "your", "hand"), ("in", "the", "hand"), ("in", "its", "hand"), ("in", "your", "hands"))
_WHILE = (("while",), ("whilst",), ("while", "you", "are"), ("while", "you're"))


@needs({"while", "whilst", "hand", "hands"})
def while_doing(words: Words, reader: SentenceReader) -> Words:
    """The words with "then" between two orders that are to be done at once."""
    for at in range(2, len(words) - 1):
        said = max((w for w in _WHILE if words[at : at + len(w)] == w), key=len, default=())
        doing = reader.book.gerunds.find(words, at + len(said)) if said else None
        if doing is not None:
            return _one_by_one(words, at, at + len(said), doing.value, at + len(said) + doing.length, reader)
        if words[at] == "with":
            held = _held(words, at, reader)
            if held is not None:
                return held
    return words


def _one_by_one(words: Words, at: int, first: int, verb: str, behind: int, reader: SentenceReader) -> Words:
    end = sentence_end(words, behind, ENDS | {","})
    begin = _begin_of_order(words, at, reader)
    order = words[begin:at]
    reader.turned.add(words[at:first])
    if verb in _HOLDING:
        reader.turned.add(words[first:behind])
        return (*words[:at], ",", "then", "pick", "up", *words[behind:])
    known = reader.book.said_verbs.find(order, 0)
    if known is not None and " ".join(order[: known.length]) in _HOLDING:
        reader.turned.add(order[: known.length])
        held = ("pick", "up", *order[known.length :])
        return (*words[:begin], *verb.split(), *words[behind:end], ",", "then", *held, *words[end:])
    return (*words[:at], "and", *verb.split(), *words[behind:])


def _held(words: Words, at: int, reader: SentenceReader) -> Words | None:
    """The words with the order to pick up what is to be in the hand meanwhile; None: nothing is."""
    stop = sentence_end(words, at, ENDS | {",", "and"})
    hand = next((h for h in _HANDS if words[stop - len(h) : stop] == h and stop - len(h) > at + 1), ())
    begin = _begin_of_order(words, at, reader)
    verb = reader.book.said_verbs.find(words, begin)
    if not hand or verb is None:
        return None
    things = words[at + 1 : stop - len(hand)]
    reader.turned.update({words[at : at + 1], words[stop - len(hand) : stop]})
    if verb.value.verb in _MOVED_BY:
        return (*words[:begin], "pick", "up", *things, ",", "then", *words[begin:at], *words[stop:])
    return (*words[:at], ",", "then", "pick", "up", *things, *words[stop:])


def _begin_of_order(words: Words, at: int, reader: SentenceReader) -> int:
    begin = sentence_begin(words, at, ENDS | {","})
    core = opened(words[begin:at], reader.book.sentences).words
    begin = at - len(core)
    return begin + (words[begin : begin + 1] != () and words[begin] in lx.SEPARATORS)
