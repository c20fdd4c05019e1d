# SPDX-License-Identifier: Apache-2.0
"""Where things are looked for that go somewhere: "search the house for cups and put them in the sink" is about all."""

from __future__ import annotations

from planner_node.language.rewording.doing.those_named import named_things
from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, without
from planner_node.language.sentence.shapes.parts import joined, named_place_end
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Verb

_JOINTS = frozenset({",", "and", "then", "to", "please"})
_BEFORE = ENDS | {",", "and", "then", "please", "to", "you", "now", "first"}
_THEM = tuple(
    tuple(said.split())
    for said in (
        "every one of them", "every one you find", "every one you see", "each one you find", "each one you see",
        "all of them", "each of them", "all the ones you find", "all that you find", "all you find", "any you find",
        "what you find", "whatever you find", "the ones you find", "them all", "them", "it", "every one", "each one",
    )
)  # fmt: skip
_CARRYING = frozenset({Verb.BRING, Verb.TAKE, Verb.THROW, Verb.THROW_AWAY, Verb.RECYCLE, Verb.TIDY, Verb.LOAD})
_OF_ROOMS = (
    ("all", "rooms"),
    ("all", "the", "rooms"),
    ("every", "room"),
    ("each", "room"),
    ("every", "single", "room"),
)
_LONGEST = 6  # words of a thing


def searched(words: Words, reader: SentenceReader) -> Words:
    """The words with the things in place of "them", and where they are looked for behind them."""
    for at in range(len(words) - 6):
        found = reader.book.places.searching.find(words, at) if at == 0 or words[at - 1] in _BEFORE else None
        if found is None:
            continue
        place, end = _place(words, at + found.length, reader)
        if place is None or words[end : end + 1] != ("for",):
            continue
        thing = _thing_end(words, end + 1, reader)
        behind = without(words[thing:], _JOINTS) if thing else ()
        order = opened(behind, reader.book.sentences).words
        verb = reader.book.said_verbs.find(order, 0) if order and len(behind) < len(words) - thing else None
        if verb is None or verb.value.verb not in _CARRYING:
            continue
        it = verb.length
        them = next((t for t in _THEM if order[it : it + len(t)] == t), None)
        if them is None:
            continue
        reader.turned.add(words[at : end + 1])
        things = words[end + 1 : thing]
        if "and" in things:
            each = " ".join(things).replace(" ,", " and").split(" and ")
            said = joined(tuple((*_all(tuple(part.split())), *place) for part in each if part))
            return (*words[:at], *order[:it], *said, *order[it + len(them) :])
        few = things[0] in lx.ARTICLES | lx.NUMBERS.keys() | {"some", "any", "all"}
        few |= them == ("it",)  # "search the fridge for cola and bring it"
        things = ("all", *things[1:]) if things[0] == "any" else things if few else ("all", *things)
        return (*words[:at], *order[:it], *things, *place, *order[it + len(them) :])
    return words


def _place(words: Words, at: int, reader: SentenceReader) -> tuple[Words | None, int]:
    """Where it is looked, as it is said behind the things, and the word behind it; None: no place stands there."""
    everywhere = reader.book.places.anywhere.find(("in", *words[at:]), 0)
    if everywhere is not None and everywhere.length > 1:
        return (), at + everywhere.length - 1
    rooms = next((r for r in _OF_ROOMS if words[at : at + len(r)] == r), None)
    if rooms is not None:
        return (), at + len(rooms)
    end = named_place_end(words, at, reader)
    if end == at:
        return None, at
    while words[end : end + 1] in (("and",), (",",)) and (more := named_place_end(words, end + 1, reader)) > end + 1:
        end = more
    return ("from", *words[at:end]), end


def _thing_end(words: Words, at: int, reader: SentenceReader) -> int:
    """Index behind the thing that begins there; 0: none does."""
    ends = range(min(len(words), at + _LONGEST), at, -1)
    end = next((end for end in ends if named_things(words[at:end], (), reader) is not None), 0)
    joint = end + (words[end : end + 2] == (",", "and"))
    if end and words[joint : joint + 1] in (("and",), (",",)) and (more := _thing_end(words, joint + 1, reader)):
        return more  # "for books and magazines"
    return end


def _all(things: Words) -> Words:
    """All of several kinds that are looked for together."""
    return ("all", *(things[1:] if things[:1] and things[0] in lx.ARTICLES | {"any", "all"} else things))
