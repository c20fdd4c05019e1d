# SPDX-License-Identifier: Apache-2.0
"""What is used for something: "use the microwave to warm the milk" is "warm the milk using the microwave"."""

from __future__ import annotations

from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Verb

_LONGEST = 5  # words of what is used
_STORING = frozenset({Verb.BRING, Verb.TIDY})


def used_for(words: Words, reader: SentenceReader) -> Words:
    """The words with what is to be done first, and what it is done with, or in, behind it."""
    if "use" not in words or "to" not in words:
        return words
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
