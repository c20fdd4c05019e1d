# SPDX-License-Identifier: Apache-2.0
"""Who wants to be alone before the order that sends the robot elsewhere: "leave us alone and go to the hall"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_end, without
from planner_node.language.sentence.shapes.parts import placing_end
from planner_node.language.words.verbs import Verb

_LEAVE = frozenset({"leave", "give"})
_US = frozenset({"us", "me", "them", "everyone", "everybody"})
_ALONE = (("alone",), ("in", "peace"), ("to", "ourselves"), ("some", "privacy"), ("some", "space"), ("a", "moment"))
_FOR = frozenset("for a while bit moment minute little now the time being please".split())
_GOES = frozenset({"move", "take", "get", "bring", "drive", "go", "head", "roll", "come", "park"})


@needs(_LEAVE, _US)
def left_alone(words: Words, reader: SentenceReader) -> Words:
    """The order alone, where the robot is sent away."""
    for at in range(len(words) - 4):
        if words[at] not in _LEAVE or words[at + 1] not in _US:
            continue
        alone = next((a for a in _ALONE if words[at + 2 : at + 2 + len(a)] == a), None)
        end = at + 2 + len(alone or ())
        end = max(end, placing_end(words, end, reader)) if words[end : end + 1] == ("in",) else end
        while words[end : end + 1] != () and (words[end] in _FOR or words[end] == ","):
            end += 1
        order = without(words[end:], {"and", "then", ","})
        stop = sentence_end(order, 0)
        core = opened(order[:stop], reader.book.sentences).words
        verb = reader.book.said_verbs.find(core, 0)
        goes = verb is not None and (verb.value.verb is Verb.GO or (core[0] in _GOES and "yourself" in core[1:2]))
        if alone is not None and order != words[end:] and goes:
            reader.turned.add(tuple(word for word in words[at:end] if word != ","))
            return (*words[:at], *order)
    return words
