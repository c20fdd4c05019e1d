# SPDX-License-Identifier: Apache-2.0
"""What is used for something: "use the microwave to warm the milk" is "warm the milk using the microwave"."""

from __future__ import annotations

from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Verb

_LONGEST = 5  # words of what is used
_BETWEEN = ENDS | {",", "and", "then", "please", "to", "do", "it"}
_STORING = frozenset({Verb.BRING, Verb.TIDY})


def used_for(words: Words, reader: SentenceReader) -> Words:
    """The words with what is to be done first, and what it is done with, or in, behind it."""
    if "use" not in words:
        return words
    words = _used_then(words, reader)
    for at in range(len(words) - 5):
        begins = at == 0 or words[at - 1] in ENDS or words[at - 1] in {"and", "then", ",", "please", "you"}
        if words[at] != "use" or not begins or words[at + 1] not in lx.ARTICLES:
            continue
        to = next((i for i in range(at + 3, min(len(words), at + 2 + _LONGEST)) if words[i] == "to"), 0)
        means, end = words[at + 1 : to], sentence_end(words, to, ENDS | {",", "and", "then"})
        order = opened(words[to + 1 : end], reader.book.sentences).words if to else ()
        name = reader.names.match(means, 1) if to else None
        verb = reader.book.said_verbs.find(order, 0) if order and reader.starts_order(order) else None
        if name is None or name.length + 1 != len(means) or verb is None:
            continue
        told = any(reader.book.places.sides.find(order, i) for i in range(verb.length, len(order)))
        if verb.value.verb is Verb.CHANGE:
            reader.turned.add(("use",))
            return (*words[:at], *order, "using", *means, *words[end:])
        if verb.value.verb in _STORING and reader.names.is_place(name) and not told:
            reader.turned.add(("use",))
            return (*words[:at], *order, "in", *means, *words[end:])
    return words


def _used_then(words: Words, reader: SentenceReader) -> Words:
    """The words with what is used behind what becomes so: "wash the shirts. Use the washing machine"."""
    for at in range(3, len(words) - 2):
        if words[at] != "use" or words[at + 1] not in lx.ARTICLES:
            continue
        joint = at
        while joint > 0 and words[joint - 1] in _BETWEEN:
            joint -= 1
        end = sentence_end(words, at, ENDS | {",", "and", "then"})
        name = reader.names.match(words, at + 2)
        means = words[at + 1 : at + 2 + name.length] if name is not None else ()
        rest = words[at + 2 + name.length : end] if name is not None else words
        ends = not rest or (rest[:1] == ("for",) and len(rest) == 2 and rest[1] in lx.PRONOUNS)
        if name is None or not ends or joint == at:
            continue
        begin = sentence_begin(words, joint, ENDS | {",", "then"})
        order = opened(words[begin:joint], reader.book.sentences).words
        verb = reader.book.said_verbs.find(order, 0)
        needed = bool(_needed(order, reader))
        if needed or (verb is not None and verb.value.verb is Verb.CHANGE):
            reader.turned.add(("use",))
            using = words[begin:joint] if not needed else _needed(order, reader)
            return (*words[:begin], *using, "using", *means, *words[end:]) if using else words
    return words


def _needed(order: Words, reader: SentenceReader) -> Words:
    """The order that "the shirts need washing" or "the shirts should be washed" is; empty: it is none."""
    for at in range(1, len(order)):
        need = reader.book.clauses.in_need_of.find(order, at)
        doing = reader.book.gerunds.find(order, at + need.length) if need is not None else None
        if need is not None and doing is not None and at + need.length + doing.length == len(order):
            return (*doing.value.split(), *order[:at])
        modal = reader.book.sentences.modals.find(order, at)
        be = at + modal.length if modal is not None else 0
        be += order[be : be + 1] == ("be",) if be else 0
        done = reader.book.done_by.find(order, be) if be and order[be - 1] == "be" else None
        if done is not None and be + done.length == len(order):
            return (*done.value.split(), *order[:at])
    return ()
