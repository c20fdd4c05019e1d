# SPDX-License-Identifier: Apache-2.0
"""A sentence with a condition as what is to be done in each case."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from makedo_core.failure import FailureCause
from planner_node.language.request import Basis, Refusal
from planner_node.language.sentence.choices import fallback_of
from planner_node.language.sentence.conditions import SaidCondition, read_condition, subject
from planner_node.language.sentence.sentence import (
    SaidWay,
    Sentence,
    SentenceKind,
    SentenceReader,
    Words,
    skipped,
    without,
)
from planner_node.language.sentence.shapes.parts import named_place_end
from planner_node.language.sentence.wishes import wish_as_order
from planner_node.language.words import lexicon as lx

_NOTHING = frozenset({"nothing", "anything"})
_AS_IT_IS = frozenset({"there", "alone", "be", "as", "where", "it", "is", "please"})
_THEM = frozenset({"her", "him"})
_BEHIND = lx.ARTICLES | lx.NUMBERS.keys() | frozenset({"some", "to", "in", "on", "from", "another", ",", "and", "."})
Splitting = Callable[[Words, SentenceReader], Iterator[Sentence]]


def conditional(words: Words, said: SaidCondition, reader: SentenceReader, split: Splitting) -> Sentence:
    """A sentence with a condition.

    Args:
        words: of the whole sentence.
        said: the sentence taken apart.
        reader: reads the condition.
        split: takes what depends on it apart.
    """
    condition = read_condition(said, reader)
    if isinstance(condition, Refusal):
        return Sentence(SentenceKind.CONDITION, words, refusal=condition)
    then, otherwise = _otherwise(said.then, reader)
    if condition is None:
        return Sentence(SentenceKind.CONDITION, words, refusal=_unknowable(said, then))
    about = _furniture(said.condition, reader) or subject(said.condition, reader)
    then = _for_that_person(_at_that_place(then, said.condition, reader), said.condition, reader)
    done = _orders(_about(then, about, reader), reader, split)
    if isinstance(done, Refusal):
        return Sentence(SentenceKind.CONDITION, words, refusal=done)
    if not done and condition.negated and condition.so:  # "if there is no tea, juice will do"
        return Sentence(SentenceKind.FALLBACK, then)
    if not done:
        return Sentence(SentenceKind.CONDITION, words, refusal=_unread(then))
    before = wish_as_order(said.condition, reader, is_wished=True) if said.first and not said.waits else None
    if before is not None:
        first = f"I see to it first that {' '.join(said.condition)}"
        return Sentence(SentenceKind.ORDER, words, (SaidWay((*before, ",", "then", *done)),), (first,))
    left = otherwise[:2] == ("leave", "it") and set(otherwise[2:]) <= _AS_IT_IS
    otherwise = () if left else _about(otherwise, about, reader)
    other = (fallback_of(done, otherwise, reader) or _orders(otherwise, reader, split)) if otherwise else ()
    if isinstance(other, Refusal):
        return Sentence(SentenceKind.CONDITION, words, refusal=other)
    note = (f"I cannot wait until {' '.join(said.condition)}; tell me when it is so",) if said.waits else ()
    not_so = replace(condition, so=not condition.so)
    ways = (SaidWay(done, (condition,), Basis.CASE), SaidWay(other, (not_so,), Basis.CASE, note))
    return Sentence(SentenceKind.CONDITION, words, ways)


def _otherwise(words: Words, reader: SentenceReader) -> tuple[Words, Words]:
    """What is to be done, and what otherwise."""
    table = reader.book.sentences.otherwise
    for at in range(1, len(words) - 1):
        found = table.find(words, at)
        if found is not None and (words[at - 1] == "," or found.length > 1 or words[at] != "or"):
            return without_end(words[:at]), words[at + found.length :]
    return words, ()


def without_end(words: Words) -> Words:
    """The words without a comma or "and" at their end."""
    return words[:-1] if words and words[-1] in (",", "and", "but") else words


def _about(words: Words, thing: Words, reader: SentenceReader) -> Words:
    """The words with the thing that a condition spoke of in place of the first "it", "them" or "one"."""
    at = next((i for i, word in enumerate(words) if word in ("it", "them", "one")), None)
    if at is None or not thing:
        return words
    if words[at] != "one" and any(_is_thing(words, i, reader) for i in range(1, at)):
        return _on_that(words, thing, reader)  # "take the jacket out and lay it on the bed"
    if words[at] == "one":
        is_noun = words[at + 1 : at + 2] and reader.names.match(words, at + 1) is not None
        sides = reader.book.places.sides
        place = next((i for i in range(1, len(thing)) if sides.find(thing, i) is not None), len(thing))
        elsewhere = any(reader.book.places.sources.find(words, i) is not None for i in range(at + 1, len(words)))
        kind = without(thing[:place] if elsewhere else thing, {"the"})  # "otherwise bring one from the kitchen"
        return words if is_noun else (*words[:at], "one", *kind, *words[at + 1 :])
    return (*words[:at], *thing, *words[at + 1 :])


def _on_that(words: Words, thing: Words, reader: SentenceReader) -> Words:
    """The words with furniture that a condition spoke of for "on it": "if table 3 is empty, put a plate on it"."""
    name = reader.names.match(thing, 1) if thing[:1] == ("the",) else reader.names.match(thing, 0)
    if name is None or not reader.names.is_place(name):
        return words
    tables = (reader.book.places.sides, reader.book.places.sources)
    for at in range(2, len(words)):
        found = (f for table in tables for i in range(1, at) if (f := table.find(words, i)) and i + f.length == at)
        if words[at] == "it" and next(found, None) is not None:
            return (*words[:at], *thing, *words[at + 1 :])
    return words


def _for_that_person(words: Words, condition: Words, reader: SentenceReader) -> Words:
    """The words with the name that a condition begins with for "her": "if Carla is there, bring her a soda"."""
    name = reader.names.match(condition, 0)
    at = next((i for i in range(1, len(words)) if words[i] in _THEM), None)
    if name is None or at is None or not reader.names.is_person(name) or name.node_id is None:
        return words
    ends = at + 1 == len(words) or words[at + 1] in _BEHIND
    return (*words[:at], *condition[: name.length], *words[at + 1 :]) if ends else words


def _at_that_place(words: Words, condition: Words, reader: SentenceReader) -> Words:
    """The words with the place that a condition ends in for "there": "if the pen isn't on the desk, put it there"."""
    sides, known = reader.book.places.sides, reader.book.sentences
    furniture = _furniture(condition, reader)
    told = known.exists.find(condition, 0) or known.lacks.find(condition, 0)
    if told is not None and not furniture:
        return words  # "if there is no pen on the desk, put one there"
    begin = next((i for i in range(len(condition) - 1, 0, -1) if sides.find(condition, i) is not None), len(condition))
    place = condition[begin:] if named_place_end(condition, begin + 1, reader) == len(condition) else ()
    place = place or (("to", *furniture) if furniture else ())
    at = next((i for i in range(1, len(words)) if words[i] == "there"), None)
    ends = at is not None and (at + 1 == len(words) or words[at + 1] in (",", "and", "."))
    return (*words[:at], *place, *words[at + 1 :]) if place and at is not None and ends else words


def _furniture(condition: Words, reader: SentenceReader) -> Words:
    """The furniture that a condition is about, or on which it says that nothing is; empty: it is about none."""
    known, sides = reader.book.sentences, reader.book.places.sides
    about = subject(condition, reader)
    name = reader.names.match(about, 1) if about[:1] == ("the",) else None
    if name is not None and reader.names.is_place(name):
        return about
    thing = skipped(condition, known.lacks) or skipped(condition, known.exists) or ()
    thing = without(thing, {"not"})
    side = sides.find(thing, 1) if thing[:1] and thing[0] in _NOTHING else None
    begin = 1 + side.length if side is not None else 0
    return ("the", *without(thing[begin:], lx.ARTICLES)) if begin and begin < len(thing) else ()


def _is_thing(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether the name of something that can be carried begins there."""
    name = reader.names.match(words, at)
    present = name is not None and reader.names.is_present(name)
    return name is not None and present and not reader.names.is_place(name) and not reader.names.is_person(name)


def _orders(words: Words, reader: SentenceReader, split: Splitting) -> Words | Refusal:
    """The orders that words come to, conditions in them excepted; empty if they are none."""
    parts = tuple(split(words, reader))
    refusal = next((p.refusal for p in parts if p.refusal is not None), None)
    if refusal is not None:
        return refusal
    if any(len(p.ways) != 1 or p.limits for p in parts):
        return ()
    orders = tuple(word for p in parts for word in (*p.ways[0].orders, "."))[:-1]
    read = reader.orders(orders) if orders else None
    if isinstance(read, Refusal) and not reader.starts_order(orders):
        return ()
    return orders


def _unread(then: Words) -> Refusal:
    return Refusal(FailureCause.NOT_UNDERSTOOD, f"I do not understand what is to be done: '{' '.join(then)}'.")


def _unknowable(said: SaidCondition, then: Words) -> Refusal:
    """The condition is about something that no scene graph says."""
    text = f"I cannot tell whether {' '.join(said.condition)}. If it is so, say without a condition: {' '.join(then)}."
    return Refusal(FailureCause.NOT_UNDERSTOOD, text)
