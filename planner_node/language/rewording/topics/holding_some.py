# SPDX-License-Identifier: Apache-2.0
"""What furniture is said to hold, and what is to be done with that: "table 1 has plates on it, take them away".

That is "there are plates at table 1, ..."; "it" and "them" are what is there, and not the table.
"""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, skipped, without
from planner_node.language.sentence.shapes.parts import named_place_end
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Verb

_HOLDS = frozenset({"has", "have", "holds", "contains"})
_FULL = frozenset({"full", "covered", "loaded", "filled", "cluttered", "crowded", "littered", "piled"})
_WITH = frozenset({"of", "with", "in"})
_WITHIN = (("on", "it"), ("in", "it"), ("inside", "it"), ("on", "top"), ("inside",), ("on", "top", "of", "it"))
_ALL = frozenset({"all", "some", "many", "lots", "of", "plenty", "several", "only", "just", "still"})
_THEM = frozenset({"them", "those", "these", "both"})
_OF_FURNITURE = frozenset({Verb.OPEN, Verb.CLOSE, Verb.SWITCH, Verb.START, Verb.GO})
_NEAR = 8  # words from the verb to "them"


@needs(ENDS | {","})
def holding_some(words: Words, reader: SentenceReader) -> Words:
    """The words with "there are plates at table 1" in place of such statements before an order about "them"."""
    begin = 0
    for at, word in enumerate(words):
        if word in ENDS or word == ",":
            told = _told(words[begin:at], reader) if at + 1 < len(words) else None
            if told is not None and not _is_about_them(told, words[at + 1 :], reader):
                return words
            if told is not None:
                return (*words[:begin], *told, *words[at:])
            begin = at + 1
    return words


def _is_about_them(told: Words, behind: Words, reader: SentenceReader) -> bool:
    """Whether an order is about what is there: of "the fridge has milk in it, close it" it is not."""
    several = told[1] == "are"
    verb = reader.book.said_verbs.find(without(behind, {"so", "please", "and", "then"}), 0)
    carries = verb is not None and verb.value.verb not in _OF_FURNITURE
    them = _THEM if several else frozenset({"it"})
    return carries and not them.isdisjoint(behind[:_NEAR])


def _told(said: Words, reader: SentenceReader) -> Words | None:
    """Of "table 1 has two plates on it": "there are two plates at table 1"."""
    end = named_place_end(said, 0, reader) if said else 0
    behind = said[end:]
    if not end or len(behind) < 2:
        return None
    if behind[0] in _HOLDS:
        things = behind[2:] if behind[1] == "got" else behind[1:]
    elif behind[0] in ("is", "are") and behind[1] in _FULL and behind[2:3] and behind[2] in _WITH:
        things = behind[3:]
    else:
        return None
    within = max((w for w in _WITHIN if things[-len(w) :] == w), key=len, default=())
    things = things[: len(things) - len(within)]
    first = next((i for i, word in enumerate(things) if word not in _ALL), len(things))
    things = things[first:]
    name = next((i for i in range(len(things)) if reader.names.match(things, i) is not None), None)
    if name is None or skipped(things, reader.book.sentences.needing) is not None:
        return None
    last = reader.names.match(things, name)
    known = reader.book.adjectives.attribute
    looks = things[:name]
    plain = all(w in lx.ARTICLES or w in lx.NUMBERS or w.isdecimal() or known(w) is not None for w in looks)
    if last is None or not plain or name + last.length != len(things) or reader.names.is_place(last):
        return None
    if behind[1] in _FULL:
        reader.turned.add(behind[:3])
    return ("there", "are" if last.is_plural else "is", *things, "at", *said[:end])
