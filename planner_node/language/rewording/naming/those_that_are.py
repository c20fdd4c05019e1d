# SPDX-License-Identifier: Apache-2.0
"""Things that go by how each of them is: "put the plates in the sink if they're dirty, otherwise in the cupboard".

Where some are so and some are not, it is said of each; where all are alike, it is a condition as any other.
"""

from __future__ import annotations

from typing import NamedTuple

from planner_node.language.rewording.doing.those_named import named_things, place_begin
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end, without
from planner_node.language.sentence.shapes.parts import named_place_end
from planner_node.language.words import lexicon as lx

_THEY = (("they", "are"), ("they're",), ("these", "are"), ("those", "are"))
_THEM = frozenset({"them", "these", "those"})
_ELSE = (("otherwise",), ("else",), ("or", "else"), ("if", "not"), ("and", "if", "not"), ("if", "they", "are", "not"),
    ("if", "they", "aren't"), ("and", "otherwise"))  # fmt: skip
_MARKS = frozenset({",", ";"})
_LOOKS = 2  # words


class _Going(NamedTuple):
    """An order of a verb, things with where they are, and where they go."""

    verb: Words
    things: Words
    goal: Words


@needs({"if"})
def those_that_are(words: Words, reader: SentenceReader) -> Words:
    """The words with those that are so, and all others, in place of the condition."""
    for at in range(len(words) - 2):
        if words[at] != "if":
            continue
        begin, end = sentence_begin(words, at), sentence_end(words, at)
        said = _condition_last if at > begin else _condition_first
        orders = said(words[begin:end], at - begin, reader)
        if orders is not None:
            return those_that_are((*words[:begin], *orders, *words[end:]), reader)
    return words


def _condition_last(sentence: Words, at: int, reader: SentenceReader) -> Words | None:
    """With the condition behind the order: "put the plates in the sink if they're dirty"; None: it is another one."""
    they = next((t for t in _THEY if sentence[at + 1 : at + 1 + len(t)] == t), None)
    going = _going(sentence[: at - (sentence[at - 1] in _MARKS)], reader)
    if they is None or going is None:
        return None
    first = at + 1 + len(they)
    end = _looks_end(sentence, first, reader)
    orders = _told_apart(going, sentence[first:end], sentence[end:], reader) if end > first else None
    if orders is not None:
        reader.turned.add(sentence[at:first])
    return orders


def _condition_first(sentence: Words, at: int, reader: SentenceReader) -> Words | None:
    """With the condition before the order: "if the plates are dirty, put them in the sink"; None: it is another one."""
    are = next((i for i in range(at + 2, len(sentence)) if sentence[i] == "are"), 0)
    end = _looks_end(sentence, are + 1, reader) if are else 0
    order = without(sentence[end:], _MARKS | {"then"}) if end > are + 1 else ()
    verb = reader.book.said_verbs.find(order, 0) if order else None
    if verb is None or order[verb.length : verb.length + 1] == () or order[verb.length] not in _THEM:
        return None
    side = verb.length + 1
    found = reader.book.places.sides.find(order, side)
    stop = named_place_end(order, side + found.length, reader) if found is not None else side
    if found is None or stop <= side + found.length:
        return None
    going = _Going(order[: verb.length], sentence[at + 1 : are], order[side:stop])
    orders = _told_apart(going, sentence[are + 1 : end], order[stop:], reader)
    if orders is not None:
        reader.turned.update((sentence[at : at + 1], sentence[are : are + 1]))
    return orders


def _going(order: Words, reader: SentenceReader) -> _Going | None:
    """An order that puts things at one place; None: it is another one."""
    verb = reader.book.said_verbs.find(order, 0)
    if verb is None:
        return None
    things = order[verb.length :]
    goal = next((i for i in range(len(things) - 2, 1, -1) if place_begin(things[i - 1 :], reader) == 1), 0)
    return _Going(order[: verb.length], things[:goal], things[goal:]) if goal else None


def _told_apart(going: _Going, looks: Words, behind: Words, reader: SentenceReader) -> Words | None:
    """The order about those that look so, and the one about all others; None: all are alike, or more is said."""
    source = place_begin(going.things, reader)
    all_of = named_things(going.things[:source], going.things[source:], reader)
    if all_of is None or not all_of.is_plural or all_of.looks or not lx.NUMBERS.keys().isdisjoint(all_of.lead):
        return None
    so = named_things((*looks, *all_of.noun), going.things[source:], reader)
    if so is None or not 0 < len(so.nodes) < len(all_of.nodes):
        return None
    behind = without(behind, _MARKS)
    other = next((e for e in _ELSE if behind[: len(e)] == e), None)
    if behind and other is None:
        return None
    where = going.things[source:]
    orders = (*going.verb, "the", *looks, *all_of.noun, *where, *going.goal)
    if other is None:
        return orders
    goal = behind[len(other) :]
    again = next((i for i, word in enumerate(goal) if word in _THEM), -1)
    verb = goal[:again] if again > 0 and reader.starts_order(goal) else going.verb
    goal = goal[again + 1 :]
    found = reader.book.places.sides.find(goal, 0)
    if found is None or named_place_end(goal, found.length, reader) != len(goal):
        return None
    reader.turned.add(other)
    return (*orders, "and", *verb, "all", "other", *all_of.noun, *where, *goal)


def _looks_end(words: Words, at: int, reader: SentenceReader) -> int:
    """Where looks end that begin at a position."""
    end = at
    while end < min(len(words), at + _LOOKS) and reader.book.adjectives.attribute(words[end]) is not None:
        end += 1
    is_all_said = end == len(words) or words[end] in _MARKS | ENDS | {"otherwise", "else", "put", "and", "then"}
    return end if is_all_said else at
