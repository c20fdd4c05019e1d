# SPDX-License-Identifier: Apache-2.0
"""Things with others in or on them: "put a plate with an apple on it on the table" puts that on the plate first."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end
from planner_node.language.sentence.shapes.parts import is_thing
from planner_node.language.words.verbs import Verb

_MOVING = frozenset({Verb.BRING, Verb.TAKE, Verb.SERVE, Verb.HOLD})
_ANY = frozenset({"a", "an"})
_THERE = frozenset({"in", "on", "inside"})
_LONGEST = 5  # words of a thing


@needs({"with"}, {"it"})
def with_it_there(words: Words, reader: SentenceReader) -> Words:
    """The words with the order to put the one on the other first; of a certain thing it tells which is meant."""
    for at in range(len(words) - 5):
        verb = reader.book.said_verbs.find(words, at)
        begin = at + (verb.length if verb is not None else 0)
        if verb is None or verb.value.verb not in _MOVING or words[begin : begin + 1] == () or words[begin] not in _ANY:
            continue
        stop = sentence_end(words, begin, ENDS | {",", "then"})
        held = next((i for i in range(begin + 2, min(stop, begin + _LONGEST)) if words[i] == "with"), 0)
        it = next((i for i in range(held + 2, stop) if words[i] == "it" and words[i - 1] in _THERE), 0) if held else 0
        what, others = words[begin:held], words[held + 1 : it - 1]
        if not it or not is_thing(what, reader) or not is_thing(others, reader):
            continue
        reader.turned.update({words[held : held + 1], words[it - 1 : it + 1]})
        first = ("put", *others, words[it - 1], *what)
        return (*words[:at], *first, ",", "then", *words[at:begin], "the", *what[1:], *words[it + 1 :])
    return words
