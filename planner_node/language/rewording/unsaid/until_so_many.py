# SPDX-License-Identifier: Apache-2.0
"""How many are to be there in the end: "put beakers on bench 2 until there are four" of them there."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin
from planner_node.language.sentence.shapes.parts import placing_end
from planner_node.language.words import lexicon as lx

_UNTIL = ("until", "till")
_THERE = (("there", "are"), ("there", "is"), ("you", "have"), ("it", "has"), ("we", "have"), ("they", "are"))
_PUTTING = frozenset("put place bring add move get lay stack set".split())
_LESS = frozenset({"some", "more", "all", "the", "other", "further"})
_BEHIND = frozenset({"there", "of", "them", "on", "it", "in"})


@needs(_UNTIL)
def until_so_many(words: Words, reader: SentenceReader) -> Words:
    """With "there should be four beakers on bench 2"."""
    for at in range(4, len(words) - 3):
        there = next((t for t in _THERE if words[at + 1 : at + 1 + len(t)] == t), None)
        if words[at] not in _UNTIL or there is None:
            continue
        count = at + 1 + len(there)
        end = next((i for i in range(count, len(words)) if words[i] in ENDS | {","}), len(words))
        begin = sentence_begin(words, at)
        number = words[count : count + 1]
        is_number = number and (number[0] in lx.NUMBERS or number[0].isdecimal())
        if not is_number or words[begin] not in _PUTTING or not _BEHIND.issuperset(words[count + 1 : end]):
            continue
        place = next((i for i in range(begin + 2, at) if placing_end(words, i, reader) == at), 0)
        noun = tuple(w for w in words[begin + 1 : place] if w not in _LESS)
        name = reader.names.match(noun, 0) if place and noun else None
        if name is None or name.length != len(noun) or not name.is_plural:
            continue
        reader.turned.update({words[begin : begin + 1], words[at:end]})
        stop = (*words[:begin], "there", "should", "be", *number, *noun, *words[place:at], *words[end:])
        return stop
    return words
