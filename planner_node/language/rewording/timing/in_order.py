# SPDX-License-Identifier: Apache-2.0
"""The same done to one thing after the other: "mop the kitchen and then the hall, the mop being rinsed after each"."""

from __future__ import annotations

from planner_node.language.rewording.gaps import is_clause_end
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_begin
from planner_node.language.sentence.shapes.parts import named_place_end
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Verb

_DOING = frozenset({Verb.CHANGE, Verb.FLOOR})
_THEN = ("and", "then")
_LONGEST = 5  # words of what is done, too
_FLOORS = frozenset({"floor", "floors"})


@needs({"then", "being"})
def in_order(words: Words, reader: SentenceReader) -> Words:
    """The words with "then" and the verb before the second; with "and" where something is done after each of them."""
    words = _being_done(words, reader)
    for at in range(2, len(words) - 2):
        if words[at : at + 2] != _THEN:
            continue
        begin = sentence_begin(words, at)
        begin = next((i + 1 for i in range(at - 1, begin, -1) if words[i] in (",", "then")), begin)
        verb = reader.book.said_verbs.find(words, begin)
        first = at + 2 + (words[at + 2] == "of")
        end = _end(words, first, reader)
        if verb is None or verb.value.verb not in _DOING or not end or not is_clause_end(words, end, reader):
            continue
        joint = ("and",) if "each" in words[end:] else (",", "then", *words[begin : begin + verb.length])
        return in_order((*words[:at], *joint, *words[first:end], *words[end:]), reader)
    return words


def _end(words: Words, at: int, reader: SentenceReader) -> int:
    """Behind a room, furniture or thing, with "the floor of" before it; 0: none is named there."""
    begin = at
    if words[at : at + 1] and words[at] in lx.ARTICLES and words[at + 1 : at + 2] and words[at + 1] in _FLOORS:
        begin = at + 2 + (words[at + 2 : at + 3] == ("of",))
    end = named_place_end(words, begin, reader)
    if end > begin:
        return end
    name = reader.names.match(words, begin + 1) if words[begin : begin + 1] and words[begin] in lx.ARTICLES else None
    return begin + 1 + name.length if name is not None else 0


def _being_done(words: Words, reader: SentenceReader) -> Words:
    """With an order for "with the mop being cleaned"."""
    for at in range(2, len(words) - 3):
        being = next((i for i in range(at + 2, min(len(words), at + _LONGEST)) if words[i] == "being"), 0)
        done = reader.book.done_by.find(words, being + 1) if words[at] == "with" and being else None
        if done is not None:
            joint = at - (words[at - 1] == ",")
            said = (*done.value.split(), *words[at + 1 : being], *words[being + 1 + done.length :])
            return _being_done((*words[:joint], ",", "and", *said), reader)
    return words
